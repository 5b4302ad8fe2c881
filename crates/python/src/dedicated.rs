//! The dedicated games and their engines: one class for all of them.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, TryLockError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stonegate_players::{
    Briefing, Clock, Dedicated, Player, PlayerSpec, RESIGN, Resources, TablePlayer, Thoughts, Turn,
    WAIT,
};
use stonegate_stones::{BoardGame, Color, Outcome};

use crate::board::describe;
use crate::pool::{interruptible, n_processors};
use crate::typed::Tuple;

/// A game that has an engine of its own: `stonegate.othello`, `stonegate.go`, `stonegate.gomoku` and
/// `stonegate.connect6`.
///
/// >>> position = stonegate.othello.start()
/// >>> position.legal
/// ('d3', 'c4', 'f5', 'e6')
/// >>> position = position.play("d3")
/// >>> stonegate.othello.engine("depth=4").choose(position, seconds=60) in position.legal
/// True
#[pyclass(frozen, module = "stonegate")]
pub(crate) struct DedicatedGame(Dedicated);

/// A position of a dedicated game, which never changes: moves lead to other positions.
#[pyclass(frozen, module = "stonegate")]
pub(crate) struct Position {
    game: Dedicated,
    board: Arc<dyn AnyPosition>,
    /// The moves that have led to it.
    moves: Vec<String>,
    turn: Color,
    legal: Vec<String>,
    outcome: Option<Outcome>,
}

/// An engine of a dedicated game. What it learns about a position it keeps for the next one, as long
/// as it is asked for the same side of a game that goes forward.
#[pyclass(frozen, module = "stonegate")]
pub(crate) struct Engine {
    spec: PlayerSpec,
    resources: Resources,
    /// For each color, the game and who plays it.
    players: Mutex<[Option<(Dedicated, TablePlayer)>; 2]>,
}

/// A position of some game, whichever it is.
trait AnyPosition: Send + Sync {
    fn turn(&self) -> Color;
    fn legal(&self) -> Vec<String>;
    fn outcome(&self) -> Option<Outcome>;
    fn facts(&self) -> Vec<String>;
    /// The position after a move, if it is legal.
    fn after(&self, action: &str) -> Option<Arc<dyn AnyPosition>>;
}

impl<G: BoardGame + Sync> AnyPosition for G {
    fn turn(&self) -> Color {
        self.turn()
    }

    fn legal(&self) -> Vec<String> {
        self.legal().iter().map(ToString::to_string).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn facts(&self) -> Vec<String> {
        self.facts()
    }

    fn after(&self, action: &str) -> Option<Arc<dyn AnyPosition>> {
        let mut next = self.clone();
        next.play(action.parse().ok()?).ok()?;
        Some(Arc::new(next))
    }
}

/// The first position of a game, if it is this one.
fn start<G: BoardGame + Sync>(game: &Dedicated) -> Option<Arc<dyn AnyPosition>> {
    Some(Arc::new(G::start(game.setup::<G>()?)))
}

impl Position {
    fn first(game: Dedicated) -> Self {
        let position = start::<stonegate_othello::Position>(&game)
            .or_else(|| start::<stonegate_go::CountedGame>(&game))
            .or_else(|| start::<stonegate_gomoku::Position>(&game))
            .or_else(|| start::<stonegate_connect6::Position>(&game));
        Self::new(game, position.expect("these are all dedicated games"), Vec::new())
    }

    fn new(game: Dedicated, board: Arc<dyn AnyPosition>, moves: Vec<String>) -> Self {
        let (turn, outcome) = (board.turn(), board.outcome());
        let legal = if outcome.is_some() { Vec::new() } else { board.legal() };
        Self { game, board, moves, turn, legal, outcome }
    }

    fn after(&self, action: &str) -> PyResult<Self> {
        if self.outcome.is_some() {
            return Err(PyValueError::new_err("the game is over: nobody moves any more"));
        }
        let next = self.board.after(action).ok_or_else(|| {
            PyValueError::new_err(format!(
                "{} has no legal move `{action}`; there are {}",
                self.turn.name(),
                self.legal.join(", ")
            ))
        })?;
        let moves = self.moves.iter().cloned().chain([action.to_owned()]).collect();
        Ok(Self::new(self.game.clone(), next, moves))
    }

    /// The moves as matches tell them, one for each color.
    fn line(&self) -> Vec<Vec<String>> {
        let mut position = Self::first(self.game.clone()).board;
        let joint = |action: &String| {
            let mut joint = vec![WAIT.to_owned(); Color::ALL.len()];
            joint[position.turn().index()].clone_from(action);
            position = position.after(action).expect("it was legal before");
            joint
        };
        self.moves.iter().map(joint).collect()
    }
}

#[pymethods]
impl DedicatedGame {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        let game = name.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?;
        Ok(Self(game))
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// What the game is about, in a sentence.
    #[getter]
    fn about(&self) -> &'static str {
        self.0.about()
    }

    /// The board sizes and rules to choose from: a dictionary from their titles to what `start`
    /// takes.
    #[getter]
    fn variants<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let variants = PyDict::new(py);
        for (title, game) in self.0.variants() {
            variants.set_item(title, &game.to_string()[self.0.name().len()..])?;
        }
        Ok(variants)
    }

    /// The first position. `settings` are those of the command line that stand behind the name of
    /// the game: the size of the board, such as "9", and more after a colon.
    #[pyo3(signature = (settings = ""))]
    fn start(&self, settings: &str) -> PyResult<Position> {
        let game = format!("{}{settings}", self.0.name()).parse();
        let game = game.map_err(|error| PyValueError::new_err(format!("{error}")))?;
        Ok(Position::first(game))
    }

    /// An engine. `options` are those of the command line, such as "depth=8" (othello), "games=1000"
    /// (go) or "pattern" (gomoku); `memory` is in bytes.
    #[pyo3(signature = (options = "", *, threads = 1, memory = 1 << 28, seed = 0))]
    fn engine(&self, options: &str, threads: usize, memory: usize, seed: u64) -> PyResult<Engine> {
        let value_error = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
        let colon = if options.is_empty() { "" } else { ":" };
        let spec = format!("{}{colon}{options}", self.0.name());
        let spec: PlayerSpec = spec.parse().map_err(|error| value_error(&error))?;
        let threads = NonZeroUsize::new(threads.min(n_processors()));
        let threads = threads.ok_or_else(|| PyValueError::new_err("threads is at least 1"))?;
        let resources = Resources { threads, memory, ..Resources::new(seed) };
        // Options that mean nothing are found here.
        let _: Box<dyn Player> = spec.player(&resources).map_err(|error| value_error(&error))?;
        Ok(Engine { spec, resources, players: Mutex::default() })
    }

    fn __repr__(&self) -> String {
        format!("<DedicatedGame {}>", self.0.name())
    }
}

#[pymethods]
impl Position {
    /// The name of the game with its settings, as the command line has it.
    #[getter]
    fn game(&self) -> String {
        self.game.to_string()
    }

    /// Who has the turn, `black` or `white`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.turn.name()
    }

    /// The legal moves of who has the turn; none if the game is over.
    #[getter]
    fn legal(&self) -> Tuple<&str> {
        self.legal.iter().map(String::as_str).collect()
    }

    /// The moves that have led here.
    #[getter]
    fn moves(&self) -> Tuple<&str> {
        self.moves.iter().map(String::as_str).collect()
    }

    /// Is the game over?
    #[getter]
    fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// What Black and White have won, from -1 to 1; nothing while the game is not over.
    #[getter]
    fn rewards(&self) -> (f64, f64) {
        let reward = |goal: u8| f64::from(goal) / 50.0 - 1.0;
        self.outcome.map_or((0.0, 0.0), |outcome| {
            let [black, white] = outcome.goals();
            (reward(black), reward(white))
        })
    }

    /// The facts of the position: a stone on a square, and who has the turn.
    #[getter]
    fn facts(&self) -> Tuple<String> {
        Tuple(self.board.facts())
    }

    /// The position after a move.
    fn play(&self, action: &str) -> PyResult<Self> {
        self.after(action)
    }

    /// The board with what stands on it: a dictionary.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = self.board.facts();
        describe(py, &self.game.layout().draw(facts.iter().map(String::as_str)))
    }

    /// The board for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("stonegate.render")?.call_method1("svg", (slf,))?.extract()
    }

    /// The board as text.
    fn __str__(&self) -> String {
        let facts = self.board.facts();
        self.game.layout().draw(facts.iter().map(String::as_str)).to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Position {} {}>", self.game, self.moves.join(" "))
    }

    fn __eq__(&self, other: &Self) -> bool {
        (&self.game, &self.moves) == (&other.game, &other.moves)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.moves.hash(&mut hasher);
        hasher.finish()
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Vec<String>))> {
        let restore = py.import("stonegate")?.getattr("restore_position")?;
        Ok((restore, (self.game.to_string(), self.moves.clone())))
    }
}

/// The position of a dedicated game after some moves.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "Python hands over lists")]
pub(crate) fn restore_position(game: &str, moves: Vec<String>) -> PyResult<Position> {
    let game = game.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?;
    moves.iter().try_fold(Position::first(game), |position, action| position.after(action))
}

#[pymethods]
impl Engine {
    /// The best move that the engine finds in so many seconds, or earlier if its options limit it;
    /// nothing if it gives up.
    #[pyo3(signature = (position, *, seconds = 1.0))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Position,
        seconds: f64,
    ) -> PyResult<Option<String>> {
        let (action, _) = self.ask(py, position, seconds)?;
        Ok(Some(action).filter(|action| action != RESIGN))
    }

    /// What the engine thinks of a position after so many seconds: a dictionary with the `moves` it
    /// has looked at, the best first, from each to its `value` (-1 to 1), `visits` and whether it
    /// `is_proven`; the expected `line`; the `value` of the position for Black and White, if it has
    /// an idea; the `depth`, how many `playouts`, `states` and `nodes` are behind it; and the
    /// `reason`, from engines that can tell.
    #[pyo3(signature = (position, *, seconds = 1.0))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        seconds: f64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (action, thoughts) = self.ask(py, position, seconds)?;
        let scale = |goal: f64| goal / 50.0 - 1.0;
        let moves = PyDict::new(py);
        for opinion in &thoughts.opinions {
            let entry = PyDict::new(py);
            entry.set_item("value", scale(opinion.value))?;
            entry.set_item("visits", opinion.visits)?;
            entry.set_item("is_proven", opinion.is_proven)?;
            moves.set_item(&opinion.action, entry)?;
        }
        let found = PyDict::new(py);
        found.set_item("best", Some(action).filter(|action| action != RESIGN))?;
        found.set_item("moves", moves)?;
        let own = |joint: &Vec<String>| joint.iter().find(|action| *action != WAIT).cloned();
        found.set_item("line", thoughts.line.iter().filter_map(own).collect::<Vec<_>>())?;
        let values: Vec<f64> = thoughts.values.iter().copied().map(scale).collect();
        found.set_item("value", (!values.is_empty()).then_some(values))?;
        found.set_item("depth", thoughts.depth)?;
        found.set_item("playouts", thoughts.playouts)?;
        found.set_item("states", thoughts.states)?;
        found.set_item("nodes", thoughts.nodes)?;
        found.set_item("reason", thoughts.reason)?;
        Ok(found)
    }
}

impl Engine {
    fn ask(
        &self,
        py: Python<'_>,
        position: &Position,
        seconds: f64,
    ) -> PyResult<(String, Thoughts)> {
        let ruleset = position.game.clone().into();
        if !self.spec.suits(&ruleset) {
            return Err(PyValueError::new_err(format!(
                "this engine does not play {}",
                position.game.name()
            )));
        }
        if position.outcome.is_some() {
            return Err(PyValueError::new_err("the game is over: nobody moves any more"));
        }
        let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let Some((time, _)) = time.zip(deadline) else {
            return Err(PyValueError::new_err("seconds is a positive number"));
        };
        let mut players = self.players.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                PyRuntimeError::new_err("another thread is using this engine: make one for each")
            }
            TryLockError::Poisoned(_) => {
                PyRuntimeError::new_err("this engine is dead, because an earlier call failed")
            }
        })?;
        let kept = &mut players[position.turn.index()];
        let player = match kept {
            Some((game, player)) if *game == position.game => player,
            _ => {
                let briefing = Briefing {
                    match_id: String::new(),
                    role: position.turn.name().to_owned(),
                    ruleset,
                    opening: Vec::new(),
                    clock: Clock { start: time, play: time },
                };
                let player = TablePlayer::new(self.spec.clone(), self.resources.clone(), briefing);
                &mut kept.insert((position.game.clone(), player)).1
            }
        };
        let line = position.line();
        let asked = interruptible(py, |canceled: &AtomicBool| {
            let last = Mutex::new(Thoughts::default());
            let keep = |thoughts: &Thoughts| {
                if let Ok(mut last) = last.lock() {
                    last.clone_from(thoughts);
                }
            };
            let begin = || Turn { deadline: Instant::now() + time, canceled, thoughts: &keep };
            let action = player.play(&line, canceled, &begin);
            action.map(|action| (action, last.into_inner().unwrap_or_default()))
        })?;
        asked.map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }
}
