//! Builds every gate anew: constants, equal gates and the two-level laws.

use crate::Circuit;
use crate::passes::Rebuilt;
use crate::passes::rebuild::Rebuild;

/// Folds constants, shares equal gates and applies the laws of [`Circuit::and`].
pub fn fold(circuit: &Circuit, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
    let mut rebuild = Rebuild::new(circuit, stop)?;
    rebuild.copy_gates(stop)?;
    rebuild.finish(stop)
}
