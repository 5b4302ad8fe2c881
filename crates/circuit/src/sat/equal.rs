//! The miter: do two circuits compute the same?

use crate::sat::{Answer, Assignment, Prover};
use crate::{Circuit, Lit, Node, Support};

/// How two circuits compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Equality {
    /// They compute the same wherever the constraints of the first hold.
    Equal,
    /// Their inputs, registers, loop atoms or outputs differ in number, name or initial value.
    Interfaces,
    /// The named output or feed depends on inputs or loops in the second circuit that it does not
    /// depend on in the first.
    Support { root: String },
    /// The named output, next value or feed differs here.
    Different { root: String, example: Assignment },
    /// The budget was spent on the named output, next value or feed.
    Unknown { root: String },
}

/// Proves that two circuits have equal outputs, next values and feeds wherever the constraints of
/// the first hold, within the limits that [`Constraint`](crate::Constraint) sets to their use.
///
/// The budget of conflicts is per output, next value and feed.
pub fn prove_equal(a: &Circuit, b: &Circuit, conflicts: u32) -> Equality {
    if !same_interface(a, b) {
        return Equality::Interfaces;
    }
    // Both circuits in one, on common leaves: where they are alike, hashing makes them the same.
    let mut miter = Circuit::new();
    let (mut in_a, mut in_b) = (vec![Lit::FALSE], vec![Lit::FALSE]);
    copy_leaves(a, b, &mut miter, &mut in_a, &mut in_b);
    copy_gates(a, &mut miter, &mut in_a);
    copy_gates(b, &mut miter, &mut in_b);
    let image = |map: &[Lit], lit: Lit| map[lit.node().index()] ^ lit.is_inverted();

    let (supports_a, supports_b) = (a.supports(), b.supports());
    let mut any_state = Vec::new();
    let mut any_input = Vec::new();
    for constraint in a.constraints() {
        let mapped = constraint.map(|lit| Some(image(&in_a, lit))).expect("all of a is copied");
        match constraint.support(&supports_a) {
            Support { component: Some(_), .. } => {}
            Support { inputs: true, .. } => any_input.push(mapped),
            _ => any_state.push(mapped),
        }
    }
    let mut state_prover = Prover::under(&miter, &any_state);
    let mut input_prover = Prover::under(&miter, any_state.iter().chain(&any_input));
    state_prover.load_constraints();
    input_prover.load_constraints();

    let n_outputs = a.outputs().len();
    let nexts = n_outputs..n_outputs + a.registers().len();
    for (index, (root, in_first, in_second)) in root_pairs(a, b).enumerate() {
        // Next values matter only at the end of a step, when inputs are given and all loops settled.
        let support = if nexts.contains(&index) {
            Support { inputs: true, component: Some(u32::MAX) }
        } else {
            supports_a[in_first.node().index()]
        };
        if !supports_b[in_second.node().index()].within(support) {
            return Equality::Support { root };
        }
        let prover = if support.inputs { &mut input_prover } else { &mut state_prover };
        match prover.equal(image(&in_a, in_first), image(&in_b, in_second), conflicts) {
            Answer::Yes => {}
            Answer::No(example) => return Equality::Different { root, example },
            Answer::Unknown => return Equality::Unknown { root },
        }
    }
    Equality::Equal
}

fn same_interface(a: &Circuit, b: &Circuit) -> bool {
    a.inputs().iter().map(|it| &it.name).eq(b.inputs().iter().map(|it| &it.name))
        && (a.registers().iter().map(|it| (&it.name, it.init)))
            .eq(b.registers().iter().map(|it| (&it.name, it.init)))
        && (a.loops().iter().map(|it| (&it.name, it.component)))
            .eq(b.loops().iter().map(|it| (&it.name, it.component)))
        && a.outputs().iter().map(|it| &it.name).eq(b.outputs().iter().map(|it| &it.name))
}

fn copy_leaves(
    a: &Circuit,
    b: &Circuit,
    miter: &mut Circuit,
    in_a: &mut Vec<Lit>,
    in_b: &mut Vec<Lit>,
) {
    in_a.resize(a.nodes().len(), Lit::FALSE);
    in_b.resize(b.nodes().len(), Lit::FALSE);
    for (x, y) in a.inputs().iter().zip(b.inputs()) {
        let lit = miter.input(x.name.as_str());
        in_a[x.node.index()] = lit;
        in_b[y.node.index()] = lit;
    }
    for (x, y) in a.registers().iter().zip(b.registers()) {
        let lit = miter.register(x.name.as_str(), x.init);
        in_a[x.node.index()] = lit;
        in_b[y.node.index()] = lit;
    }
    for (x, y) in a.loops().iter().zip(b.loops()) {
        let lit = miter.loop_atom(x.name.as_str(), x.component);
        in_a[x.node.index()] = lit;
        in_b[y.node.index()] = lit;
    }
}

fn copy_gates(from: &Circuit, miter: &mut Circuit, map: &mut [Lit]) {
    for (index, &node) in from.nodes().iter().enumerate() {
        if let Node::And(x, y) = node {
            let image = |lit: Lit| map[lit.node().index()] ^ lit.is_inverted();
            map[index] = miter.and(image(x), image(y));
        }
    }
}

fn root_pairs<'a>(a: &'a Circuit, b: &'a Circuit) -> impl Iterator<Item = (String, Lit, Lit)> + 'a {
    let outputs = (a.outputs().iter().zip(b.outputs()))
        .map(|(x, y)| (format!("output {}", x.name), x.lit, y.lit));
    let nexts = (a.registers().iter().zip(b.registers()))
        .map(|(x, y)| (format!("next of {}", x.name), x.next, y.next));
    let feeds = (a.loops().iter().zip(b.loops()))
        .map(|(x, y)| (format!("feed of {}", x.name), x.feed, y.feed));
    outputs.chain(nexts).chain(feeds)
}
