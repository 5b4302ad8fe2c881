#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod machines;
mod numbering;
mod othello_host;
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
mod camera_wires;
mod gomoku_host;
mod pipes;
mod reasoner;
mod station;
mod wires;

pub mod model;

pub use board::{Board, Look};
pub use camera_wires::{Bounds, CameraButton, CameraWires, Seen};
pub use gomoku_host::{GomokuError, GomokuHost};
pub use link::{Link, LinkError, Statistics};
pub use machines::HandMadeMachine;
pub use numbering::Numbering;
pub use othello_host::{OthelloAnswer, OthelloError, OthelloHost};
pub use pipes::Pipes;
pub use project::{Project, Settings};
pub use reasoner::BoardReasoner;
pub use shape::{Shape, Unfit};
pub use station::Station;
pub use timing::Clocks;
pub use top::Hashes;
pub use wires::{Button, Panel, Picture, SerialLine, Switch, Wires};
