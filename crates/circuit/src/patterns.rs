//! Values for simulation that look like real use.

use crate::random::Random;
use crate::{Circuit, Constraint, Lit, Node, Simulator, initial_registers};

/// Values of all leaves in 64 lanes, one word per id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    pub inputs: Vec<u64>,
    pub registers: Vec<u64>,
    pub loops: Vec<u64>,
}

/// Plays 64 games at random from the initial state and gives the patterns of all steps.
///
/// Inputs are drawn so that declared groups of inputs and implications from inputs to functions of
/// the state hold.
/// A lane in which some constraint fails nevertheless starts again.
/// There are fewer patterns if `stop` says so, which is asked in every step.
pub fn random_play(
    circuit: &Circuit,
    n_steps: usize,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Vec<Pattern> {
    let Some(mut player) = Player::new(circuit, seed, stop) else { return Vec::new() };
    let initial = initial_registers(circuit);
    let mut registers = initial.clone();
    let mut patterns = Vec::with_capacity(n_steps);
    for _ in 0..n_steps {
        if stop() {
            break;
        }
        let pattern = player.pattern(registers);
        let random = &mut player.random;
        // Half of the lanes play on as long as they can; of the others a few start again, for the
        // sake of variety.
        let restless = random.word() & random.word() & random.word() & random.word() << 32;
        let stay = player.simulator.valid_lanes() & !restless;
        registers = player.simulator.next_registers();
        for (word, initial) in registers.iter_mut().zip(&initial) {
            *word = *word & stay | initial & !stay;
        }
        patterns.push(pattern);
    }
    patterns
}

/// States near the given ones that may not be reachable, but in which declared groups of registers
/// still hold: they tell apart what no proof can show to be equal. There are fewer if `stop` says
/// so.
pub fn scramble(
    circuit: &Circuit,
    patterns: &[Pattern],
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Vec<Pattern> {
    let Some(mut player) = Player::new(circuit, seed, stop) else { return Vec::new() };
    let groups = leaf_groups(circuit, |node| match node {
        Node::Register(id) => Some(id.index()),
        _ => None,
    });
    let mut scrambled = Vec::with_capacity(patterns.len());
    for (index, pattern) in patterns.iter().enumerate() {
        if stop() {
            break;
        }
        let random = &mut player.random;
        let mut registers = pattern.registers.clone();
        for word in &mut registers {
            // One bit in 4, 8, 16 or 32.
            *word ^= (0..=index % 4).fold(random.word(), |flips, _| flips & random.word());
        }
        for (members, exactly) in &groups {
            keep_one(random, &mut registers, members, *exactly);
        }
        scrambled.push(player.pattern(registers));
    }
    scrambled
}

/// Draws inputs for given states.
struct Player<'a> {
    circuit: &'a Circuit,
    simulator: Simulator<&'a Circuit>,
    random: Random,
    /// Groups of inputs, and whether one of them must hold.
    groups: Vec<(Vec<usize>, bool)>,
    /// For each input, functions of the state that it implies.
    implied: Vec<Vec<Lit>>,
}

impl<'a> Player<'a> {
    /// A player, unless it is time to stop.
    fn new(circuit: &'a Circuit, seed: u64, stop: &dyn Fn() -> bool) -> Option<Self> {
        let supports = circuit.supports_unless(stop)?;
        let mut implied = vec![Vec::new(); circuit.inputs().len()];
        for constraint in circuit.constraints() {
            if let &Constraint::Implies(a, b) = constraint
                && let Node::Input(id) = circuit.node(a.node())
                && !a.is_inverted()
                && !supports[b.node().index()].inputs
            {
                implied[id.index()].push(b);
            }
        }
        let groups = leaf_groups(circuit, |node| match node {
            Node::Input(id) => Some(id.index()),
            _ => None,
        });
        let (simulator, random) = (Simulator::new_unless(circuit, stop)?, Random::new(seed));
        Some(Self { circuit, simulator, random, groups, implied })
    }

    /// Draws inputs for the state and evaluates the circuit.
    fn pattern(&mut self, registers: Vec<u64>) -> Pattern {
        let mut inputs: Vec<u64> = self.implied.iter().map(|_| self.random.word()).collect();
        self.simulator.evaluate(&inputs, &registers);
        for (word, implied) in inputs.iter_mut().zip(&self.implied) {
            *word = implied.iter().fold(*word, |word, &lit| word & self.simulator.value(lit));
        }
        for (members, exactly) in &self.groups {
            // A member is drawn with the same chance in every lane where it is allowed; in lanes
            // where none is drawn the first that is allowed must do.
            for &member in members {
                inputs[member] &= self.random.word() & self.random.word();
            }
            if *exactly {
                let drawn = members.iter().fold(0, |drawn, &member| drawn | inputs[member]);
                for &member in members {
                    let allowed = (self.implied[member].iter())
                        .fold(!drawn, |lanes, &lit| lanes & self.simulator.value(lit));
                    inputs[member] |= allowed;
                }
            }
            keep_one(&mut self.random, &mut inputs, members, false);
        }
        self.simulator.evaluate(&inputs, &registers);
        let atoms = self.circuit.loops().iter();
        let loops = atoms.map(|atom| self.simulator.value(atom.node.into())).collect();
        Pattern { inputs, registers, loops }
    }
}

/// The declared groups of which all members are leaves of one kind, and whether one of them must
/// hold; `index` gives the place of such a leaf.
fn leaf_groups(
    circuit: &Circuit,
    index: impl Fn(Node) -> Option<usize>,
) -> Vec<(Vec<usize>, bool)> {
    let as_leaf =
        |lit: &Lit| if lit.is_inverted() { None } else { index(circuit.node(lit.node())) };
    let mut groups = Vec::new();
    for constraint in circuit.constraints() {
        if let Constraint::AtMostOne(lits) | Constraint::ExactlyOne(lits) = constraint {
            let exactly = matches!(constraint, Constraint::ExactlyOne(_));
            let members: Option<Vec<usize>> = lits.iter().map(as_leaf).collect();
            groups.extend(
                members.filter(|members| !members.is_empty()).map(|members| (members, exactly)),
            );
        }
    }
    groups
}

/// Clears all but one member in each lane, from a random member on; with `exactly`, sets that member
/// where none is set.
fn keep_one(random: &mut Random, words: &mut [u64], members: &[usize], exactly: bool) {
    let start = random.below(members.len());
    let mut seen = 0;
    for &member in members[start..].iter().chain(&members[..start]) {
        words[member] &= !seen;
        seen |= words[member];
    }
    if exactly {
        words[members[start]] |= !seen;
    }
}
