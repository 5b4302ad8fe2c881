//! A machine as Verilog, the reasoner around it, and the link of a host to its board.
//!
//! [`Project`] makes a folder of files from a machine: the network of the game as a Verilog module,
//! the hand-written modules around it (in `rtl/reasoner/` and `rtl/common/`), boards, a testbench,
//! and a Makefile for the open tools. [`Numbering`] makes one board serve all sheets of a game,
//! whatever their names. On the board are reasoners, which load states, make moves, enumerate joint
//! moves and play random games, behind a serial line; [`protocol`] is what is said over it.
//!
//! [`HandMadeMachine`] has the projects of machines that are Verilog throughout, such as that of Go,
//! and [`Wires`] the wires of one in simulation.
//!
//! [`Link`] is the host's end, over anything that can be read from and written to, and
//! [`BoardReasoner`] lets a search use a board as it uses the lanes. [`model`] plays the very games
//! that a board plays, so that boards can be checked.
//!
//! ```
//! use stonegate_gdl::Canonical;
//! use stonegate_ground::{Budget, ground};
//! use stonegate_rtl::{Numbering, Project, Settings};
//!
//! let sheet = stonegate_gdl::analyze("
//!     (role robot) (init (lamp off))
//!     (<= (legal robot push) (true (lamp ?any)))
//!     (<= (next (lamp on)) (does robot push))
//!     (<= terminal (true (lamp on)))
//!     (<= (goal robot 100) (true (lamp on)))
//!     (<= (goal robot 0) (true (lamp off)))
//! ");
//! let machine = ground(&sheet.rules, &Budget::default())?.machine;
//! let canonical = Canonical::new(&sheet.rules);
//! let numbering = Numbering::new(&machine, &canonical);
//! let settings = Settings { title: "lamp", canonical: &canonical, levels: None };
//! let project = Project::new(numbering.board(), &settings).expect("there are states and moves");
//! let (_, propnet) = project.files.iter().find(|(name, _)| name == "propnet.v").unwrap();
//! assert!(propnet.contains("true_lamp_on <= next_lamp_on;"));
//! # Ok::<(), stonegate_ground::GroundError>(())
//! ```

#![forbid(unsafe_code)]

mod machines;
mod numbering;
mod project;

mod shape;
mod timing;

mod gates;
mod names;
mod propnet;

mod metadata;
mod testbench;
mod top;

pub mod protocol;

mod link;
mod slots;

mod board;
mod reasoner;
mod station;
mod wires;

pub mod model;

pub use board::{Board, Look};
pub use link::{Link, LinkError, Statistics};
pub use machines::HandMadeMachine;
pub use numbering::Numbering;
pub use project::{Project, Settings};
pub use reasoner::BoardReasoner;
pub use shape::{Shape, Unfit};
pub use station::Station;
pub use timing::Clocks;
pub use top::Hashes;
pub use wires::{Button, Panel, Picture, Switch, Wires};
