//! Integration tests of compiling.

mod clause_game;
mod goals;
