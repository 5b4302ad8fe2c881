//! Leaves out gates that nothing reads.

use crate::passes::rebuild::Rebuild;
use crate::passes::{Rebuilt, Turns};
use crate::{Circuit, Lit};

/// Keeps what outputs, next values, feeds and constraints depend on.
pub fn remove_dead(circuit: &Circuit, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
    let mut roots = circuit.roots();
    roots.extend(circuit.constraint_roots());
    keep_cone(circuit, roots, stop)
}

/// Keeps what outputs, next values and feeds depend on, and such constraints as cost no gate more.
pub fn remove_dead_and_unused_constraints(
    circuit: &Circuit,
    stop: &dyn Fn() -> bool,
) -> Option<Rebuilt> {
    keep_cone(circuit, circuit.roots(), stop)
}

fn keep_cone(circuit: &Circuit, roots: Vec<Lit>, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
    let mut rebuild = Rebuild::new(circuit, stop)?;
    let mut turns = Turns::new(stop);
    for gate in circuit.cone_unless(roots, stop)? {
        turns.begin()?;
        if let Some((a, b)) = circuit.fanins(gate) {
            let (a, b) = (rebuild.image(a), rebuild.image(b));
            let copy = rebuild.new.push_and(a, b, circuit.origin(gate));
            rebuild.set(gate, copy);
        }
    }
    rebuild.finish(stop)
}
