//! Finds registers that always equal, or always differ from, one another.

use rustc_hash::FxHashMap;

use crate::passes::induction::{self, Sequential};
use crate::patterns::Pattern;
use crate::random::mix;
use crate::{Circuit, Lit};

/// Replaces registers that always equal an earlier one, or its complement, by that.
///
/// Registers that do not look so in the patterns, which must be of reachable states, are not tried.
/// A proof is given up after the given number of conflicts.
pub fn equal_registers(
    circuit: &Circuit,
    patterns: &[Pattern],
    conflicts: u32,
    stop: &dyn Fn() -> bool,
) -> Option<Sequential> {
    let mut first: FxHashMap<u64, Lit> = FxHashMap::default();
    let registers = circuit.registers().iter().enumerate();
    let beliefs = registers.map(|(index, register)| {
        // Against the initial value, so that complements look alike.
        let initial = if register.init { !0 } else { 0 };
        let history =
            patterns.iter().fold(0, |hash, pattern| mix(hash, pattern.registers[index] ^ initial));
        let positive = Lit::new(register.node, register.init);
        *first.entry(history).or_insert(positive) ^ register.init
    });
    let beliefs = induction::prove(circuit, beliefs.collect(), conflicts, stop)?;
    induction::apply(circuit, &beliefs, stop)
}
