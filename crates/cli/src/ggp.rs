//! A player that listens for GGP managers.

mod door;
mod intake;
mod log;
mod margin;
mod server;
mod session;

pub(crate) use door::{Door, Origin};
pub(crate) use server::{bind, serve};
pub(crate) use session::{Habits, Session};
