//! Connect6 against oracles: recorded tactics and brute force.

mod blocks;
mod brute_force;
mod census;
mod claims;
mod seven;
mod tactics;
mod threat_space;
mod two_turn;
