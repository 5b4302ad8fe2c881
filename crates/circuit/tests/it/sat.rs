//! The prover and the miter: that they find what is there to be found.

use std::cell::Cell;

use proptest::prelude::*;
use stonegate_circuit::sat::{Answer, Equality, Prover, prove_equal};
use stonegate_circuit::{Circuit, Constraint, Lit, NodeId, Simulator};

use crate::circuit;
use crate::compare::CONFLICTS;
use crate::random::any_circuit;

/// The circuit with an inverter added to or taken from one gate: what a wrong pass might give.
fn mutate(circuit: &Circuit, code: usize) -> Option<Circuit> {
    let gates: Vec<NodeId> = circuit.ands().map(|(gate, ..)| gate).collect();
    let gate = *gates.get(code % gates.len().max(1))?;
    let (a, b) = circuit.fanins(gate)?;
    let line = |a| format!("{gate} = and {a} {b}");
    Some(circuit.to_string().replace(&line(a), &line(!a)).parse().expect("still well-formed"))
}

/// Do the two circuits differ in any of all values of inputs, registers and loop atoms?
fn differ_somewhere(a: &Circuit, b: &Circuit) -> Option<bool> {
    let counts = [a.inputs().len(), a.registers().len(), a.loops().len()];
    let n_leaves: usize = counts.iter().sum();
    if n_leaves > 12 {
        return None;
    }
    let (mut x, mut y) = (Simulator::new(a), Simulator::new(b));
    Some((0_u32..1 << n_leaves).any(|code| {
        let mut bits = (0..n_leaves).map(|bit| if code >> bit & 1 == 1 { !0 } else { 0 });
        let [inputs, registers, loops] =
            counts.map(|count| bits.by_ref().take(count).collect::<Vec<u64>>());
        x.evaluate_open(&inputs, &registers, &loops);
        y.evaluate_open(&inputs, &registers, &loops);
        a.roots().into_iter().zip(b.roots()).any(|(r, s)| x.value(r) != y.value(s))
    }))
}

proptest! {
    #[test]
    fn the_miter_finds_every_mutation(circuit in any_circuit(), code: usize) {
        // Without constraints, which may make any difference irrelevant.
        let text = circuit.to_string();
        let text = text.split("constrain").next().expect("the part before any constraint");
        let circuit: Circuit = text.parse().expect("still well-formed");
        if let Some(mutant) = mutate(&circuit, code)
            && let Some(differ) = differ_somewhere(&circuit, &mutant)
        {
            let verdict = prove_equal(&circuit, &mutant, CONFLICTS);
            prop_assert_eq!(matches!(verdict, Equality::Different { .. }), differ, "{:?}", verdict);
        }
    }

    #[test]
    fn examples_are_real(circuit in any_circuit(), code: usize) {
        let gates: Vec<NodeId> = circuit.ands().map(|(gate, ..)| gate).collect();
        prop_assume!(gates.len() > 1);
        let (a, b) = (gates[code % gates.len()].into(), gates[code / 7 % gates.len()].into());
        let mut prover = Prover::under(&circuit, circuit.constraints());
        prover.load_constraints();
        if let Answer::No(example) = prover.equal(a, b, CONFLICTS) {
            let words = |values: &[bool]| values.iter().map(|&value| u64::from(value)).collect::<Vec<_>>();
            let mut simulator = Simulator::new(&circuit);
            simulator.evaluate_open(&words(&example.inputs), &words(&example.registers), &words(&example.loops));
            prop_assert_ne!(simulator.value(a) & 1, simulator.value(b) & 1);
            prop_assert_eq!(simulator.valid_lanes() & 1, 1);
        }
    }
}

#[test]
fn different_interfaces() {
    let a = circuit("a = input \"a\"\noutput \"o\" a");
    let b = circuit("a = input \"b\"\noutput \"o\" a");
    assert_eq!(prove_equal(&a, &b, CONFLICTS), Equality::Interfaces);
}

/// Under the constraint the two outputs are equal, but a function of the state must stay one.
#[test]
fn inputs_must_not_stand_for_the_state() {
    let a = circuit(
        "i = input \"i\"\nr = register \"r\" init 0 next r\noutput \"o\" r\nconstrain exactly-one i !r",
    );
    let b = circuit("i = input \"i\"\nr = register \"r\" init 0 next r\noutput \"o\" i");
    assert_eq!(prove_equal(&a, &b, CONFLICTS), Equality::Support { root: "output o".to_owned() });
}

#[test]
fn questions_under_constraints() {
    let mut circuit = Circuit::new();
    let lits: Vec<_> = (0..10).map(|i| circuit.input(format!("{i}"))).collect();
    let both = circuit.and(lits[2], lits[7]);
    let others = circuit.or_all(lits[1..].iter().copied());
    let one = [Constraint::ExactlyOne(lits.clone())];
    let mut prover = Prover::under(&circuit, &one);
    assert!(prover.always(!both, CONFLICTS).is_yes());
    assert!(prover.implies(lits[3], !lits[4], CONFLICTS).is_yes());
    assert!(prover.equal(others, !lits[0], CONFLICTS).is_yes());
    assert!(!prover.equal(others, lits[1], CONFLICTS).is_yes());
    let mut prover = Prover::new(&circuit);
    assert!(!prover.always(!both, CONFLICTS).is_yes());
}

/// Two ways to add up many bits: hard to compare without any help.
fn sums(n_bits: usize) -> (Circuit, Lit, Lit) {
    let mut circuit = Circuit::new();
    let lits: Vec<_> = (0..n_bits).map(|i| circuit.input(format!("{i}"))).collect();
    let up = lits.iter().fold(Lit::FALSE, |sum, &lit| circuit.xor(sum, lit));
    let down = lits.iter().rev().fold(Lit::FALSE, |sum, &lit| circuit.xor(sum, lit));
    (circuit, up, down)
}

#[test]
fn the_budget_ends_a_proof() {
    let (circuit, up, down) = sums(24);
    assert_eq!(Prover::new(&circuit).equal(up, down, 10), Answer::Unknown);
}

#[test]
fn a_proof_is_stopped_half_way() {
    let (circuit, up, down) = sums(500);
    let n_asked = Cell::new(0);
    let stop = || {
        n_asked.set(n_asked.get() + 1);
        n_asked.get() >= 5
    };
    let mut prover = Prover::new(&circuit).unless(&stop);
    assert_eq!(prover.equal(up, down, u32::MAX), Answer::Unknown);
    assert_eq!(n_asked.get(), 5);
}

#[test]
fn loading_a_large_circuit_is_stopped() {
    let (circuit, up, down) = sums(10_000);
    let mut prover = Prover::new(&circuit).unless(&|| true);
    assert_eq!(prover.equal(up, down, u32::MAX), Answer::Unknown);
    assert!(prover.n_vars() < circuit.nodes().len() / 2, "{} are loaded", prover.n_vars());
}
