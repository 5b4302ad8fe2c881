//! A machine as a game, and the lanes as its simulator.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;
use stonegate_ground::{Goal, Machine, State, Stepper};
use stonegate_lanes::{Engine, Expansions, Job, Key, Lanes, Outcome, Settings, replay};

use crate::game::{Game, goal_of_unfinished};
use crate::moves::MoveLists;
use crate::options::Options;
use crate::simulator::{Evaluation, Evaluations, Leaf, Playout, Simulator};

/// A machine as a game.
#[derive(Debug)]
pub struct MachineGame {
    machine: Arc<Machine>,
    chance: Option<usize>,
}

impl MachineGame {
    /// Sees to it that the machine knows whether the game is zero-sum.
    pub fn new(machine: Arc<Machine>) -> Self {
        machine.is_zero_sum();
        Self { chance: machine.chance(), machine }
    }

    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }
}

impl Game for MachineGame {
    type State = State;

    fn n_roles(&self) -> usize {
        self.machine.roles.len()
    }

    fn initial(&self) -> State {
        self.machine.initial()
    }

    fn legal(&self, state: &State, role: usize) -> Vec<u32> {
        let legal = Stepper::new(&self.machine).position(state).legal.swap_remove(role);
        legal.into_iter().map(|action| action as u32).collect()
    }

    fn apply(&self, state: &State, joint: &[u32]) -> State {
        let joint: Vec<usize> = joint.iter().map(|&action| action as usize).collect();
        Stepper::new(&self.machine).next(state, &joint)
    }

    fn outcome(&self, state: &State) -> Option<Vec<u8>> {
        let position = Stepper::new(&self.machine).position(state);
        let goals = position.goals.into_iter().map(|goals| Goal::of_role(goals).value());
        position.terminal.then(|| goals.collect())
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        state.words().hash(&mut hasher);
        hasher.finish()
    }

    fn chance(&self) -> Option<usize> {
        self.chance
    }

    fn is_zero_sum(&self) -> bool {
        self.machine.is_zero_sum()
    }

    fn has_goals(&self) -> bool {
        self.machine.roles.iter().any(|role| !role.goals.is_empty())
    }

    fn heap_bytes(&self, state: &State) -> usize {
        size_of_val(state.words())
    }
}

/// Evaluates leaves in the lanes.
#[derive(Debug)]
pub struct LanesSimulator {
    engine: Arc<Engine>,
    lanes: Lanes,
    settings: Settings,
}

impl LanesSimulator {
    pub fn new(engine: Arc<Engine>, options: &Options) -> Self {
        let settings = Settings { step_limit: options.step_limit, ..Settings::new(options.seed) };
        Self { lanes: Lanes::new(Arc::clone(&engine)), engine, settings }
    }

    /// The positions after the moves of all leaves.
    fn positions(&mut self, leaves: &[Leaf<'_, State>]) -> Vec<Evaluation<State>> {
        let n_roles = self.engine.machine().roles.len();
        let successors = self.lanes.advance(leaves.iter().map(|leaf| (leaf.state, leaf.joint)));
        let expansions = &successors.expansions;
        let positions = successors.states.into_iter().enumerate().map(|(index, state)| {
            let outcome = outcome(expansions, index, n_roles);
            let legal = if outcome.is_some() {
                MoveLists::none(n_roles)
            } else {
                MoveLists::new((0..n_roles).map(|role| expansions.legal(index, role)))
            };
            Evaluation { state, legal, outcome }
        });
        positions.collect()
    }
}

/// The goals in a position in which the game is over.
fn outcome(expansions: &Expansions, index: usize, n_roles: usize) -> Option<Box<[u8]>> {
    let goal = |role| Goal::of_role(expansions.goals(index, role)).value();
    expansions.is_terminal(index).then(|| (0..n_roles).map(goal).collect())
}

impl Simulator<MachineGame> for LanesSimulator {
    fn evaluate(
        &mut self,
        leaves: &[Leaf<'_, State>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Evaluations<State>> {
        let n_roles = self.engine.machine().roles.len();
        let positions = self.positions(leaves);
        let jobs = leaves
            .iter()
            .zip(&positions)
            .map(|(leaf, position)| Job::new(&position.state, leaf.playouts.into(), leaf.stream));
        let jobs: Vec<Job<&State>> = jobs.collect();
        let tallies = self.lanes.try_playouts(&jobs, &self.settings, stop)?;

        let mut evaluations = Evaluations { positions, ..Evaluations::default() };
        let unfinished = u64::from(goal_of_unfinished(n_roles));
        for tally in &tallies {
            let more = unfinished * (tally.unfinished + tally.stuck);
            evaluations.goals.extend(tally.goals.iter().map(|sum| (sum + more) as u32));
            evaluations.steps += tally.steps;
        }
        Some(evaluations)
    }

    fn make_moves(&mut self, leaves: &[Leaf<'_, State>]) -> Option<Vec<Evaluation<State>>> {
        Some(self.positions(leaves))
    }

    fn outcomes(&mut self, leaves: &[Leaf<'_, State>]) -> Option<Vec<Option<Box<[u8]>>>> {
        let n_roles = self.engine.machine().roles.len();
        let successors = self.lanes.advance(leaves.iter().map(|leaf| (leaf.state, leaf.joint)));
        let outcome = |index| outcome(&successors.expansions, index, n_roles);
        Some((0..leaves.len()).map(outcome).collect())
    }

    fn replay(&mut self, leaf: &Leaf<'_, State>, playout: u32) -> Playout {
        let machine = self.engine.machine();
        let state = self.lanes.advance([(leaf.state, leaf.joint)]).states.swap_remove(0);
        let key = Key::new(self.settings.seed, leaf.stream, playout.into());
        let replay = replay(machine, &state, key, self.settings.step_limit);
        let goals = match replay.outcome {
            Outcome::Finished => {
                replay.goals.into_iter().map(|goals| Goal::of_role(goals).value()).collect()
            }
            Outcome::Unfinished | Outcome::Stuck => {
                vec![goal_of_unfinished(machine.roles.len()); machine.roles.len()]
            }
        };
        let moves = replay.moves.iter();
        let joint_moves =
            moves.map(|joint| joint.iter().map(|&action| action as u32).collect()).collect();
        Playout { joint_moves, goals }
    }
}
