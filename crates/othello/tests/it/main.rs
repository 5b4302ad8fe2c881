//! Othello against oracles: perft counts and solved endgames.

mod endgames;
mod perft;
