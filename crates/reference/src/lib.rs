//! The reference evaluator: what a rule sheet says about a state, worked out
//! straight from its clauses.
//!
//! There is no grounding and no circuit here. A question such as "which moves
//! are legal for black" is a call with free variables, proved top-down through
//! the rules with negation as failure. Every call has a table of its answers, so
//! that work is done once per state, and once per game where a relation does not
//! depend on the state; tables also give recursive rules their meaning, the least
//! fixpoint. It is slow and plain: the oracle for everything that is fast, and
//! what plays when a sheet is too large to ground.
//!
//! An [`Evaluator`] owns its game. Facts, moves and roles are interned ground
//! terms ([`TermId`](stonegate_gdl::TermId)) of that evaluator, a [`State`] is a
//! sorted set of them, and a [`Budget`] bounds what one question may cost.
//!
//! ```
//! use stonegate_gdl::analyze;
//! use stonegate_reference::{Budget, Evaluator};
//!
//! let analysis = analyze("
//!     (role robot)
//!     (init (lamp off))
//!     (<= (legal robot push) (true (lamp off)))
//!     (legal robot wait)
//!     (<= (next (lamp on)) (does robot push))
//!     (<= (next (lamp ?state)) (does robot wait) (true (lamp ?state)))
//!     (<= terminal (true (lamp on)))
//!     (<= (goal robot 100) (true (lamp on)))
//! ");
//! let mut evaluator = Evaluator::new(&analysis.rules);
//! let budget = Budget::default();
//!
//! let state = evaluator.initial(&budget)?;
//! let moves = evaluator.legal(&state, 0, &budget)?;
//! assert_eq!(evaluator.display(moves[0]).to_string(), "push");
//!
//! let state = evaluator.next(&state, &moves[..1], &budget)?;
//! assert_eq!(evaluator.display(state.facts()[0]).to_string(), "(lamp on)");
//! assert!(evaluator.is_terminal(&state, &budget)?);
//! assert_eq!(evaluator.goals(&state, 0, &budget)?, [100]);
//! # Ok::<(), stonegate_reference::EvaluateError>(())
//! ```

#![forbid(unsafe_code)]

mod evaluator;
mod state;

mod budget;
mod text;

mod program;

mod knowledge;
mod proof;
mod stack;

mod bindings;
mod calls;
mod facts;
mod rows;
mod tables;

pub use budget::{Budget, EvaluateError};
pub use evaluator::Evaluator;
pub use state::State;
pub use text::ParseTermError;
