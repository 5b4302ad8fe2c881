//! Arguments that several commands take, each read in one way.

mod memory;
mod seconds;
mod side;
mod threads;

pub use memory::Memory;
pub use seconds::{seconds, seconds_or_zero};
pub use side::Side;
pub use threads::Threads;
