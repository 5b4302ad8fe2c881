//! Playing a machine one state at a time, on the simulator.

use stonegate_circuit::Simulator;
use stonegate_gdl::Goal;

use crate::machine::{Machine, State};

/// Evaluates states of a machine.
#[derive(Debug)]
pub struct Stepper<'m> {
    machine: &'m Machine,
    simulator: Simulator<'m>,
}

/// What holds in a state.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Position {
    /// The legal moves of each role.
    pub legal: Vec<Vec<usize>>,
    pub terminal: bool,
    /// The goal values of each role, ascending; a sound game has one.
    pub goals: Vec<Vec<Goal>>,
}

impl<'m> Stepper<'m> {
    pub fn new(machine: &'m Machine) -> Self {
        Self { machine, simulator: Simulator::new(&machine.circuit) }
    }

    pub fn position(&mut self, state: &State) -> Position {
        let inputs = vec![0; self.machine.n_moves()];
        self.evaluate(state, &inputs);
        let holds = |lit| self.simulator.value(lit) & 1 == 1;
        let roles = self.machine.roles.iter().enumerate();
        Position {
            legal: roles
                .clone()
                .map(|(index, role)| {
                    (0..role.moves.len())
                        .filter(|&action| holds(self.machine.legal(index, action)))
                        .collect()
                })
                .collect(),
            terminal: holds(self.machine.terminal()),
            goals: roles
                .map(|(index, role)| {
                    (0..role.goals.len())
                        .filter(|&value| holds(self.machine.goal(index, value)))
                        .map(|value| role.goals[value])
                        .collect()
                })
                .collect(),
        }
    }

    /// The state after each role has made its move.
    pub fn next(&mut self, state: &State, moves: &[usize]) -> State {
        let mut inputs = vec![0; self.machine.n_moves()];
        for (role, &action) in moves.iter().enumerate() {
            inputs[self.machine.first_move(role) + action] = 1;
        }
        self.evaluate(state, &inputs);
        State::from_bits(self.simulator.next_registers().iter().map(|word| word & 1 == 1))
    }

    fn evaluate(&mut self, state: &State, inputs: &[u64]) {
        let registers = (0..self.machine.circuit.registers().len())
            .map(|index| u64::from(state.bit(stonegate_circuit::RegisterId::new(index))))
            .collect::<Vec<_>>();
        self.simulator.evaluate(inputs, &registers);
    }
}
