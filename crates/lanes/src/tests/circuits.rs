//! Random circuits on every back end against the simulator.

use proptest::prelude::*;
use stonegate_circuit::{Circuit, Lit, LoopId, Simulator};

use super::backends;
use crate::backend::Kernel;
use crate::program::{Logic, Root};
use crate::word::{PARTS, Word};

/// Numbers to build a circuit from.
#[derive(Clone, Debug)]
struct Recipe {
    n_registers: usize,
    n_inputs: usize,
    n_loops: usize,
    gates: Vec<(u16, u16, u8)>,
    roots: Vec<u16>,
}

fn recipes(n_gates: usize) -> impl Strategy<Value = Recipe> {
    (
        1..12_usize,
        1..6_usize,
        0..4_usize,
        prop::collection::vec(any::<(u16, u16, u8)>(), 1..n_gates),
        prop::collection::vec(any::<u16>(), 40),
    )
        .prop_map(|(n_registers, n_inputs, n_loops, gates, roots)| Recipe {
            n_registers,
            n_inputs,
            n_loops,
            gates,
            roots,
        })
}

/// A gate over earlier literals.
fn gate(circuit: &mut Circuit, pool: &[Lit], (a, b, kind): (u16, u16, u8)) -> Lit {
    // Mostly recent literals, so that the circuit gets deep.
    let pick = |number: u16| {
        let back = usize::from(number >> 1) % pool.len();
        let back = if kind & 16 == 0 { back } else { back % pool.len().min(20) };
        pool[pool.len() - 1 - back] ^ (number & 1 == 1)
    };
    let (x, y) = (pick(a), pick(b));
    match kind % 4 {
        0 | 1 => circuit.and(x, y),
        2 => circuit.xor(x, y),
        _ => circuit.mux(x, y, pool[usize::from(a ^ b) % pool.len()]),
    }
}

/// A circuit of two phases: outputs of the state alone, then next values.
fn build(recipe: &Recipe) -> Logic {
    let mut circuit = Circuit::new();
    let mut pool = vec![Lit::TRUE];
    for index in 0..recipe.n_registers {
        pool.push(circuit.register(format!("r{index}"), false));
    }
    let half = recipe.gates.len() / 2;
    for &numbers in &recipe.gates[..half] {
        pool.push(gate(&mut circuit, &pool, numbers));
    }
    // Loops over functions of the state: a ladder of ORs and ANDs, which is monotone.
    let atoms: Vec<Lit> =
        (0..recipe.n_loops).map(|at| circuit.loop_atom(format!("l{at}"), at as u32 / 2)).collect();
    for (at, &atom) in atoms.iter().enumerate() {
        let (x, y) = (pool[at % pool.len()], pool[pool.len() / 2]);
        let partner = atoms[(at ^ 1).min(at / 2 * 2 + 1).min(atoms.len() - 1)];
        let both = circuit.and(partner, x);
        let either = circuit.or(atom, y);
        let feed = circuit.or(both, either);
        let feed = if at >= 2 { circuit.and(feed, !atoms[0]) } else { feed };
        circuit.set_feed(LoopId::new(at), feed);
    }
    pool.extend(&atoms);
    let mut roots = recipe.roots.iter().cycle();
    let mut root = |pool: &[Lit]| {
        let number = *roots.next().expect("it cycles");
        pool[usize::from(number >> 1) % pool.len()] ^ (number & 1 == 1)
    };
    let first: Vec<Root> = (0..7).map(|output| Root::Output { lit: root(&pool), output }).collect();
    for index in 0..recipe.n_inputs {
        pool.push(circuit.input(format!("i{index}")));
    }
    for &numbers in &recipe.gates[half..] {
        pool.push(gate(&mut circuit, &pool, numbers));
    }
    let mut second = vec![Root::Output { lit: root(&pool), output: 7 }];
    for register in 0..recipe.n_registers {
        // The first ones copy other registers, in circles too.
        let lit = root(if register < 3 { &pool[..=recipe.n_registers] } else { &pool });
        second.push(Root::Next { lit, register });
    }
    Logic { circuit, phases: vec![first, second] }
}

fn noise(seed: u64, index: usize) -> Word {
    let mut state = seed ^ (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Word(std::array::from_fn(|_| {
        state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        state ^ state >> 32
    }))
}

/// Runs two steps on every back end and compares all lanes of all roots.
fn check(recipe: &Recipe) {
    let logic = build(recipe);
    let circuit = &logic.circuit;
    let (n_registers, n_inputs) = (recipe.n_registers, recipe.n_inputs);
    for backend in backends() {
        let kernel = Kernel::new(&logic, backend);
        let layout = kernel.program.layout;
        let mut memory = kernel.memory();
        for (index, word) in memory[..n_registers].iter_mut().enumerate() {
            *word = noise(1, index);
        }
        for round in 0..2 {
            let registers: Vec<Word> = memory[..n_registers].to_vec();
            let inputs: Vec<Word> = (0..n_inputs).map(|at| noise(round + 2, at)).collect();
            let staged: Vec<Word> = (0..n_registers).map(|at| noise(round + 9, at)).collect();
            let restart = noise(round + 5, 0) & noise(round + 6, 0);
            kernel.run(0, &mut memory);
            memory[layout.inputs as usize..][..n_inputs].copy_from_slice(&inputs);
            memory[layout.staged as usize..][..n_registers].copy_from_slice(&staged);
            memory[layout.restart as usize] = restart;
            memory[layout.keep as usize] = !restart;
            kernel.run(1, &mut memory);
            for part in 0..PARTS {
                let words =
                    |words: &[Word]| words.iter().map(|word| word.0[part]).collect::<Vec<_>>();
                let mut simulator = Simulator::new(circuit);
                simulator.evaluate(&words(&inputs), &words(&registers));
                for root in logic.phases.iter().flatten() {
                    let value = simulator.value(root.lit());
                    let (plane, expected) = match *root {
                        Root::Output { output, .. } => (layout.outputs as usize + output, value),
                        Root::Next { register, .. } => {
                            let (staged, restart) = (staged[register].0[part], restart.0[part]);
                            (register, restart & staged | !restart & value)
                        }
                    };
                    assert_eq!(memory[plane].0[part], expected, "{backend} {root:?}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 2 } else { 150 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn small_circuits(recipe in recipes(if cfg!(miri) { 10 } else { 60 })) {
        check(&recipe);
    }
}

#[cfg(not(miri))]
proptest! {
    #![proptest_config(ProptestConfig {
        cases: 12,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn circuits_that_spill(recipe in recipes(3000)) {
        check(&recipe);
    }
}
