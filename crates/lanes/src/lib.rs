#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
// Code that is compiled once for each instruction set has to be inlined there.
#![allow(clippy::inline_always)]

mod transpose;
mod word;

mod cover;
mod program;
mod schedule;
mod slots;
#[cfg(any(test, target_arch = "x86_64", target_arch = "wasm32"))]
mod uses;

mod batches;
mod interpret;
#[cfg(target_arch = "x86_64")]
mod native;
#[cfg(any(test, target_arch = "wasm32"))]
mod wasm;

mod backend;

mod alternation;
mod chooser;
mod logic;
mod plan;
mod turns;

mod census;
mod choose;
mod draw;
mod engine;
mod expansions;
mod job;
mod lanes;
mod length;
mod perceptions;
mod playouts;
mod queue;
mod replay;
mod states;
mod step;

mod block;
mod bytes;
mod numbering;
mod stepping;
mod view;

#[cfg(test)]
mod tests;

pub use backend::{Backend, ParseBackendError};
pub use block::{AfterEnd, Block, Play};
pub use draw::Key;
pub use engine::{Engine, Size};
pub use expansions::Expansions;
pub use job::{Job, PerRole, Settings, Tally};
pub use lanes::{Lanes, Part};
pub use numbering::Numbering;
pub use perceptions::Perceptions;
pub use replay::{Outcome, Replay, replay};
pub use states::Successors;
pub use stepping::{CheckedMoves, IllegalMove, Moves};
pub use transpose::transpose;
pub use view::{Shown, View, Viewer, changing_facts};
#[cfg(target_arch = "wasm32")]
pub use wasm::{WasmHost, set_wasm_host};
pub use word::{LANES, Word};
