//! What a role may believe of a game with hidden information, and what it should do about it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use numpy::ToPyArray;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stonegate_ground::{MoveId, PerceptId, RoleId};
use stonegate_search::{
    BeliefSize, HiddenMachine, InformationSearch, MachineGame, Options, Origin, Rated,
};

use crate::game::Game;
use crate::pool::interruptible;
use crate::state::State;
use crate::typed::RoleKey;

/// How many states are kept, and how many moves are tried in a turn.
const SIZE: BeliefSize = BeliefSize { kept: 2048, tried: 1 << 16 };

/// What a role believes of a game with hidden information, and a search of what it should do. It
/// knows its own moves and percepts, and nothing else.
///
/// >>> game = stonegate.Game("kuhn-poker")
/// >>> belief = stonegate.Belief(game, "first", seed=1)
/// >>> belief.hear(game.moves("first").index("noop"), ("(card first jack)",))
/// 'exact'
/// >>> len(belief.states())
/// 2
#[pyclass(frozen, module = "stonegate")]
pub(crate) struct Belief {
    game: Py<Game>,
    role: RoleId,
    inner: Mutex<Inner>,
}

struct Inner {
    belief: stonegate_search::Belief<HiddenMachine>,
    search: InformationSearch<HiddenMachine>,
}

impl Belief {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner.try_lock().map_err(|error| {
            PyRuntimeError::new_err(match error {
                TryLockError::WouldBlock => {
                    "another thread is using this belief: make one for each"
                }
                TryLockError::Poisoned(_) => "this belief is dead, because an earlier call failed",
            })
        })
    }

    /// The moves of the role: the same in all states that it cannot tell apart.
    fn legal_moves(&self, inner: &Inner) -> Vec<MoveId> {
        let Some(likely) = inner.belief.particles().first() else { return Vec::new() };
        let position = self.game.get().stepper().position(&likely.state);
        if position.terminal { Vec::new() } else { position.legal[self.role].clone() }
    }
}

#[pymethods]
impl Belief {
    #[new]
    #[pyo3(signature = (game, role, *, seed = 0, options = ""))]
    #[allow(clippy::needless_pass_by_value, reason = "Python hands over what it has made")]
    fn new(game: Bound<'_, Game>, role: RoleKey, seed: u64, options: &str) -> PyResult<Self> {
        let role = game.get().role(&role)?;
        let options: Options =
            options.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?;
        let options = Options { seed, ..options };
        let machine = Arc::new(MachineGame::new(Arc::clone(&game.get().machine)));
        let hidden = Arc::new(HiddenMachine::new(machine, Arc::clone(&game.get().engine)));
        let belief = stonegate_search::Belief::new(Arc::clone(&hidden), role, SIZE, seed);
        let search = InformationSearch::new(hidden, &options);
        Ok(Self { game: game.unbind(), role, inner: Mutex::new(Inner { belief, search }) })
    }

    /// Takes in a turn: the number of the role's own move, be it its only one, and the names of what
    /// it perceived. Tells where the states come from in which it believes: `exact` (none is
    /// missing), `sampled`, `replayed`, `backtracked`, or `dry` if nothing explains the percepts.
    #[allow(clippy::needless_pass_by_value, reason = "Python hands over lists")]
    fn hear(&self, py: Python<'_>, action: usize, percepts: Vec<String>) -> PyResult<&'static str> {
        let mut inner = self.lock()?;
        let role = &self.game.get().machine.roles[self.role];
        let legal = self.legal_moves(&inner);
        let Some(&action) = legal.iter().find(|legal| legal.index() == action) else {
            return Err(PyValueError::new_err(format!("{} has no legal move {action}", role.name)));
        };
        let number = |name: &String| {
            let found = role.percepts.iter().position(|percept| percept == name);
            found.map(PerceptId::new).ok_or_else(|| {
                PyValueError::new_err(format!("{} never perceives {name}", role.name))
            })
        };
        let percepts = percepts.iter().map(number).collect::<PyResult<Vec<_>>>()?;
        let Inner { belief, search } = &mut *inner;
        let account = interruptible(py, |stop: &AtomicBool| {
            let policy = |role, knowledge, legal: &[MoveId]| search.policy(role, knowledge, legal);
            belief.hear(action, &percepts, &policy, &|| stop.load(Ordering::Relaxed))
        })?;
        Ok(match account.origin {
            Origin::Exact => "exact",
            Origin::Sampled => "sampled",
            Origin::Replayed => "replayed",
            Origin::Backtracked => "backtracked",
            Origin::Dry => "dry",
        })
    }

    /// The numbers of the role's legal moves, ascending; none if the game is over.
    #[getter]
    fn legal(&self) -> PyResult<Vec<usize>> {
        let inner = self.lock()?;
        Ok(self.legal_moves(&inner).into_iter().map(MoveId::index).collect())
    }

    /// The states that may be, each with how likely it is.
    fn states(&self, py: Python<'_>) -> PyResult<Vec<(State, f64)>> {
        let inner = self.lock()?;
        let particles = inner.belief.particles().iter();
        let state =
            |state: &stonegate_ground::State| State::new(self.game.clone_ref(py), state.clone());
        Ok(particles.map(|particle| (state(&particle.state), particle.weight)).collect())
    }

    /// Searches with so many iterations more what the role should do: a dictionary with the `visits`
    /// (int32), the mean `values` (float32, -1 to 1) and the `policy` (float32), which is how likely
    /// it should make each of its moves.
    fn search<'py>(&self, py: Python<'py>, iterations: u64) -> PyResult<Bound<'py, PyDict>> {
        let mut inner = self.lock()?;
        let Inner { belief, search } = &mut *inner;
        interruptible(py, |stop: &AtomicBool| {
            search.search(belief, iterations, &|| stop.load(Ordering::Relaxed));
        })?;
        let legal = self.legal_moves(&inner);
        let rated = inner.search.rated(self.role, inner.belief.knowledge(), &legal);
        let n_moves = self.game.get().machine.roles[self.role].moves.len();
        let array = |value: &dyn Fn(&Rated) -> f32| {
            let mut values = vec![0.0_f32; n_moves];
            for rated in &rated {
                values[rated.action.index()] = value(rated);
            }
            values.to_pyarray(py)
        };
        let mut visits = vec![0_i32; n_moves];
        for rated in &rated {
            visits[rated.action.index()] = i32::try_from(rated.visits).unwrap_or(i32::MAX);
        }
        let result = PyDict::new(py);
        result.set_item("visits", visits.to_pyarray(py))?;
        result.set_item("values", array(&|rated| (rated.value / 50.0 - 1.0) as f32))?;
        result.set_item("policy", array(&|rated| rated.likelihood as f32))?;
        Ok(result)
    }
}
