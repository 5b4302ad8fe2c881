//! Playing a machine one state at a time, on the simulator.

use std::ops::Deref;
use std::sync::Arc;

use stonegate_circuit::{Circuit, RegisterId, Simulator};
use stonegate_gdl::{Goal, MoveId, PerceptId};

use crate::machine::Machine;
use crate::state::State;

/// Evaluates states of a machine, in which it has a share.
#[derive(Clone, Debug)]
pub struct Stepper {
    machine: Arc<Machine>,
    simulator: Simulator<Shared>,
    /// The words of the inputs, all 0 between questions.
    inputs: Vec<u64>,
    registers: Vec<u64>,
}

/// The circuit of a machine.
#[derive(Clone, Debug)]
struct Shared(Arc<Machine>);

impl Deref for Shared {
    type Target = Circuit;

    fn deref(&self) -> &Circuit {
        &self.0.circuit
    }
}

/// What holds in a state.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Position {
    /// The legal moves of each role.
    pub legal: Vec<Vec<MoveId>>,
    pub terminal: bool,
    /// The goal values of each role, ascending; a sound game has one.
    pub goals: Vec<Vec<Goal>>,
}

impl Stepper {
    pub fn new(machine: &Arc<Machine>) -> Self {
        Self {
            machine: Arc::clone(machine),
            simulator: Simulator::new(Shared(Arc::clone(machine))),
            inputs: vec![0; machine.n_moves()],
            registers: vec![0; machine.circuit.registers().len()],
        }
    }

    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }

    pub fn position(&mut self, state: &State) -> Position {
        self.evaluate(state);
        let holds = |lit| self.simulator.value(lit) & 1 == 1;
        let machine = &self.machine;
        let legal = machine.role_ids().map(|role| {
            let moves = machine.move_ids(role);
            moves.filter(|&action| holds(machine.legal(role, action))).collect()
        });
        let goals = machine.role_ids().map(|role| {
            let values = machine.roles[role].goals.iter().enumerate();
            let values = values.filter(|&(number, _)| holds(machine.goal(role, number)));
            values.map(|(_, &value)| value).collect()
        });
        Position {
            legal: legal.collect(),
            terminal: holds(machine.terminal()),
            goals: goals.collect(),
        }
    }

    /// The state after each role has made its move.
    pub fn next(&mut self, state: &State, moves: &[MoveId]) -> State {
        self.evaluate_step(state, moves);
        self.next_state()
    }

    /// The state after each role has made its move, and what each role perceives of it.
    pub fn make_move(&mut self, state: &State, moves: &[MoveId]) -> (State, Vec<Vec<PerceptId>>) {
        let percepts = self.percepts(state, moves);
        (self.next_state(), percepts)
    }

    fn next_state(&self) -> State {
        State::from_bits(self.simulator.next_registers().iter().map(|word| word & 1 == 1))
    }

    /// What each role perceives when each role makes its move.
    pub fn percepts(&mut self, state: &State, moves: &[MoveId]) -> Vec<Vec<PerceptId>> {
        self.evaluate_step(state, moves);
        let holds = |lit| self.simulator.value(lit) & 1 == 1;
        let machine = &self.machine;
        let of_role = |role| {
            let percepts = machine.percept_ids(role);
            percepts.filter(|&percept| holds(machine.percept(role, percept))).collect()
        };
        machine.role_ids().map(of_role).collect()
    }

    fn evaluate_step(&mut self, state: &State, moves: &[MoveId]) {
        for (role, &action) in self.machine.role_ids().zip(moves) {
            self.inputs[self.machine.does(role, action).index()] = 1;
        }
        self.evaluate(state);
        self.inputs.fill(0);
    }

    fn evaluate(&mut self, state: &State) {
        for (index, word) in self.registers.iter_mut().enumerate() {
            *word = u64::from(state.bit(RegisterId::new(index)));
        }
        self.simulator.evaluate(&self.inputs, &self.registers);
    }
}
