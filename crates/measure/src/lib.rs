#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod ready;

pub mod clock;
mod measure;

mod lanes;

mod random_game;
mod reference;

mod agreement;

mod starts;

mod search;

mod profile;

mod report;

mod plot;
mod thesis;

mod units;

pub use agreement::{Agreement, Compared, Comparison};
pub use lanes::LanesPlayer;
pub use measure::{Amount, Trial};
pub use plot::Plot;
pub use profile::Profile;
pub use ready::{Game, Ready};
pub use reference::ReferencePlayer;
pub use report::{Circuit, JobReport, Report};
pub use search::{Bed, Errors, SearchReport};
pub use starts::start_states;
pub use thesis::Table;
