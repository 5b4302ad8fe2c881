//! Making machines and playing them.

use std::collections::BTreeSet;
use std::sync::Arc;

use stonegate_circuit::Effort;
use stonegate_gdl::{TermId, analyze};
use stonegate_ground::{
    Budget, GroundError, Grounded, Machine, MoveId, PerceptId, Role, State, Stepper, ground,
};
use stonegate_reference::{Budget as ReferenceBudget, Evaluator, State as ReferenceState};

use crate::random::Random;

pub(crate) fn try_ground(sheet: &str, budget: &Budget<'_>) -> Result<Grounded, GroundError> {
    let analysis = analyze(sheet);
    ground(&analysis.rules, budget)
}

/// A game that is known to ground.
#[track_caller]
pub(crate) fn grounded(sheet: &str) -> Grounded {
    let grounded = try_ground(sheet, &Budget::default()).expect("the game grounds");
    grounded.machine.circuit.verify().expect("the circuit is well-formed");
    grounded
}

/// The machine after all that can be done to make it small.
#[track_caller]
pub(crate) fn optimized(sheet: &str) -> Machine {
    let machine = grounded(sheet).optimize(Effort::FULL, &|| false).machine;
    machine.circuit.verify().expect("the circuit is well-formed");
    machine
}

pub(crate) fn evaluator(sheet: &str) -> Evaluator {
    let analysis = analyze(sheet);
    Evaluator::new(&analysis.rules)
}

/// What can be seen of a state.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct View {
    pub(crate) facts: BTreeSet<String>,
    pub(crate) legal: Vec<BTreeSet<String>>,
    pub(crate) terminal: bool,
    pub(crate) goals: Vec<Vec<i64>>,
}

/// A machine in some state.
pub(crate) struct Board {
    pub(crate) machine: Arc<Machine>,
    stepper: Stepper,
    state: State,
}

impl Board {
    pub(crate) fn new(machine: &Machine) -> Self {
        let machine = Arc::new(machine.clone());
        Self { stepper: Stepper::new(&machine), state: machine.initial(), machine }
    }

    pub(crate) fn restart(&mut self) {
        self.state = self.machine.initial();
    }

    pub(crate) fn view(&mut self) -> View {
        let position = self.stepper.position(&self.state);
        let roles = self.machine.roles.iter().zip(&position.legal);
        let legal = roles
            .map(|(role, legal)| legal.iter().map(|&action| role.moves[action].clone()).collect());
        let goals = position.goals.iter();
        View {
            facts: self.machine.facts_of(&self.state).map(str::to_owned).collect(),
            legal: legal.collect(),
            terminal: position.terminal,
            goals: goals
                .map(|goals| goals.iter().map(|goal| goal.value().into()).collect())
                .collect(),
        }
    }

    /// Makes a joint move: one move for each role, as text. Gives what each role perceives.
    #[track_caller]
    pub(crate) fn make_move(&mut self, moves: &[String]) -> Vec<BTreeSet<String>> {
        let roles = self.machine.roles.iter().zip(moves);
        let moves = roles.map(|(role, action)| {
            let found = role.moves.iter().position(|other| other == action);
            let found = found.map(MoveId::new);
            found.unwrap_or_else(|| panic!("{action} is a move of {}", role.name))
        });
        let moves = moves.collect::<Vec<_>>();
        let percepts = self.stepper.percepts(&self.state, &moves);
        self.state = self.stepper.next(&self.state, &moves);
        let texts = |(role, percepts): (&Role, Vec<PerceptId>)| {
            percepts.into_iter().map(|percept| role.percepts[percept].clone()).collect()
        };
        self.machine.roles.iter().zip(percepts).map(texts).collect()
    }
}

/// Plays games at random and compares machines with the reference evaluator in
/// every state. Games that do not end are left after so many steps. Tells how many states there
/// were.
#[track_caller]
pub(crate) fn compare(
    name: &str,
    sheet: &str,
    machines: &[&Machine],
    n_playouts: u64,
    n_steps: usize,
) -> usize {
    let mut n_states = 0;
    let mut evaluator = evaluator(sheet);
    let mut boards = machines.iter().map(|machine| Board::new(machine)).collect::<Vec<_>>();
    let budget = ReferenceBudget::default();
    for seed in 0..n_playouts {
        let mut random = Random(seed);
        let mut state = evaluator.initial(&budget).expect("the game begins");
        boards.iter_mut().for_each(Board::restart);
        for step in 0..n_steps {
            let (expected, legal) = look(&mut evaluator, &state);
            for (number, board) in boards.iter_mut().enumerate() {
                let found = board.view();
                assert_eq!(found, expected, "{name}, machine {number}, seed {seed}, step {step}");
            }
            if expected.terminal || legal.iter().any(Vec::is_empty) {
                break;
            }
            let moves = legal.iter().map(|legal| legal[random.below(legal.len())]);
            let moves = moves.collect::<Vec<_>>();
            let joint = texts(&evaluator, &moves);
            let expected = percepts(&mut evaluator, &state, &moves);
            for (number, board) in boards.iter_mut().enumerate() {
                let found = board.make_move(&joint);
                assert_eq!(found, expected, "{name}, machine {number}, seed {seed}, step {step}");
            }
            n_states += 1;
            state = evaluator.next(&state, &moves, &budget).expect("is known");
        }
    }
    n_states
}

/// What each role perceives of a step, says the reference evaluator.
fn percepts(
    evaluator: &mut Evaluator,
    state: &ReferenceState,
    moves: &[TermId],
) -> Vec<BTreeSet<String>> {
    let budget = ReferenceBudget::default();
    let roles = evaluator.role_ids();
    let of_role = |role| {
        let percepts = evaluator.sees(state, moves, role, &budget).expect("is known");
        texts(evaluator, &percepts).into_iter().collect()
    };
    roles.map(of_role).collect()
}

/// What the reference evaluator sees, and the legal moves as its terms.
fn look(evaluator: &mut Evaluator, state: &ReferenceState) -> (View, Vec<Vec<TermId>>) {
    let budget = ReferenceBudget::default();
    let roles = evaluator.role_ids();
    let legal = roles.clone().map(|role| evaluator.legal(state, role, &budget).expect("is known"));
    let legal = legal.collect::<Vec<_>>();
    let goals = roles.map(|role| {
        let goals = evaluator.goals(state, role, &budget).expect("is known");
        goals.iter().map(|goal| goal.value().into()).collect()
    });
    let goals = goals.collect();
    let terminal = evaluator.is_terminal(state, &budget).expect("is known");
    let set = |terms: &[TermId]| texts(evaluator, terms).into_iter().collect();
    let view = View {
        facts: set(state.facts()),
        legal: legal.iter().map(|legal| set(legal)).collect(),
        terminal,
        goals,
    };
    (view, legal)
}

fn texts(evaluator: &Evaluator, terms: &[TermId]) -> Vec<String> {
    terms.iter().map(|&term| evaluator.display(term).to_string()).collect()
}
