//! Games on boards: projects, simulated boards, bitstreams.

mod bench;
mod bitstream;
mod clock;
mod figures;
mod gomoku;
mod keys;
mod machine;
mod make;
mod project;
mod report;
mod simulate;
mod target;

pub(crate) use bench::BoardBench;
pub(crate) use bitstream::bitstream;
pub(crate) use keys::switch;
pub(crate) use machine::MachineProject;
pub(crate) use project::BoardProject;
pub(crate) use simulate::simulate;
