#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bench;
mod bitstream;
mod clock;
mod figures;
mod gomoku;
mod keys;
mod machine;
mod make;
mod othello_camera;
mod process;
mod project;
mod report;
mod simulate;
mod target;

pub use bench::BoardBench;
pub use bitstream::bitstream;
pub use keys::switch;
pub use machine::MachineProject;
pub use project::BoardProject;
pub use simulate::simulate;
