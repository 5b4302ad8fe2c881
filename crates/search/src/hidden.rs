//! Games with hidden information: the seam between what is believed and the rules.

use std::sync::Arc;

use parking_lot::Mutex;
use stonegate_ground::{MoveId, PerceptId, RoleId, State};
use stonegate_lanes::{Engine, Job, Lanes, Settings};

use crate::game::{Game, goal_of_unfinished};
use crate::machine::MachineGame;
use crate::random::Random;

/// A game whose roles see what they perceive, and not all moves.
pub trait HiddenGame: Game {
    /// What many joint moves lead to, each made in a state of its own.
    fn make_moves(&self, steps: &[Step<'_, Self::State>]) -> Vec<Passage<Self::State>>;

    /// The goals of each role after a random game from each of these states, from 0 to 100.
    fn playouts(&self, states: &[&Self::State], step_limit: u32, seed: u64) -> Vec<Vec<f32>> {
        let play = |(number, state): (usize, &&Self::State)| {
            play_at_random(self, state, step_limit, Random::new(seed, number as u64))
        };
        states.iter().enumerate().map(play).collect()
    }
}

/// A joint move in a state.
#[derive(Debug)]
pub struct Step<'a, S> {
    pub state: &'a S,
    pub joint: &'a [MoveId],
}

/// What a joint move leads to.
#[derive(Clone, Debug)]
pub struct Passage<S> {
    pub state: S,
    /// What each role perceives, ascending. A number means the same to a role throughout a game.
    pub percepts: Vec<Vec<PerceptId>>,
}

/// What a role knows of a game that has led to a state: a hash of all its moves and percepts. Who
/// knows the same has to do the same.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Knowledge(u64);

impl Knowledge {
    /// What is known after a move of one's own and what was perceived then.
    #[must_use]
    pub fn after(self, action: MoveId, percepts: &[PerceptId]) -> Self {
        let numbers = percepts.iter().map(|&percept| u64::from(u32::from(percept)) + 1);
        let own = u64::from(u32::from(action)) << 32;
        Self(numbers.fold(crate::random::mix(self.0 ^ own ^ 0x5bd1), |hash, number| {
            crate::random::mix(hash.rotate_left(7) ^ number)
        }))
    }
}

fn play_at_random<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    step_limit: u32,
    mut random: Random,
) -> Vec<f32> {
    let n_roles = game.n_roles();
    let mut state = state.clone();
    for _ in 0..step_limit {
        if let Some(goals) = game.outcome(&state) {
            return goals.into_iter().map(f32::from).collect();
        }
        let mut joint = Vec::with_capacity(n_roles);
        for role in RoleId::first(n_roles) {
            let legal = game.legal(&state, role);
            joint.extend(legal.get(random.below(legal.len() as u32) as usize));
        }
        if joint.len() < n_roles {
            break;
        }
        state = game.apply(&state, &joint);
    }
    let unfinished = || vec![goal_of_unfinished(n_roles); n_roles];
    game.outcome(&state).unwrap_or_else(unfinished).into_iter().map(f32::from).collect()
}

/// A machine on which many moves are made at once, in lanes.
#[derive(Debug)]
pub struct HiddenMachine {
    game: Arc<MachineGame>,
    lanes: Mutex<Lanes>,
}

impl HiddenMachine {
    pub fn new(game: Arc<MachineGame>, engine: Arc<Engine>) -> Self {
        Self { game, lanes: Mutex::new(Lanes::new(engine)) }
    }

    pub fn game(&self) -> &MachineGame {
        &self.game
    }
}

/// A handful of moves is made faster one by one.
const FEW: usize = 4;

impl HiddenGame for HiddenMachine {
    fn make_moves(&self, steps: &[Step<'_, State>]) -> Vec<Passage<State>> {
        if steps.len() <= FEW {
            return steps.iter().map(|step| self.game.make_move(step.state, step.joint)).collect();
        }
        let machine = self.game.machine();
        let states = machine.batch(steps.iter().map(|step| step.state));
        let joints = steps.iter().flat_map(|step| step.joint).copied().collect::<Vec<_>>();
        let successors = self.lanes.lock().advance(&states, &joints);
        let passage = |index| Passage {
            state: successors.states.state(index),
            percepts: machine
                .role_ids()
                .map(|role| successors.percepts.of(index, role).collect())
                .collect(),
        };
        (0..steps.len()).map(passage).collect()
    }

    fn playouts(&self, states: &[&State], step_limit: u32, seed: u64) -> Vec<Vec<f32>> {
        let jobs = states.iter().enumerate();
        let jobs = jobs.map(|(stream, &state)| Job::new(state, 1, stream as u64));
        let settings = Settings { step_limit, ..Settings::new(seed) };
        let n_roles = self.game.n_roles();
        let tallies = self.lanes.lock().playouts(&jobs.collect::<Vec<_>>(), &settings);
        let goals = |tally: stonegate_lanes::Tally| {
            if tally.finished > 0 {
                tally.goals.iter().map(|&goal| goal as f32).collect()
            } else {
                vec![f32::from(goal_of_unfinished(n_roles)); n_roles]
            }
        };
        tallies.into_iter().map(goals).collect()
    }
}

impl Game for HiddenMachine {
    type State = State;

    fn n_roles(&self) -> usize {
        self.game.n_roles()
    }

    fn initial(&self) -> State {
        self.game.initial()
    }

    fn legal(&self, state: &State, role: RoleId) -> Vec<MoveId> {
        self.game.legal(state, role)
    }

    fn apply(&self, state: &State, joint: &[MoveId]) -> State {
        self.game.apply(state, joint)
    }

    fn outcome(&self, state: &State) -> Option<Vec<u8>> {
        self.game.outcome(state)
    }

    fn hash(&self, state: &State) -> u64 {
        self.game.hash(state)
    }

    fn chance(&self) -> Option<RoleId> {
        self.game.chance()
    }

    fn heap_bytes(&self, state: &State) -> usize {
        self.game.heap_bytes(state)
    }
}
