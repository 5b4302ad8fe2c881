//! The pipeline as a whole.

use std::cell::Cell;

use expect_test::expect;
use proptest::prelude::*;
use stonegate_circuit::{Circuit, Constraint, Effort, Lit, RegisterId, optimize};

use crate::compare::{assert_equal, assert_same_play};
use crate::random::any_circuit;

const SMALL: Effort = Effort { rounds: 2, steps: 8, conflicts: 1000 };

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn optimize_is_sound(circuit in any_circuit(), seed: u64) {
        let optimized = optimize(&circuit, SMALL, seed, &|| false);
        assert_same_play(&circuit, &optimized.circuit, &optimized.fates);
        prop_assert!(optimized.circuit.n_ands() <= circuit.gates(circuit.roots()));
    }

    #[test]
    fn quick_is_sound_without_proofs(circuit in any_circuit()) {
        let optimized = optimize(&circuit, Effort::QUICK, 0, &|| false);
        assert_equal(&circuit, &optimized.circuit);
    }

    #[test]
    fn the_same_seed_gives_the_same_circuit(circuit in any_circuit()) {
        let run = || optimize(&circuit, SMALL, 7, &|| false).circuit;
        prop_assert_eq!(run(), run());
    }
}

#[test]
fn stopping_at_once_changes_nothing() {
    let circuit = walk(4);
    let optimized = optimize(&circuit, Effort::FULL, 0, &|| true);
    assert_equal(&circuit, &optimized.circuit);
    assert_eq!(optimized.circuit.gates(optimized.circuit.roots()), circuit.gates(circuit.roots()));
}

/// A piece walks on a ring of cells; each move names where from and where to.
fn walk(n: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let cells: Vec<Lit> = (0..n).map(|i| circuit.register(format!("at {i}"), i == 0)).collect();
    let mut moves = Vec::new();
    for (from, &cell) in cells.iter().enumerate() {
        for to in [(from + 1) % n, (from + n - 1) % n] {
            let lit = circuit.input(format!("does walker (move {from} {to})"));
            circuit.constrain(Constraint::Implies(lit, cell));
            moves.push((from, to, lit));
        }
    }
    circuit.constrain(Constraint::ExactlyOne(moves.iter().map(|&(.., lit)| lit).collect()));
    circuit.constrain(Constraint::ExactlyOne(cells.clone()));
    for (index, &cell) in cells.iter().enumerate() {
        let arrivals = moves.iter().filter(|&&(_, to, _)| to == index);
        let arrive = circuit.or_all(arrivals.map(|&(.., lit)| lit));
        let others = moves.iter().filter(|&&(from, ..)| from != index);
        let other = circuit.or_all(others.map(|&(.., lit)| lit));
        let stay = circuit.and(cell, other);
        let next = circuit.or(arrive, stay);
        circuit.set_next(RegisterId::new(index), next);
        circuit.output(format!("legal from {index}"), cell);
    }
    circuit
}

/// A cell is left by every move that is allowed while the piece is there: only arrivals are left.
#[test]
fn frame_axioms_vanish() {
    let circuit = walk(4);
    let optimized = optimize(&circuit, Effort::FULL, 0, &|| false);
    assert_same_play(&circuit, &optimized.circuit, &optimized.fates);
    assert!(circuit.n_ands() > 20);
    expect![[r#"
        n1 = register "at 0" init 1 next !n13
        n2 = register "at 1" init 0 next !n14
        n3 = register "at 2" init 0 next !n15
        n4 = register "at 3" init 0 next !n16
        n5 = input "does walker (move 0 1)"
        n6 = input "does walker (move 0 3)"
        n7 = input "does walker (move 1 2)"
        n8 = input "does walker (move 1 0)"
        n9 = input "does walker (move 2 3)"
        n10 = input "does walker (move 2 1)"
        n11 = input "does walker (move 3 0)"
        n12 = input "does walker (move 3 2)"
        n13 = and !n8 !n11
        n14 = and !n5 !n10
        n15 = and !n7 !n12
        n16 = and !n6 !n9
        output "legal from 0" n1
        output "legal from 1" n2
        output "legal from 2" n3
        output "legal from 3" n4
        constrain implies n5 n1
        constrain implies n6 n1
        constrain implies n7 n2
        constrain implies n8 n2
        constrain implies n9 n3
        constrain implies n10 n3
        constrain implies n11 n4
        constrain implies n12 n4
        constrain exactly-one n5 n6 n7 n8 n9 n10 n11 n12
        constrain exactly-one n1 n2 n3 n4
    "#]]
    .assert_eq(&optimized.circuit.to_string());
}

/// Deep circuits must not exhaust the stack.
#[test]
fn a_chain_of_a_hundred_thousand_gates() {
    let mut circuit = Circuit::new();
    let inputs: Vec<Lit> = (0..10).map(|i| circuit.input(format!("{i}"))).collect();
    let mut lit = inputs[0];
    for index in 0..50_000 {
        let (x, y) = (inputs[index * 7 % 10], inputs[index * 3 % 10]);
        lit = circuit.and(!lit, !x);
        lit = circuit.and(!lit, y);
        let r = circuit.register(format!("r {index}"), false);
        circuit.set_next(RegisterId::new(index), lit);
        lit = circuit.and(!lit, !r);
    }
    circuit.output("end", lit);
    let optimized = optimize(&circuit, Effort::QUICK, 0, &|| false);
    assert_eq!(optimized.circuit.verify(), Ok(()));
    assert!(optimized.circuit.n_ands() <= circuit.n_ands());
}

/// So many gates, each of two literals that were there before, and groups of registers.
fn heap_of_gates(n_gates: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let mut lits =
        (0..1000).map(|n| circuit.register(n.to_string(), n % 20 == 0)).collect::<Vec<_>>();
    for group in lits.chunks(20) {
        circuit.constrain(Constraint::ExactlyOne(group.to_vec()));
    }
    let mut random = 1_u64;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (random >> 33) as usize % bound
    };
    while circuit.n_ands() < n_gates {
        let (a, b) = (lits[below(lits.len())], lits[below(lits.len())]);
        let gate = circuit.and(a ^ (below(2) == 0), b ^ (below(2) == 0));
        lits.push(gate);
    }
    for register in 0..1000 {
        let next = lits[lits.len() - 1 - below(n_gates / 2)];
        circuit.set_next(RegisterId::new(register), next);
    }
    for lit in lits.into_iter().skip(n_gates / 2) {
        circuit.output("gate", lit);
    }
    circuit
}

/// A limit is looked at often, however large the circuit: the longest stretch of work without a look
/// is short beside the time that it takes to make all gates once, and so is the end when the time is
/// up.
#[test]
fn no_stretch_without_a_look_is_long() {
    let start = cpu_time();
    let circuit = heap_of_gates(300_000);
    let once = cpu_time() - start;
    let start = cpu_time();
    let (last, longest) = (Cell::new(start), Cell::new(0.0_f64));
    // This is enough for the first passes.
    let limit = start + 8.0 * once;
    let look = || {
        let now = cpu_time();
        let stretch = now - last.replace(now);
        if now < limit {
            longest.set(longest.get().max(stretch));
        }
        now >= limit
    };
    optimize(&circuit, Effort::QUICK, 0, &look);
    let (longest, late) = (longest.get(), cpu_time() - limit);
    assert!(longest < once / 2.0, "{longest} s without a look, {once} s to make the gates");
    assert!(late < once, "it ended {late} s after the limit, {once} s to make the gates");
}

/// The seconds that the thread has had a processor.
fn cpu_time() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
