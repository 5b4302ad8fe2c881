//! Many positions of a game at once.

use std::process;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use numpy::{Element, PyArrayDyn};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use stonegate_ground::{RoleId, StateBatch};
use stonegate_lanes::{
    AfterEnd, Block, IllegalMove, LANES, Moves, Numbering, Play, View, Viewer, Word,
};

use crate::actions::numbering;
use crate::arrays::{Actions, Mask, as_bools, fill};
use crate::game::Game;
use crate::kept::{Arrays, Kept, Widths};
use crate::observation::view;
use crate::pool::{n_processors, pool};
use crate::positions::Positions;
use crate::state::State;
use crate::typed::{Array, BoolOrByte, RoleKey, Tuple};

/// Arrays of more bytes are not in the caches when somebody reads them.
const CACHES: usize = 16 << 20;

/// Steps between two looks at the keyboard.
const STEPS_PER_LOOK: u32 = 256;

/// `n` positions of a game, which stay in the lanes between calls.
///
/// auto_reset: what happens after the end of a game. With `next_step` the step after it begins the
/// next game, whatever the action; with `same_step` the next game begins at once, and
/// `final_observation` shows the last position; with `disabled` the position stays as it is.
/// illegal: an illegal move is an error (`raise`), or whoever makes it loses (`lose`).
/// max_steps: games are truncated after so many steps.
/// observation: `facts` (a bit for each fact that can change), `board` (planes of the board), or an
/// array of names of facts, of any shape. `(a) & ! (b)` is whether the first holds and the second does
/// not, `(a) @ 3` whether it held three steps before in the same game, an empty name is always false
/// and `true` always true. `step` is the number of steps since the game began, up to 255; where it is
/// shown, all of the array is numbers. A dictionary from roles to such arrays lets each role see its
/// own. `percepts` is what a role may know in a game with hidden information: a bit for each of its
/// percepts that it has perceived since it was last its turn. It is the default there, as the other
/// kinds show what is hidden; elsewhere the default is `facts`.
/// actions: what the numbers of actions mean, if not what `Game.moves` says: an array of names of
/// moves, or a dictionary from roles to such arrays. `(a) | (b)` is the first of both that is legal,
/// and an empty name never is.
/// viewer: who sees it: `mover`, `all` (one after the other), or the number or the name of a role.
/// copy: False fills the same arrays with every step, which is faster.
///
/// Random moves follow from the seed, the number of a position and the number of its game; neither
/// the number of threads nor the back end makes a difference.
///
/// >>> batch = stonegate.Batch(stonegate.Game("connect-four"), 1000, seed=1)
/// >>> batch.step(batch.legal_action_mask.argmax(axis=1))
/// >>> batch.current_player[:3]
/// array([1, 1, 1], dtype=int32)
#[pyclass(frozen, module = "stonegate")]
pub(crate) struct Batch {
    game: Py<Game>,
    n: usize,
    copy: bool,
    viewer: Viewer,
    view: View,
    /// The shape of what one role sees of one position.
    view_shape: Vec<usize>,
    /// The numbers of actions, if they are not those of the game.
    numbering: Option<Arc<Numbering>>,
    /// The process in which it was made.
    process: u32,
    inner: Mutex<Inner>,
}

/// What changes.
struct Inner {
    positions: Positions,
    arrays: Arrays,
}

impl Inner {
    fn new(positions: Positions) -> Self {
        Self { positions, arrays: Arrays::default() }
    }

    /// The positions, which somebody is going to change without a step.
    fn change(&mut self) -> &mut Positions {
        self.arrays.set_current(false);
        &mut self.positions
    }
}

impl Batch {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        if process::id() != self.process {
            return Err(PyRuntimeError::new_err(
                "this batch was made before a fork: make one in the child, or start it by `spawn`",
            ));
        }
        self.inner.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                PyRuntimeError::new_err("another thread is using this batch: make one for each")
            }
            TryLockError::Poisoned(_) => {
                PyRuntimeError::new_err("this batch is dead, because an earlier call failed")
            }
        })
    }

    pub(crate) fn game(&self) -> &Py<Game> {
        &self.game
    }

    pub(crate) fn states(&self, py: Python<'_>) -> PyResult<StateBatch> {
        let inner = self.lock()?;
        let positions = &inner.positions;
        Ok(py.detach(|| {
            let stride = self.game.get().machine.circuit.registers().len().div_ceil(64);
            let mut states = StateBatch::new(stride);
            for block in &positions.blocks {
                for row in block.states().rows() {
                    states.push(row);
                }
            }
            states
        }))
    }

    /// What the numbers of actions mean, if not what the game says.
    pub(crate) fn numbering(&self) -> Option<&Numbering> {
        self.numbering.as_deref()
    }

    /// The shape of an observation of all positions.
    fn shape(&self) -> Vec<usize> {
        let mut shape = vec![self.n];
        if self.viewer == Viewer::All {
            shape.push(self.game.get().machine.roles.len());
        }
        shape.extend(&self.view_shape);
        shape
    }

    fn widths(&self) -> Widths {
        let roles = self.game.get().machine.roles.len();
        let observation = self.view.len() * if self.viewer == Viewer::All { roles } else { 1 };
        Widths { observation, actions: self.num_actions(), roles }
    }

    /// The exception for an illegal move in a block.
    fn illegal(&self, first: usize, illegal: IllegalMove) -> PyErr {
        let role = &self.game.get().machine.roles[illegal.role];
        let action = illegal.action;
        let number = usize::try_from(action).ok();
        let name = number.and_then(|number| match &self.numbering {
            None => role.moves.get(number).cloned(),
            Some(numbering) if number < numbering.len() => {
                let moves = numbering.moves(illegal.role, number).iter();
                let names: Vec<&str> = moves.map(|&it| role.moves[it].as_str()).collect();
                Some(if names.is_empty() { "it".to_owned() } else { names.join(" | ") })
            }
            Some(_) => None,
        });
        let what = match (name, &self.numbering) {
            (Some(name), _) => format!("{name} is not legal"),
            (None, None) => format!("its moves are numbered from 0 to {}", role.moves.len() - 1),
            (None, Some(numbering)) => format!("actions go from 0 to {}", numbering.len() - 1),
        };
        PyValueError::new_err(format!(
            "action {action} of {} in position {}: {what}",
            role.name,
            first + illegal.position
        ))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (
        game, n, *, seed = 0, auto_reset = "next_step", illegal = "raise", max_steps = None,
        observation = None, actions = None, viewer = None, threads = None, copy = true
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: Bound<'_, Game>,
        n: usize,
        seed: u64,
        auto_reset: &str,
        illegal: &str,
        max_steps: Option<u32>,
        observation: Option<&Bound<'_, PyAny>>,
        actions: Option<&Bound<'_, PyAny>>,
        viewer: Option<RoleKey>,
        threads: Option<usize>,
        copy: bool,
    ) -> PyResult<Self> {
        let play = Play {
            seed,
            after_end: match auto_reset {
                "next_step" => AfterEnd::NextStep,
                "same_step" => AfterEnd::SameStep,
                "disabled" => AfterEnd::Stay,
                _ => {
                    return Err(PyValueError::new_err(format!(
                        "auto_reset is `next_step`, `same_step` or `disabled`, not `{auto_reset}`"
                    )));
                }
            },
            step_limit: max_steps,
            illegal_loses: match illegal {
                "raise" => false,
                "lose" => true,
                _ => {
                    return Err(PyValueError::new_err(format!(
                        "illegal is `raise` or `lose`, not `{illegal}`"
                    )));
                }
            },
        };
        if n == 0 || max_steps == Some(0) || threads == Some(0) {
            return Err(PyValueError::new_err("n, max_steps and threads are at least 1"));
        }
        let viewer = match viewer {
            None => Viewer::Mover,
            Some(RoleKey::Name(name)) if name == "mover" => Viewer::Mover,
            Some(RoleKey::Name(name)) if name == "all" => Viewer::All,
            Some(role) => Viewer::Role(game.get().role(&role)?),
        };
        let (view, view_shape) = view(game.get(), observation)?;
        let numbering = actions.map(|actions| numbering(game.get(), actions)).transpose()?;
        let numbering = numbering.map(Arc::new);
        let n_threads = threads.unwrap_or_else(n_processors).min(n_processors());
        let n_threads = n_threads.min(n.div_ceil(LANES));
        let pool = if n_threads > 1 { Some(pool()?) } else { None };
        let engine = &game.get().engine;
        let n_actions = numbering.as_deref().map_or_else(|| game.get().n_actions(), Numbering::len);
        let n_viewers = if viewer == Viewer::All { game.get().machine.roles.len() } else { 1 };
        let widest = n_actions.max(view.len() * n_viewers);
        let prepare = |block: &mut Block| {
            block.remember(view.depth());
            block.write_past_caches(n.saturating_mul(widest) > CACHES);
            if let Some(numbering) = &numbering {
                block.number_moves(Arc::clone(numbering));
            }
        };
        let positions = py.detach(|| Positions::new(engine, play, n, n_threads, pool, prepare));
        let positions = positions.map_err(|bytes| too_many(n, bytes))?;
        let process = process::id();
        let inner = Mutex::new(Inner::new(positions));
        let game = game.unbind();
        Ok(Self { game, n, copy, viewer, view, view_shape, numbering, process, inner })
    }

    /// The game that is played.
    #[getter]
    fn get_game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} positions>", self.n)
    }

    /// The shape of an observation of all positions.
    #[getter]
    fn observation_shape(&self) -> Tuple<usize> {
        Tuple(self.shape())
    }

    /// The greatest number that an observation can have: 1, or 255 if the number of steps is among it.
    #[getter]
    fn observation_high(&self) -> u8 {
        if self.view.has_numbers() { u8::MAX } else { 1 }
    }

    /// How many actions there are: the length of a row of the mask.
    #[getter]
    pub(crate) fn num_actions(&self) -> usize {
        self.numbering().map_or_else(|| self.game.get().n_actions(), Numbering::len)
    }

    /// The bytes that the positions take.
    #[getter]
    fn nbytes(&self) -> PyResult<usize> {
        Ok(self.lock()?.positions.blocks.iter().map(Block::bytes).sum())
    }

    /// The same positions once more, with the random moves that are still to come.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let inner = self.lock()?;
        let positions = py.detach(|| inner.positions.copy());
        let positions = positions.map_err(|bytes| too_many(self.n, bytes))?;
        Ok(Self {
            game: self.game.clone_ref(py),
            n: self.n,
            copy: self.copy,
            viewer: self.viewer,
            view: self.view.clone(),
            view_shape: self.view_shape.clone(),
            numbering: self.numbering.clone(),
            process: self.process,
            inner: Mutex::new(Inner::new(positions)),
        })
    }

    /// Begins games anew: all, or those of a mask of truth values. With a seed the random numbers
    /// begin anew as well.
    #[pyo3(signature = (seed = None, mask = None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>, mask: Option<Mask>) -> PyResult<()> {
        let mask = mask.map(|mask| mask.0);
        if let Some(mask) = &mask
            && mask.len() != self.n
        {
            let (n, len) = (self.n, mask.len());
            return Err(PyValueError::new_err(format!(
                "a mask for {n} positions has length {len}"
            )));
        }
        let mut inner = self.lock()?;
        let positions = inner.change();
        py.detach(|| {
            for (number, block) in positions.blocks.iter_mut().enumerate() {
                let mut which = Word::ZERO;
                for lane in 0..block.len() {
                    let wanted = mask.as_ref().is_none_or(|mask| mask[number * LANES + lane]);
                    which.set_lane(lane, wanted);
                }
                block.reset(which, seed);
            }
        });
        Ok(())
    }

    /// Makes a step in all positions. `actions` has the number of a move for each position, that of
    /// whoever's turn it is, or in the shape (n, roles) one for each role, which is needed where
    /// roles move at the same time. Where it is not the turn of a role its number does not matter,
    /// and neither where the game is over. If an action is illegal, nothing happens.
    #[allow(clippy::needless_pass_by_value, reason = "Python hands over what it has made")]
    fn step(&self, py: Python<'_>, actions: Actions<'_>) -> PyResult<()> {
        let game = self.game.get();
        let n_roles = game.machine.roles.len();
        let per_position = match actions.shape() {
            [n] if *n == self.n => 1,
            [n, roles] if (*n, *roles) == (self.n, n_roles) => n_roles,
            shape => {
                let n = self.n;
                return Err(PyValueError::new_err(format!(
                    "actions of {n} positions and {n_roles} roles have the shape ({n},) or \
                     ({n}, {n_roles}), not {shape:?}"
                )));
            }
        };
        let of_movers = actions.shape().len() == 1;
        if of_movers && !game.engine.takes_turns() {
            return Err(PyValueError::new_err(format!(
                "the roles of this game move at the same time: actions have the shape \
                 ({}, {n_roles})",
                self.n
            )));
        }
        let values = actions.values()?;
        let Inner { positions, arrays } = &mut *self.lock()?;
        let widths = self.widths();
        let result = {
            let mut writable = arrays.writable(py)?;
            let mut slices = writable.slices()?;
            py.detach(|| {
                let slices = positions.blocks.iter().map(|block| slices.take(block.len(), widths));
                let slices: Vec<_> = slices.collect();
                let parts: Vec<&[i32]> = values.chunks(LANES * per_position).collect();
                let moves =
                    |part| if of_movers { Moves::OfMovers(part) } else { Moves::OfRoles(part) };
                let checked = positions
                    .for_each(parts, |lanes, block, part| lanes.check_moves(block, moves(part)));
                let checked: Result<Vec<_>, _> = checked
                    .into_iter()
                    .enumerate()
                    .map(|(at, result)| result.map_err(|illegal| (at * LANES, illegal)))
                    .collect();
                let parts = checked?.into_iter().zip(slices).collect();
                positions.for_each(parts, |lanes, block, (checked, slices)| {
                    lanes.make_checked(block, &checked);
                    slices.write(block, &self.view, self.viewer, widths);
                });
                Ok(())
            })
        };
        result.map_err(|(first, illegal)| self.illegal(first, illegal))?;
        arrays.set_current(true);
        Ok(())
    }

    /// Makes random moves in all positions, so many steps.
    #[pyo3(signature = (steps = 1))]
    fn random_step(&self, py: Python<'_>, steps: u32) -> PyResult<()> {
        let mut inner = self.lock()?;
        let positions = inner.change();
        let mut left = steps;
        while left > 0 {
            let n = left.min(STEPS_PER_LOOK);
            py.detach(|| {
                let parts = vec![(); positions.blocks.len()];
                positions.for_each(parts, |lanes, block, ()| lanes.random_steps(block, n));
            });
            left -= n;
            if left > 0 {
                py.check_signals()?;
            }
        }
        Ok(())
    }

    /// What is seen of the positions, of the `observation_shape`: truth values, or numbers (uint8) if
    /// the number of steps is among it.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, BoolOrByte>> {
        self.write_views(py, false)
    }

    /// The same, but of games that have ended with the last step their last positions, which differ
    /// if the next game begins at once.
    fn final_observation<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, BoolOrByte>> {
        self.write_views(py, true)
    }

    /// Which moves are legal for whoever's turn it is: truth values of the shape (n, num_actions).
    /// Where the game is over, all of them do nothing and are fine.
    #[getter]
    fn legal_action_mask<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, bool>> {
        self.write_legal(py, None)
    }

    /// Which moves are legal for a role.
    #[allow(clippy::needless_pass_by_value, reason = "Python hands over what it has made")]
    fn legal_actions_of<'py>(&self, py: Python<'py>, role: RoleKey) -> PyResult<Array<'py, bool>> {
        self.write_legal(py, Some(self.game.get().role(&role)?))
    }

    /// The number of the role whose turn it is, for each position.
    #[getter]
    fn current_player<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, i32>> {
        let array = self.show(py, |it| &mut it.player, &[self.n], 1, Block::write_movers)?;
        Ok(Array::new(array.into_any()))
    }

    /// What each role has won with the last step, from -1 to 1: float32 of the shape (n, roles).
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, f32>> {
        let n_roles = self.game.get().machine.roles.len();
        let shape = [self.n, n_roles];
        let array = self.show(py, |it| &mut it.rewards, &shape, n_roles, Block::write_rewards)?;
        Ok(Array::new(array.into_any()))
    }

    /// Where the game has ended by its rules, or by an illegal move.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, bool>> {
        as_bools(&self.show(py, |it| &mut it.terminated, &[self.n], 1, Block::write_terminated)?)
    }

    /// Where the game has ended otherwise: after `max_steps`, or because a role has no legal move.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, bool>> {
        as_bools(&self.show(py, |it| &mut it.truncated, &[self.n], 1, Block::write_truncated)?)
    }

    /// The state of a position.
    fn state(&self, py: Python<'_>, position: usize) -> PyResult<State> {
        if position >= self.n {
            return Err(pyo3::exceptions::PyIndexError::new_err(format!(
                "there are {} positions, numbered from 0",
                self.n
            )));
        }
        let state = {
            let inner = self.lock()?;
            inner.positions.blocks[position / LANES].states().state(position % LANES)
        };
        Ok(State::new(self.game.clone_ref(py), state))
    }

    /// Puts states into all positions, whose games begin there.
    #[allow(clippy::needless_pass_by_value, reason = "Python hands over lists")]
    fn set_states(&self, py: Python<'_>, states: Vec<Bound<'_, State>>) -> PyResult<()> {
        if states.len() != self.n {
            let (n, len) = (self.n, states.len());
            return Err(PyValueError::new_err(format!(
                "there are {n} positions, and {len} states"
            )));
        }
        let states: Option<Vec<_>> =
            states.iter().map(|state| state.get().on(self.game.get())).collect();
        let states =
            states.ok_or_else(|| PyValueError::new_err("some state is one of another game"))?;
        let words: Vec<&[u64]> = states.iter().map(stonegate_ground::State::words).collect();
        let mut inner = self.lock()?;
        let positions = inner.change();
        py.detach(|| {
            for (block, words) in positions.blocks.iter_mut().zip(words.chunks(LANES)) {
                block.set_states(words);
            }
        });
        Ok(())
    }
}

impl Batch {
    /// An array that has so many values for each position, which is kept if the caller wants that.
    fn show<'py, T: Element + Copy + Send>(
        &self,
        py: Python<'py>,
        kept: impl FnOnce(&mut Arrays) -> &mut Kept<T>,
        shape: &[usize],
        width: usize,
        write: impl Fn(&Block, &mut [T]) + Sync + Send,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let Inner { positions, arrays } = &mut *self.lock()?;
        let write = |values: &mut [T]| positions.fill(values, width, write);
        if self.copy { fill(py, shape, write) } else { kept(arrays).get(py, shape, write) }
    }

    fn write_views<'py>(
        &self,
        py: Python<'py>,
        is_final: bool,
    ) -> PyResult<Array<'py, BoolOrByte>> {
        let (shape, width) = (self.shape(), self.widths().observation);
        let array = if is_final {
            let Inner { positions, .. } = &mut *self.lock()?;
            fill(py, &shape, |bytes| {
                positions.fill(bytes, width, |block, part| {
                    block.write_final_view(&self.view, self.viewer, part);
                });
            })?
        } else {
            let write =
                |block: &Block, part: &mut [u8]| block.write_view(&self.view, self.viewer, part);
            self.show(py, |it| &mut it.observation, &shape, width, write)?
        };
        if self.view.has_numbers() { Ok(Array::new(array.into_any())) } else { as_bools(&array) }
    }

    fn write_legal<'py>(
        &self,
        py: Python<'py>,
        role: Option<RoleId>,
    ) -> PyResult<Array<'py, bool>> {
        let width = self.num_actions();
        let shape = [self.n, width];
        let write = |block: &Block, part: &mut [u8]| block.write_legal(role, width, part);
        if role.is_none() {
            return as_bools(&self.show(py, |it| &mut it.legal, &shape, width, write)?);
        }
        let Inner { positions, .. } = &mut *self.lock()?;
        as_bools(&fill(py, &shape, |bytes| positions.fill(bytes, width, write))?)
    }
}

fn too_many(n: usize, bytes: usize) -> PyErr {
    PyMemoryError::new_err(format!(
        "{n} positions at {bytes} bytes each are more than there is memory for"
    ))
}
