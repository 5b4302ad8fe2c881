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
mod playable;
mod searching;
mod solving;

mod dedicated;
mod leveled_engine;
mod plan;
mod turns;

pub use dedicated::{Dedicated, DedicatedError, RESIGN};
pub use guessing::Guess;
pub use level::Level;
pub use leveled_engine::{LeveledEngine, Limited};
pub use leveled_mind::LeveledMind;
pub use mind::{Mind, NoMove};
pub use plan::Plan;
pub use playable::{
    Playable, guess_on_circuit, guess_on_clauses, search_circuit, search_clauses,
    solve_or_search_circuit,
};
pub use searching::{Fault, MakeReasoner};
pub use solving::Clock;
pub use stonegate_compile::WAIT;
pub use texts::{HiddenTexts, Texts};
pub use thoughts::{Opinion, Thoughts};
pub use turns::follow;
