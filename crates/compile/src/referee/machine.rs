//! The circuit as a referee.

use std::collections::HashSet;
use std::sync::Arc;

use stonegate_ground::{FactValue, Goal, Machine, Position, RoleId, State, Stepper};

use super::line::Line;
use super::{Referee, RefereeError, recognize};

/// A game on its compiled machine.
#[derive(Debug)]
pub struct MachineReferee {
    machine: Arc<Machine>,
    stepper: Stepper,
    roles: Vec<String>,
    /// Legal moves are kept as text.
    line: Line<(State, Position), Vec<Vec<String>>>,
}

impl MachineReferee {
    /// A game in its initial state.
    pub fn new(machine: Arc<Machine>) -> Self {
        let roles = machine.roles.iter().map(|role| role.name.clone()).collect();
        let state = machine.initial();
        let mut stepper = Stepper::new(&machine);
        let position = stepper.position(&state);
        Self { roles, machine, stepper, line: Line::new((state, position)) }
    }
}

/// To find out what has decided a game may cost so many gates evaluated: a table waits for it.
const MAX_GATES: usize = 20_000_000;

/// The state without a fact; nothing if the fact holds in all states.
fn without(state: &State, fact: FactValue) -> Option<State> {
    let FactValue::Register { register, inverted } = fact else { return None };
    let index = register.index();
    let mut words = state.words().to_vec();
    words[index / 64] =
        words[index / 64] & !(1 << (index % 64)) | u64::from(inverted) << (index % 64);
    Some(State::from_words(&words))
}

fn legal_text(machine: &Machine, position: &Position) -> Vec<Vec<String>> {
    let roles = machine.roles.iter().zip(&position.legal);
    roles
        .map(|(role, legal)| legal.iter().map(|&action| role.moves[action].clone()).collect())
        .collect()
}

impl Referee for MachineReferee {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn facts(&mut self) -> Result<Vec<String>, RefereeError> {
        Ok(self.machine.facts_of(&self.line.current().0).map(str::to_owned).collect())
    }

    fn is_terminal(&mut self) -> Result<bool, RefereeError> {
        Ok(self.line.current().1.terminal)
    }

    fn legal(&mut self) -> Result<&[Vec<String>], RefereeError> {
        if self.line.legal.is_none() {
            self.line.legal = Some(legal_text(&self.machine, &self.line.current().1));
        }
        Ok(self.line.legal.as_ref().expect("filled above"))
    }

    fn n_legal(&mut self) -> Result<Vec<usize>, RefereeError> {
        Ok(self.line.current().1.legal.iter().map(Vec::len).collect())
    }

    fn recognize(&mut self, role: RoleId, text: &str) -> Result<Option<String>, RefereeError> {
        Ok(recognize(&self.legal()?[role], text))
    }

    fn play(&mut self, places: &[usize]) -> Result<(), RefereeError> {
        let (state, position) = self.line.current();
        let legal = position.legal.iter().zip(places).map(|(legal, &place)| legal[place]);
        let moves = legal.collect::<Vec<_>>();
        let state = self.stepper.next(state, &moves);
        let position = self.stepper.position(&state);
        self.line.push((state, position));
        Ok(())
    }

    fn has_percepts(&self) -> bool {
        self.machine.has_percepts()
    }

    fn percepts(&mut self, places: &[usize]) -> Result<Vec<Vec<String>>, RefereeError> {
        let (state, position) = self.line.current();
        let legal = position.legal.iter().zip(places).map(|(legal, &place)| legal[place]);
        let percepts = self.stepper.percepts(state, &legal.collect::<Vec<_>>());
        let roles = self.machine.roles.iter().zip(percepts);
        Ok(roles
            .map(|(role, seen)| {
                seen.iter().map(|&percept| role.percepts[percept].clone()).collect()
            })
            .collect())
    }

    fn undo(&mut self) -> bool {
        self.line.undo()
    }

    /// Takes away fact after fact as long as the game is over in the same way.
    fn decisive(&mut self) -> Result<Vec<String>, RefereeError> {
        let (state, position) = self.line.current();
        let facts = self.machine.facts_of(state).collect::<HashSet<_>>();
        let facts = self.machine.facts.iter().filter(|fact| facts.contains(&*fact.name));
        let facts = facts.collect::<Vec<_>>();
        let is_dear = facts.len() * self.machine.circuit.nodes().len() > MAX_GATES;
        if !position.terminal || is_dear {
            return Ok(Vec::new());
        }
        let mut least = state.clone();
        let mut decisive = Vec::new();
        for fact in facts {
            let Some(rest) = without(&least, fact.value) else { continue };
            let Position { terminal, goals, .. } = self.stepper.position(&rest);
            if terminal && goals == position.goals {
                least = rest;
            } else {
                decisive.push(fact.name.clone());
            }
        }
        Ok(decisive)
    }

    fn goal_values(&mut self) -> Result<Vec<Vec<Goal>>, RefereeError> {
        Ok(self.line.current().1.goals.clone())
    }
}
