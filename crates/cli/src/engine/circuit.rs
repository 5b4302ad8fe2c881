//! A compiled machine, played on the simulator, as an engine.

use std::sync::Arc;

use stonegate_ground::{Machine, Position, State, Stepper};

use crate::engine::Engine;

pub(super) struct CircuitEngine {
    machine: Arc<Machine>,
    stepper: Stepper,
    roles: Vec<String>,
    /// For each role, its moves in the order of their text.
    order: Vec<Vec<u32>>,
    /// The line of play; the last position is the current one.
    line: Vec<(State, Position)>,
}

impl CircuitEngine {
    pub(super) fn new(machine: Machine) -> Self {
        let machine = Arc::new(machine);
        let order = machine.roles.iter().map(|role| {
            let mut order = (0..role.moves.len() as u32).collect::<Vec<_>>();
            order.sort_by_key(|&action| &role.moves[action as usize]);
            order
        });
        Self {
            order: order.collect(),
            roles: machine.roles.iter().map(|role| role.name.clone()).collect(),
            stepper: Stepper::new(&machine),
            machine,
            line: Vec::new(),
        }
    }

    fn push(&mut self, state: State) {
        let position = self.stepper.position(&state);
        self.line.push((state, position));
    }

    fn current(&self) -> &(State, Position) {
        self.line.last().expect("a line has an initial state")
    }

    /// The legal moves of a role in the order of their text.
    fn legal_moves(&self, role: usize) -> Vec<u32> {
        let legal = &self.current().1.legal[role];
        let is_legal = |action: &u32| legal.binary_search(action).is_ok();
        self.order[role].iter().copied().filter(is_legal).collect()
    }
}

impl Engine for CircuitEngine {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn restart(&mut self) -> anyhow::Result<()> {
        self.line.clear();
        self.push(self.machine.initial());
        Ok(())
    }

    fn apply(&mut self, moves: &[usize]) -> anyhow::Result<()> {
        let moves = moves.iter().enumerate().map(|(role, &index)| self.legal_moves(role)[index]);
        let moves = moves.collect::<Vec<_>>();
        let state = self.current().0.clone();
        let next = self.stepper.next(&state, &moves);
        self.push(next);
        Ok(())
    }

    fn undo(&mut self) {
        assert!(self.line.len() > 1, "there is a move to take back");
        self.line.pop();
    }

    fn facts(&mut self) -> anyhow::Result<Vec<String>> {
        let mut facts =
            self.machine.facts_of(&self.current().0).map(str::to_owned).collect::<Vec<_>>();
        facts.sort_unstable();
        Ok(facts)
    }

    fn legal(&mut self, role: usize) -> anyhow::Result<Vec<String>> {
        let moves = &self.machine.roles[role].moves;
        Ok(self
            .legal_moves(role)
            .into_iter()
            .map(|action| moves[action as usize].clone())
            .collect())
    }

    fn n_legal(&mut self, role: usize) -> anyhow::Result<usize> {
        Ok(self.current().1.legal[role].len())
    }

    fn is_terminal(&mut self) -> anyhow::Result<bool> {
        Ok(self.current().1.terminal)
    }

    fn goals(&mut self, role: usize) -> anyhow::Result<Vec<i64>> {
        Ok(self.current().1.goals[role].iter().map(|goal| goal.value().into()).collect())
    }
}
