#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod evidence;
mod layout;

mod board;
mod chess;
mod notation;

mod aims;
mod areas;
mod find;
mod hexagons;
mod pair;
mod style;

mod grid;
mod order;
mod orient;
mod relation;
mod symbols;
mod term;

pub use aims::{Aim, AimKind};
pub use areas::Area;
pub use board::{Board, Cell, Square};
pub use chess::{Chessboard, FenError, chess_facts, from_coordinates, to_coordinates};
pub use evidence::Evidence;
pub use layout::{Layout, Orientation};
pub use notation::Notation;
pub use style::Style;
