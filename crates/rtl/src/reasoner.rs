//! A board in the place of the lanes, for a search.

use std::io::{Read, Write};
use std::sync::Arc;

use stonegate_ground::{Goal, Machine, MoveId, RoleId, State};
use stonegate_lanes::{Engine, Outcome, Tally};
use stonegate_search::{
    Evaluation, Evaluations, LanesReasoner, Leaf, MachineGame, Options, Playout, Reasoner,
    goal_of_unfinished,
};

use crate::board::Look;
use crate::link::LinkError;
use crate::model;
use crate::numbering::Numbering;
use crate::protocol::{Examined, Job};
use crate::station::Station;

/// The most games that a reasoner plays at a request.
const MAX_PLAYOUTS: u32 = u16::MAX as u32;

/// Evaluates leaves on a board, and in the lanes when the board fails.
///
/// The state after each move is compared with that of the lanes, so that a board that is wrong
/// cannot lead the search astray.
#[derive(Debug)]
pub struct BoardReasoner<T> {
    station: Arc<Station<T>>,
    numbering: Arc<Numbering>,
    lanes: LanesReasoner,
    seed: u64,
    step_limit: u16,
}

impl<T: Read + Write> BoardReasoner<T> {
    /// The numbering is that of the engine's machine, the station has its board.
    pub fn new(
        station: Arc<Station<T>>,
        numbering: Arc<Numbering>,
        engine: &Arc<Engine>,
        options: &Options,
    ) -> Self {
        Self {
            station,
            numbering,
            lanes: LanesReasoner::new(Arc::clone(engine), options),
            seed: options.seed,
            step_limit: options.step_limit.try_into().unwrap_or(u16::MAX),
        }
    }

    fn board_machine(&self) -> &Arc<Machine> {
        self.numbering.board()
    }

    /// The jobs of a leaf, each small enough for a request.
    fn jobs(&self, leaf: &Leaf<'_, State>) -> impl Iterator<Item = Job> + use<T> {
        let (playouts, step_limit) = (leaf.playouts, self.step_limit);
        let seed = mix(self.seed ^ mix(leaf.stream));
        (0..playouts.div_ceil(MAX_PLAYOUTS).max(1)).map(move |number| Job {
            playouts: (playouts - number * MAX_PLAYOUTS).min(MAX_PLAYOUTS) as u16,
            step_limit,
            seed: seed.wrapping_add(number.into()),
        })
    }

    fn ask(
        &self,
        leaves: &[Leaf<'_, State>],
        successors: &[Evaluation<State>],
    ) -> Result<Evaluations<State>, LinkError> {
        let numbering = &*self.numbering;
        let steps = leaves.iter().map(|leaf| {
            (numbering.state_on_board(leaf.state), numbering.joint_on_board(leaf.joint))
        });
        let steps: Vec<(State, Vec<MoveId>)> = steps.collect();
        let looks = leaves.iter().zip(&steps).flat_map(|(leaf, (state, joint))| {
            let joint = Some(&joint[..]);
            self.jobs(leaf).map(move |job| Look { state, joint, job: Some(job) })
        });
        let looks: Vec<Look<'_>> = looks.collect();
        self.station.with(|board| self.compare(leaves, successors, board.examine(&looks)?))
    }

    /// What a board says of all jobs as evaluations, unless it is wrong.
    fn compare(
        &self,
        leaves: &[Leaf<'_, State>],
        successors: &[Evaluation<State>],
        examined: Vec<Examined>,
    ) -> Result<Evaluations<State>, LinkError> {
        let mut examined = examined.into_iter();
        let mut evaluations = Evaluations::default();
        for (leaf, expected) in leaves.iter().zip(successors) {
            let jobs: Vec<Job> = self.jobs(leaf).collect();
            let parts: Vec<Examined> = examined.by_ref().take(jobs.len()).collect();
            let state = self.numbering.state_on_board(&expected.state);
            for (part, job) in parts.iter().zip(&jobs) {
                check(part, &state, expected.outcome.is_some(), job)?;
                evaluations.steps += part.tally.as_ref().map_or(0, |tally| tally.steps);
            }
            evaluations.goals.extend(goals(&parts, self.board_machine().roles.len()));
            evaluations.positions.push(expected.clone());
        }
        Ok(evaluations)
    }
}

/// Is a board right about a state, and has it played all games?
fn check(examined: &Examined, state: &State, is_over: bool, job: &Job) -> Result<(), LinkError> {
    if examined.state.as_ref() != Some(state) {
        return Err(LinkError::Wrong("the state after a move"));
    }
    if examined.terminal != is_over {
        return Err(LinkError::Wrong("the end of the game"));
    }
    let n_games = examined.tally.as_ref().map(Tally::playouts);
    if n_games != Some(job.playouts.into()) {
        return Err(LinkError::Wrong("the number of its games"));
    }
    Ok(())
}

/// The sum of each role's goals in the games of all parts of a job.
fn goals(parts: &[Examined], n_roles: usize) -> Vec<u32> {
    let unfinished = u64::from(goal_of_unfinished(n_roles));
    let tallies = || parts.iter().filter_map(|part| part.tally.as_ref());
    let sum = |role: RoleId| {
        let goals = tallies()
            .map(|tally| tally.goals[role.index()] + unfinished * (tally.unfinished + tally.stuck));
        goals.sum::<u64>() as u32
    };
    RoleId::first(n_roles).map(sum).collect()
}

impl<T: Read + Write> Reasoner<MachineGame> for BoardReasoner<T> {
    /// A request to a board is not stopped: it has few games, and these have few steps.
    fn evaluate(
        &mut self,
        leaves: &[Leaf<'_, State>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Evaluations<State>> {
        if !self.station.is_worth_asking() {
            return self.lanes.evaluate(leaves, stop);
        }
        let without_games = leaves.iter().map(|leaf| Leaf { playouts: 0, ..*leaf });
        let successors = self.lanes.evaluate(&without_games.collect::<Vec<_>>(), stop)?.positions;
        match self.ask(leaves, &successors) {
            Ok(evaluations) => Some(evaluations),
            Err(_) => self.lanes.evaluate(leaves, stop),
        }
    }

    fn replay(&mut self, leaf: &Leaf<'_, State>, playout: u32) -> Playout {
        let shape = self.station.with(|board| Ok(*board.shape()));
        let Ok(shape) = shape else { return self.lanes.replay(leaf, playout) };
        let look = Leaf { playouts: 0, ..*leaf };
        let looked = self.lanes.evaluate(&[look], &|| false).expect("nobody stops it");
        let state = looked.positions.into_iter().next().expect("one leaf, one position").state;
        let state = self.numbering.state_on_board(&state);
        let job = self.jobs(leaf).nth((playout / MAX_PLAYOUTS) as usize);
        let games = job.map(|job| model::games(self.board_machine(), &shape, &state, &job));
        let game = games.and_then(|games| games.into_iter().nth((playout % MAX_PLAYOUTS) as usize));
        let Some(game) = game else { return self.lanes.replay(leaf, playout) };
        let goals = match game.outcome {
            Outcome::Finished => {
                game.goals.into_iter().map(|goals| Goal::of_role(goals).value()).collect()
            }
            Outcome::Unfinished | Outcome::Stuck => {
                let n_roles = self.board_machine().roles.len();
                vec![goal_of_unfinished(n_roles); n_roles]
            }
        };
        let joint_moves = game.joint_moves.iter();
        let joint_moves = joint_moves.map(|joint| self.numbering.joint_of_machine(joint));
        Playout { joint_moves: joint_moves.collect(), goals }
    }
}

/// Spreads the bits of a number (SplitMix64).
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
