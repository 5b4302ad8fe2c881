#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// Only what is inlined gets the vector instructions that its caller has found the processor to
// have: see `vectorize` in `fearless_simd`.
#![expect(clippy::inline_always)]

mod point;
mod point_set;
mod size;

mod board;
mod board_updater;
mod cursor;
mod machine;
mod propagation;
mod pruner;
mod territory_counter;

mod counted;
mod game;
mod rules;
mod score;
mod setup;
mod tally;

mod handicap;
mod sgf;
mod zobrist;

mod engine;
mod lanes;

pub use board::{Board, ParseBoardError};
pub use board_updater::{Refusal, Update, update_board};
pub use counted::CountedGame;
pub use cursor::{Direction, move_cursor};
pub use engine::{
    Candidate, Choice, Engine, Limits, Report, Search, dead_stones, final_score, seki_stones,
};
pub use game::Game;
pub use handicap::handicap_points;
pub use lanes::{BLOCK, BlockResult, Lanes, N_BLOCKS, Plays, Policy};
pub use machine::{GameMachine, NotTaken, Readout, Source, State};
pub use point::{MAX_SIDE, Move, ParsePointError, Point};
pub use point_set::{PointSet, Points};
pub use propagation::{Heat, Propagation, Wire};
pub use pruner::prune;
pub use rules::{Ko, ParseRulesError, Rules, Scoring, Suicide};
pub use score::{Outcome, ParseOutcomeError, Score};
pub use setup::Setup;
pub use sgf::{ParseSgfError, SgfGame, SgfGameError};
pub use size::{ParseSizeError, Size};
pub use stonegate_stones::{ByColor, Color, Random};
pub use territory_counter::{area, count_territory};
