//! Collapses larger cones and builds them anew from factored sums of products.
//!
//! What rewriting does for four leaves this does for eight, without a library, and with don't-cares
//! where declared groups exclude one another.

use crate::passes::Rebuilt;
use crate::passes::sketch::Sketch;
use crate::passes::sop::{factored, irredundant};
use crate::passes::window::{Window, and, improve_gates, inverted_if, or};
use crate::passes::workbench::Workbench;
use crate::{Circuit, Lit, NodeId};

/// Functions with more products or literals are left alone.
const MAX_CUBES: usize = 16;
const MAX_LITERALS: u32 = 50;
/// And so are gates that free less than this.
const LEAST_SAVED: usize = 2;

/// Refactors each gate where that saves gates; with `even_if_equal`, also where it saves none.
pub fn refactor(
    circuit: &Circuit,
    even_if_equal: bool,
    stop: &dyn Fn() -> bool,
) -> Option<Rebuilt> {
    let least_gain = usize::from(!even_if_equal);
    improve_gates(circuit, stop, |bench, windows, gate| {
        let window = windows.below(bench, gate);
        let sketch = best_sketch(bench, gate, &window, least_gain)?;
        let variables: Vec<Lit> = window.leaves.iter().map(|&leaf| leaf.into()).collect();
        Some(sketch.build(bench, gate, &variables, |_, _| {}))
    })
}

fn best_sketch(
    bench: &mut Workbench<'_>,
    gate: NodeId,
    window: &Window,
    least_gain: usize,
) -> Option<Sketch> {
    for &leaf in &window.leaves {
        bench.acquire(leaf.into());
    }
    let saved = bench.detach(gate);
    let mut best = None;
    if saved >= LEAST_SAVED {
        let variables: Vec<Lit> = window.leaves.iter().map(|&leaf| leaf.into()).collect();
        let mut limit = (saved + 1).saturating_sub(least_gain);
        for inverted in [false, true] {
            let Some(sketch) = sketch(window, inverted) else { continue };
            if let Some(added) = sketch.count_added(bench, gate, &variables, limit) {
                limit = added;
                best = Some(sketch);
            }
        }
    }
    bench.restore(gate);
    for &leaf in &window.leaves {
        bench.release(leaf.into());
    }
    best
}

/// The function of a window, or its complement, as a factored sum of products.
fn sketch(window: &Window, inverted: bool) -> Option<Sketch> {
    let table = inverted_if(&window.table, inverted);
    let lower = and(&table, &window.care);
    let upper = or(&table, &inverted_if(&window.care, true));
    let n_leaves = window.leaves.len();
    let (cubes, _) = irredundant(&lower, &upper, n_leaves, MAX_CUBES)?;
    if cubes.iter().map(|cube| cube.count_ones()).sum::<u32>() > MAX_LITERALS {
        return None;
    }
    let mut sketch = Sketch::new(n_leaves, 0);
    sketch.root = factored(&mut sketch, &cubes) ^ u8::from(inverted);
    Some(sketch)
}
