//! Integration tests of players.

mod players;
mod rule_sheets;
mod thinker;
