//! Arguments that several commands take, each read in one way.

mod memory;
mod seconds;
mod side;
mod threads;

pub(crate) use memory::Memory;
pub(crate) use seconds::{seconds, seconds_or_zero};
pub(crate) use side::Side;
pub(crate) use threads::Threads;
