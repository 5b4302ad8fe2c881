//! The players, one file each.

mod course;
mod follower;
mod guesser;
mod whereabouts;

mod human;
mod random;
mod remote;
mod thinking;
mod timed;

pub use human::HumanPlayer;
pub use random::RandomPlayer;
pub use remote::{Dialect, RemotePlayer};
pub use thinking::{ThinkingPlayer, ThinkingSettings};
pub(crate) use timed::{Means, TimedPlayer};
