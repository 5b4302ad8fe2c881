//! Replaces small cones by smaller equal ones (DAG-aware rewriting).
//!
//! After Mishchenko, Chatterjee and Brayton, "DAG-Aware AIG Rewriting" (DAC 2006): for each gate and
//! each of its four-leaf cuts, try the known structures of the cut's function, and count what is
//! saved (gates that live by this one alone) against what is added (gates that are not there yet).

use crate::passes::cuts::{Cut, Cuts};
use crate::passes::sketch::Sketch;
use crate::passes::structures::LIBRARY;
use crate::passes::truth::PERMUTATIONS;
use crate::passes::workbench::Workbench;
use crate::passes::{Rebuilt, Turns};
use crate::{Circuit, Lit, NodeId};

/// Rewrites each gate where that saves gates.
///
/// With `even_if_equal`, also where it saves none: that changes nothing by itself, but the different
/// shape may give the next pass something to find.
pub fn rewrite(circuit: &Circuit, even_if_equal: bool, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
    let mut bench = Workbench::new(circuit, stop)?;
    let mut cuts = Cuts::default();
    let least_gain = usize::from(!even_if_equal);
    let mut turns = Turns::new(stop);
    for index in 0..circuit.nodes().len() {
        if turns.begin().is_none() {
            // What is done is worth the time that it takes to put it together.
            return bench.finish(&|| false);
        }
        let node = NodeId::new(index);
        if !bench.is_usable(node) {
            continue;
        }
        if bench.is_live_gate(node) && !bench.refresh(node) {
            let stand_in = bench.resolve(node.into());
            cuts.of(&mut bench, stand_in.node());
            continue;
        }
        let candidates = cuts.of(&mut bench, node).to_vec();
        if let Some(best) = best_candidate(&mut bench, node, &candidates, least_gain) {
            let lit = best.sketch.build(&mut bench, node, &best.variables, |bench, gate| {
                cuts.of(bench, gate);
            }) ^ best.negated;
            if lit.node() != node {
                bench.replace(node, lit);
            }
        }
    }
    bench.finish(stop)
}

/// A sketch and the literals that it is to stand on.
struct Candidate {
    sketch: &'static Sketch,
    variables: [Lit; 4],
    negated: bool,
}

fn best_candidate(
    bench: &mut Workbench<'_>,
    node: NodeId,
    cuts: &[Cut],
    mut least_gain: usize,
) -> Option<Candidate> {
    let mut best = None;
    for cut in cuts {
        let leaves = cut.leaves();
        if leaves == [node] || leaves.iter().any(|&leaf| !bench.is_usable(leaf)) {
            continue;
        }
        for &leaf in leaves {
            bench.acquire(leaf.into());
        }
        let saved = bench.detach(node);
        let (sketches, transform) = LIBRARY.lookup(cut.table);
        let order = PERMUTATIONS[transform.order as usize];
        let variables: [Lit; 4] = std::array::from_fn(|var| {
            let flipped = transform.flips >> var & 1 == 1;
            // Representatives may have idle variables; any literal does for these.
            leaves.get(order[var] as usize).map_or(Lit::FALSE, |&leaf| Lit::new(leaf, flipped))
        });
        for sketch in sketches {
            // Better than the best so far: saved - added >= least_gain.
            let Some(limit) = (saved + 1).checked_sub(least_gain) else { break };
            if let Some(added) = sketch.count_added(bench, node, &variables, limit) {
                least_gain = saved - added + 1;
                best = Some(Candidate { sketch, variables, negated: transform.negate });
            }
        }
        bench.restore(node);
        for &leaf in leaves {
            bench.release(leaf.into());
        }
    }
    best
}
