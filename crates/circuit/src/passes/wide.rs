//! Maximal ANDs as sets of operands: the view of the passes that deal with wide gates.
//!
//! An OR is an AND of complements, so wide ORs are among them.

use crate::passes::{Turns, drop_in_turns};
use crate::{Circuit, Lit, NodeId};

/// The maximal ANDs of a circuit, in topological order.
pub(crate) struct WideAnds {
    /// The gates, each with its operands in ascending order.
    pub(crate) gates: Vec<(NodeId, Vec<Lit>)>,
}

impl WideAnds {
    /// Spreads each AND into the ANDs that read it without an inverter, if it is read only so and
    /// only once, or else if `spreads` says so of its operands.
    pub(crate) fn collect(
        circuit: &Circuit,
        mut spreads: impl FnMut(&[Lit]) -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let mut turns = Turns::new(stop);
        let n_nodes = circuit.nodes().len();
        let mut roots = circuit.roots();
        roots.extend(circuit.constraint_roots());
        // Does something besides ANDs need the gate as a whole?
        let mut needed = vec![false; n_nodes];
        for root in &roots {
            needed[root.node().index()] = true;
        }
        let cone = circuit.cone_unless(roots, stop)?;
        let mut n_readers = vec![0; n_nodes];
        for &gate in &cone {
            turns.begin()?;
            if let Some((a, b)) = circuit.fanins(gate) {
                for fanin in [a, b] {
                    n_readers[fanin.node().index()] += 1;
                    needed[fanin.node().index()] |= fanin.is_inverted();
                }
            }
        }

        let mut gates = Vec::new();
        // Of each node up to the present one, the operands that it spreads.
        let mut inner: Vec<Option<Vec<Lit>>> = Vec::with_capacity(n_nodes);
        for gate in cone {
            turns.begin()?;
            inner.resize(gate.index() + 1, None);
            let Some((a, b)) = circuit.fanins(gate) else { continue };
            let mut operands: Vec<Lit> = Vec::new();
            for fanin in [a, b] {
                let index = fanin.node().index();
                match &mut inner[index] {
                    Some(spread) if !fanin.is_inverted() => {
                        if n_readers[index] == 1 && operands.is_empty() {
                            operands = std::mem::take(spread);
                        } else {
                            operands.extend_from_slice(spread);
                        }
                    }
                    _ => operands.push(fanin),
                }
            }
            turns.begin_long(operands.len())?;
            operands.sort_unstable();
            operands.dedup();
            let index = gate.index();
            let only_reader = n_readers[index] == 1 && !needed[index];
            if only_reader || spreads(&operands) {
                if needed[index] {
                    gates.push((gate, operands.clone()));
                }
                inner[index] = Some(operands);
            } else {
                gates.push((gate, operands));
            }
        }
        drop_in_turns(inner, stop)?;
        Some(Self { gates })
    }
}
