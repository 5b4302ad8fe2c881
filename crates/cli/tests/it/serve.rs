//! `stonegate serve`, over real sockets.

pub(crate) mod client;

mod board;
mod condition;
mod counting;
mod disk;
#[cfg(target_os = "linux")]
mod fairness;
mod games;
#[cfg(target_os = "linux")]
mod hardened;
#[cfg(unix)]
mod live;
mod people;
mod rest;
mod restart;
mod secrets;
mod security;
mod tables;
