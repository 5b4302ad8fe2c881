//! Boards in simulation, compared with the reference evaluator and with the model.

#![allow(clippy::print_stderr)]

mod bad_lines;
mod cosimulation;
mod slots;

mod bench;
mod common;
mod connect6;
mod formal;
mod go;
mod gomoku;
mod machines;
mod mutations;
mod othello;
mod pictures;

mod sheets;
mod side_by_side;
mod simulation;

mod tools;
mod unfit;
