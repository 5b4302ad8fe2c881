#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod connect6_link;
pub mod ggp;
pub mod go_link;
pub mod gomocup;
pub mod gtp;
pub mod nboard;
pub mod terminal;
pub mod uci;

mod names;

pub use names::Names;
