//! `stonegate serve`, over real sockets.

pub(crate) mod client;

mod counting;
mod disk;
mod games;
mod rest;
mod restart;
mod security;
mod tables;
