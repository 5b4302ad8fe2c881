//! Boards of real rule sheets.

// This is how `expect-test` writes its strings.
#![allow(clippy::needless_raw_string_hashes)]

mod sheets;

mod moves;
mod notation;
mod own_games;
mod scrambled;
mod shared_games;
