//! Integration tests of the circuit crate.
#![expect(
    clippy::needless_pass_by_value,
    reason = "checks take their expectation as it is written"
)]

mod build;
mod compare;
mod export;
mod optimize;
mod passes;
mod random;
mod registers;
mod sat;
mod simulate;
mod text;

use stonegate_circuit::Circuit;

/// A circuit from its text.
#[track_caller]
fn circuit(text: &str) -> Circuit {
    text.parse().expect("well-formed")
}
