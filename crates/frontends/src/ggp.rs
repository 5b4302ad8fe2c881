//! A player that listens for GGP managers.

mod door;
mod intake;
mod log;
mod margin;
mod server;
mod session;

pub use door::{Door, Origin};
pub use server::{bind, serve};
pub use session::{Habits, Session};
