//! Random circuits for the laws that hold for all circuits.

use proptest::prelude::*;
use stonegate_circuit::{Circuit, Constraint, Lit, LoopId, Origin, RegisterId};

/// What a circuit is made of, as numbers that pick literals modulo what is there.
#[derive(Clone, Debug)]
struct Recipe {
    steps: Vec<(u8, [u32; 3])>,
    n_loops: usize,
    /// Gates that may read loop atoms.
    late_steps: Vec<(u8, [u32; 3])>,
    roots: Vec<u32>,
    groups: Vec<(u8, Vec<u32>)>,
}

/// Circuits with inputs, registers and gates in any order, loops, constraints and origins.
pub(crate) fn any_circuit() -> impl Strategy<Value = Circuit> {
    let step = || (0..10_u8, any::<[u32; 3]>());
    let group = (0..3_u8, prop::collection::vec(any::<u32>(), 2..5));
    (
        prop::collection::vec(step(), 4..60),
        0..5_usize,
        prop::collection::vec(step(), 0..20),
        prop::collection::vec(any::<u32>(), 64),
        prop::collection::vec(group, 0..4),
    )
        .prop_map(|(steps, n_loops, late_steps, roots, groups)| {
            Recipe { steps, n_loops, late_steps, roots, groups }.build()
        })
}

impl Recipe {
    fn build(&self) -> Circuit {
        let mut circuit = Circuit::new();
        let mut lits = vec![Lit::TRUE, circuit.input("in 0"), circuit.register("r 0", false)];
        add_steps(&mut circuit, &mut lits, &self.steps);
        let early = lits.clone();

        // Two atoms to a component; feeds are monotone in the atoms of their own component.
        let atoms: Vec<Lit> =
            (0..self.n_loops).map(|i| circuit.loop_atom(format!("a {i}"), i as u32 / 2)).collect();
        for (index, codes) in self.roots[..3 * atoms.len()].chunks(3).enumerate() {
            let reachable = &atoms[..(index / 2 * 2 + 2).min(atoms.len())];
            let from = reachable[codes[0] as usize % reachable.len()];
            let step = circuit.and(from, pick(&early, codes[1]));
            let feed = circuit.or(step, pick(&early, codes[2]));
            circuit.set_feed(LoopId::new(index), feed);
        }
        lits.extend(atoms);
        add_steps(&mut circuit, &mut lits, &self.late_steps);

        let mut codes = self.roots[15..].iter().copied();
        let mut root = |lits: &[Lit]| pick(lits, codes.next().expect("there are enough"));
        for index in 0..circuit.registers().len().min(40) {
            circuit.set_next(RegisterId::new(index), root(&lits));
        }
        for index in 0..4 {
            circuit.output(format!("out {index}"), root(&lits[lits.len() / 2..]));
        }
        for (kind, codes) in &self.groups {
            let members: Vec<Lit> = codes.iter().map(|&code| pick(&lits[1..], code)).collect();
            circuit.constrain(match kind {
                0 => Constraint::AtMostOne(members),
                1 => Constraint::ExactlyOne(members),
                _ => Constraint::Implies(members[0], members[1]),
            });
        }
        circuit
    }
}

fn add_steps(circuit: &mut Circuit, lits: &mut Vec<Lit>, steps: &[(u8, [u32; 3])]) {
    for (index, &(kind, codes)) in steps.iter().enumerate() {
        circuit.set_origin(Origin(index as u32 % 3));
        let [x, y, z] = codes.map(|code| pick(lits, code));
        lits.push(match kind {
            0 => circuit.input(format!("in {}", circuit.inputs().len())),
            1 => circuit.register(format!("r {}", circuit.registers().len()), codes[0] % 2 == 1),
            2..=4 => circuit.and(x, y),
            5 => circuit.or(x, y),
            6 => circuit.xor(x, y),
            7 => circuit.mux(x, y, z),
            _ => circuit.and_all([x, y, z]),
        });
    }
    circuit.set_origin(Origin::NONE);
}

fn pick(lits: &[Lit], code: u32) -> Lit {
    lits[(code >> 1) as usize % lits.len()] ^ (code & 1 == 1)
}
