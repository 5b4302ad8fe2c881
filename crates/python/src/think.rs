//! What can be found out about positions: playouts, search, counts and perfect play.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use numpy::{PyArrayMethods, ToPyArray};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use stonegate_ground::{MoveId, RoleId, StateBatch};
use stonegate_lanes::{Job, LANES, Lanes, Settings, Tally};
use stonegate_search::{
    LanesReasoner, MachineGame, Options, Report, Search, Solution, SolveBudget, SolvedGame,
    Unsolved, Value, goal_of_unfinished, work_together,
};

use crate::batch::Batch;
use crate::game::Game;
use crate::pool::{interruptible, interruptible_here, pool};
use crate::state::State;
use crate::typed::{Array, RoleKey};

/// The tables of all positions together may take so many bytes.
const SEARCH_BYTES: usize = 4 << 30;

/// More than an iteration ever adds to a tree. Tables are made for as much as there may be.
const BYTES_PER_ITERATION: usize = 1 << 16;

/// Moves of the longest lines that are counted, each of which needs a part of the stack.
const MAX_PERFT: usize = 256;

/// Iterations that are done before other threads would have begun.
const SMALL_SEARCH: u64 = 5000;

/// Positions that share waves. More of them fill the lanes better, above all with the waves of a leaf
/// each with which trees begin, but trees that have grown are too large for the cache then.
const GROUP: RangeInclusive<usize> = 64..=128;

/// So many iterations of a group stay in the cache.
const GROUP_ITERATIONS: u64 = 1 << 15;

/// The mean rewards of each role in `k` random games from each position of a batch: float32 of the
/// shape (n, roles). Games that are not over after `max_steps` count as 0.
#[pyfunction]
#[pyo3(signature = (batch, k, *, seed = 0, max_steps = 10_000))]
pub(crate) fn playouts<'py>(
    py: Python<'py>,
    batch: &Batch,
    k: u32,
    seed: u64,
    max_steps: u32,
) -> PyResult<Array<'py, f32>> {
    if k == 0 {
        return Err(PyValueError::new_err("there is at least one game from each position"));
    }
    let states = batch.states(py)?;
    let game = batch.game().get();
    let n_roles = game.machine.roles.len();
    let settings = Settings { step_limit: max_steps, ..Settings::new(seed) };
    let pool = pool()?;
    let tallies = interruptible(py, |stop| {
        let jobs = (0..states.len()).map(|at| Job::new(states.state(at), k.into(), at as u64));
        let jobs: Vec<Job> = jobs.collect();
        let parts: Option<Vec<Vec<Tally>>> = pool.install(|| {
            jobs.par_chunks(LANES)
                .map_init(
                    || Lanes::new(Arc::clone(&game.engine)),
                    |lanes, jobs| {
                        lanes.try_playouts(jobs, &settings, &|| stop.load(Ordering::Relaxed))
                    },
                )
                .collect()
        });
        parts.map(|parts| parts.into_iter().flatten().collect::<Vec<Tally>>())
    })?;
    let tallies = tallies.unwrap_or_default();
    let reward = |tally: &Tally, role: usize| {
        // Each finished game is worth twice its goal less one; the others nothing.
        (tally.goals[role] as f64 / 50.0 - tally.finished as f64) / f64::from(k)
    };
    let means: Vec<f32> = tallies
        .iter()
        .flat_map(|tally| (0..n_roles).map(move |role| reward(tally, role) as f32))
        .collect();
    let means = means.to_pyarray(py).reshape([tallies.len(), n_roles])?;
    Ok(Array::new(means.into_any()))
}

/// Searches all positions of a batch, each with so many iterations: a dictionary with the `visits`
/// (int32) and mean `values` (float32, -1 to 1) of each move of a role, or else of whoever's turn it
/// is, of the shape (n, num_actions), the number of the `best` move (int32, -1 where the game is
/// over), and the `value` of the position for each role (float32, of the shape (n, roles)).
/// `options` are those of the command line, such as `c=0.4,playouts=1`. In a game with hidden
/// information this would be cheating: `ValueError`; `Belief` searches what a role knows.
#[pyfunction]
#[pyo3(signature = (batch, iterations, *, role = None, seed = 0, options = ""))]
pub(crate) fn search<'py>(
    py: Python<'py>,
    batch: &Batch,
    iterations: u64,
    role: Option<RoleKey>,
    seed: u64,
    options: &str,
) -> PyResult<Bound<'py, PyDict>> {
    if iterations == 0 {
        return Err(PyValueError::new_err("there is at least one iteration"));
    }
    let options: Options = options.parse().map_err(|e| PyValueError::new_err(format!("{e}")))?;
    let states = batch.states(py)?;
    let game = batch.game().get();
    if game.machine.has_percepts() {
        return Err(PyValueError::new_err(
            "a search of positions sees what this game hides: `stonegate.Belief` searches what a \
             role knows",
        ));
    }
    let role = role.map(|role| game.role(&role)).transpose()?;
    let memory = options.memory.min(SEARCH_BYTES / states.len());
    let memory = memory
        .min(usize::try_from(iterations).unwrap_or(usize::MAX).saturating_mul(BYTES_PER_ITERATION));
    let options = Options { iterations, seed, memory, ..options };
    let n_actions = batch.num_actions();
    let n_roles = game.machine.roles.len();
    let machine = Arc::new(MachineGame::new(Arc::clone(&game.machine)));
    let work = |group: Range<usize>, stop: &(dyn Fn() -> bool + Sync)| {
        let search = |at: usize| {
            let seed = seed.wrapping_add((at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let options = Options { seed, ..options.clone() };
            Search::from_state(Arc::clone(&machine), options, states.state(at))
        };
        let searches: Vec<_> = group.map(search).collect();
        let mut reasoner = LanesReasoner::new(Arc::clone(&game.engine), &options);
        work_together(&searches, &mut reasoner, stop);
        searches.iter().map(|search| Found::new(game, search, role)).collect::<Vec<_>>()
    };
    let n = states.len();
    let found = if iterations.saturating_mul(n as u64) <= SMALL_SEARCH {
        interruptible_here(py, |stop| work(0..n, stop))?
    } else {
        let pool = pool()?;
        interruptible(py, |stop| {
            let fitting = (GROUP_ITERATIONS / iterations) as usize;
            let group = fitting.clamp(*GROUP.start(), *GROUP.end());
            let size = n.div_ceil(pool.current_num_threads()).min(group);
            let groups: Vec<_> = (0..n).step_by(size).map(|at| at..n.min(at + size)).collect();
            let stop = || stop.load(Ordering::Relaxed);
            let work = |group| work(group, &stop);
            let found: Vec<_> = pool.install(|| groups.into_par_iter().map(work).collect());
            found.concat()
        })?
    };
    let mut visits = vec![0_i32; states.len() * n_actions];
    let mut values = vec![0.0_f32; states.len() * n_actions];
    let mut value = Vec::with_capacity(states.len() * n_roles);
    let mut best = Vec::with_capacity(states.len());
    for (at, found) in found.iter().enumerate() {
        let row = at * n_actions;
        let moves = found.report.moves.get(found.role.index()).map_or(&[][..], |moves| &moves[..]);
        let mut numbered = moves.iter().filter_map(|report| {
            let number = match batch.numbering() {
                None => Some(report.action.index()),
                Some(numbering) => numbering.number(found.role, report.action),
            };
            Some((number?, report))
        });
        let first = numbered.next();
        for (number, report) in first.into_iter().chain(numbered) {
            visits[row + number] = report.visits as i32;
            values[row + number] = (report.mean / 50.0 - 1.0) as f32;
        }
        best.push(first.map_or(-1, |(number, _)| number as i32));
        let middle = f64::from(goal_of_unfinished(n_roles));
        value.extend(
            found.report.values.iter().map(|goal| (goal.unwrap_or(middle) / 50.0 - 1.0) as f32),
        );
    }
    let result = PyDict::new(py);
    let shape = [states.len(), n_actions];
    result.set_item("visits", visits.to_pyarray(py).reshape(shape)?)?;
    result.set_item("values", values.to_pyarray(py).reshape(shape)?)?;
    result.set_item("best", best.to_pyarray(py))?;
    result.set_item("value", value.to_pyarray(py).reshape([states.len(), n_roles])?)?;
    Ok(result)
}

/// What a search has found of a position, and whose moves are of interest.
#[derive(Clone)]
struct Found {
    report: Report,
    role: RoleId,
}

impl Found {
    fn new(game: &Game, search: &Search<MachineGame>, role: Option<RoleId>) -> Self {
        if let Some(role) = role {
            return Self { report: search.report(), role };
        }
        let state = search.state();
        let position = game.stepper().position(&state);
        let turns = game.engine.turns(&state, &position.legal);
        let chance = game.machine.chance();
        let mover = RoleId::first(turns.len()).find(|&role| turns[role] && Some(role) != chance);
        Self { report: search.report(), role: mover.or(chance).unwrap_or(RoleId::new(0)) }
    }
}

/// How many lines of 1, 2, .. `depth` joint moves, 256 at most, there are from the initial state.
#[pyfunction]
pub(crate) fn perft(py: Python<'_>, game: &Game, depth: usize) -> PyResult<Vec<u128>> {
    if depth > MAX_PERFT {
        return Err(PyValueError::new_err(format!("the depth is at most {MAX_PERFT}")));
    }
    let counts = interruptible(py, |stop| {
        let mut lanes = Lanes::new(Arc::clone(&game.engine));
        let mut counts = vec![Some(0); depth];
        let states = game.machine.batch([&game.machine.initial()]);
        count(&mut lanes, &states, &mut counts, stop);
        counts
    })?;
    counts
        .into_iter()
        .map(|count| count.ok_or_else(|| PyOverflowError::new_err("there are too many lines")))
        .collect()
}

/// Adds the lines from some states; nothing where there are more than can be counted.
fn count(lanes: &mut Lanes, states: &StateBatch, counts: &mut [Option<u128>], stop: &AtomicBool) {
    let Some((here, deeper)) = counts.split_first_mut() else { return };
    let expansions = lanes.expand(states);
    let n_roles = lanes.engine().machine().roles.len();
    let mut next = StateBatch::new(states.stride());
    let mut joints = Vec::new();
    for at in 0..states.len() {
        if expansions.is_terminal(at) || expansions.is_stuck(at) || stop.load(Ordering::Relaxed) {
            continue;
        }
        let legal: Vec<Vec<MoveId>> =
            RoleId::first(n_roles).map(|role| expansions.legal(at, role).collect()).collect();
        let n = legal.iter().try_fold(1_u128, |n, legal| n.checked_mul(legal.len() as u128));
        *here = here.and_then(|count| count.checked_add(n?));
        if deeper.is_empty() {
            continue;
        }
        let mut choice = vec![0; n_roles];
        loop {
            next.push(states.row(at));
            joints.extend(legal.iter().zip(&choice).map(|(legal, &choice)| legal[choice]));
            if next.len() == LANES {
                let successors = lanes.advance(&next, &joints).states;
                count(lanes, &successors, deeper, stop);
                next = StateBatch::new(states.stride());
                joints.clear();
            }
            let Some(role) = (0..n_roles).find(|&role| choice[role] + 1 < legal[role].len()) else {
                break;
            };
            choice[..role].fill(0);
            choice[role] += 1;
        }
    }
    if !next.is_empty() {
        let successors = lanes.advance(&next, &joints).states;
        count(lanes, &successors, deeper, stop);
    }
}

/// Perfect play from the initial state, where all positions fit into `max_bytes`: a dictionary with
/// the `goals` that each role can force, the role to move (`mover`), its `moves` with what each is
/// worth, a `line` of perfect play, and the number of `states` that were looked at. For other states
/// of the game, such as those that a program is to be tested on, `labels` is a list of such
/// dictionaries, and None where play does not lead. `ValueError` if the game is not of a kind that
/// can be solved, `MemoryError` if it is too large.
#[pyfunction]
#[pyo3(signature = (game, states = None, *, max_bytes = 2 << 30))]
#[allow(clippy::needless_pass_by_value, reason = "Python hands over lists")]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    game: &Game,
    states: Option<Vec<Bound<'py, State>>>,
    max_bytes: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let others = states.as_deref().unwrap_or_default().iter().map(|state| {
        let other = || PyValueError::new_err("this is a state of another game");
        state.get().on(game).ok_or_else(other)
    });
    let others = others.collect::<PyResult<Vec<_>>>()?;
    let solved = interruptible(py, |stop| {
        let mut stop = |_| stop.load(Ordering::Relaxed);
        let mut budget = SolveBudget { max_bytes, stop: &mut stop };
        let mut solved = SolvedGame::new(&game.engine, &mut budget)?;
        let initial = solved.from_state(&game.machine.initial());
        let others: Vec<_> = others.iter().map(|state| solved.from_state(state)).collect();
        Ok((initial.expect("it begins there"), others))
    })?;
    let (initial, others) = solved.map_err(|error| match error {
        Unsolved::OutOfMemory(_) => PyMemoryError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    })?;
    let result = describe(py, game, &initial)?;
    if states.is_some() {
        let label = |solution: &Option<Solution>| {
            solution.as_ref().map(|solution| describe(py, game, solution)).transpose()
        };
        result.set_item("labels", others.iter().map(label).collect::<PyResult<Vec<_>>>()?)?;
    }
    Ok(result)
}

/// Perfect play as a dictionary.
fn describe<'py>(
    py: Python<'py>,
    game: &Game,
    solution: &Solution,
) -> PyResult<Bound<'py, PyDict>> {
    let goals = |value: &Value| value.goals.clone();
    let result = PyDict::new(py);
    result.set_item("goals", goals(&solution.value))?;
    result.set_item("is_decided", solution.value.is_decided)?;
    result.set_item("mover", solution.mover.index())?;
    result.set_item("states", solution.n_states)?;
    let joint = |joint: &Vec<MoveId>| joint.iter().map(|it| it.index()).collect::<Vec<_>>();
    result.set_item("line", solution.line.iter().map(joint).collect::<Vec<_>>())?;
    let moves = PyDict::new(py);
    for rated in &solution.moves {
        let name = &game.machine.roles[solution.mover].moves[rated.action];
        let entry = PyDict::new(py);
        entry.set_item("action", rated.action.index())?;
        entry.set_item("goals", goals(&rated.value))?;
        entry.set_item("is_best", rated.is_best)?;
        moves.set_item(name, entry)?;
    }
    result.set_item("moves", moves)?;
    Ok(result)
}
