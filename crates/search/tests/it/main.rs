//! Tests of the search on hand-made games, on random ones and on our own rule sheets.
#![allow(clippy::print_stderr)]

mod graph;
mod hidden;
mod sheets;

mod alphabeta;
mod chance;
mod chess;
mod counts;
mod memory;
mod options;
mod planning;
mod positions;
mod reasoners;
mod simultaneous;
mod single;
mod solver;
mod together;
