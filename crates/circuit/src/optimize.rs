//! The pipeline: all passes in a fixed order, repeated while it pays.

use crate::passes::{self, Fate, LitMap, Rebuilt, Sequential};
use crate::{Circuit, Pattern, random_play, scramble};

/// How hard to try.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Rounds of rewriting at most.
    pub rounds: usize,
    /// Steps of random play to look for equal gates and registers, 64 games each.
    pub steps: usize,
    /// Conflicts that a proof may cost; 0 leaves out all passes that need proofs.
    pub conflicts: u32,
}

impl Effort {
    /// For a first circuit, soon to be replaced by a better one.
    pub const QUICK: Self = Self { rounds: 1, steps: 0, conflicts: 0 };
    /// For a circuit that is going to be used much.
    pub const FULL: Self = Self { rounds: 12, steps: 512, conflicts: 100 };
}

/// An optimized circuit and how it came about.
#[derive(Clone, Debug)]
pub struct Optimized {
    pub circuit: Circuit,
    /// From the literals of the original circuit.
    pub map: LitMap,
    /// What became of each register.
    pub fates: Vec<Fate>,
    /// The passes in the order in which they ran.
    pub steps: Vec<Step>,
}

/// One pass that ran.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub pass: &'static str,
    /// Gates in the cones of outputs, next values and feeds after it.
    pub gates: usize,
}

/// Optimizes a circuit; the seed is that of the random play.
///
/// When `stop` says so, no more is changed, and what has been reached is put together.
///
/// ```
/// use stonegate_circuit::{Circuit, Effort, optimize};
///
/// let mut circuit = Circuit::new();
/// let [a, b, c] = ["a", "b", "c"].map(|name| circuit.input(name));
/// let (ab, ac) = (circuit.and(a, b), circuit.and(a, c));
/// let either = circuit.or(ab, ac);
/// circuit.output("either", either);
///
/// let optimized = optimize(&circuit, Effort::FULL, 0, &|| false);
/// assert_eq!((circuit.n_ands(), optimized.circuit.n_ands()), (3, 2));
/// ```
pub fn optimize(
    circuit: &Circuit,
    effort: Effort,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Optimized {
    let folded = passes::fold(circuit, stop);
    let folded = folded.or_else(|| Rebuilt::unchanged(circuit, &|| false));
    let folded = folded.expect("nothing stops it");
    let n_gates = folded.circuit.gates(folded.circuit.roots());
    let mut pipeline = Pipeline {
        rebuilt: folded,
        n_gates,
        fates: vec![Fate::Kept; circuit.registers().len()],
        steps: vec![Step { pass: "fold", gates: n_gates }],
        stop,
    };
    pipeline.run("remove_dead", |circuit| passes::remove_dead(circuit, stop));
    // Before all else if there is little time: these save most.
    pipeline.run("onehot", |circuit| passes::onehot(circuit, stop));
    pipeline.run("factor", |circuit| passes::factor(circuit, stop));
    if effort.conflicts > 0 {
        pipeline.clean_registers(effort, seed);
        pipeline.merge(effort, seed);
    }
    pipeline.rewrite_while_it_pays(effort.rounds);
    pipeline.finish()
}

/// Rounds over circuits with up to so many gates cost next to nothing; over larger ones they must
/// gain a percent.
const CHEAP: usize = 3000;

/// Going through so many nodes takes a moment.
const SMALL: usize = 1 << 18;

struct Pipeline<'a> {
    rebuilt: Rebuilt,
    /// Its gates in the cones of outputs, next values and feeds.
    n_gates: usize,
    fates: Vec<Fate>,
    steps: Vec<Step>,
    stop: &'a dyn Fn() -> bool,
}

impl Pipeline<'_> {
    /// Runs a pass, unless it is time to stop; a result that is larger is forgotten.
    fn run(&mut self, name: &'static str, pass: impl FnOnce(&Circuit) -> Option<Rebuilt>) {
        if !(self.stop)() {
            if let Some(result) = pass(&self.rebuilt.circuit) {
                let most = self.n_gates;
                self.accept(result, most);
            }
            self.steps.push(Step { pass: name, gates: self.n_gates });
        }
    }

    /// Takes a result over if it has no more gates than allowed, unless it is time to stop. One
    /// that was cut short is worth the time that this takes.
    fn accept(&mut self, result: Rebuilt, most: usize) -> Option<()> {
        let stop: &dyn Fn() -> bool = if (self.stop)() { &|| false } else { self.stop };
        let n_gates = result.circuit.gates_unless(result.circuit.roots(), stop)?;
        if n_gates > most {
            return None;
        }
        self.rebuilt.map = self.rebuilt.map.then(&result.map, stop)?;
        self.rebuilt.circuit = result.circuit;
        self.n_gates = n_gates;
        Some(())
    }

    fn clean_registers(&mut self, effort: Effort, seed: u64) {
        let Effort { conflicts, .. } = effort;
        let stop = self.stop;
        let patterns = play(&self.rebuilt.circuit, effort.steps, seed, stop);
        self.run_sequential("constant_registers", |circuit| {
            passes::constant_registers(circuit, &patterns, conflicts, stop)
        });
        self.run_sequential("equal_registers", |circuit| {
            passes::equal_registers(circuit, &patterns, conflicts, stop)
        });
    }

    fn run_sequential(
        &mut self,
        name: &'static str,
        pass: impl FnOnce(&Circuit) -> Option<Sequential>,
    ) {
        if !(self.stop)() {
            if let Some(Sequential { rebuilt, fates }) = pass(&self.rebuilt.circuit)
                && self.accept(rebuilt, usize::MAX).is_some()
            {
                for (fate, found) in self.fates.iter_mut().zip(fates) {
                    // A register that stands for another reads nothing: there is no more to find.
                    if *fate == Fate::Kept {
                        *fate = found;
                    }
                }
            }
            self.steps.push(Step { pass: name, gates: self.n_gates });
        }
    }

    fn merge(&mut self, effort: Effort, seed: u64) {
        let stop = self.stop;
        self.run("merge", |circuit| {
            let mut patterns = play(circuit, effort.steps / 2, seed, stop);
            patterns.extend(scramble(circuit, &patterns, seed, stop));
            passes::merge(circuit, &patterns, effort.conflicts, stop)
        });
    }

    fn rewrite_while_it_pays(&mut self, rounds: usize) {
        let stop = self.stop;
        for _ in 0..rounds {
            let before = self.n_gates;
            self.run("rewrite", |circuit| passes::rewrite(circuit, false, stop));
            self.run("refactor", |circuit| passes::refactor(circuit, false, stop));
            self.run("resubstitute", |circuit| passes::resubstitute(circuit, stop));
            self.run("factor", |circuit| passes::factor(circuit, stop));
            self.run("balance", |circuit| passes::balance(circuit, stop));
            // Moves without gain lead out of the hollow where the others got stuck.
            self.run("rewrite", |circuit| passes::rewrite(circuit, true, stop));
            self.run("refactor", |circuit| passes::refactor(circuit, true, stop));
            self.run("onehot", |circuit| passes::onehot(circuit, stop));
            let gain = before - self.n_gates;
            if gain == 0 || gain * 100 < before && before > CHEAP {
                break;
            }
        }
    }

    fn finish(mut self) -> Optimized {
        // What is dead does no harm: if the time is up, it goes only where that takes a moment.
        let is_small = self.rebuilt.circuit.nodes().len() <= SMALL;
        let stop: &dyn Fn() -> bool = if is_small { &|| false } else { self.stop };
        let pass = passes::remove_dead_and_unused_constraints;
        if let Some(result) = pass(&self.rebuilt.circuit, stop) {
            let most = self.n_gates;
            self.accept(result, most);
        }
        self.steps.push(Step { pass: "remove_dead_and_unused_constraints", gates: self.n_gates });
        let read = passes::read_registers_unless(&self.rebuilt.circuit, stop);
        for (fate, read) in self.fates.iter_mut().zip(read.into_iter().flatten()) {
            if *fate == Fate::Kept && !read {
                *fate = Fate::Unread;
            }
        }
        Optimized {
            circuit: self.rebuilt.circuit,
            map: self.rebuilt.map,
            fates: self.fates,
            steps: self.steps,
        }
    }
}

/// Random play, shorter for circuits so large that simulating them takes long.
fn play(circuit: &Circuit, steps: usize, seed: u64, stop: &dyn Fn() -> bool) -> Vec<Pattern> {
    const NODE_STEPS: usize = 10_000_000;
    random_play(circuit, steps.min(NODE_STEPS / circuit.nodes().len()), seed, stop)
}
