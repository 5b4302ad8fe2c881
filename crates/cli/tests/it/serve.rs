//! `stonegate serve`, over real sockets.

pub(crate) mod client;

mod counting;
mod disk;
#[cfg(target_os = "linux")]
mod fairness;
mod games;
mod people;
mod rest;
mod restart;
mod security;
mod tables;
