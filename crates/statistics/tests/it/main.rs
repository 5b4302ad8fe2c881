//! Integration tests of the statistics.

mod fishtest;
mod ratings;
mod simulation;
