//! Integration tests of players.

mod sheets;

mod cache_folder;
mod players;
mod prepare;
mod rule_sheets;
mod thinker;
mod weights;
