//! Proofs by SAT: questions about one circuit, and the equality of two.

mod equal;
mod prover;

pub use equal::{Equality, prove_equal};
pub use prover::{Answer, Assignment, Prover};
