//! Connect6: six in a row with two stones a turn.
//!
//! A board is two sets of cells, each a 512-bit word ([`CellSet`]). Lines of six cells are found on
//! the whole board at once, by adding up shifted copies of these words ([`Lines`]); what they need
//! to win, and which stones stop them, are [`Threats`].
//!
//! ```
//! use stonegate_connect6::{Blocks, Color, Position, Size, Threats};
//!
//! let mut position = Position::start(Size::STANDARD);
//! for stone in ["j10", "a1", "s19", "k10", "l10", "a19", "s1", "m10", "j4"] {
//!     position = position.place(stone.parse()?)?;
//! }
//! let threats = Threats::of(position.board(), Color::Black);
//! let Blocks::Two(pairs) = threats.blocks() else { panic!("four in a row make two threats") };
//! let pairs = pairs.iter().map(|[a, b]| format!("{a}+{b}")).collect::<Vec<_>>();
//! assert_eq!(pairs, ["h10+n10", "i10+n10", "i10+o10"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The seven-step machine
//!
//! [`seven_steps`] plays as an FPGA machine did (Hoang et al., "A Case Study of Connect6 Game
//! FPGA-based Implementation Using the Multi-turn Prediction Algorithm"), and says why. Its notions
//! have their own names here:
//!
//! | paper | here |
//! |---|---|
//! | L1 to L6 | [`Lines::with`] |
//! | L3_P1, L3_P2, L2_P1, L2_P2 | [`Form`], [`Completion`] |
//! | 1TW, 1TW_T1, 1TW_T2 | [`Threats`], [`Blocks`] |
//! | 2TW, five types and one more | [`TwoTurnKind`], [`two_turn_win`] |
//! | 3TW_C, five groups | [`Chain`], [`chain_win`] |
//! | 3TW_NC, six groups | [`NonChain`], [`non_chain_win`] |
//! | PQ, LPQ, DPQ | [`PointQuality`] |
//! | steps 1, 2, 3, 5A, 4, 6A, 5B, 6B, 7 | [`Step`] |
//!
//! The paper has no figures in the form that was at hand, and is silent on much. The readings are:
//!
//! - A number of threats is the size of the smallest set of cells that stops all of them.
//! - P1 and P2 are the best that stones in a line make of it.
//! - A two-turn win makes at least three threats, whatever its lines have in common. Turns that do
//!   so without being one of the five types count as well.
//! - A chain three-turn win makes two threats, and every pair of stones that stops them leaves a
//!   two-turn win and the opponent without a one-turn win. So it is a forced win, as a two-turn win
//!   is. In a triangle or H-formation both stones are in the first line and raise the other two.
//! - A non-chain three-turn win makes no threat, and no single stone stops all the two-turn wins
//!   that it prepares. It is no forced win.
//! - Step 2 plays a smallest blocking set, that of the greatest point quality. Step 4 takes the
//!   cell that most two-turn wins need, 6A and 6B the better cell of the win that they have found.
//! - Step 7 completes a four that makes most threats with fewest stones.
//! - Ties are broken by scan order: row by row from the top left corner.
//!
//! ```
//! use stonegate_connect6::{Position, seven_steps};
//!
//! let position: Position = "
//!     ---------
//!     ---XXX---
//!     -O-------
//!     ----O-X--
//!     -O----X--
//!     ---O-----
//!     ---------
//!     ---------
//!     --------- X2
//! ".parse()?;
//! let reasons = seven_steps(&position).reasons;
//! assert_eq!(reasons[0].to_string(), "step 3: two-turn win by L3_P2 crossing L2_P1 at g1 and g2");
//! # Ok::<(), stonegate_connect6::ParsePositionError>(())
//! ```
//!
//! # The engine
//!
//! [`Engine`] plays as well as it can: [`ThreatSpace`] looks for wins by any number of turns that
//! each make two threats, for itself and for the opponent, and alpha-beta weighs the other turns.
//! [`host_stone`] is the simple opponent of the FPT 2011 competition.
//!
//! Clocks are the caller's: a search asks a `stop` function now and then.

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
pub use search::{Engine, ForcedWin, Limits, Memory, Report, ThreatSpace};
pub use setup::Setup;
pub use seven::{Decision, Reason, Step, seven_steps, seven_steps_watched};
pub use stonegate_stones::{Color, Outcome, Random};
pub use stones::Stones;
pub use threats::{Blocks, Gap, Threats};
pub use three_turn::{Chain, NonChain, ThreeTurnGroup, ThreeTurnWin, chain_win, non_chain_win};
pub use two_turn::{TwoTurnKind, TwoTurnWin, two_turn_win, two_turn_wins};
