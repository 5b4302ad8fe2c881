#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod compile;

mod reach;
mod survey;

mod demand;
mod filter;
mod index;
mod pattern;
mod row_set;
mod store;

mod network;

mod eliminate;
mod factor;
mod gates;
mod loops;
mod order;

mod invariants;

mod groups;
mod machine;
mod outputs;
mod proofs;
mod state;
mod stepper;

mod rebuild;
mod rename;
mod text;

mod error;

pub use compile::{Grounded, Optimized, ground};
pub use error::{Budget, GroundError, GroundErrorKind, Progress};
pub use groups::Group;
pub use machine::{Fact, FactValue, Machine, Provenance, Role};
pub use order::compare as compare_texts;
pub use outputs::{OutputKind, Outputs};
pub use state::{State, StateBatch};
pub use stepper::{Position, Stepper};
pub use stonegate_gdl::{Goal, MoveId, PerceptId, RoleId};
pub use survey::{Range, Survey, survey};
pub use text::ParseMachineError;
