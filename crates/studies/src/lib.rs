#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod opening;
mod schedule;
mod study;

mod results;
mod unit;

mod archive;
mod cores;
mod journal;
mod run;
mod venue;

mod args;
mod file;
mod live;
mod perform;
mod report;
mod stage;
mod standings;

mod thesis;
mod tune;

pub use args::StudyArgs;
pub use cores::oversubscription;
pub use file::{GameFile, PlayerFile, SprtFile, StudyFile};
pub use journal::Journal;
pub use live::Live;
pub use opening::{Openings, RandomOpening};
pub use perform::{Workshop, perform, take_units};
pub use report::{Report, progress};
pub use results::Results;
pub use run::{Outcome, RunSettings, Standing, n_units, play_units, run};
pub use schedule::Schedule;
pub use stage::Stage;
pub use standings::Standings;
pub use study::{Conditions, Contestant, Study, StudyGame};
pub use thesis::{Part, Thesis};
pub use tune::{Method, Range, Spsa, Tuning};
pub use unit::{Faults, GameResult, Unit, UnitResult};
pub use venue::Watch;
