//! Native code for x86-64.
//!
//! Each segment of a program becomes one function without branches that gets the address of the
//! memory. [`allocate`] decides which values are in which vector register, [`assemble`] encodes the
//! instructions, [`Code`] holds the executable pages, as far as the system grants any
//! ([`refusal`]).

mod allocate;
mod assemble;
mod code;
mod pages;

pub(crate) use assemble::Isa;
pub(crate) use code::Code;
pub(crate) use pages::refusal;
