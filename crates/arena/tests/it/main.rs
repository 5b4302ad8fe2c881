//! Integration tests of the arena.

mod sheets;

mod matches;
mod record;

mod goals;

mod cache;
mod players;
mod prepare;
mod reference_game;
mod thinker;
