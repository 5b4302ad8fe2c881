//! Connect6 against oracles: rule sheet, recorded tactics and brute force.

mod brute_force;
mod claims;
mod rule_sheet;
mod seven;
mod shared;
mod tactics;
mod threat_space;
mod two_turn;
