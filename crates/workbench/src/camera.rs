//! Othello before a camera: what the `vision` command does.

pub(crate) mod conditions;
pub(crate) mod demo;
pub(crate) mod game;
pub(crate) mod report;
pub(crate) mod run;
