//! Sessions with people and other programs: the terminal, and one module for each protocol, over
//! the messages of `stonegate-protocols`.

#![forbid(unsafe_code)]

pub mod connect6_link;
pub mod ggp;
pub mod go_link;
pub mod gomocup;
pub mod gtp;
pub mod nboard;
pub mod terminal;

mod names;

pub use names::Names;
