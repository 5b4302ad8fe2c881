//! Integration tests of compiling.

mod goals;
mod reference_game;
