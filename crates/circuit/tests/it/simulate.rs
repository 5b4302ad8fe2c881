//! The simulator: steps, and loops against a search.

use proptest::prelude::*;
use stonegate_circuit::{Circuit, Lit, LoopId, Simulator};

use crate::circuit;
use crate::compare::words;

/// Reachability in a graph whose edges are inputs: `reach[j] = start[j] | reach[i] & edge[i][j]`.
fn reachability(n: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let starts: Vec<Lit> = (0..n).map(|i| circuit.input(format!("start {i}"))).collect();
    let edges: Vec<Vec<Lit>> =
        (0..n).map(|i| (0..n).map(|j| circuit.input(format!("edge {i} {j}"))).collect()).collect();
    let atoms: Vec<Lit> = (0..n).map(|i| circuit.loop_atom(format!("reach {i}"), 0)).collect();
    for j in 0..n {
        let steps: Vec<Lit> = (0..n).map(|i| circuit.and(atoms[i], edges[i][j])).collect();
        let feed = circuit.or_all(steps.into_iter().chain([starts[j]]));
        circuit.set_feed(LoopId::new(j), feed);
        circuit.output(format!("reach {j}"), atoms[j]);
    }
    circuit
}

fn search(n: usize, starts: &[u64], edges: &[u64], lane: usize) -> Vec<bool> {
    let holds = |word: u64| word >> lane & 1 == 1;
    let mut stack: Vec<usize> = (0..n).filter(|&i| holds(starts[i])).collect();
    let mut reached = vec![false; n];
    while let Some(i) = stack.pop() {
        if !std::mem::replace(&mut reached[i], true) {
            stack.extend((0..n).filter(|&j| holds(edges[i * n + j])));
        }
    }
    reached
}

proptest! {
    #[test]
    fn loops_settle_at_the_least_fixpoint(seed: u64) {
        const N: usize = 8;
        let circuit = reachability(N);
        let [x, y, z] = [0, 1, 2].map(|i| words(seed.wrapping_add(i), N + N * N));
        // Few enough edges that not everything is reached.
        let inputs: Vec<u64> = (0..x.len()).map(|i| x[i] & y[i] & z[i]).collect();
        let mut simulator = Simulator::new(&circuit);
        simulator.evaluate(&inputs, &[]);
        let outputs = simulator.outputs();
        for lane in 0..64 {
            let found: Vec<bool> = outputs.iter().map(|word| word >> lane & 1 == 1).collect();
            prop_assert_eq!(found, search(N, &inputs[..N], &inputs[N..], lane));
        }
    }
}

#[test]
fn later_components_may_deny_earlier_ones() {
    let circuit = circuit(
        r#"
        s = input "s"
        a = loop "a" component 0 feed fa
        b = loop "b" component 1 feed fb
        na = and !s !a
        fa = and !na !na
        nb = and a !b
        fb = and !nb !nb
        output "a" a
        output "b" b
    "#,
    );
    let mut simulator = Simulator::new(&circuit);
    simulator.evaluate(&[0b01], &[]);
    assert_eq!(simulator.outputs(), [0b01, !0b01]);
    // The second evaluation starts from false again, not from where the first one ended.
    simulator.evaluate(&[0b10], &[]);
    assert_eq!(simulator.outputs(), [0b10, !0b10]);
}

#[test]
fn constraints_select_lanes() {
    let circuit = circuit(
        r#"
        a = input "a"
        b = input "b"
        c = input "c"
        constrain exactly-one a b c
        constrain implies a !c
    "#,
    );
    let mut simulator = Simulator::new(&circuit);
    simulator.evaluate(&[0b1010_1010, 0b1100_1100, 0b1111_0000], &[]);
    assert_eq!(simulator.valid_lanes() & 0xff, 0b0001_0110);
}
