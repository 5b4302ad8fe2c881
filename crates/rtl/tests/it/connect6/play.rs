//! Games in which the machine has one color.

use stonegate_connect6::{
    Cell, Color, Decision, Position, Random, Reading, Size, host_stone, seven_steps_watched,
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
