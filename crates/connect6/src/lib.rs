#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod cell;
mod cell_set;

mod board;
mod position;
mod setup;

mod lines;
mod threats;

mod stones;

mod completion;
mod quality;

mod three_turn;
mod two_turn;

mod reading;
mod seven;

mod host;

mod search;

mod engine;
mod game;

pub use board::Board;
pub use cell::{Cell, ParseCellError, Size};
pub use cell_set::{CellSet, Cells};
pub use completion::{Completion, Completions, Form};

pub use engine::{Host, SevenSteps};
pub use host::host_stone;
pub use lines::{Direction, LENGTH, Line, Lines};
pub use position::{ParsePositionError, PlaceError, Position};
pub use quality::PointQuality;
pub use reading::Reading;
pub use search::{Engine, ForcedWin, Limits, Memory, Report, ThreatSpace};
pub use setup::Setup;
pub use seven::{Decision, Reason, Step, seven_steps, seven_steps_watched, step_alone};
pub use stonegate_stones::{Color, Outcome, Random};
pub use stones::Stones;
pub use threats::{Blocks, Gap, Threats};
pub use three_turn::{Chain, NonChain, ThreeTurnGroup, ThreeTurnWin, chain_win, non_chain_win};
pub use two_turn::{TwoTurnKind, TwoTurnWin, two_turn_win, two_turn_wins};
