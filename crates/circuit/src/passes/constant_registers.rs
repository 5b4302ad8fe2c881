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
    let registers = circuit.registers().iter().enumerate();
    let beliefs = registers.map(|(index, register)| {
        let initial = if register.init { !0 } else { 0 };
        let is_constant = patterns.iter().all(|pattern| pattern.registers[index] == initial);
        if is_constant { Lit::constant(register.init) } else { register.node.into() }
    });
    let beliefs = induction::prove(circuit, beliefs.collect(), conflicts, stop)?;
    induction::apply(circuit, &beliefs, stop)
}
