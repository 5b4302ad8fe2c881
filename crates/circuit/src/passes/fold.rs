//! Builds every gate anew: constants, equal gates and the two-level laws.

use crate::Circuit;
use crate::passes::Rebuilt;
use crate::passes::rebuild::Rebuild;

/// Folds constants, shares equal gates and applies the laws of [`Circuit::and`].
pub fn fold(circuit: &Circuit) -> Rebuilt {
    let mut rebuild = Rebuild::new(circuit);
    for (gate, a, b) in circuit.ands() {
        rebuild.copy_gate(gate, a, b);
    }
    rebuild.finish()
}
