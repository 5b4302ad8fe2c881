//! Othello on bitboards: the rules, two players and an exact solver of endgames.
//!
//! A [`Board`] is two sets of squares, the mover's discs and the opponent's, each a 64-bit word.
//! The moves of a whole board and the flips of a move come from a few vector instructions on these
//! words. A [`Position`] adds whose turn it is and how wide the board is (4, 6 or 8), and has a
//! text form; [`ObfLine`] and [`GgfGame`] read and write the files that other programs use.
//!
//! ```
//! use stonegate_othello::{Move, Position, Width, count_lines, squares};
//!
//! let start = Position::start(Width::EIGHT);
//! let moves = squares(start.legal_moves()).map(|square| square.to_string());
//! assert_eq!(moves.collect::<Vec<_>>(), ["d3", "c4", "f5", "e6"]);
//!
//! let next = start.play("d3".parse()?)?;
//! assert_eq!(
//!     next.to_string(),
//!     "-------------------X-------XX------XO--------------------------- O"
//! );
//! assert_eq!(count_lines(start.board(), 5).all, 1396);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`ClassicSolver`] plays as an FPGA machine did: alpha-beta on an explicit stack, a static order of
//! moves and a depth that is picked by the number of moves made. The files `legal_moves`,
//! `flipper`, `move_sorter` and `depth_picker` are its modules.
//!
//! [`Engine`] plays as well as it can: principal variation search with a transposition table, an
//! evaluation by patterns whose [`Weights`] are trained on games of its own ([`SelfPlay`],
//! [`Trainer`]), ProbCut fitted to them ([`Deviation`]), and an exact search of the last moves.
//!
//! ```
//! use stonegate_othello::{Engine, Limits, ObfLine, Weights};
//!
//! let line: ObfLine =
//!     "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X".parse()?;
//! let engine = Engine::new(Weights::location(), 1 << 20);
//! let report = engine.think(line.position.board(), &Limits::default(), &|| false);
//! assert_eq!(report.best.map(|square| square.to_string()).as_deref(), Some("h5"));
//! assert_eq!((report.value, report.is_exact), (6, true));
//! # Ok::<(), stonegate_othello::ObfError>(())
//! ```
//!
//! Threads and clocks are the caller's: a search asks a `stop` function now and then, and helps
//! itself to the threads that call [`Engine::help`].

#![forbid(unsafe_code)]
// Only what is inlined gets the vector instructions that its caller has found the processor to
// have: see `vectorize` in `fearless_simd`.
#![expect(clippy::inline_always)]

mod square;

mod board;
mod flipper;
mod legal_moves;

mod position;
mod setup;

mod notation;

mod perft;

mod classic;

mod depth_picker;
mod move_sorter;
mod visits;

mod search;

mod evaluation;

mod engine;
mod game;

pub use board::Board;
pub use classic::{ClassicMove, ClassicSolver, Heuristic};
pub use depth_picker::{MAX_DEPTH, VISITS_PER_SECOND, pick_depth};
pub use evaluation::{Sample, SelfPlay, Trainer, Weights, WeightsError};

pub use move_sorter::MoveSorter;
pub use notation::{GgfError, GgfGame, GgfMove, ObfError, ObfLine};
pub use perft::count_lines;
pub use position::{Move, ParsePositionError, PlayError, Position, Width};
pub use search::{Deviation, Discrepancy, Engine, Limits, Pool, Ranked, Report};
pub use setup::Setup;
pub use square::{ParseSquareError, Square, Squares, squares};
pub use stonegate_stones::{Color, Random};
pub use visits::mean_visits;
