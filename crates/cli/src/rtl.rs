//! Games on boards: projects, simulated boards, bitstreams.

mod bench;
mod bitstream;
mod clock;
mod make;
mod project;
mod simulate;
mod target;

pub(crate) use bench::BoardBench;
pub(crate) use bitstream::{Report, bitstream};
pub(crate) use project::BoardProject;
pub(crate) use simulate::simulate;
pub(crate) use target::Target;
