//! Finds registers that never change.

use crate::passes::induction::{self, Sequential};
use crate::patterns::Pattern;
use crate::{Circuit, Lit};

/// Replaces registers that keep their initial value forever by constants.
///
/// Registers that change in the patterns, which must be of reachable states, are not tried.
/// A proof is given up after the given number of conflicts.
pub fn constant_registers(
    circuit: &Circuit,
    patterns: &[Pattern],
    conflicts: u32,
    stop: &dyn Fn() -> bool,
) -> Option<Sequential> {
    let mut beliefs = induction::unbelieving(circuit);
    for (index, register) in circuit.registers().iter().enumerate() {
        let initial = if register.init { !0 } else { 0 };
        if patterns.iter().all(|pattern| pattern.registers[index] == initial) {
            beliefs[index] = Lit::constant(register.init);
        }
    }
    let beliefs = induction::prove(circuit, beliefs, conflicts, stop)?;
    induction::apply(circuit, &beliefs, stop)
}
