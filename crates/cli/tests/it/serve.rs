//! `stonegate serve`, over real sockets.

mod client;

mod counting;
mod games;
mod rest;
mod restart;
mod security;
mod tables;
