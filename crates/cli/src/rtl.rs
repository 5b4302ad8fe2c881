//! Games on boards: projects, simulated boards, bitstreams.

mod bench;
mod bitstream;
mod clock;
mod make;
mod project;
mod report;
mod simulate;
mod target;

pub(crate) use bench::BoardBench;
pub(crate) use bitstream::bitstream;
pub(crate) use project::BoardProject;
pub(crate) use simulate::simulate;
