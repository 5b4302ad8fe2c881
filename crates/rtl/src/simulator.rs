//! A board in the place of the lanes, for a search.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use stonegate_ground::{Machine, State};
use stonegate_lanes::{Engine, Outcome};
use stonegate_search::{
    Evaluation, Evaluations, LanesSimulator, Leaf, MachineGame, Options, Playout, Simulator,
};

use crate::board::{Board, Look};
use crate::link::LinkError;
use crate::model;
use crate::protocol::{Examined, Job};

/// The most games that a reasoner plays at a request.
const MAX_PLAYOUTS: u32 = u16::MAX as u32;

/// After so many failures in a row the board is out of use.
const MAX_FAILURES: u32 = 3;

/// A line that was broken may have been mended after so many waves.
const WAVES_TO_REST: u32 = 1000;

/// A board that several threads of a search ask in turn, and how to get at it.
pub struct Station<T> {
    shared: Mutex<Shared<T>>,
}

struct Shared<T> {
    machine: Arc<Machine>,
    open: Box<dyn FnMut() -> io::Result<T> + Send>,
    /// How many silences in a row are one too many.
    patience: u32,
    board: Option<Board<T>>,
    failures: u32,
    fault: Option<String>,
    /// Waves that went by since the line broke.
    rest: Option<u32>,
}

impl<T: Read + Write> Station<T> {
    /// `open` makes a line to the board; it is called again when the line breaks.
    pub fn new(
        machine: Arc<Machine>,
        open: Box<dyn FnMut() -> io::Result<T> + Send>,
        patience: u32,
    ) -> Self {
        let shared =
            Shared { machine, open, patience, board: None, failures: 0, fault: None, rest: None };
        Self { shared: Mutex::new(shared) }
    }

    /// Connects, and lets the board test itself.
    pub fn connect(&self) -> Result<(), LinkError> {
        self.lock().board()?.self_test()
    }

    /// Works with the board. Connects if there is no connection, and again if the line fails.
    pub fn with<R>(
        &self,
        mut work: impl FnMut(&mut Board<T>) -> Result<R, LinkError>,
    ) -> Result<R, LinkError> {
        let mut shared = self.lock();
        loop {
            match shared.board().and_then(&mut work) {
                Ok(result) => {
                    shared.failures = 0;
                    return Ok(result);
                }
                Err(error) => {
                    shared.fail(&error);
                    if shared.failures >= MAX_FAILURES {
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Why the board is out of use, if it is.
    pub fn fault(&self) -> Option<String> {
        let shared = self.lock();
        (shared.failures >= MAX_FAILURES).then(|| shared.fault.clone()).flatten()
    }

    /// Whether it is worthwhile to ask the board: a line that was broken is tried now and then.
    fn is_worth_asking(&self) -> bool {
        let mut shared = self.lock();
        if shared.failures < MAX_FAILURES {
            return true;
        }
        let Some(rest) = &mut shared.rest else { return false };
        *rest = (*rest + 1) % WAVES_TO_REST;
        *rest == 0
    }

    fn lock(&self) -> MutexGuard<'_, Shared<T>> {
        // A board whose user has panicked is connected again.
        self.shared.lock().unwrap_or_else(|poison| {
            let mut shared = PoisonError::into_inner(poison);
            shared.board = None;
            shared
        })
    }
}

impl<T: Read + Write> Shared<T> {
    /// Closes the line. A board that is silent or wrong stays so; other troubles may pass.
    fn fail(&mut self, error: &LinkError) {
        self.board = None;
        self.fault = Some(error.to_string());
        self.rest = matches!(error, LinkError::Line(_)).then_some(0);
        self.failures = match error {
            LinkError::Line(_) | LinkError::Noise | LinkError::Refused(_) => self.failures + 1,
            _ => MAX_FAILURES,
        };
    }

    fn board(&mut self) -> Result<&mut Board<T>, LinkError> {
        if self.board.is_none() {
            let line = (self.open)().map_err(LinkError::Line)?;
            self.board = Some(Board::connect(line, Arc::clone(&self.machine), self.patience)?);
        }
        Ok(self.board.as_mut().expect("it is there, or an error was given"))
    }
}

impl<T> fmt::Debug for Station<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Station").finish_non_exhaustive()
    }
}

/// Evaluates leaves on a board, and in the lanes when the board fails.
///
/// The state after each move is compared with that of the lanes, so that a board that is wrong
/// cannot lead the search astray.
#[derive(Debug)]
pub struct BoardSimulator<T> {
    station: Arc<Station<T>>,
    machine: Arc<Machine>,
    lanes: LanesSimulator,
    seed: u64,
    step_limit: u16,
}

impl<T: Read + Write> BoardSimulator<T> {
    pub fn new(station: Arc<Station<T>>, engine: &Arc<Engine>, options: &Options) -> Self {
        Self {
            station,
            machine: Arc::clone(engine.machine()),
            lanes: LanesSimulator::new(Arc::clone(engine), options),
            seed: options.seed,
            step_limit: options.step_limit.try_into().unwrap_or(u16::MAX),
        }
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
        let looks = leaves.iter().flat_map(|leaf| {
            let (state, joint) = (leaf.state, Some(leaf.joint));
            self.jobs(leaf).map(move |job| Look { state, joint, job: Some(job) })
        });
        let looks: Vec<Look<'_>> = looks.collect();
        let examined = self.station.with(|board| board.examine(&looks))?;
        let mut examined = examined.into_iter();
        let mut evaluations = Evaluations::default();
        for (leaf, expected) in leaves.iter().zip(successors) {
            let n_jobs = self.jobs(leaf).count();
            let parts: Vec<Examined> = examined.by_ref().take(n_jobs).collect();
            for part in &parts {
                check(part, expected)?;
                evaluations.steps += part.tally.as_ref().map_or(0, |tally| tally.steps);
            }
            evaluations.goals.extend(goals(&parts, self.machine.roles.len()));
            evaluations.positions.push(expected.clone());
        }
        Ok(evaluations)
    }
}

/// Is a board right about a state?
fn check(examined: &Examined, expected: &Evaluation<State>) -> Result<(), LinkError> {
    if examined.state.as_ref() != Some(&expected.state) {
        return Err(LinkError::Wrong("the state after a move"));
    }
    if examined.terminal != expected.outcome.is_some() {
        return Err(LinkError::Wrong("the end of the game"));
    }
    Ok(())
}

/// The sum of each role's goals in the games of all parts of a job.
fn goals(parts: &[Examined], n_roles: usize) -> Vec<u32> {
    let unfinished = u64::from(goal_of_unfinished(n_roles));
    let tallies = || parts.iter().filter_map(|part| part.tally.as_ref());
    let sum = |role: usize| {
        let goals = tallies()
            .map(|tally| tally.goals[role] + unfinished * (tally.unfinished + tally.stuck));
        goals.sum::<u64>() as u32
    };
    (0..n_roles).map(sum).collect()
}

impl<T: Read + Write> Simulator<MachineGame> for BoardSimulator<T> {
    fn evaluate(&mut self, leaves: &[Leaf<'_, State>]) -> Evaluations<State> {
        if !self.station.is_worth_asking() {
            return self.lanes.evaluate(leaves);
        }
        let without_games = leaves.iter().map(|leaf| Leaf { playouts: 0, ..*leaf });
        let successors = self.lanes.evaluate(&without_games.collect::<Vec<_>>()).positions;
        match self.ask(leaves, &successors) {
            Ok(evaluations) => evaluations,
            Err(_) => self.lanes.evaluate(leaves),
        }
    }

    fn replay(&mut self, leaf: &Leaf<'_, State>, playout: u32) -> Playout {
        let shape = self.station.with(|board| Ok(*board.shape()));
        let Ok(shape) = shape else { return self.lanes.replay(leaf, playout) };
        let look = Leaf { playouts: 0, ..*leaf };
        let state = self.lanes.evaluate(&[look]).positions.swap_remove(0).state;
        let job = self.jobs(leaf).nth((playout / MAX_PLAYOUTS) as usize);
        let games = job.map(|job| model::games(&self.machine, &shape, &state, &job));
        let game = games.and_then(|games| games.into_iter().nth((playout % MAX_PLAYOUTS) as usize));
        let Some(game) = game else { return self.lanes.replay(leaf, playout) };
        let goals = match game.outcome {
            Outcome::Finished => {
                game.goals.iter().map(|goals| goals.last().copied().unwrap_or(0) as u8).collect()
            }
            Outcome::Unfinished | Outcome::Stuck => {
                vec![goal_of_unfinished(self.machine.roles.len()); self.machine.roles.len()]
            }
        };
        let joint_moves = game.joint_moves.iter();
        let joint_moves =
            joint_moves.map(|joint| joint.iter().map(|&action| action as u32).collect()).collect();
        Playout { joint_moves, goals }
    }
}

/// What a game that is given up counts for, as [`Simulator::evaluate`] has it.
fn goal_of_unfinished(n_roles: usize) -> u8 {
    if n_roles > 1 { 50 } else { 0 }
}

/// Spreads the bits of a number (SplitMix64).
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
