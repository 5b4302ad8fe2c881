//! From the text of rules to something that can be played.
//!
//! [`Prepare`] gets a game ready in tiers (reference evaluator, quick circuit, optimized circuit) and
//! asks the [`Cache`] first; a [`Referee`] plays one state at a time, on the circuit or straight
//! from the clauses.

#![forbid(unsafe_code)]

mod built_in;
mod cache;
mod prepare;
mod speed;
mod stopwatch;

mod referee;
mod reference_game;
mod spelling;

pub use built_in::{BUILT_IN, BuiltIn, plain_name};
pub use cache::{Cache, CacheError};
pub use prepare::{Prepare, PrepareSettings, Progress, Ready, Tier};
pub use referee::{
    CHANCE_ROLE, EvaluatorReferee, MachineReferee, Referee, RefereeError, WAIT, place, recognize,
};
pub use reference_game::{Interruption, ReferenceGame, ReferenceState};
pub use spelling::find_spelling;
pub use stopwatch::{Stopwatch, cpu_time};
