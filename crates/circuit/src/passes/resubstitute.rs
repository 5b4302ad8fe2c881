//! Expresses gates by others that are there anyway (resubstitution).
//!
//! After Mishchenko and Brayton, "Scalable Logic Synthesis using a Simple Circuit Structure" (IWLS
//! 2006): in a window around the gate, look for one, two or three nodes of which the gate is a
//! function that takes fewer gates than it would free.
//! Where declared groups exclude one another in the window the value of the gate does not matter.

use crate::passes::Rebuilt;
use crate::passes::window::{Table, Window, and, improve_gates, inverted_if};
use crate::passes::workbench::Workbench;
use crate::{Circuit, Lit, NodeId};

/// Pairs are searched among at most so many candidates.
const MAX_PAIRED: usize = 60;

/// Resubstitutes each gate where that saves gates.
pub fn resubstitute(circuit: &Circuit, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
    improve_gates(circuit, stop, |bench, windows, gate| {
        let window = windows.around(bench, gate);
        let expression = search(bench, gate, &window)?;
        Some(expression.build(bench, gate))
    })
}

/// A way to express a gate.
#[derive(Copy, Clone, Debug)]
enum Expression {
    Lit(Lit),
    And(Lit, Lit),
    AndAnd(Lit, Lit, Lit),
    /// The first and one of the others.
    AndOr(Lit, Lit, Lit),
}

/// An expression and whether it is to be complemented.
struct Found(Expression, bool);

impl Found {
    fn build(&self, bench: &mut Workbench<'_>, gate: NodeId) -> Lit {
        let origin = bench.origin(gate);
        let lit = match self.0 {
            Expression::Lit(a) => a,
            Expression::And(a, b) => bench.and(a, b, origin),
            Expression::AndAnd(a, b, c) => {
                let ab = bench.and(a, b, origin);
                bench.and(ab, c, origin)
            }
            Expression::AndOr(a, b, c) => {
                let neither = bench.and(!b, !c, origin);
                bench.and(a, !neither, origin)
            }
        };
        lit ^ self.1
    }
}

fn search(bench: &mut Workbench<'_>, gate: NodeId, window: &Window) -> Option<Found> {
    for &leaf in &window.leaves {
        bench.acquire(leaf.into());
    }
    let saved = bench.detach(gate);
    // What dies with the gate is no help in expressing it.
    let divisors: Vec<(Lit, Table)> = (window.nodes.iter())
        .filter(|(node, _)| bench.is_usable(*node))
        .flat_map(|&(node, table)| {
            [false, true].map(|inverted| (Lit::new(node, inverted), inverted_if(&table, inverted)))
        })
        .collect();
    bench.restore(gate);
    for &leaf in &window.leaves {
        bench.release(leaf.into());
    }

    let target = Target::new(window, false);
    if let Some(lit) = target.constant().or_else(|| target.literal(&divisors)) {
        return Some(Found(Expression::Lit(lit), false));
    }
    let targets = [(target, false), (Target::new(window, true), true)];
    let find = |search: fn(&Target, &Divisors) -> Option<Expression>| {
        targets
            .iter()
            .find_map(|(target, inverted)| Some(Found(search(target, &divisors)?, *inverted)))
    };
    if saved >= 2
        && let Some(found) = find(Target::pair)
    {
        return Some(found);
    }
    if saved >= 3 { find(Target::triple) } else { None }
}

/// Nodes that a gate may be expressed by, and their complements.
type Divisors = [(Lit, Table)];

/// The function that is to be expressed: where it must be true and where false.
struct Target {
    on: Table,
    off: Table,
}

impl Target {
    fn new(window: &Window, inverted: bool) -> Self {
        let on = and(&window.table, &window.care);
        let off = and(&inverted_if(&window.table, true), &window.care);
        if inverted { Self { on: off, off: on } } else { Self { on, off } }
    }

    fn constant(&self) -> Option<Lit> {
        if self.on == [0; 4] {
            Some(Lit::FALSE)
        } else if self.off == [0; 4] {
            Some(Lit::TRUE)
        } else {
            None
        }
    }

    /// A divisor that is the target.
    fn literal(&self, divisors: &Divisors) -> Option<Lit> {
        let fits = |table: &Table| covers(table, &self.on) && disjoint(table, &self.off);
        divisors.iter().find(|(_, table)| fits(table)).map(|(lit, _)| *lit)
    }

    /// Two divisors whose AND is the target.
    fn pair(&self, divisors: &Divisors) -> Option<Expression> {
        let above = self.above(divisors);
        for (index, (a, x)) in above.iter().enumerate() {
            let left = and(x, &self.off);
            for (b, y) in &above[index + 1..] {
                if disjoint(&left, y) {
                    return Some(Expression::And(*a, *b));
                }
            }
        }
        None
    }

    /// Three divisors whose AND, or whose AND of one with the OR of the others, is the target.
    fn triple(&self, divisors: &Divisors) -> Option<Expression> {
        let above = self.above(divisors);
        for (index, (a, x)) in above.iter().enumerate() {
            let left = and(x, &self.off);
            for (second, (b, y)) in above.iter().enumerate().skip(index + 1) {
                let left = and(&left, y);
                for (c, z) in &above[second + 1..] {
                    if disjoint(&left, z) {
                        return Some(Expression::AndAnd(*a, *b, *c));
                    }
                }
            }
        }
        for (a, x) in &above {
            let left = and(x, &self.off);
            let parts: Vec<_> = (divisors.iter())
                .filter(|(_, table)| disjoint(table, &left) && !disjoint(table, &self.on))
                .take(MAX_PAIRED)
                .collect();
            for (index, (b, y)) in parts.iter().enumerate() {
                let missing = and(&self.on, &inverted_if(y, true));
                for (c, z) in &parts[index + 1..] {
                    if covers(z, &missing) {
                        return Some(Expression::AndOr(*a, *b, *c));
                    }
                }
            }
        }
        None
    }

    /// Divisors that hold wherever the target does, the tightest first.
    fn above(&self, divisors: &Divisors) -> Vec<(Lit, Table)> {
        let mut above: Vec<_> =
            divisors.iter().filter(|(_, table)| covers(table, &self.on)).copied().collect();
        above.sort_by_key(|(_, table)| {
            and(table, &self.off).map(u64::count_ones).iter().sum::<u32>()
        });
        above.truncate(MAX_PAIRED);
        above
    }
}

fn covers(table: &Table, part: &Table) -> bool {
    table.iter().zip(part).all(|(word, part)| part & !word == 0)
}

fn disjoint(a: &Table, b: &Table) -> bool {
    a.iter().zip(b).all(|(x, y)| x & y == 0)
}
