//! Othello against oracles: rule sheet, perft counts and solved endgames.

mod endgames;
mod perft;
mod rule_sheet;
