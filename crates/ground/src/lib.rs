//! From the rules of a game to its [`Machine`]: the propositional network as a
//! circuit.
//!
//! [`ground`] works in two steps. First it finds the atoms that can ever hold, by
//! a relaxed fixpoint in which nothing that was true becomes false (`reach`). Then
//! it builds a gate for each of them (`network`): a rule is a join of tables whose
//! rows carry literals, and variables that the head does not need are eliminated
//! as early as possible (`eliminate`), with one-hot moves treated as the sets they
//! are (`gates`). Recursion that is really circular stays as loops of the circuit.
//! The result is exact in every state that legal play reaches.
//!
//! [`Grounded::optimize`] finds and proves which facts exclude each other
//! (`invariants`), and hands the circuit with these don't-cares to the passes of
//! `stonegate-circuit`.
//!
//! Everything is deterministic: the same sheet gives the same machine.
//!
//! ```
//! use std::sync::Arc;
//!
//! use stonegate_circuit::Effort;
//! use stonegate_gdl::analyze;
//! use stonegate_ground::{Budget, Stepper, ground};
//!
//! let sheet = analyze("
//!     (role robot)
//!     (init (lamp off))
//!     (<= (legal robot push) (true (lamp ?any)))
//!     (<= (next (lamp on)) (does robot push))
//!     (<= terminal (true (lamp on)))
//!     (<= (goal robot 100) (true (lamp on)))
//!     (<= (goal robot 0) (true (lamp off)))
//! ");
//! let grounded = ground(&sheet.rules, &Budget::default())?;
//! let machine = Arc::new(grounded.optimize(Effort::FULL, &|| false).machine);
//!
//! let mut stepper = Stepper::new(&machine);
//! let start = machine.initial();
//! assert_eq!(machine.facts_of(&start).collect::<Vec<_>>(), ["(lamp off)"]);
//! assert_eq!(stepper.position(&start).legal, [[0]]);
//! let end = stepper.next(&start, &[0]);
//! assert!(stepper.position(&end).terminal);
//! assert_eq!(stepper.position(&end).goals, [[100]]);
//! # Ok::<(), stonegate_ground::GroundError>(())
//! ```

#![forbid(unsafe_code)]

mod compile;

mod reach;

mod filter;
mod index;
mod pattern;
mod row_set;
mod store;

mod network;

mod eliminate;
mod factor;
mod gates;
mod loops;
mod order;

mod invariants;

mod machine;
mod outputs;
mod proofs;
mod state;
mod stepper;

mod rebuild;
mod rename;
mod text;

mod error;

pub use compile::{Grounded, Optimized, ground};
pub use error::{Budget, GroundError, GroundErrorKind, Progress};
pub use machine::{Fact, FactValue, Machine, Provenance, Role};
pub use order::compare as compare_texts;
pub use outputs::{OutputKind, Outputs};
pub use state::{State, StateBatch};
pub use stepper::{Position, Stepper};
pub use stonegate_gdl::Goal;
pub use text::ParseMachineError;
