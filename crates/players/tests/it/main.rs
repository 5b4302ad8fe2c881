//! Integration tests of players.

mod players;
mod thinker;
