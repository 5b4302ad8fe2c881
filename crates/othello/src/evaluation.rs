//! The evaluation: what a board is worth, told from the contents of patterns.

mod features;
mod patterns;
mod recipe;
mod self_play;
mod train;
mod weights;

pub(crate) use features::Features;
pub(crate) use patterns::{LAYOUT, Layout};
pub use recipe::Round;
pub use self_play::{Sample, SelfPlay};
pub use weights::{Weights, WeightsError};
