//! Integration tests of the grounder: what it builds, and that it is right.

#![allow(clippy::needless_raw_string_hashes, reason = "`UPDATE_EXPECT=1` writes them")]

mod play;
mod random;
mod sheets;

mod errors;
mod facts;
mod gates;
mod invariants;
mod moves;
mod proofs;
mod recursion;
mod terms;
mod text;

mod against_reference;
mod golden;
mod perft;
mod random_games;
