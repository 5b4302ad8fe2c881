//! The player: Monte Carlo tree search on the games of the lanes.
//!
//! A leaf of the tree is worth what a block of random games from there says. What the games say of
//! moves that were made later in them goes to the tree as well (all moves as first, RAVE: Gelly
//! and Silver, 2007), and knowledge of captures, ataris and shapes tells where to look first.
//!
//! A [`Search`] is shared by all threads that [work](Search::work) on it.

mod amaf;
mod choose;
mod node;
mod pattern;
mod prior;
mod search;
mod seki;
mod status;
mod tactics;

pub use choose::{Choice, Decision};
pub use search::{Candidate, Report, Search};
pub use seki::seki_stones;
pub use status::{dead_stones, final_score};
