//! A single state of a game.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use stonegate_ground::{FactValue, Goal, Machine, MoveId, PerceptId, Position, Role, RoleId};

use crate::board::describe;
use crate::game::Game;
use crate::typed::{RoleKey, Tuple};

/// A move: its number if it is the turn of one role, or one number for each role.
#[derive(FromPyObject)]
enum Action {
    OfMover(i64),
    OfRoles(Vec<i64>),
}

/// A state of a game, which never changes: moves lead to other states.
///
/// >>> state = stonegate.Game("tic-tac-toe").initial()
/// >>> state.apply(4).current_player
/// 1
#[pyclass(frozen, module = "stonegate")]
pub(crate) struct State {
    game: Py<Game>,
    registers: stonegate_ground::State,
    position: Position,
    /// Whose turn it is.
    turns: Vec<bool>,
}

impl State {
    pub(crate) fn new(game: Py<Game>, state: stonegate_ground::State) -> Self {
        let (position, turns) = {
            let game = game.get();
            let position = game.stepper().position(&state);
            let turns = game.engine.turns(&state, &position.legal);
            (position, turns)
        };
        Self { game, registers: state, position, turns }
    }

    fn fact_names(&self) -> Vec<&str> {
        self.game.get().machine.facts_of(&self.registers).collect()
    }

    /// The same state on the circuit of a game, which may have been compiled another time; nothing
    /// if it is another game.
    pub(crate) fn on(&self, game: &Game) -> Option<stonegate_ground::State> {
        if Arc::ptr_eq(&self.game.get().machine, &game.machine) {
            return Some(self.registers.clone());
        }
        let facts: Vec<String> = self.fact_names().into_iter().map(str::to_owned).collect();
        (self.game.get() == game).then(|| state_of(&game.machine, &facts).ok()).flatten()
    }

    fn is_stuck(&self) -> bool {
        self.position.legal.iter().any(Vec::is_empty)
    }

    /// The role whose turn it is; chance only if it is alone.
    fn mover(&self) -> RoleId {
        let chance = self.game.get().machine.chance();
        let mut movers = RoleId::first(self.turns.len()).filter(|&role| self.turns[role]);
        let player = movers.clone().find(|&role| Some(role) != chance);
        player.or_else(|| movers.next()).unwrap_or(RoleId::new(0))
    }

    /// The joint move in which a role makes a move; others have no choice.
    fn joint(&self, mover: RoleId, action: i64) -> PyResult<Vec<i64>> {
        let others = RoleId::enumerate(&self.position.legal).map(|(role, legal)| {
            match (role == mover, &legal[..]) {
                (true, _) => Ok(action),
                (false, [only]) => Ok(only.index() as i64),
                (false, _) => {
                    let name = &self.game.get().machine.roles[role].name;
                    Err(PyValueError::new_err(format!(
                        "{name} has a choice as well: tell a move for each role"
                    )))
                }
            }
        });
        others.collect()
    }

    /// The moves of all roles, if they may be made.
    fn legal_joint(&self, action: Action) -> PyResult<Vec<MoveId>> {
        if self.position.terminal || self.is_stuck() {
            return Err(PyValueError::new_err("the game is over: nobody moves any more"));
        }
        let joint = match action {
            Action::OfMover(action) => self.joint(self.mover(), action)?,
            Action::OfRoles(joint) => joint,
        };
        let roles = &self.game.get().machine.roles;
        if joint.len() != roles.len() {
            return Err(PyValueError::new_err(format!(
                "there are {} roles, and {} moves",
                roles.len(),
                joint.len()
            )));
        }
        let moves = roles.iter().zip(&self.position.legal).zip(&joint);
        let legal = |((role, legal), &action): ((&Role, &Vec<MoveId>), &i64)| {
            let found = legal.iter().find(|&&legal| legal.index() as i64 == action).copied();
            found.ok_or_else(|| {
                PyValueError::new_err(format!("{} has no legal move {action}", role.name))
            })
        };
        moves.map(legal).collect()
    }
}

#[pymethods]
impl State {
    /// The game whose state it is.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The number of the role whose turn it is; the first one if several move at the same time.
    #[getter]
    fn current_player(&self) -> usize {
        self.mover().index()
    }

    /// For each role, whether it is its turn: it has a choice, or nobody has and it is to move.
    #[getter]
    fn turns(&self) -> Tuple<bool> {
        Tuple(self.turns.clone())
    }

    /// The numbers of the legal moves of a role, ascending; none if the game is over. Without a role
    /// they are those of the one whose turn it is.
    #[pyo3(signature = (role = None))]
    #[allow(clippy::needless_pass_by_value, reason = "Python hands over what it has made")]
    fn legal(&self, role: Option<RoleKey>) -> PyResult<Vec<u32>> {
        let role = match &role {
            Some(role) => self.game.get().role(role)?,
            None => self.mover(),
        };
        let legal = self.position.legal[role].iter().map(|&action| action.into());
        Ok(if self.position.terminal { Vec::new() } else { legal.collect() })
    }

    /// Is the game over? A game in which some role has no legal move is over as well.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.terminal || self.is_stuck()
    }

    /// Is the game over by its rules?
    #[getter]
    fn is_terminal(&self) -> bool {
        self.position.terminal
    }

    /// The goal of each role, 0 to 100; nothing where the rules say nothing.
    #[getter]
    fn goals(&self) -> Tuple<Option<u8>> {
        let goals = self.position.goals.iter();
        goals.map(|goals| goals.last().map(|goal| goal.value())).collect()
    }

    /// What each role has won, from -1 to 1; nothing while the game is not over by its rules.
    #[getter]
    fn rewards(&self) -> Tuple<f64> {
        let reward = |goals: &Vec<Goal>| {
            let goal = Goal::of_role(goals.iter().copied()).value();
            if self.position.terminal { f64::from(goal) / 50.0 - 1.0 } else { 0.0 }
        };
        self.position.goals.iter().map(reward).collect()
    }

    /// The facts that hold.
    #[getter]
    fn facts(&self) -> Tuple<&str> {
        Tuple(self.fact_names())
    }

    /// The state after a move: its number if it is the turn of one role, or one number for each role.
    fn apply(&self, py: Python<'_>, action: Action) -> PyResult<Self> {
        let actions = self.legal_joint(action)?;
        let next = self.game.get().stepper().next(&self.registers, &actions);
        Ok(Self::new(self.game.clone_ref(py), next))
    }

    /// What each role perceives of a move, told as for `apply`: a tuple of names for each role.
    fn percepts(&self, action: Action) -> PyResult<Tuple<Tuple<&str>>> {
        let actions = self.legal_joint(action)?;
        let game = self.game.get();
        let percepts = game.stepper().percepts(&self.registers, &actions);
        let names = |(role, percepts): (RoleId, &Vec<PerceptId>)| {
            let names = &game.machine.roles[role].percepts;
            percepts.iter().map(|&percept| names[percept].as_str()).collect()
        };
        Ok(RoleId::enumerate(&percepts).map(names).collect())
    }

    /// The board with what stands on it: a dictionary, or nothing if there is no board.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let game = self.game.get();
        let Some(layout) = game.layout() else { return Ok(None) };
        describe(py, &layout.draw(game.machine.facts_of(&self.registers))).map(Some)
    }

    /// The board for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("stonegate.render")?.call_method1("svg", (slf,))?.extract()
    }

    /// The values of the registers, as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> =
            self.registers.words().iter().flat_map(|word| word.to_le_bytes()).collect();
        PyBytes::new(py, &bytes)
    }

    /// The board as text, or the facts where there is none.
    fn __str__(&self) -> String {
        let game = self.game.get();
        let facts = game.machine.facts_of(&self.registers);
        match game.layout() {
            Some(layout) => layout.draw(facts).to_string(),
            None => facts.collect::<Vec<_>>().join("\n"),
        }
    }

    fn __repr__(&self) -> String {
        let facts: Vec<&str> = self.game.get().machine.facts_of(&self.registers).collect();
        format!("<State {}>", facts.join(" "))
    }

    /// It never changes, so that it is its own copy.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.get() == other.game.get() && self.fact_names() == other.fact_names()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.fact_names().hash(&mut hasher);
        hasher.finish()
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Py<Game>, Tuple<&str>))> {
        let restore = py.import("stonegate")?.getattr("restore_state")?;
        Ok((restore, (self.game.clone_ref(py), self.facts())))
    }
}

/// The state of a game in which these facts hold, and no others.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "Python hands over lists")]
pub(crate) fn restore_state(game: Bound<'_, Game>, facts: Vec<String>) -> PyResult<State> {
    let state = state_of(&game.get().machine, &facts);
    let state = state.map_err(|fact| {
        PyValueError::new_err(format!("{fact} cannot hold beside the other facts"))
    })?;
    Ok(State::new(game.unbind(), state))
}

/// The state in which these facts hold and no others, or a fact that cannot.
fn state_of(machine: &Machine, facts: &[String]) -> Result<stonegate_ground::State, String> {
    let mut bits: Vec<bool> = vec![false; machine.circuit.registers().len()];
    for fact in &machine.facts {
        if let FactValue::Register { register, inverted } = fact.value {
            bits[register.index()] = facts.contains(&fact.name) != inverted;
        }
    }
    let state = stonegate_ground::State::from_bits(bits);
    let holds: Vec<&str> = machine.facts_of(&state).collect();
    let missing = facts.iter().find(|fact| !holds.contains(&fact.as_str()));
    missing.map_or(Ok(state.clone()), |fact| Err(fact.clone()))
}
