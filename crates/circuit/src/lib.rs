//! And-inverter graphs with registers: build, optimize, prove, draw.
//!
//! A [`Circuit`] is a sea of nodes identified by a contiguous range of indices: the constant false,
//! inputs, registers, loop atoms and two-input ANDs, connected by literals ([`Lit`]: a node and
//! perhaps an inverter).
//! The nodes are in topological order.
//! Time and recursion leave the graph acyclic: a register refers to the literal that it takes over
//! at the end of a step, a loop atom to the literal whose least fixpoint it is.
//!
//! ```
//! use stonegate_circuit::{Circuit, RegisterId, Simulator};
//!
//! // A counter modulo four that counts while `go` holds.
//! let mut circuit = Circuit::new();
//! let go = circuit.input("go");
//! let low = circuit.register("low", false);
//! let high = circuit.register("high", false);
//! let carry = circuit.and(go, low);
//! let next_low = circuit.xor(go, low);
//! let next_high = circuit.xor(carry, high);
//! circuit.set_next(RegisterId::new(0), next_low);
//! circuit.set_next(RegisterId::new(1), next_high);
//! circuit.output("overflow", high);
//!
//! // 64 lanes at once: here, only the first three go.
//! let mut simulator = Simulator::new(&circuit);
//! let state = simulator.step(&[0b111], &[0b011, 0b001]);
//! assert_eq!(state, [0b100, 0b010]);
//!
//! // The text form prints and parses.
//! assert_eq!(circuit.to_string().parse(), Ok(circuit));
//! ```
//!
//! What there is to do with a circuit:
//! - evaluate it on 64 lanes with the [`Simulator`], loops included;
//! - declare what its logic does not show, as [`Constraint`]s;
//! - make it smaller with [`optimize`], or with single [`passes`];
//! - ask questions about it, or compare it with another one, by [`sat`];
//! - print and parse it ([`text`]), or hand it to other tools ([`Circuit::to_dot`],
//!   [`Circuit::to_aiger`], [`Circuit::to_blif`]).
//!
//! The crate does no I/O and reads no clock: work that may take long asks a `stop` function of the
//! caller's.
//! The same circuit, effort and seed give the same result everywhere, unless that function cuts it
//! short.
#![forbid(unsafe_code)]

mod build;
mod circuit;
mod constraint;
mod export;
mod graph;
mod ids;
mod optimize;
pub mod passes;
mod patterns;
mod random;
pub mod sat;
mod sharded;
mod simulate;
pub mod text;
mod verify;

pub use circuit::{Circuit, Input, LoopAtom, Node, Output, Register};
pub use constraint::Constraint;
pub use graph::Support;
pub use ids::{InputId, Lit, LoopId, NodeId, Origin, RegisterId};
pub use optimize::{Effort, Optimized, Step, optimize};
pub use patterns::{Pattern, random_play, scramble};
pub use simulate::{Simulator, initial_registers};
pub use verify::VerifyError;
