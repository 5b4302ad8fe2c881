#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod session;

mod documents;

mod answers;
mod capabilities;
mod convert;

mod lenses;
mod outlook;

mod arena;
mod commands;

pub use arena::Arena;
pub use session::serve;
