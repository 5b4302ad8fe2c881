//! A player that listens for GGP managers.

mod http;
mod log;
mod server;
mod session;

pub(crate) use server::serve;
pub(crate) use session::Session;
