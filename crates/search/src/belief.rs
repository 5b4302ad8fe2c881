//! What a role believes of a game of which it sees little: many states that may be, each with what
//! the other roles know there.
//!
//! The states are advanced by the role's own move and all moves of the others, or as many as there
//! is room for, and those are kept in which the role perceives what it has perceived (Schofield,
//! Cerexhe and Thielscher, "HyperPlay: A Solution to General Game Playing with Imperfect
//! Information", AAAI 2012). As long as all moves can be tried, the belief is exact.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use stonegate_ground::{MoveId, PerceptId, RoleId};

use crate::hidden::{HiddenGame, Knowledge, Passage, Step};
use crate::random::Random;

/// A state that may be.
#[derive(Clone, Debug)]
pub struct Particle<S> {
    pub state: S,
    /// How likely it is; those of a belief sum up to 1.
    pub weight: f64,
    /// What each role knows there.
    pub knowledge: Vec<Knowledge>,
}

/// How many states are kept and tried.
#[derive(Copy, Clone, Debug)]
pub struct BeliefSize {
    /// So many states are kept.
    pub kept: usize,
    /// So many moves are tried in a turn, as long as not enough of them agree with the percepts.
    pub tried: usize,
}

impl BeliefSize {
    /// Where games are played on a circuit.
    pub const ON_A_MACHINE: Self = Self { kept: 2048, tried: 1 << 16 };
    /// Where they are played straight from the clauses.
    pub const ON_CLAUSES: Self = Self { kept: 32, tried: 2048 };
}

/// What became of a belief in a turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Account {
    pub origin: Origin,
    /// How many different states there are.
    pub n_states: usize,
    /// How many moves were tried.
    pub n_tried: usize,
}

/// Where the states of a belief come from.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Origin {
    /// From the states before and all moves there: none is missing.
    Exact,
    /// From the states before and random moves.
    Sampled,
    /// No state was left. The game was played again from its start, at random.
    Replayed,
    /// Not even so. The game was played again with moves taken back where they do not fit.
    Backtracked,
    /// No way was found in which all that was perceived can have been perceived: what was perceived
    /// in this turn is left out of account.
    Dry,
}

/// How likely it is that a role that knows this makes each of these moves.
pub type Policy<'a> = dyn Fn(RoleId, Knowledge, &[MoveId]) -> Vec<f64> + 'a;

/// All moves are equally likely.
pub fn uniform(_role: RoleId, _knowledge: Knowledge, legal: &[MoveId]) -> Vec<f64> {
    vec![1.0 / legal.len() as f64; legal.len()]
}

/// What a role believes.
#[derive(Debug)]
pub struct Belief<G: HiddenGame> {
    game: Arc<G>,
    role: RoleId,
    size: BeliefSize,
    particles: Vec<Particle<G::State>>,
    past: Vec<Turn>,
    /// Whether no state is missing.
    is_complete: bool,
    random: Random,
}

/// What a role knows of a turn.
#[derive(Clone, Debug)]
struct Turn {
    /// Its own move.
    action: MoveId,
    /// What it perceived, ascending.
    percepts: Vec<PerceptId>,
    /// Nothing explains what it perceived: any state will do.
    is_enigma: bool,
}

impl Turn {
    fn agrees(&self, percepts: &[PerceptId]) -> bool {
        self.is_enigma || self.percepts == percepts
    }
}

/// The states after a turn.
struct Advanced<S> {
    particles: Vec<Particle<S>>,
    n_tried: usize,
    /// Whether all moves were tried and all states kept.
    is_complete: bool,
}

/// How many joint moves are made at once.
const BATCH: usize = 512;

impl<G: HiddenGame> Belief<G> {
    /// At the start of a game, which everybody knows.
    pub fn new(game: Arc<G>, role: RoleId, size: BeliefSize, seed: u64) -> Self {
        let particles = vec![start(&*game)];
        let (past, random) = (Vec::new(), Random::new(seed, 0));
        Self { game, role, size, particles, past, is_complete: true, random }
    }

    /// The states that may be; none if the role cannot have made its moves.
    pub fn particles(&self) -> &[Particle<G::State>] {
        &self.particles
    }

    /// What the role itself knows.
    pub fn knowledge(&self) -> Knowledge {
        let know = |knowledge: Knowledge, turn: &Turn| knowledge.after(turn.action, &turn.percepts);
        self.past.iter().fold(Knowledge::default(), know)
    }

    /// How many turns have passed.
    pub fn n_turns(&self) -> usize {
        self.past.len()
    }

    /// A state, each as often as it is likely.
    pub(crate) fn draw(&self, random: &mut Random) -> Option<&Particle<G::State>> {
        let mut place = random.fraction();
        for particle in &self.particles {
            place -= particle.weight;
            if place < 0.0 {
                return Some(particle);
            }
        }
        self.particles.last()
    }

    /// Takes in a turn: the role's own move and what it perceived. `policy` says how likely the
    /// moves of others are.
    pub fn hear(
        &mut self,
        action: MoveId,
        percepts: &[PerceptId],
        policy: &Policy<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Account {
        let mut percepts = percepts.to_vec();
        percepts.sort_unstable();
        percepts.dedup();
        self.past.push(Turn { action, percepts, is_enigma: false });
        let before = std::mem::take(&mut self.particles);
        let turn = self.past.len() - 1;
        let Advanced { particles, mut n_tried, is_complete } =
            self.advance(&before, turn, self.size, policy, stop);
        self.particles = particles;
        self.is_complete &= is_complete;
        let mut origin = if self.is_complete { Origin::Exact } else { Origin::Sampled };
        if self.particles.is_empty() && !self.is_complete {
            origin = Origin::Replayed;
            n_tried += self.replay(policy, stop);
            if self.particles.is_empty() {
                origin = Origin::Backtracked;
                n_tried += self.backtrack(stop);
            }
        }
        if self.particles.is_empty() {
            origin = Origin::Dry;
            self.past[turn].is_enigma = true;
            self.particles = self.advance(&before, turn, self.size, policy, &|| false).particles;
        }
        Account { origin, n_states: self.particles.len(), n_tried }
    }

    /// The states after a turn, of those before it.
    fn advance(
        &mut self,
        before: &[Particle<G::State>],
        turn: usize,
        size: BeliefSize,
        policy: &Policy<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Advanced<G::State> {
        let options = before.iter().map(|particle| self.options(particle, turn, policy));
        let options = options.collect::<Vec<_>>();
        let n_joint = options.iter().map(Options::n_joint).fold(0, usize::saturating_add);
        let mut found = Found::default();
        let mut n_tried = 0;
        let tries_all = n_joint <= size.tried;
        let mut all = options.iter().enumerate().flat_map(|(index, options)| {
            (0..options.n_joint().min(size.tried + 1)).map(move |number| (index, number))
        });
        while n_tried < size.tried && !stop() {
            let joints = if tries_all {
                let joints = all.by_ref().take(BATCH);
                joints
                    .map(|(index, number)| {
                        let (joint, likelihood) = options[index].nth(number);
                        (index, joint, before[index].weight * likelihood)
                    })
                    .collect::<Vec<_>>()
            } else if found.n_kept < size.kept {
                self.draw_joints(before, &options, BATCH.min(size.tried - n_tried))
            } else {
                Vec::new()
            };
            if joints.is_empty() {
                break;
            }
            n_tried += joints.len();
            self.try_joints(before, &joints, turn, &mut found);
        }
        let is_complete = n_tried == n_joint && found.particles.len() <= size.kept;
        let particles = found.into_particles(size.kept, &mut self.random);
        Advanced { particles, n_tried, is_complete }
    }

    /// The moves that the roles can have made in a state.
    fn options(&self, particle: &Particle<G::State>, turn: usize, policy: &Policy<'_>) -> Options {
        if self.game.outcome(&particle.state).is_some() {
            return Options(Vec::new());
        }
        let chance = self.game.chance();
        let of_role = |role: RoleId| {
            let legal = self.game.legal(&particle.state, role);
            if role == self.role {
                let own = self.past[turn].action;
                return if legal.contains(&own) { vec![(own, 1.0)] } else { Vec::new() };
            }
            let likely = if Some(role) == chance {
                uniform(role, Knowledge::default(), &legal)
            } else {
                policy(role, particle.knowledge[role], &legal)
            };
            legal.into_iter().zip(likely).collect()
        };
        Options(RoleId::first(self.game.n_roles()).map(of_role).collect())
    }

    fn draw_joints(
        &mut self,
        before: &[Particle<G::State>],
        options: &[Options],
        n: usize,
    ) -> Vec<(usize, Vec<MoveId>, f64)> {
        let possible = |&index: &usize| options[index].n_joint() > 0;
        let possible = (0..before.len()).filter(possible).collect::<Vec<_>>();
        let total = possible.iter().map(|&index| before[index].weight).sum::<f64>();
        let Some(&last) = possible.last() else { return Vec::new() };
        let mut joints = Vec::with_capacity(n);
        for _ in 0..n {
            let mut place = self.random.fraction() * total;
            let found = possible.iter().copied().find(|&index| {
                place -= before[index].weight;
                place < 0.0
            });
            let index = found.unwrap_or(last);
            joints.push((index, options[index].draw(&mut self.random), 1.0));
        }
        joints
    }

    /// Makes joint moves, and keeps those states in which the role perceives what it has perceived.
    fn try_joints(
        &self,
        before: &[Particle<G::State>],
        joints: &[(usize, Vec<MoveId>, f64)],
        turn: usize,
        found: &mut Found<G::State>,
    ) {
        let steps = joints
            .iter()
            .map(|(index, joint, _)| Step { state: &before[*index].state, joint })
            .collect::<Vec<_>>();
        let passages = self.game.make_moves(&steps);
        for ((index, joint, weight), passage) in joints.iter().zip(passages) {
            if self.past[turn].agrees(&passage.percepts[self.role]) {
                let knowledge = learn(&before[*index].knowledge, joint, &passage);
                let hash = self.game.hash(&passage.state);
                found.add(hash, Particle { state: passage.state, weight: *weight, knowledge });
            }
        }
    }

    /// Plays the whole game again, with more states than are kept otherwise.
    fn replay(&mut self, policy: &Policy<'_>, stop: &dyn Fn() -> bool) -> usize {
        let size = BeliefSize { kept: 2 * self.size.kept, tried: 4 * self.size.tried };
        let mut n_tried = 0;
        let mut particles = vec![start(&*self.game)];
        for turn in 0..self.past.len() {
            let after = self.advance(&particles, turn, size, policy, stop);
            n_tried += after.n_tried;
            particles = after.particles;
        }
        particles.truncate(self.size.kept);
        normalize(&mut particles);
        self.particles = particles;
        n_tried
    }

    /// Looks for ways through the game, depth first: a move that does not fit is taken back.
    fn backtrack(&mut self, stop: &dyn Fn() -> bool) -> usize {
        let max_tried = 4 * self.size.tried;
        let mut n_tried = 0;
        let mut found = Found::default();
        while n_tried < max_tried && found.n_kept < self.size.kept.div_ceil(8) && !stop() {
            // Each position on the way, with the moves that were not tried there yet.
            let first = start(&*self.game);
            let moves = self.shuffled(&first, 0);
            let mut way = vec![(first, moves)];
            let budget = n_tried + max_tried.div_ceil(4);
            while let Some((particle, moves)) = way.last_mut()
                && n_tried < budget
                && !stop()
            {
                let Some(joint) = moves.pop() else {
                    way.pop();
                    continue;
                };
                n_tried += 1;
                let steps = [Step { state: &particle.state, joint: &joint }];
                let Some(passage) = self.game.make_moves(&steps).pop() else { break };
                let turn = way.len() - 1;
                let before = &way[turn].0;
                if !self.past[turn].agrees(&passage.percepts[self.role]) {
                    continue;
                }
                let knowledge = learn(&before.knowledge, &joint, &passage);
                let next = Particle { state: passage.state, weight: 1.0, knowledge };
                if way.len() == self.past.len() {
                    found.add(self.game.hash(&next.state), next);
                    break;
                }
                let moves = self.shuffled(&next, way.len());
                way.push((next, moves));
            }
            if way.is_empty() {
                break;
            }
        }
        self.particles = found.into_particles(self.size.kept, &mut self.random);
        n_tried
    }

    /// Joint moves in a state, in random order; many of them if there are too many.
    fn shuffled(&mut self, particle: &Particle<G::State>, turn: usize) -> Vec<Vec<MoveId>> {
        let options = self.options(particle, turn, &uniform);
        let n_joint = options.n_joint();
        let mut joints = if n_joint <= BATCH {
            (0..n_joint).map(|number| options.nth(number).0).collect::<Vec<_>>()
        } else {
            (0..BATCH).map(|_| options.draw(&mut self.random)).collect()
        };
        for index in (1..joints.len()).rev() {
            joints.swap(index, self.random.below(index as u32 + 1) as usize);
        }
        joints
    }
}

/// The initial state, in which nobody has seen anything yet.
pub(crate) fn start<G: HiddenGame>(game: &G) -> Particle<G::State> {
    let knowledge = vec![Knowledge::default(); game.n_roles()];
    Particle { state: game.initial(), weight: 1.0, knowledge }
}

/// What all roles know after a joint move.
pub(crate) fn learn<S>(
    before: &[Knowledge],
    joint: &[MoveId],
    passage: &Passage<S>,
) -> Vec<Knowledge> {
    let roles = before.iter().zip(joint).zip(&passage.percepts);
    roles.map(|((knowledge, &action), percepts)| knowledge.after(action, percepts)).collect()
}

/// The moves of each role in a state, with how likely they are.
struct Options(Vec<Vec<(MoveId, f64)>>);

impl Options {
    fn n_joint(&self) -> usize {
        match &self.0[..] {
            [] => 0,
            roles => roles.iter().map(Vec::len).fold(1, usize::saturating_mul),
        }
    }

    /// The joint move of this number, and how likely it is.
    fn nth(&self, mut number: usize) -> (Vec<MoveId>, f64) {
        let mut joint = Vec::with_capacity(self.0.len());
        let mut likelihood = 1.0;
        for moves in &self.0 {
            let (action, likely) = moves[number % moves.len()];
            number /= moves.len();
            joint.push(action);
            likelihood *= likely;
        }
        (joint, likelihood)
    }

    fn draw(&self, random: &mut Random) -> Vec<MoveId> {
        let of_role = |moves: &Vec<(MoveId, f64)>| {
            let mut place = random.fraction();
            let found = moves.iter().find(|(_, likely)| {
                place -= likely;
                place < 0.0
            });
            found.or(moves.last()).expect("there is a joint move").0
        };
        self.0.iter().map(of_role).collect()
    }
}

/// States that agree with what was perceived, equal ones together.
struct Found<S> {
    particles: Vec<Particle<S>>,
    by_hash: FxHashMap<u64, Vec<usize>>,
    n_kept: usize,
}

impl<S> Default for Found<S> {
    fn default() -> Self {
        Self { particles: Vec::new(), by_hash: FxHashMap::default(), n_kept: 0 }
    }
}

impl<S: Clone + Eq> Found<S> {
    fn add(&mut self, hash: u64, particle: Particle<S>) {
        self.n_kept += 1;
        let alike = self.by_hash.entry(hash).or_default();
        let same = alike.iter().copied().find(|&index| {
            let other = &self.particles[index];
            other.state == particle.state && other.knowledge == particle.knowledge
        });
        if let Some(index) = same {
            self.particles[index].weight += particle.weight;
        } else {
            alike.push(self.particles.len());
            self.particles.push(particle);
        }
    }

    /// At most so many of them, drawn by their weights.
    fn into_particles(self, n: usize, random: &mut Random) -> Vec<Particle<S>> {
        let mut particles = self.particles;
        if particles.len() > n {
            let total = particles.iter().map(|particle| particle.weight).sum::<f64>();
            let (pace, mut next) = (total / n as f64, random.fraction() * total / n as f64);
            let mut sum = 0.0;
            particles.retain_mut(|particle| {
                sum += particle.weight;
                let mut n_drawn = 0;
                while next < sum {
                    next += pace;
                    n_drawn += 1;
                }
                particle.weight = f64::from(n_drawn);
                n_drawn > 0
            });
        }
        normalize(&mut particles);
        particles
    }
}

fn normalize<S>(particles: &mut [Particle<S>]) {
    let total = particles.iter().map(|particle| particle.weight).sum::<f64>();
    if total > 0.0 {
        for particle in particles {
            particle.weight /= total;
        }
    } else {
        // What a policy calls impossible has happened all the same.
        let n = particles.len() as f64;
        for particle in particles {
            particle.weight = 1.0 / n;
        }
    }
}
