//! Gomoku against oracles: a brute-force checker of forbidden moves, renju problems, the seed.

mod brute_force;
mod forbidden;
mod problems;
mod rule_sheet;
mod stopping;
