//! The evaluation: what a board is worth, told from the contents of patterns.

mod features;
mod patterns;
mod self_play;
mod train;
mod weights;

pub(crate) use features::Features;
pub(crate) use patterns::{LAYOUT, Layout};
pub use self_play::{Sample, SelfPlay};
pub use train::Trainer;
pub use weights::{Weights, WeightsError};
