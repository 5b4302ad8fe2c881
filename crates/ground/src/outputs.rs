//! What the outputs of a machine's circuit say.

use std::ops::Range;

use stonegate_gdl::{Goal, MoveId, PerceptId, RoleId};

use crate::machine::Role;

/// What an output says of a state, or of a step from there.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum OutputKind {
    /// This move of a role is legal.
    Legal { role: RoleId, action: MoveId },
    /// The game is over.
    Terminal,
    /// The role has this goal.
    Goal { role: RoleId, value: Goal },
    /// The role perceives this of the step.
    Percept { role: RoleId, percept: PerceptId },
}

/// Which outputs of a circuit are of which kind: those of a kind stand in a row, role by role.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Outputs {
    legal: Vec<Range<usize>>,
    terminal: usize,
    goals: Vec<(Range<usize>, Box<[Goal]>)>,
    percepts: Vec<Range<usize>>,
}

impl Outputs {
    pub(crate) fn new(roles: &[Role]) -> Self {
        let mut end = 0;
        let mut take = |n: usize| {
            end += n;
            end - n..end
        };
        Self {
            legal: roles.iter().map(|role| take(role.moves.len())).collect(),
            terminal: take(1).start,
            goals: roles
                .iter()
                .map(|role| (take(role.goals.len()), role.goals.as_slice().into()))
                .collect(),
            percepts: roles.iter().map(|role| take(role.percepts.len())).collect(),
        }
    }

    pub fn n_roles(&self) -> usize {
        self.legal.len()
    }

    pub fn n_outputs(&self) -> usize {
        self.all_percepts().end
    }

    /// How many of the outputs are functions of the state: all but the percepts, which are last.
    pub fn n_of_state(&self) -> usize {
        self.all_goals().end
    }

    /// Those that say which moves of a role are legal, in the order of the moves.
    pub fn legal(&self, role: RoleId) -> Range<usize> {
        self.legal[role].clone()
    }

    /// Those that say which moves are legal.
    pub fn all_legal(&self) -> Range<usize> {
        0..self.terminal
    }

    /// The one that says that the game is over.
    pub fn terminal(&self) -> usize {
        self.terminal
    }

    /// Those that say which goals a role has, in the order of the [`values`](Self::goal_values).
    pub fn goals(&self, role: RoleId) -> Range<usize> {
        self.goals[role].0.clone()
    }

    /// The values that the goal of a role can have, ascending.
    pub fn goal_values(&self, role: RoleId) -> &[Goal] {
        &self.goals[role].1
    }

    /// Those that say who has which goal.
    pub fn all_goals(&self) -> Range<usize> {
        let first = self.terminal + 1;
        first..self.goals.last().map_or(first, |(goals, _)| goals.end)
    }

    /// Those that say what a role perceives, in the order of its percepts.
    pub fn percepts(&self, role: RoleId) -> Range<usize> {
        self.percepts[role].clone()
    }

    /// Those that say who perceives what.
    pub fn all_percepts(&self) -> Range<usize> {
        let first = self.all_goals().end;
        first..self.percepts.last().map_or(first, |percepts| percepts.end)
    }

    /// What an output says.
    ///
    /// # Panics
    /// If there is no such output.
    pub fn kind(&self, output: usize) -> OutputKind {
        if output == self.terminal {
            return OutputKind::Terminal;
        }
        let find = |mut ranges: Vec<(RoleId, Range<usize>)>| {
            ranges.retain(|(_, range)| range.contains(&output));
            ranges.pop().map(|(role, range)| (role, output - range.start))
        };
        let roles = || RoleId::first(self.n_roles());
        if let Some((role, place)) = find(roles().map(|role| (role, self.legal(role))).collect()) {
            return OutputKind::Legal { role, action: MoveId::new(place) };
        }
        if let Some((role, place)) = find(roles().map(|role| (role, self.goals(role))).collect()) {
            return OutputKind::Goal { role, value: self.goal_values(role)[place] };
        }
        let percepts = roles().map(|role| (role, self.percepts(role))).collect();
        let (role, place) = find(percepts).expect("a circuit has no other outputs");
        OutputKind::Percept { role, percept: PerceptId::new(place) }
    }
}
