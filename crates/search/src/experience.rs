//! What random games teach about a game before its search relies on them.
//!
//! Where most random games have no winner, those that a leaf can afford say nothing. So some
//! thousand positions of random games are looked at, and what facts are worth is learned from how
//! games go on there. All this is done a round at a time between the waves of a search.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use stonegate_ground::{Machine, MoveId, State, StateBatch};
use stonegate_lanes::{Expansions, Job, Lanes, Settings, Tally};

use crate::game::goal_of_unfinished;
use crate::random::Random;
use crate::worth::{Features, Samples, Worth};

/// So many random games are played at a time.
const N_GAMES: usize = 512;

/// Random games say little if this part of them has no winner.
const MANY_DRAWS: f64 = 0.5;

/// Samples are taken so many rounds, and in between so many moves are made.
const N_ROUNDS: usize = 24;
const MOVES_PER_ROUND: usize = 8;

/// So many games are played to the end from each sample.
const PLAYOUTS: u64 = 2;

/// What is learned of a game, for all reasoners of a search.
#[derive(Debug, Default)]
pub struct Experience {
    /// Have most random games no winner?
    is_drawish: OnceLock<bool>,
    worth: OnceLock<Arc<Worth>>,
    lesson: Mutex<Option<Lesson>>,
}

/// What has been seen so far.
#[derive(Debug)]
struct Lesson {
    samples: Samples,
    states: StateBatch,
    n_rounds: usize,
}

impl Experience {
    /// Whether random games say little about a game, if there is time to find out.
    pub(crate) fn is_drawish(
        &self,
        lanes: &mut Lanes,
        machine: &Machine,
        settings: &Settings,
        stop: &dyn Fn() -> bool,
    ) -> Option<bool> {
        if let Some(&is_drawish) = self.is_drawish.get() {
            return Some(is_drawish);
        }
        let mut is_drawish = false;
        if machine.chance().is_none() && machine.roles.len() == 2 {
            let initial = machine.initial();
            let jobs = (0..N_GAMES as u64).map(|stream| Job::new(&initial, 1, stream));
            let tallies = lanes.try_playouts(&jobs.collect::<Vec<_>>(), settings, stop)?;
            let is_draw = |tally: &&Tally| tally.finished == 0 || tally.goals[0] == 50;
            let n_draws = tallies.iter().filter(is_draw).count();
            // What one wins the other loses, as far as can be seen.
            let is_fair =
                |tally: &Tally| tally.finished == 0 || tally.goals.iter().sum::<u64>() == 100;
            let is_zero_sum = tallies.iter().all(is_fair);
            is_drawish = is_zero_sum && n_draws as f64 >= MANY_DRAWS * N_GAMES as f64;
        }
        Some(*self.is_drawish.get_or_init(|| is_drawish))
    }

    /// What facts are worth, if that is known; else learns some more of it, unless somebody does.
    pub(crate) fn worth(
        &self,
        lanes: &mut Lanes,
        machine: &Machine,
        settings: &Settings,
        stop: &dyn Fn() -> bool,
    ) -> Option<Arc<Worth>> {
        if let Some(worth) = self.worth.get() {
            return Some(Arc::clone(worth));
        }
        if !self.is_drawish(lanes, machine, settings, stop)? {
            return None;
        }
        let mut lesson = self.lesson.try_lock()?;
        let lesson = lesson.get_or_insert_with(|| Lesson::new(machine));
        lesson.round(lanes, machine, settings, stop)?;
        if lesson.n_rounds < N_ROUNDS {
            return None;
        }
        Some(Arc::clone(self.worth.get_or_init(|| Arc::new(lesson.samples.worth()))))
    }
}

impl Lesson {
    fn new(machine: &Machine) -> Self {
        let initial = machine.initial();
        Self {
            samples: Samples::new(Features::new(machine)),
            states: machine.batch((0..N_GAMES).map(|_| &initial)),
            n_rounds: 0,
        }
    }

    /// Makes some moves in all games, and sees how they could go on; nothing if `stop` says so.
    fn round(
        &mut self,
        lanes: &mut Lanes,
        machine: &Machine,
        settings: &Settings,
        stop: &dyn Fn() -> bool,
    ) -> Option<()> {
        let mut random = Random::new(settings.seed, self.n_rounds as u64);
        let mut states = self.states.clone();
        for _ in 0..MOVES_PER_ROUND {
            states = random_step(lanes, machine, states, &mut random);
        }
        let positions = (0..states.len()).map(|index| states.state(index)).collect::<Vec<State>>();
        let first = (self.n_rounds * N_GAMES) as u64;
        let jobs = positions.iter().zip(first..);
        let jobs = jobs.map(|(state, stream)| Job::new(state, PLAYOUTS, stream));
        let tallies = lanes.try_playouts(&jobs.collect::<Vec<_>>(), settings, stop)?;
        let unfinished = f64::from(goal_of_unfinished(machine.roles.len()));
        for (state, tally) in positions.iter().zip(tallies) {
            let rest = (tally.unfinished + tally.stuck) as f64 * unfinished;
            let mean = (tally.goals[0] as f64 + rest) / PLAYOUTS as f64;
            self.samples.add(state.words(), mean / 50.0 - 1.0);
        }
        self.states = states;
        self.n_rounds += 1;
        Some(())
    }
}

/// The states after a random move in each, or in the initial state where the game is over.
fn random_step(
    lanes: &mut Lanes,
    machine: &Machine,
    mut states: StateBatch,
    random: &mut Random,
) -> StateBatch {
    let mut expansions = lanes.expand(&states);
    let is_over = |expansions: &Expansions, index| {
        expansions.is_terminal(index) || expansions.is_stuck(index)
    };
    if (0..states.len()).any(|index| is_over(&expansions, index)) {
        let initial = machine.initial();
        let all = states;
        states = StateBatch::new(all.stride());
        for (index, words) in all.rows().enumerate() {
            states.push(if is_over(&expansions, index) { initial.words() } else { words });
        }
        expansions = lanes.expand(&states);
    }
    let mut joints: Vec<MoveId> = Vec::new();
    for index in 0..states.len() {
        for role in machine.role_ids() {
            let mut legal = expansions.legal(index, role);
            let number = random.below(legal.len() as u32) as usize;
            joints.extend(legal.nth(number));
        }
    }
    lanes.advance(&states, &joints).states
}
