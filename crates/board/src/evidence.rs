//! What a board is looked for in.

use std::sync::Arc;

use stonegate_ground::{Machine, MoveId, Stepper};

/// What is known of the propositions of a game.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// The names of the roles, in the order of the sheet.
    pub roles: Vec<String>,
    /// All facts that can hold, as far as they are known.
    pub facts: Vec<String>,
    /// All moves that can be made, as far as they are known.
    pub moves: Vec<String>,
    /// The facts of some states; the first of them is the initial state. They show
    /// which facts exclude each other.
    pub states: Vec<Vec<String>>,
    /// The machine that all this is taken from, on which more can be tried.
    pub machine: Option<Arc<Machine>>,
}

/// How much random play may cost, in gates evaluated.
const MAX_GATES: usize = 20_000_000;

/// A game shows all it can in so many steps.
const MAX_STEPS: usize = 150;

impl Evidence {
    /// All facts and moves of a machine, and the states of some random play.
    pub fn of_machine(machine: &Arc<Machine>, seed: u64) -> Self {
        let mut moves =
            machine.roles.iter().flat_map(|role| role.moves.clone()).collect::<Vec<_>>();
        moves.sort_unstable();
        moves.dedup();
        Self {
            roles: machine.roles.iter().map(|role| role.name.clone()).collect(),
            facts: machine.facts.iter().map(|fact| fact.name.clone()).collect(),
            moves,
            states: random_states(machine, seed),
            machine: Some(Arc::clone(machine)),
        }
    }
}

fn random_states(machine: &Arc<Machine>, mut seed: u64) -> Vec<Vec<String>> {
    let n_steps = (MAX_GATES / machine.circuit.nodes().len().max(1)).clamp(1, MAX_STEPS);
    let mut stepper = Stepper::new(machine);
    let mut state = machine.initial();
    let mut states = Vec::new();
    for _ in 0..n_steps {
        states.push(machine.facts_of(&state).map(str::to_owned).collect());
        let position = stepper.position(&state);
        let is_over = position.terminal || position.legal.iter().any(Vec::is_empty);
        state = if is_over {
            machine.initial()
        } else {
            let draw =
                |legal: &Vec<MoveId>| legal[(random(&mut seed) % legal.len() as u64) as usize];
            let joint = position.legal.iter().map(draw).collect::<Vec<_>>();
            stepper.next(&state, &joint)
        };
    }
    states
}

/// SplitMix64 (Steele, Lea and Flood 2014).
fn random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
