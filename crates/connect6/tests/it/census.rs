//! What the seven-step machine claims on boards of games on small boards, and what is true: by
//! brute force for forced wins, by threat-space search and in play for non-chain three-turn wins.

use stonegate_connect6::{
    Board, Cell, Color, Engine, Limits, Memory, Outcome, Position, Random, Size, Step, Stones,
    ThreatSpace, Threats, chain_win, host_stone, non_chain_win, seven_steps, two_turn_win,
};

use crate::brute_force::Table;

/// How much is looked into: one in so many.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Effort {
    pub(crate) n_games: u64,
    /// Of the boards without a claimed two-turn win, to find those that were missed.
    pub(crate) two_turn_misses: usize,
    /// Of the boards without a claimed chain three-turn win.
    pub(crate) chain_misses: usize,
    /// Of the claimed non-chain three-turn wins.
    pub(crate) non_chain_claims: usize,
    /// Of the played non-chain three-turn wins, which the engine then defends against.
    pub(crate) defenses: usize,
}

#[derive(Default, Debug)]
pub(crate) struct Census {
    pub(crate) n_positions: usize,
    /// Boards without one-turn wins, as each of the players sees them.
    pub(crate) n_quiet: usize,
    pub(crate) two_turn: Forced,
    pub(crate) chain: Forced,
    pub(crate) non_chain: Promised,
    pub(crate) played: Played,
}

/// Claims of forced wins, all of which are checked.
#[derive(Default, Debug)]
pub(crate) struct Forced {
    pub(crate) claimed: usize,
    pub(crate) held: usize,
    unclaimed: usize,
    /// Boards without a claim that were looked into, and those of them that have a win.
    pub(crate) searched: usize,
    pub(crate) missed: usize,
}

/// Claims of non-chain three-turn wins.
#[derive(Default, Debug)]
pub(crate) struct Promised {
    pub(crate) claimed: usize,
    pub(crate) checked: usize,
    /// A forced win was found behind every answer that makes no threat.
    pub(crate) held_against_quiet: usize,
    /// A forced win was found behind every answer.
    pub(crate) held: usize,
}

/// Non-chain three-turn wins that the machine played.
#[derive(Default, Debug)]
pub(crate) struct Played {
    pub(crate) turns: usize,
    /// Those who played them won the game.
    pub(crate) won: usize,
    /// The searching engine took over the defense, and they won all the same.
    pub(crate) defended: usize,
    pub(crate) won_against_engine: usize,
}

/// The turns of a forced win before the last, and the boards that are looked at to find it.
const N_TURNS: u32 = 5;
const N_NODES: u64 = 2_000;

/// How far the engine thinks, as an attacker who makes games and as a defender.
const ATTACKER: Limits = Limits { n_rounds: 1 };
const DEFENDER: Limits = Limits { n_rounds: 3 };

impl Census {
    pub(crate) fn take(effort: &Effort) -> Self {
        let mut census = Self::default();
        for number in 0..effort.n_games {
            census.add_game(number, effort);
        }
        census
    }

    /// A game of the machine with the host's opponent, itself or the engine, in turns.
    fn add_game(&mut self, number: u64, effort: &Effort) {
        let size = Size::new(9 + number as usize % 3).expect("there are such boards");
        let mut random = Random::new(7, number);
        let mut position = opening(size, &mut random);
        let mut attackers = Vec::new();
        while position.outcome().is_none() {
            self.n_positions += 1;
            self.look(position.board(), effort);
            let color = position.color();
            let (stones, is_non_chain) = match (number / 3 % 3, color) {
                (0, Color::White) => {
                    (host_stone(&position, &mut random).into_iter().collect(), false)
                }
                (2, Color::White) => (
                    Engine::default().think(&position, &ATTACKER, &|| false, &mut |_| ()).stones,
                    false,
                ),
                _ => {
                    let decision = seven_steps(&position);
                    let is_non_chain = |step| step == Step::NonChainWin;
                    let mut steps = decision.reasons.iter().map(|reason| reason.step);
                    (decision.stones, steps.any(is_non_chain))
                }
            };
            for cell in stones {
                position = position.place(cell).expect("the players keep to the rules");
            }
            if is_non_chain {
                attackers.push(color);
                self.played.add(position, color, effort.defenses);
            }
        }
        let is_won = |&&color: &&Color| position.outcome() == Some(Outcome::Win(color));
        self.played.won += attackers.iter().filter(is_won).count();
    }

    /// Checks what is claimed for both players.
    fn look(&mut self, board: &Board, effort: &Effort) {
        let table = Table::of(board);
        let colors = [Color::Black, Color::White];
        let has_win = colors.map(|color| table.wins_in_one(color));
        assert_eq!(colors.map(|color| !Threats::of(board, color).is_empty()), has_win);
        if has_win != [false, false] {
            return;
        }
        let indices = |stones: &Stones| {
            stones.cells().iter().map(|&cell| table.index(cell)).collect::<Vec<_>>()
        };
        for color in colors {
            self.n_quiet += 1;
            let claim = two_turn_win(board, color, 2).map(|win| indices(&win.stones));
            let is_forced = |turn: &[usize]| table.forces_one(color, turn);
            let is_missed = || table.wins_in_two(color).is_some();
            self.two_turn.add(claim.as_deref(), is_forced, is_missed, effort.two_turn_misses);
            if claim.is_some() {
                continue;
            }
            let claim = chain_win(board, color).map(|win| indices(&win.stones));
            let is_forced = |turn: &[usize]| table.forces_two(color, turn);
            let is_missed = || table.wins_in_three(color).is_some();
            self.chain.add(claim.as_deref(), is_forced, is_missed, effort.chain_misses);
            if let Some(win) = non_chain_win(board, color) {
                let after = board.with(color, win.stones.cells());
                self.non_chain.add(&after, color, effort.non_chain_claims);
            }
        }
    }
}

impl Forced {
    /// Checks a claim, or looks into one of so many boards without one.
    fn add(
        &mut self,
        claim: Option<&[usize]>,
        is_forced: impl Fn(&[usize]) -> bool,
        is_missed: impl Fn() -> bool,
        share: usize,
    ) {
        if let Some(turn) = claim {
            self.claimed += 1;
            self.held += usize::from(is_forced(turn));
            return;
        }
        self.unclaimed += 1;
        if self.unclaimed.is_multiple_of(share) {
            self.searched += 1;
            self.missed += usize::from(is_missed());
        }
    }
}

impl Promised {
    /// Checks one of so many claims, on the board after its turn.
    fn add(&mut self, board: &Board, color: Color, share: usize) {
        self.claimed += 1;
        if !self.claimed.is_multiple_of(share) {
            return;
        }
        self.checked += 1;
        let (mut memory, never) = (Memory::default(), || false);
        let mut search = ThreatSpace::new(&mut memory, &never);
        let mut is_held = true;
        let cells = board.empties().into_iter().collect::<Vec<Cell>>();
        for (number, &first) in cells.iter().enumerate() {
            for &second in &cells[number + 1..] {
                let answered = board.with(!color, &[first, second]);
                let is_quiet = Threats::of(&answered, !color).is_empty();
                if (is_quiet || is_held) && search.win(&answered, color, N_TURNS, N_NODES).is_none()
                {
                    if is_quiet {
                        return;
                    }
                    is_held = false;
                }
            }
        }
        self.held_against_quiet += 1;
        self.held += usize::from(is_held);
    }
}

impl Played {
    /// Lets the engine defend after one of so many turns.
    fn add(&mut self, position: Position, attacker: Color, share: usize) {
        self.turns += 1;
        if self.turns.is_multiple_of(share) {
            self.defended += 1;
            self.won_against_engine += usize::from(wins_against_engine(position, attacker));
        }
    }
}

/// A few random stones in the middle.
fn opening(size: Size, random: &mut Random) -> Position {
    let mut position = Position::start(size);
    let margin = size.get() / 4;
    for _ in 0..5 {
        let is_inside = |place: usize| place >= margin && place < size.get() - margin;
        let cells = position.board().empties();
        let cells = cells.iter().filter(|cell| is_inside(cell.row()) && is_inside(cell.column()));
        let cells = cells.collect::<Vec<_>>();
        position = position.place(cells[random.below(cells.len())]).expect("the cell is empty");
    }
    position
}

/// Whether the machine wins a game that the engine defends.
fn wins_against_engine(mut position: Position, attacker: Color) -> bool {
    while position.outcome().is_none() {
        let stones = if position.color() == attacker {
            seven_steps(&position).stones
        } else {
            Engine::default().think(&position, &DEFENDER, &|| false, &mut |_| ()).stones
        };
        for cell in stones {
            position = position.place(cell).expect("the players keep to the rules");
        }
    }
    position.outcome() == Some(Outcome::Win(attacker))
}
