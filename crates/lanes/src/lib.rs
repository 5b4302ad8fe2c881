//! Runs a machine on 512 games at once.
//!
//! A value of the circuit is a [`Word`] with one bit for each of 512 games, the lanes; a gate is
//! one bitwise instruction on words. An [`Engine`] is a machine compiled for one [`Backend`]: an
//! and-inverter graph covered with lookup tables of three inputs, put in order, with a place in
//! memory for each value. Random play takes two phases per step, one that tells the legal moves and
//! counts them, one that makes the moves drawn in between. [`Lanes`] are the memory that the
//! engine works in, one set for each thread.
//!
//! Playouts depend on the seed, the job and the number of the game and on nothing else: not on the
//! back end, nor on lanes, threads or the time at which a lane becomes free. [`replay`] plays the
//! same games one at a time on the simulator.
//!
//! ```
//! use std::sync::Arc;
//! use stonegate_ground::{Budget, ground};
//! use stonegate_lanes::{Backend, Engine, Job, Lanes, Settings};
//!
//! // Two roles show a hand each; equal hands are good for one, unequal ones for the other.
//! let sheet = "
//!     (role even) (role odd) (init start)
//!     (<= (legal ?role (show ?hand)) (role ?role) (hand ?hand) (true start))
//!     (hand left) (hand right)
//!     (<= (next (shown ?role ?hand)) (does ?role (show ?hand)))
//!     (<= same (true (shown even ?hand)) (true (shown odd ?hand)))
//!     (<= terminal (not (true start)))
//!     (<= (goal even 100) same) (<= (goal even 0) (not same))
//!     (<= (goal odd 100) (not same)) (<= (goal odd 0) same)";
//! let analysis = stonegate_gdl::analyze(sheet);
//! let grounded = ground(&analysis.rules, &Budget::default())?;
//! let machine = Arc::new(grounded.machine);
//!
//! let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
//! let mut lanes = Lanes::new(engine);
//! let job = Job::new(machine.initial(), 10_000, 0);
//! let tally = &lanes.playouts(&[job], &Settings::new(1))[0];
//! assert_eq!((tally.finished, tally.steps), (10_000, 10_000));
//! assert_eq!(tally.goals[0] + tally.goals[1], 1_000_000);
//! assert!((45.0..55.0).contains(&tally.mean(0)));
//! # Ok::<(), stonegate_ground::GroundError>(())
//! ```
#![deny(unsafe_code)]
// Code that is compiled once for each instruction set has to be inlined there.
#![allow(clippy::inline_always)]

mod transpose;
mod word;

mod cover;
mod program;
mod schedule;
mod slots;

mod batches;
mod interpret;
#[cfg(target_arch = "x86_64")]
mod native;

mod backend;

mod chooser;
mod logic;
mod plan;

mod choose;
mod draw;
mod engine;
mod expansions;
mod job;
mod lanes;
mod playouts;
mod queue;
mod replay;
mod states;
mod step;

#[cfg(test)]
mod tests;

pub use backend::{Backend, ParseBackendError};
pub use draw::Key;
pub use engine::{Engine, Size};
pub use expansions::Expansions;
pub use job::{Job, PerRole, Settings, Tally};
pub use lanes::{Lanes, Part};
pub use replay::{Outcome, Replay, replay};
pub use states::Successors;
pub use transpose::transpose;
pub use word::{LANES, Word};
