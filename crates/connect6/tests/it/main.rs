//! Connect6 against oracles: rule sheet, recorded tactics and brute force.

mod blocks;
mod brute_force;
mod census;
mod claims;
mod rule_sheet;
mod seven;
mod tactics;
mod threat_space;
mod two_turn;
