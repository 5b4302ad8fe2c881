//! Gomoku against oracles: a brute-force checker of forbidden moves, and renju problems.

mod brute_force;
mod forbidden;
mod problems;
mod stopping;
