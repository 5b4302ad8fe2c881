//! How fast a game is played.
//!
//! A state is one step of one game: one joint move made. Lanes without a game do
//! not count, and neither do the states that games start from.

mod ready;

pub(crate) mod clock;
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

pub(crate) use agreement::Agreement;
pub(crate) use lanes::LanesPlayer;
pub(crate) use measure::{Amount, Trial};
pub(crate) use plot::Plot;
pub(crate) use profile::Profile;
pub(crate) use ready::{Game, Ready};
pub(crate) use reference::ReferencePlayer;
pub(crate) use report::{Circuit, JobReport, Report};
pub(crate) use search::{Bed, Errors, SearchReport};
pub(crate) use starts::start_states;
pub(crate) use thesis::Table;
