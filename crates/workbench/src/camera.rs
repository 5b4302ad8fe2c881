//! Othello with a camera: what the `vision` command does.

pub mod conditions;
pub mod demo;
pub mod game;
mod report;
pub mod run;
