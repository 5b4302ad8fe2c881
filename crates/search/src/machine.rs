//! A machine as a game, and the lanes as its reasoner.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use rustc_hash::FxHasher;
use stonegate_ground::{Goal, Machine, MoveId, Position, RoleId, State, Stepper};
use stonegate_lanes::{Engine, Expansions, Job, Key, Lanes, Outcome, Settings, Successors, replay};

use crate::exchange::Exchange;
use crate::experience::Experience;
use crate::game::{Game, goal_of_unfinished};
use crate::hidden::Passage;
use crate::moves::MoveLists;
use crate::options::Options;
use crate::reasoner::{Evaluation, Evaluations, Leaf, Playout, Reasoner};
use crate::worth::Worth;

/// A machine as a game.
pub struct MachineGame {
    machine: Arc<Machine>,
    chance: Option<RoleId>,
    oracle: Mutex<Oracle>,
    judge: Option<Box<Judge>>,
}

/// Tells what a position is worth to each role, 0 to 1.
type Judge = dyn Fn(&State) -> Vec<f32> + Send + Sync;

/// Answers questions one at a time. Several questions about one state come in a row.
#[derive(Debug)]
struct Oracle {
    stepper: Stepper,
    last: (State, Position),
}

impl Oracle {
    fn position(&mut self, state: &State) -> &Position {
        if self.last.0 != *state {
            self.last = (state.clone(), self.stepper.position(state));
        }
        &self.last.1
    }
}

impl MachineGame {
    /// Sees to it that the machine knows whether the game is zero-sum.
    pub fn new(machine: Arc<Machine>) -> Self {
        machine.is_zero_sum();
        let mut stepper = Stepper::new(&machine);
        let initial = machine.initial();
        let position = stepper.position(&initial);
        let oracle = Mutex::new(Oracle { stepper, last: (initial, position) });
        Self { chance: machine.chance(), oracle, machine, judge: None }
    }

    /// The same game, of which is known what positions are worth to each role, 0 to 1.
    #[must_use]
    pub fn judged_by(self, judge: impl Fn(&State) -> Vec<f32> + Send + Sync + 'static) -> Self {
        Self { judge: Some(Box::new(judge)), ..self }
    }

    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }

    /// What a joint move leads to.
    pub(crate) fn make_move(&self, state: &State, joint: &[MoveId]) -> Passage<State> {
        let (state, percepts) = self.oracle().stepper.make_move(state, joint);
        Passage { state, percepts }
    }

    fn oracle(&self) -> MutexGuard<'_, Oracle> {
        // What it has answered is right, whatever has become of the one who asked.
        self.oracle.lock()
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

    fn legal(&self, state: &State, role: RoleId) -> Vec<MoveId> {
        self.oracle().position(state).legal[role].clone()
    }

    fn apply(&self, state: &State, joint: &[MoveId]) -> State {
        self.oracle().stepper.next(state, joint)
    }

    fn outcome(&self, state: &State) -> Option<Vec<u8>> {
        let mut oracle = self.oracle();
        let position = oracle.position(state);
        let goals = position.goals.iter().map(|goals| Goal::of_role(goals.iter().copied()).value());
        position.terminal.then(|| goals.collect())
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        state.words().hash(&mut hasher);
        hasher.finish()
    }

    fn chance(&self) -> Option<RoleId> {
        self.chance
    }

    fn is_zero_sum(&self) -> bool {
        self.machine.is_zero_sum()
    }

    fn worth(&self, state: &State, role: RoleId) -> f32 {
        self.judge.as_ref().map_or(0.5, |judge| judge(state)[role])
    }

    fn has_goals(&self) -> bool {
        self.machine.roles.iter().any(|role| !role.goals.is_empty())
    }

    fn heap_bytes(&self, state: &State) -> usize {
        size_of_val(state.words())
    }
}

impl fmt::Debug for MachineGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MachineGame").field("oracle", &self.oracle).finish_non_exhaustive()
    }
}

/// Evaluates leaves in the lanes.
#[derive(Debug)]
pub struct LanesReasoner {
    engine: Arc<Engine>,
    lanes: Lanes,
    settings: Settings,
    experience: Option<Arc<Experience>>,
    /// For games that are played again, made when it is first used.
    stepper: Option<Stepper>,
}

impl LanesReasoner {
    pub fn new(engine: Arc<Engine>, options: &Options) -> Self {
        let settings = Settings { step_limit: options.step_limit, ..Settings::new(options.seed) };
        let lanes = Lanes::new(Arc::clone(&engine));
        Self { lanes, engine, settings, experience: None, stepper: None }
    }

    /// Where random games say little, learns what facts are worth and relies on that.
    #[must_use]
    pub fn with_experience(self, experience: &Arc<Experience>) -> Self {
        Self { experience: Some(Arc::clone(experience)), ..self }
    }

    /// The states after the moves of all leaves, and what holds in them.
    fn advance(&mut self, leaves: &[Leaf<'_, State>]) -> Successors {
        let machine = self.engine.machine();
        let states = machine.batch(leaves.iter().map(|leaf| leaf.state));
        let joints: Vec<MoveId> = leaves.iter().flat_map(|leaf| leaf.joint).copied().collect();
        self.lanes.advance(&states, &joints)
    }

    /// The positions after the moves of all leaves.
    fn positions(&mut self, leaves: &[Leaf<'_, State>]) -> Vec<Evaluation<State>> {
        let successors = self.advance(leaves);
        self.positions_of(&successors)
    }

    fn positions_of(
        &self,
        Successors { states, expansions, .. }: &Successors,
    ) -> Vec<Evaluation<State>> {
        let n_roles = self.engine.machine().roles.len();
        let positions = states.rows().enumerate().map(|(index, words)| {
            let outcome = outcome(expansions, index, n_roles);
            let legal = if outcome.is_some() {
                MoveLists::none(n_roles)
            } else {
                MoveLists::new(RoleId::first(n_roles).map(|role| expansions.legal(index, role)))
            };
            Evaluation { state: State::from_words(words), legal, outcome }
        });
        positions.collect()
    }

    /// What facts are worth, once that is learned.
    fn worth(&mut self, stop: &dyn Fn() -> bool) -> Option<Arc<Worth>> {
        let machine = self.engine.machine();
        self.experience.as_ref()?.worth(&mut self.lanes, machine, &self.settings, stop)
    }

    /// Evaluates leaves by what facts are worth, as if all their random games had gone so.
    fn judge(&mut self, leaves: &[Leaf<'_, State>], worth: &Worth) -> Evaluations<State> {
        let successors = self.advance(leaves);
        let Successors { states, expansions, .. } = &successors;
        let machine = self.engine.machine();
        let values = Exchange { lanes: &mut self.lanes, machine, worth }.values(states, expansions);
        let mut evaluations =
            Evaluations { positions: self.positions_of(&successors), ..Evaluations::default() };
        for (leaf, value) in leaves.iter().zip(values) {
            let most = 100 * leaf.playouts;
            let first = (value * most as f32).round() as u32;
            evaluations.goals.extend([first, most - first]);
            evaluations.steps += 1;
        }
        evaluations
    }
}

/// The goals in a position in which the game is over.
fn outcome(expansions: &Expansions, index: usize, n_roles: usize) -> Option<Box<[u8]>> {
    let goal = |role| Goal::of_role(expansions.goals(index, role)).value();
    expansions.is_terminal(index).then(|| RoleId::first(n_roles).map(goal).collect())
}

impl Reasoner<MachineGame> for LanesReasoner {
    fn evaluate(
        &mut self,
        leaves: &[Leaf<'_, State>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Evaluations<State>> {
        if let Some(worth) = self.worth(stop) {
            return Some(self.judge(leaves, &worth));
        }
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
        let successors = self.advance(leaves);
        let outcome = |index| outcome(&successors.expansions, index, n_roles);
        Some((0..leaves.len()).map(outcome).collect())
    }

    fn looks_far(&mut self, stop: &dyn Fn() -> bool) -> bool {
        let (machine, settings) = (self.engine.machine(), &self.settings);
        let experience = self.experience.as_ref();
        experience
            .and_then(|known| known.is_drawish(&mut self.lanes, machine, settings, stop))
            .unwrap_or(false)
    }

    fn replay(&mut self, leaf: &Leaf<'_, State>, playout: u32) -> Playout {
        let state = self.advance(std::slice::from_ref(leaf)).states.state(0);
        let machine = self.engine.machine();
        let stepper = self.stepper.get_or_insert_with(|| Stepper::new(machine));
        let key = Key::new(self.settings.seed, leaf.stream, playout.into());
        let replay = replay(stepper, &state, key, self.settings.step_limit);
        let goals = match replay.outcome {
            Outcome::Finished => {
                replay.goals.into_iter().map(|goals| Goal::of_role(goals).value()).collect()
            }
            Outcome::Unfinished | Outcome::Stuck => {
                vec![goal_of_unfinished(machine.roles.len()); machine.roles.len()]
            }
        };
        Playout { joint_moves: replay.moves, goals }
    }
}
