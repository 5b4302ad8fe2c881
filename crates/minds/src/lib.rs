#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod thoughts;

mod mind;
mod texts;

mod level;
mod leveled_mind;

mod calculating;
mod greedy;
mod guessing;
mod searching;
mod solving;

mod dedicated;
mod leveled_engine;
mod plan;
mod turns;

pub use calculating::CalculatingMind;
pub use dedicated::{Dedicated, DedicatedError, RESIGN};
pub use greedy::GreedyMind;
pub use guessing::{Guess, Guessing};
pub use level::Level;
pub use leveled_engine::{LeveledEngine, Limited};
pub use leveled_mind::LeveledMind;
pub use mind::{Mind, NoMove};
pub use plan::Plan;
pub use searching::SearchingMind;
pub use solving::{Clock, SolvingMind, solving_bytes};
pub use stonegate_compile::WAIT;
pub use texts::{HiddenTexts, Texts};
pub use thoughts::{Opinion, Thoughts};
pub use turns::follow;
