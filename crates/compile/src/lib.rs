#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod built_in;
mod game_rules;

mod cache;
mod compile;
mod tier;
mod told_moves;

mod clause_game;
mod patience;
mod perft;
mod referee;
mod spelling;

pub use built_in::{BUILT_IN, BuiltIn, plain_name};
pub use cache::{Cache, CacheError, Damaged, decode_machine, encode_machine};
pub use clause_game::{ClauseGame, ClauseState, Interruption};
pub use compile::{Compilation, n_groundings};
pub use game_rules::{GameRules, UnplayableSheet, role_names};
pub use patience::{Now, Patience};
pub use perft::{PerftError, Ply, perft};
pub use referee::{
    CHANCE_ROLE, EvaluatorReferee, MachineReferee, Referee, RefereeError, WAIT, place, recognize,
};
pub use spelling::find_spelling;
pub use tier::Tier;
pub use told_moves::ToldMoves;
