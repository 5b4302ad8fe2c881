//! The circuit as a referee.

use std::sync::Arc;

use stonegate_gdl::Goal;
use stonegate_ground::{Machine, Position, State, Stepper};

use super::{Referee, RefereeError, recognize};

/// A game on its compiled machine.
#[derive(Debug)]
pub struct MachineReferee {
    machine: Arc<Machine>,
    stepper: Stepper,
    roles: Vec<String>,
    /// The line of play; the last position is the current one.
    line: Vec<(State, Position)>,
    /// The text of the legal moves, once it has been asked for.
    legal: Option<Vec<Vec<String>>>,
}

impl MachineReferee {
    /// A game in its initial state.
    pub fn new(machine: Arc<Machine>) -> Self {
        let roles = machine.roles.iter().map(|role| role.name.clone()).collect();
        let state = machine.initial();
        let mut stepper = Stepper::new(&machine);
        let position = stepper.position(&state);
        Self { roles, machine, stepper, line: vec![(state, position)], legal: None }
    }

    fn current(&self) -> &(State, Position) {
        self.line.last().expect("a line has an initial state")
    }
}

fn legal_text(machine: &Machine, position: &Position) -> Vec<Vec<String>> {
    let roles = machine.roles.iter().zip(&position.legal);
    roles
        .map(|(role, legal)| {
            legal.iter().map(|&action| role.moves[action as usize].clone()).collect()
        })
        .collect()
}

impl Referee for MachineReferee {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn facts(&mut self) -> Result<Vec<String>, RefereeError> {
        Ok(self.machine.facts_of(&self.current().0).map(str::to_owned).collect())
    }

    fn is_terminal(&mut self) -> Result<bool, RefereeError> {
        Ok(self.current().1.terminal)
    }

    fn legal(&mut self) -> Result<&[Vec<String>], RefereeError> {
        let (_, position) = self.line.last().expect("a line has an initial state");
        Ok(self.legal.get_or_insert_with(|| legal_text(&self.machine, position)))
    }

    fn n_legal(&mut self) -> Result<Vec<usize>, RefereeError> {
        Ok(self.current().1.legal.iter().map(Vec::len).collect())
    }

    fn recognize(&mut self, role: usize, text: &str) -> Result<Option<String>, RefereeError> {
        Ok(recognize(&self.legal()?[role], text))
    }

    fn play(&mut self, places: &[usize]) -> Result<(), RefereeError> {
        let (state, position) = self.line.last().expect("a line has an initial state");
        let legal = position.legal.iter().zip(places).map(|(legal, &place)| legal[place]);
        let moves = legal.collect::<Vec<_>>();
        let state = self.stepper.next(state, &moves);
        let position = self.stepper.position(&state);
        self.line.push((state, position));
        self.legal = None;
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.line.len() == 1 {
            return false;
        }
        self.line.pop();
        self.legal = None;
        true
    }

    fn goal_values(&mut self) -> Result<Vec<Vec<Goal>>, RefereeError> {
        Ok(self.current().1.goals.clone())
    }
}
