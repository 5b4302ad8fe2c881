//! Go: the rules, the modules of a machine of two FPGAs, games in lockstep and a player.
//!
//! A [`Board`] is a set of points for each color; what has no liberty is found for all stones at
//! once, by [`prune`]. A [`Game`] adds turns, ko in its variants, passes and the score by its
//! [`Rules`]; [`SgfGame`] reads and writes records.
//!
//! ```
//! use stonegate_go::{Game, Rules, Size};
//!
//! let mut game = Game::new(Size::NINE, Rules::CHINESE);
//! for text in ["E5", "D5", "A1", "E6", "A9", "F5", "J1", "E4"] {
//!     game.play(text.parse()?)?;
//! }
//! assert_eq!(game.captures().white, 1);
//! assert_eq!(game.legal_points(game.to_move()).len(), 81 - 7 - 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The files `pruner`, `board_updater`, `territory_counter`, `machine` and `cursor` are the modules
//! of the FPGA machine; [`Propagation`] shows how its liberties spread, clock by clock.
//!
//! [`Lanes`] play 512 random games at once, a bit of a word for each, and [`Search`] is a tree
//! search on their results:
//!
//! ```
//! use stonegate_go::{Color, Game, Rules, Search};
//!
//! // White's chain has one liberty left.
//! let board = ".XO..\n.XOX.\n.XOX.\n.XO..\n..X..".parse()?;
//! let game = Game::from_board(board, Color::Black, Rules::CHINESE.with_komi(0.5));
//! let search = Search::new(&game, 1 << 24);
//! search.work(1, &|| search.n_games() >= 20_000);
//! let report = search.report();
//! assert!(report.value > 0.5);
//! # Ok::<(), stonegate_go::ParseBoardError>(())
//! ```
//!
//! [`Engine`] keeps the tree of a search from move to move.
//!
//! Threads and clocks are the caller's: a search works in the threads that call [`Search::work`].

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
