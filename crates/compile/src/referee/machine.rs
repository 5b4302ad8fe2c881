//! The circuit as a referee.

use std::sync::Arc;

use stonegate_gdl::Goal;
use stonegate_ground::{Machine, Position, State, Stepper};

use super::{Referee, RefereeError, place, recognize};

/// A game on its compiled machine.
#[derive(Debug)]
pub struct MachineReferee {
    machine: Arc<Machine>,
    stepper: Stepper,
    roles: Vec<String>,
    state: State,
    position: Position,
    /// The text of the legal moves.
    legal: Vec<Vec<String>>,
}

impl MachineReferee {
    /// A game in its initial state.
    pub fn new(machine: Arc<Machine>) -> Self {
        let state = machine.initial();
        let mut stepper = Stepper::new(&machine);
        let position = stepper.position(&state);
        Self {
            roles: machine.roles.iter().map(|role| role.name.clone()).collect(),
            legal: legal_text(&machine, &position),
            machine,
            stepper,
            state,
            position,
        }
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
        Ok(self.machine.facts_of(&self.state).map(str::to_owned).collect())
    }

    fn is_terminal(&mut self) -> Result<bool, RefereeError> {
        Ok(self.position.terminal)
    }

    fn legal(&mut self) -> Result<&[Vec<String>], RefereeError> {
        Ok(&self.legal)
    }

    fn recognize(&mut self, role: usize, text: &str) -> Result<Option<String>, RefereeError> {
        Ok(recognize(&self.legal[role], text))
    }

    fn apply(&mut self, joint: &[String]) -> Result<(), RefereeError> {
        let places = place(&self.roles, &self.legal, joint)?;
        let legal = self.position.legal.iter().zip(places).map(|(legal, place)| legal[place]);
        let moves = legal.collect::<Vec<_>>();
        self.state = self.stepper.next(&self.state, &moves);
        self.position = self.stepper.position(&self.state);
        self.legal = legal_text(&self.machine, &self.position);
        Ok(())
    }

    fn goals(&mut self) -> Result<Vec<Option<u8>>, RefereeError> {
        let highest = |goals: &Vec<Goal>| goals.last().map(|goal| goal.value());
        Ok(self.position.goals.iter().map(highest).collect())
    }
}
