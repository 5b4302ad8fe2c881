//! Games of the reference evaluator, written down to compare others with.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context, ensure};
use stonegate_ground::{Goal, Machine, MoveId, RoleId, State, Stepper};
use stonegate_lanes::{Key, Outcome, Tally, replay};
use stonegate_reference::{Budget, EvaluateError, Evaluator};

use crate::random_game::{RandomGame, text};

/// A game as far as there was time for it.
pub(crate) struct Recording {
    pub moments: Vec<Moment>,
    /// The joint move after each moment but the last.
    joints: Vec<Vec<String>>,
    /// What a tally of this game alone is, unless time was up before its end.
    pub tally: Option<Tally>,
}

/// What holds in a state, by the reference evaluator.
pub(crate) struct Moment {
    facts: Vec<String>,
    legal: Vec<Vec<String>>,
    is_terminal: bool,
    goals: Vec<Vec<Goal>>,
}

/// The same in the numbers of a machine.
pub(crate) struct Position {
    pub state: State,
    pub legal: Vec<Vec<MoveId>>,
    pub is_terminal: bool,
    pub goals: Vec<Vec<Goal>>,
    /// The joint move made here, and the number of the position after it.
    pub next: Option<(Vec<MoveId>, usize)>,
}

impl Recording {
    /// Plays a game until the budget says stop.
    pub(crate) fn play(
        evaluator: &mut Evaluator,
        key: Key,
        step_limit: u32,
        budget: &Budget<'_>,
    ) -> Result<Self, EvaluateError> {
        let n_roles = evaluator.roles().len();
        let mut recording = Self { moments: Vec::new(), joints: Vec::new(), tally: None };
        match recording.extend(evaluator, key, step_limit, budget) {
            Ok((game, outcome)) => {
                let mut tally = Tally::new(n_roles);
                // One more question, which is answered whatever time it is.
                game.count(evaluator, outcome, &mut tally, &Budget::default())?;
                recording.tally = Some(tally);
            }
            Err(EvaluateError::Stopped) => {
                recording.joints.truncate(recording.moments.len().saturating_sub(1));
            }
            Err(error) => return Err(error),
        }
        Ok(recording)
    }

    fn extend(
        &mut self,
        evaluator: &mut Evaluator,
        key: Key,
        step_limit: u32,
        budget: &Budget<'_>,
    ) -> Result<(RandomGame, Outcome), EvaluateError> {
        let mut game = RandomGame::start(evaluator, key, budget)?;
        loop {
            let turn = game.turn(evaluator, step_limit, budget)?;
            let goals = game.goals(evaluator, budget)?;
            let texts = |terms: &[_]| terms.iter().map(|&term| text(evaluator, term)).collect();
            self.moments.push(Moment {
                facts: texts(game.state.facts()),
                legal: turn.legal.iter().map(|moves| texts(moves)).collect(),
                is_terminal: turn.outcome == Some(Outcome::Finished),
                goals,
            });
            if let Some(outcome) = turn.outcome {
                return Ok((game, outcome));
            }
            let joint = game.advance(evaluator, &turn.legal, budget)?;
            self.joints.push(joint.iter().map(|&action| text(evaluator, action)).collect());
        }
    }

    /// Appends the positions of this game, if the machine plays the same one on the
    /// simulator, move by move.
    pub(crate) fn positions(
        &self,
        machine: &Arc<Machine>,
        key: Key,
        positions: &mut Vec<Position>,
    ) -> anyhow::Result<()> {
        let replay =
            replay(&mut Stepper::new(machine), &machine.initial(), key, self.joints.len() as u32);
        ensure!(replay.moves.len() == self.joints.len(), "the game is shorter");
        let numbers = Numbers::new(machine);
        for (step, (moment, state)) in self.moments.iter().zip(&replay.states).enumerate() {
            let mut facts = machine.facts_of(state).collect::<Vec<_>>();
            let mut expected = moment.facts.iter().map(String::as_str).collect::<Vec<_>>();
            facts.sort_unstable();
            expected.sort_unstable();
            ensure!(facts == expected, "the facts differ after {step} moves");
            let next = match (self.joints.get(step), replay.moves.get(step)) {
                (Some(joint), Some(moves)) => {
                    let joint = numbers.joint(joint)?;
                    ensure!(joint == *moves, "the moves differ after {step} moves");
                    Some((joint, positions.len() + 1))
                }
                _ => None,
            };
            positions.push(Position {
                state: state.clone(),
                legal: numbers.legal(&moment.legal)?,
                is_terminal: moment.is_terminal,
                goals: moment.goals.clone(),
                next,
            });
        }
        Ok(())
    }
}

/// The numbers of the moves of each role.
struct Numbers<'m>(Vec<HashMap<&'m str, MoveId>>);

impl<'m> Numbers<'m> {
    fn new(machine: &'m Machine) -> Self {
        let roles = machine.roles.iter().map(|role| {
            let texts = role.moves.iter().map(String::as_str);
            texts.zip(MoveId::first(role.moves.len())).collect()
        });
        Self(roles.collect())
    }

    fn number(&self, role: RoleId, action: &str) -> anyhow::Result<MoveId> {
        self.0[role].get(action).copied().with_context(|| format!("there is no move {action}"))
    }

    fn joint(&self, joint: &[String]) -> anyhow::Result<Vec<MoveId>> {
        let roles = RoleId::enumerate(joint);
        roles.map(|(role, action)| self.number(role, action)).collect()
    }

    fn legal(&self, legal: &[Vec<String>]) -> anyhow::Result<Vec<Vec<MoveId>>> {
        let roles = RoleId::enumerate(legal);
        roles
            .map(|(role, moves)| moves.iter().map(|action| self.number(role, action)).collect())
            .collect()
    }
}
