//! Integration tests of compiling.

mod sheets;

mod cache;
mod goals;
mod prepare;
mod reference_game;
