//! Finds the board in the propositions of a game and draws it.
//!
//! GDL knows no boards, only facts such as `(cell 2 3 x)`. [`Layout::find`] looks for
//! facts in which two arguments are coordinates: their names have an order (numbers,
//! letters, a successor relation of the rules), and in no state there are two
//! contents on one square. Nothing depends on what the facts are called, so a
//! scrambled sheet has the same board. [`Layout::draw`] puts the facts of a state
//! onto it; the [`Board`] is plain data, and its `Display` a picture.
//! [`Layout::squares_of`] tells which squares a move names.
//!
//! ```
//! use std::sync::Arc;
//! use stonegate_board::{Evidence, Layout};
//! use stonegate_gdl::analyze;
//! use stonegate_ground::{Budget, ground};
//!
//! let sheet = analyze("
//!     (role robot)
//!     (index 1) (index 2) (index 3)
//!     (<= (legal robot (paint ?x ?y)) (index ?x) (index ?y))
//!     (<= (next (painted ?x ?y)) (does robot (paint ?x ?y)))
//!     (<= (next (painted ?x ?y)) (true (painted ?x ?y)))
//!     (<= terminal (true (painted 3 3)))
//!     (goal robot 100)
//! ");
//! let machine = Arc::new(ground(&sheet.rules, &Budget::default())?.machine);
//! let evidence = Evidence::of_machine(&machine, 1);
//! let layout = Layout::find(&sheet.rules, &evidence).expect("there is a board");
//!
//! let board = layout.draw(["(painted 1 2)", "(painted 3 3)"]);
//! assert_eq!(board.to_string(), "\
//! 1 . . .
//! 2 p . .
//! 3 . . p
//!   1 2 3
//! ");
//! let square = layout.squares_of("(paint 1 2)")[0];
//! assert_eq!((square.column, square.row), (0, 1));
//! # Ok::<(), stonegate_ground::GroundError>(())
//! ```
//!
//! Which way up a board is, the rules do not say. [`Orientation`] tells how it is
//! guessed, and can be changed.

#![forbid(unsafe_code)]

mod evidence;
mod layout;

mod board;

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

pub use board::{Board, Cell, Square};
pub use evidence::Evidence;
pub use layout::{Layout, Orientation};
pub use style::Style;
