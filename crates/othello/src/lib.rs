#![doc = include_str!("../README.md")]
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
pub use evaluation::{Round, Sample, SelfPlay, Weights, WeightsError};

pub use move_sorter::MoveSorter;
pub use notation::{GgfError, GgfGame, GgfMove, ObfError, ObfLine};
pub use perft::count_lines;
pub use position::{Move, ParsePositionError, PlayError, Position, Width};
pub use search::{Deviation, Discrepancy, Engine, Limits, Pool, Ranked, Report};
pub use setup::Setup;
pub use square::{ParseSquareError, Square, Squares, squares};
pub use stonegate_stones::{Color, Random};
pub use visits::mean_visits;
