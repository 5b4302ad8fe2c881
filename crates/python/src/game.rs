//! A game: rules that have become a circuit.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyFileNotFoundError, PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stonegate_board::{Evidence, Layout};
use stonegate_circuit::Effort;
use stonegate_compile::{BUILT_IN, BuiltIn, Compilation, GameRules, UnplayableSheet};
use stonegate_gdl::{MAX_SHEET_BYTES, Syntax, decode, line_column};
use stonegate_ground::{Budget, GroundError, GroundErrorKind, Machine, RoleId, Stepper};
use stonegate_lanes::{Backend, Engine};
use stonegate_matches::Scrambler;

use crate::board::Planes;
use crate::diagnostic::{CompileError, Diagnostic, SheetError, check, sheet_error};
use crate::pool::interruptible;
use crate::state::State;
use crate::typed::{RoleKey, Source, Tuple};

/// Rules of a game, compiled to a circuit.
///
/// `source` is the text of a rule sheet in the Game Description Language, the path of a file, or the
/// name of a built-in game. Compiling may take so many seconds for finding all that can hold
/// (`ground_seconds`) and for making the circuit small (`optimize_seconds`). A sheet that cannot be
/// played raises a `SheetError`, which draws the places; one that is too large a `CompileError`.
///
/// >>> game = stonegate.Game("tic-tac-toe")
/// >>> game.roles
/// ('xplayer', 'oplayer')
#[pyclass(frozen, module = "stonegate")]
pub(crate) struct Game {
    name: String,
    text: String,
    rules: GameRules,
    pub(crate) machine: Arc<Machine>,
    pub(crate) engine: Arc<Engine>,
    n_gates_before: usize,
    seconds: f64,
    stepper: Mutex<Stepper>,
    layout: OnceLock<Option<Layout>>,
    planes: OnceLock<Option<Planes>>,
    max_length: OnceLock<Option<u32>>,
}

/// Games of the same text are equal.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Game {
    /// Answers questions about single states.
    pub(crate) fn stepper(&self) -> std::sync::MutexGuard<'_, Stepper> {
        // It keeps nothing from one question to the next.
        self.stepper.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn layout(&self) -> Option<&Layout> {
        let find = || Layout::find(&self.rules.rules, &Evidence::of_machine(&self.machine, 1));
        self.layout.get_or_init(find).as_ref()
    }

    /// What is where on the board, if there is one.
    pub(crate) fn planes(&self) -> Option<&Planes> {
        let find = || Some(Planes::new(&self.machine, self.layout()?));
        self.planes.get_or_init(find).as_ref()
    }

    /// How many moves the role with the most of them has.
    pub(crate) fn n_actions(&self) -> usize {
        self.machine.roles.iter().map(|role| role.moves.len()).max().unwrap_or(0)
    }

    /// The number of a role that is told by its number or its name.
    pub(crate) fn role(&self, key: &RoleKey) -> PyResult<RoleId> {
        let roles = &self.machine.roles;
        let (found, key) = match key {
            RoleKey::Name(name) => (roles.iter().position(|role| role.name == *name), name.clone()),
            RoleKey::Number(number) => {
                (Some(*number).filter(|&number| number < roles.len()), number.to_string())
            }
        };
        found.map(RoleId::new).ok_or_else(|| {
            let names: Vec<&str> = roles.iter().map(|role| role.name.as_str()).collect();
            PyIndexError::new_err(format!("no role is {key}: there are {}", names.join(", ")))
        })
    }

    fn compile(
        py: Python<'_>,
        name: String,
        text: String,
        limits: (f64, f64),
        backend: Option<&str>,
    ) -> PyResult<Self> {
        let backend = match backend {
            None => Backend::best(),
            Some(name) => {
                name.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?
            }
        };
        if !backend.is_available() {
            return Err(PyValueError::new_err(format!("this machine has no back end {backend}")));
        }
        let start = Instant::now();
        let rules = py.detach(|| GameRules::read(&text)).map_err(|error| match error {
            UnplayableSheet::Errors(errors) => sheet_error(py, &errors, &name, &text),
            UnplayableSheet::NoRole => SheetError::new_err(format!("{name}: {error}")),
        })?;
        let (ground, optimize) = limits;
        let compiled = interruptible(py, |stop| compile(&rules, ground, optimize, backend, stop))?;
        let (engine, n_gates_before) =
            compiled.map_err(|error| explain(&error, &name, &text, ground))?;
        let machine = Arc::clone(engine.machine());
        Ok(Self {
            stepper: Mutex::new(Stepper::new(&machine)),
            layout: OnceLock::new(),
            planes: OnceLock::new(),
            max_length: OnceLock::new(),
            seconds: start.elapsed().as_secs_f64(),
            n_gates_before,
            machine,
            engine,
            rules,
            name,
            text,
        })
    }
}

/// The engine of a game, and how many gates there were before optimization.
fn compile(
    rules: &GameRules,
    ground_seconds: f64,
    optimize_seconds: f64,
    backend: Backend,
    stop: &AtomicBool,
) -> Result<(Arc<Engine>, usize), GroundError> {
    let limit = |seconds: f64| {
        let start = Instant::now();
        let seconds = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        move || stop.load(Ordering::Relaxed) || start.elapsed() > seconds
    };
    let is_late = limit(ground_seconds);
    let budget = Budget { stop: &is_late, ..Budget::default() };
    let grounded = Compilation::new(&rules.rules, &budget)?.grounded;
    let effort = if optimize_seconds == 0.0 { Effort::QUICK } else { Effort::FULL };
    let is_late = limit(if optimize_seconds == 0.0 { f64::MAX } else { optimize_seconds });
    let optimized = grounded.optimize(effort, &is_late);
    let engine = Engine::new(Arc::new(optimized.machine), backend);
    Ok((Arc::new(engine), grounded.machine.circuit.n_ands()))
}

/// The error, where it happened, and what can be done.
fn explain(error: &GroundError, name: &str, text: &str, seconds: f64) -> PyErr {
    let (line, column) = line_column(text, error.span.start);
    let hint = match error.kind {
        GroundErrorKind::Stopped => format!("; the limit is ground_seconds={seconds}"),
        GroundErrorKind::TooLarge => String::new(),
        GroundErrorKind::Unsafe | GroundErrorKind::NegativeCycle | GroundErrorKind::NoRoles => {
            return SheetError::new_err(format!(
                "{name}:{line}:{column}: {error}; `stonegate.check` tells more"
            ));
        }
    };
    CompileError::new_err(format!("{name}:{line}:{column}: {error}{hint}"))
}

/// Reads a sheet from a file.
fn read(path: &Path) -> PyResult<(String, String)> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_SHEET_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok((path.to_string_lossy().into_owned(), decode(&bytes).0.into_owned()))
}

/// What a user means by a game: its name and its text.
pub(crate) fn find(source: Source) -> PyResult<(String, String)> {
    let source = match source {
        Source::Text(text) => text,
        Source::Path(path) => return read(&path),
    };
    if source.contains(['(', '\n']) {
        return Ok(("<text>".to_owned(), source));
    }
    let path = Path::new(&source);
    if path.is_file() {
        return read(path);
    }
    if let Some(game) = BuiltIn::find(&source) {
        return Ok((game.name.to_owned(), game.text.to_owned()));
    }
    let names: Vec<&str> = BUILT_IN.iter().map(|game| game.name).collect();
    Err(PyFileNotFoundError::new_err(format!(
        "`{source}` is neither a file, nor the text of a rule sheet, nor a built-in game; \
         these are {}",
        names.join(", ")
    )))
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (source, *, ground_seconds = 30.0, optimize_seconds = 10.0, backend = None))]
    fn new(
        py: Python<'_>,
        source: Source,
        ground_seconds: f64,
        optimize_seconds: f64,
        backend: Option<&str>,
    ) -> PyResult<Self> {
        let (name, text) = find(source)?;
        for seconds in [ground_seconds, optimize_seconds] {
            if seconds.is_nan() || seconds < 0.0 {
                return Err(PyValueError::new_err("a limit of time is not negative"));
            }
        }
        Self::compile(py, name, text, (ground_seconds, optimize_seconds), backend)
    }

    /// The name of the built-in game or of the file.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The rule sheet.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The rules in words: the comment with which the sheet begins.
    #[getter]
    fn description(&self) -> String {
        let lines = self.text.lines().take_while(|line| line.starts_with(';'));
        let lines: Vec<&str> = lines.map(|line| line.trim_start_matches([';', ' '])).collect();
        lines.join("\n").trim().to_owned()
    }

    /// The names of the roles, in the order of the sheet.
    #[getter]
    fn roles(&self) -> Tuple<&str> {
        self.machine.roles.iter().map(|role| role.name.as_str()).collect()
    }

    /// The moves of a role, told by number or name: the number of a move is its place here.
    #[allow(clippy::needless_pass_by_value, reason = "Python hands over what it has made")]
    fn moves(&self, role: RoleKey) -> PyResult<Tuple<&str>> {
        Ok(self.machine.roles[self.role(&role)?].moves.iter().map(String::as_str).collect())
    }

    /// The goals that a role can have, 0 to 100.
    #[allow(clippy::needless_pass_by_value, reason = "Python hands over what it has made")]
    fn goals(&self, role: RoleKey) -> PyResult<Tuple<u8>> {
        let goals = self.machine.roles[self.role(&role)?].goals.iter();
        Ok(goals.map(|goal| goal.value()).collect())
    }

    /// What a role can perceive of a step, in a game with hidden information.
    #[allow(clippy::needless_pass_by_value, reason = "Python hands over what it has made")]
    fn percepts(&self, role: RoleKey) -> PyResult<Tuple<&str>> {
        Ok(self.machine.roles[self.role(&role)?].percepts.iter().map(String::as_str).collect())
    }

    /// The facts that can hold in a state, called fluents in the literature.
    #[getter]
    fn facts(&self) -> Tuple<&str> {
        self.machine.facts.iter().map(|fact| fact.name.as_str()).collect()
    }

    /// How many roles there are, chance included.
    #[getter]
    fn num_roles(&self) -> usize {
        self.machine.roles.len()
    }

    /// How many players there are; chance is none.
    #[getter]
    fn num_players(&self) -> usize {
        self.machine.roles.len() - usize::from(self.machine.chance().is_some())
    }

    /// How many moves the role with the most of them has.
    #[getter]
    fn num_actions(&self) -> usize {
        self.n_actions()
    }

    /// The number of the role that chance plays, if there is one.
    #[getter]
    fn chance(&self) -> Option<usize> {
        self.machine.chance().map(RoleId::index)
    }

    /// Is something hidden: do players know what they perceive, and not all moves?
    #[getter]
    fn has_percepts(&self) -> bool {
        self.machine.has_percepts()
    }

    /// Is it proven that players move one after the other? Otherwise they move at the same time.
    #[getter]
    fn takes_turns(&self, py: Python<'_>) -> bool {
        py.detach(|| self.engine.takes_turns())
    }

    /// Is it proven that there are two players, of whom one wins what the other loses?
    #[getter]
    fn is_zero_sum(&self, py: Python<'_>) -> bool {
        py.detach(|| self.engine.is_zero_sum())
    }

    /// The number of steps after which every game is over, if one is proven.
    #[getter]
    fn max_length(&self, py: Python<'_>) -> Option<u32> {
        py.detach(|| *self.max_length.get_or_init(|| self.engine.max_length()))
    }

    /// What evaluates the circuit.
    #[getter]
    fn backend(&self) -> String {
        self.engine.backend().to_string()
    }

    /// Figures of the circuit and of the program made of it.
    #[getter]
    fn circuit<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let size = self.engine.size();
        let figures = PyDict::new(py);
        figures.set_item("gates_before", self.n_gates_before)?;
        figures.set_item("gates", self.machine.circuit.n_ands())?;
        figures.set_item("registers", self.machine.circuit.registers().len())?;
        figures.set_item("inputs", self.machine.n_moves())?;
        figures.set_item("lookup_tables", size.legal + size.next + size.deferred_goals)?;
        figures.set_item("code_bytes", size.code)?;
        figures.set_item("compile_seconds", self.seconds)?;
        Ok(figures)
    }

    /// All that is wrong with the sheet: a list of diagnostics.
    fn check(&self, py: Python<'_>) -> Vec<Diagnostic> {
        check(py, &self.text, &self.name)
    }

    /// The initial state.
    fn initial(slf: Bound<'_, Self>) -> State {
        let state = slf.get().machine.initial();
        State::new(slf.unbind(), state)
    }

    /// The planes of the board, from the first to the last, or nothing if there is no board.
    #[getter]
    fn board_planes(&self, py: Python<'_>) -> Option<Tuple<&str>> {
        let planes = py.detach(|| self.planes())?;
        Some(planes.names.iter().map(String::as_str).collect())
    }

    /// The same game in other words, drawn by a seed: only keywords and numbers stay.
    fn scrambled(&self, py: Python<'_>, seed: u64) -> PyResult<Self> {
        let text = Scrambler::new(&self.rules.sheet, seed).scramble_sheet(&self.rules.sheet);
        let backend = self.backend();
        Self::compile(
            py,
            "<text>".to_owned(),
            text.print(Syntax::Kif),
            (30.0, 10.0),
            Some(&backend),
        )
    }

    fn __repr__(&self) -> String {
        let roles: Vec<&str> = self.machine.roles.iter().map(|role| role.name.as_str()).collect();
        format!("<Game {} of {}>", self.name, roles.join(", "))
    }

    /// It never changes, so that it is its own copy.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str, &str))> {
        let restore = py.import("stonegate")?.getattr("_restore_game")?;
        Ok((restore, (&self.name, &self.text)))
    }
}

/// The names of the built-in games.
#[pyfunction]
pub(crate) fn built_in() -> Vec<&'static str> {
    BUILT_IN.iter().map(|game| game.name).collect()
}

/// A game from its name and its text.
#[pyfunction]
pub(crate) fn restore_game(py: Python<'_>, name: String, text: String) -> PyResult<Game> {
    Game::compile(py, name, text, (30.0, 10.0), None)
}
