//! The seven-step machine of the paper: multi-turn prediction.
//!
//! Each step looks for wins of one kind, in the paper's order 1, 2, 3, 5A, 4, 6A, 5B, 6B, 7. An
//! offensive step that succeeds ends the turn. A defensive step repeats until it finds nothing
//! more to stop, and hands what is left of the turn to the next step.

mod block;
mod fill;

use std::fmt;

use crate::board::Board;
use crate::cell::Cell;
use crate::position::Position;
use crate::quality::PointQuality;
use crate::reading::Reading;
use crate::threats::Threats;
use stonegate_stones::Color;

/// The steps, in the order in which they are taken.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Step {
    /// 1: win in this turn.
    Win,
    /// 2: stop one-turn wins.
    StopOneTurnWin,
    /// 3: a two-turn win.
    TwoTurnWin,
    /// 5A: a chain three-turn win.
    ChainWin,
    /// 4: stop two-turn wins.
    StopTwoTurnWin,
    /// 6A: stop chain three-turn wins.
    StopChainWin,
    /// 5B: a non-chain three-turn win.
    NonChainWin,
    /// 6B: stop non-chain three-turn wins.
    StopNonChainWin,
    /// 7: gain the initiative, or else take the most potential cells.
    Fill,
}

impl Step {
    pub const ALL: [Self; 9] = [
        Self::Win,
        Self::StopOneTurnWin,
        Self::TwoTurnWin,
        Self::ChainWin,
        Self::StopTwoTurnWin,
        Self::StopChainWin,
        Self::NonChainWin,
        Self::StopNonChainWin,
        Self::Fill,
    ];

    /// The paper's name of the step.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "1",
            Self::StopOneTurnWin => "2",
            Self::TwoTurnWin => "3",
            Self::ChainWin => "5A",
            Self::StopTwoTurnWin => "4",
            Self::StopChainWin => "6A",
            Self::NonChainWin => "5B",
            Self::StopNonChainWin => "6B",
            Self::Fill => "7",
        }
    }
}

/// Why some stones of a turn go where they go.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Reason {
    pub step: Step,
    pub text: String,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step.name(), self.text)
    }
}

/// A turn and the reasons for it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Decision {
    /// As many stones as the turn has left, fewer only if the first ones win or the board is full.
    pub stones: Vec<Cell>,
    pub reasons: Vec<Reason>,
}

/// The turn of the seven-step machine, by our reading of the paper.
pub fn seven_steps(position: &Position) -> Decision {
    seven_steps_watched(position, Reading::Ours, &mut |_| ())
}

/// The turn of the seven-step machine by a reading of the paper, telling when a step has been taken.
pub fn seven_steps_watched(
    position: &Position,
    reading: Reading,
    watch: &mut dyn FnMut(Step),
) -> Decision {
    let mut turn = Turn::of(position, reading);
    for step in Step::ALL {
        if turn.is_over() {
            break;
        }
        turn.take(step);
        watch(step);
    }
    Decision { stones: turn.stones, reasons: turn.reasons }
}

/// What one step makes of a turn, as if the steps before it had nothing to do.
pub fn step_alone(position: &Position, reading: Reading, step: Step) -> Decision {
    let mut turn = Turn::of(position, reading);
    turn.take(step);
    Decision { stones: turn.stones, reasons: turn.reasons }
}

/// A turn in the making.
#[derive(Debug)]
struct Turn {
    reading: Reading,
    board: Board,
    color: Color,
    stones_left: usize,
    has_won: bool,
    stones: Vec<Cell>,
    reasons: Vec<Reason>,
}

impl Turn {
    fn of(position: &Position, reading: Reading) -> Self {
        Self {
            reading,
            board: *position.board(),
            color: position.color(),
            stones_left: position.stones_left(),
            has_won: false,
            stones: Vec::new(),
            reasons: Vec::new(),
        }
    }

    fn is_over(&self) -> bool {
        self.stones_left == 0 || self.has_won || self.board.empties().is_empty()
    }

    fn take(&mut self, step: Step) {
        let Self { reading, board, color, stones_left, .. } = *self;
        match step {
            Step::Win => self.win(),
            Step::StopOneTurnWin => self.stop_one_turn_wins(),
            Step::TwoTurnWin => {
                if let Some(win) = reading.two_turn_win(&board, color, stones_left) {
                    self.attack(step, format!("two-turn win by {win}"), win.stones.cells());
                }
            }
            Step::ChainWin => {
                if stones_left == 2
                    && let Some(win) = reading.chain_win(&board, color)
                {
                    self.attack(step, format!("three-turn win by {win}"), win.stones.cells());
                }
            }
            Step::StopTwoTurnWin => self.stop_two_turn_wins(),
            Step::StopChainWin => self.stop_three_turn_wins(step, Reading::chain_win),
            Step::NonChainWin => {
                if stones_left == 2
                    && let Some(win) = reading.non_chain_win(&board, color)
                {
                    self.attack(step, format!("three-turn win by {win}"), win.stones.cells());
                }
            }
            Step::StopNonChainWin => self.stop_three_turn_wins(step, Reading::non_chain_win),
            Step::Fill => self.fill(),
        }
    }

    fn win(&mut self) {
        let threats = Threats::of(&self.board, self.color);
        if let Some(gap) = threats.win(self.stones_left) {
            let cells = if gap.is_single() { vec![gap.first] } else { vec![gap.first, gap.second] };
            self.put(Step::Win, "six in a row".to_owned(), &cells);
            self.has_won = true;
        }
    }

    /// Places the stones of an offensive step. A stone that it does not need goes where it is
    /// worth most.
    fn attack(&mut self, step: Step, text: String, cells: &[Cell]) {
        self.put(step, text, cells);
        while !self.is_over() {
            self.take_most_potential_cell();
        }
    }

    fn put(&mut self, step: Step, text: String, cells: &[Cell]) {
        for &cell in cells {
            self.board.place(self.color, cell);
            self.stones.push(cell);
            self.stones_left -= 1;
        }
        self.reasons.push(Reason { step, text });
    }

    fn quality(&self) -> PointQuality {
        PointQuality::of(&self.board)
    }
}
