//! MCTS and alpha-beta over any game.
#![forbid(unsafe_code)]

mod game;

pub use game::Game;
