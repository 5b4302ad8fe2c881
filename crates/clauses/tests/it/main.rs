//! Integration tests of the prover.

mod agreement;
mod answers;
