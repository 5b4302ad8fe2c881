//! Games in which the machine has one color.

use stonegate_connect6::{
    Board, Cell, Color, Decision, Position, Random, Reading, Size, Step, host_stone,
    seven_steps_watched, step_alone,
};

/// The twin.
pub(crate) fn twin(position: &Position, reading: Reading) -> Decision {
    seven_steps_watched(position, reading, &mut |_| ())
}

/// Who plays against the machine. Good and bad turns take turns, so that all steps have something to
/// do.
pub(crate) struct Opponent {
    random: Random,
    reading: Reading,
}

impl Opponent {
    pub(crate) fn new(seed: u64, reading: Reading) -> Self {
        Self { random: Random::new(seed, 6), reading }
    }

    /// The stones of a turn: as the machine itself plays, as the host of the competition does, or at
    /// random near the center.
    pub(crate) fn turn(&mut self, position: &Position) -> Vec<Cell> {
        let kind = self.random.below(6);
        if kind < 3 {
            return twin(position, self.reading).stones;
        }
        let (mut stones, mut after) = (Vec::new(), *position);
        while stones.len() < position.stones_left() && after.outcome().is_none() {
            let stone = if kind < 5 {
                host_stone(&after, &mut self.random).expect("the board is not full")
            } else {
                let place = |random: &mut Random| 4 + random.below(11);
                let cell = Cell::at(place(&mut self.random), place(&mut self.random));
                cell.expect("it is on the board")
            };
            if let Ok(next) = after.place(stone) {
                after = next;
                stones.push(stone);
            }
        }
        stones
    }
}

/// Positions at the beginning of turns, with both stones to place, from games of the machine against
/// the opponent.
pub(crate) fn positions(seed: u64, n_games: u64, reading: Reading) -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..n_games {
        let mut opponent = Opponent::new(seed + game, reading);
        let own = if game % 2 == 0 { Color::Black } else { Color::White };
        let mut position = Position::start(Size::STANDARD);
        while position.outcome().is_none() {
            let stones = if position.color() == own {
                if position.stones_left() == 2 {
                    positions.push(position);
                }
                twin(&position, reading).stones
            } else {
                opponent.turn(&position)
            };
            for stone in stones {
                position = position.place(stone).expect("the turn is legal");
            }
        }
    }
    positions
}

/// The positions of the first so many games in a row in which every step decides a turn.
pub(crate) fn all_steps_decide(n_games: u64, reading: Reading) -> Vec<Position> {
    let decides = |positions: &[Position]| {
        let decisions = positions.iter().flat_map(|position| twin(position, reading).reasons);
        let steps = decisions.map(|reason| reason.step).collect::<Vec<_>>();
        Step::ALL.iter().all(|step| steps.contains(step))
    };
    let sets = (0..400).map(|seed| positions(1 + seed * n_games, n_games, reading));
    sets.into_iter().find(|positions| decides(positions)).expect("some games have all steps")
}

/// Positions of games with both stones to place, whoever is to move.
pub(crate) fn recorded(seed: u64, n_positions: usize, reading: Reading) -> Vec<Position> {
    let games = (seed..).map(|seed| {
        let mut players = [0, 1].map(|color| Opponent::new(2 * seed + color, reading));
        let mut position = Position::start(Size::STANDARD);
        let mut positions = Vec::new();
        while position.outcome().is_none() {
            if position.stones_left() == 2 {
                positions.push(position);
            }
            let player = usize::from(position.color() == Color::White);
            for stone in players[player].turn(&position) {
                position = position.place(stone).expect("the turn is legal");
            }
        }
        positions
    });
    games.flatten().take(n_positions).collect()
}

/// Boards on which stones of both colors are strewn, with many more lines than those of games. In
/// every second one nobody can win at once, so that the later steps have something to do.
pub(crate) fn crowded(seed: u64, n_positions: usize) -> Vec<Position> {
    let mut random = Random::new(seed, 7);
    let mut positions = Vec::new();
    while positions.len() < n_positions {
        let width = 6 + random.below(8);
        let corner = [0, 1].map(|_| random.below(20 - width));
        let n_turns = 2 + random.below(width * width / 6);
        let mut position = Position::start(Size::STANDARD);
        while position.outcome().is_none()
            && (position.stones_left() != 2
                || position.board().stones(Color::White).len() < 2 * n_turns)
        {
            let [row, column] = corner.map(|from| from + random.below(width));
            let cell = Cell::at(row, column).expect("it is on the board");
            position = position.place(cell).unwrap_or(position);
        }
        let is_quiet = || {
            let early = [Step::Win, Step::StopOneTurnWin];
            early.iter().all(|&step| step_alone(&position, Reading::Ours, step).stones.is_empty())
        };
        if position.outcome().is_none() && (positions.len() % 2 == 0 || is_quiet()) {
            positions.push(position);
        }
    }
    positions
}

/// Boards on which the gaps of two threes of the player are the same cell, so that one stone is a
/// two-turn win, and stones of the opponent are strewn.
pub(crate) fn crossings(seed: u64, n_positions: usize) -> Vec<Position> {
    let mut random = Random::new(seed, 8);
    let positions = (0..n_positions).map(|number| {
        let own = if number % 2 == 0 { Color::Black } else { Color::White };
        let [row, column] = [0, 1].map(|_| 4 + random.below(11));
        let mut board = Board::empty(Size::STANDARD);
        for steps in [0, 1, 3] {
            for cell in [Cell::at(row + steps - 2, column), Cell::at(row, column + steps - 2)] {
                board.place(own, cell.expect("it is on the board"));
            }
        }
        for _ in 0..6 {
            let cell = Cell::at(random.below(19), random.below(19)).expect("it is on the board");
            if board.empties().contains(cell) && (cell.row(), cell.column()) != (row, column) {
                board.place(!own, cell);
            }
        }
        Position::new(board, own, 2)
    });
    positions.collect()
}
