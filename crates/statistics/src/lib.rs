#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod elo;
mod estimate;
mod frequencies;
mod ratings;
mod sprt;

mod brownian;
mod likelihood;
mod matrix;
mod maximum;
mod normal;
mod roots;

pub use elo::{elo_of_score, score_of_elo};
pub use estimate::Estimate;
pub use frequencies::Frequencies;
pub use ratings::{Anchor, Encounter, RatingModel, Ratings};
pub use sprt::{EloModel, Sprt, Verdict};
