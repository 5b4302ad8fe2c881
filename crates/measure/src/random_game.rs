//! The games of the lanes, on the reference evaluator.

use stonegate_gdl::{Goal, TermId};
use stonegate_ground::compare_texts;
use stonegate_lanes::{Key, Outcome, Tally};
use stonegate_reference::{Budget, EvaluateError, Evaluator, State};

/// A random game in progress, straight from the clauses: with the same key it is
/// the same game, move by move, that the lanes play.
pub(crate) struct RandomGame {
    key: Key,
    pub state: State,
    pub step: u32,
}

/// What holds in a state of a game, and what comes next.
pub(crate) struct Turn {
    /// The legal moves of each role, in the order of the machine.
    pub legal: Vec<Vec<TermId>>,
    /// If the game is over.
    pub outcome: Option<Outcome>,
}

impl RandomGame {
    pub(crate) fn start(
        evaluator: &mut Evaluator,
        key: Key,
        budget: &Budget<'_>,
    ) -> Result<Self, EvaluateError> {
        Ok(Self { key, state: evaluator.initial(budget)?, step: 0 })
    }

    pub(crate) fn turn(
        &self,
        evaluator: &mut Evaluator,
        step_limit: u32,
        budget: &Budget<'_>,
    ) -> Result<Turn, EvaluateError> {
        let is_terminal = evaluator.is_terminal(&self.state, budget)?;
        let legal = evaluator.role_ids().map(|role| {
            let moves = evaluator.legal(&self.state, role, budget)?;
            let texts = moves.into_iter().map(|action| (text(evaluator, action), action));
            let mut texts = texts.collect::<Vec<_>>();
            texts.sort_by(|(left, _), (right, _)| compare_texts(left, right));
            Ok(texts.into_iter().map(|(_, action)| action).collect())
        });
        let legal = legal.collect::<Result<Vec<Vec<_>>, _>>()?;
        let outcome = if is_terminal {
            Some(Outcome::Finished)
        } else if legal.iter().any(Vec::is_empty) {
            Some(Outcome::Stuck)
        } else {
            (self.step >= step_limit).then_some(Outcome::Unfinished)
        };
        Ok(Turn { legal, outcome })
    }

    /// Makes the move that is drawn for each role; gives these moves.
    pub(crate) fn advance(
        &mut self,
        evaluator: &mut Evaluator,
        legal: &[Vec<TermId>],
        budget: &Budget<'_>,
    ) -> Result<Vec<TermId>, EvaluateError> {
        let joint = evaluator.role_ids().zip(legal).map(|(role, moves)| {
            moves[self.key.below(moves.len() as u32, self.step, role, legal.len()) as usize]
        });
        let joint = joint.collect::<Vec<_>>();
        self.state = evaluator.next(&self.state, &joint, budget)?;
        self.step += 1;
        Ok(joint)
    }

    /// The goal values of each role in this state, ascending.
    pub(crate) fn goals(
        &self,
        evaluator: &mut Evaluator,
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<Goal>>, EvaluateError> {
        let roles = evaluator.role_ids();
        roles.map(|role| evaluator.goals(&self.state, role, budget)).collect()
    }

    /// Counts a game that has ended in this state.
    pub(crate) fn count(
        &self,
        evaluator: &mut Evaluator,
        outcome: Outcome,
        tally: &mut Tally,
        budget: &Budget<'_>,
    ) -> Result<(), EvaluateError> {
        tally.steps += u64::from(self.step);
        match outcome {
            Outcome::Unfinished => tally.unfinished += 1,
            Outcome::Stuck => tally.stuck += 1,
            Outcome::Finished => {
                let goals = self.goals(evaluator, budget)?;
                tally.finished += 1;
                tally.flawed += u64::from(goals.iter().any(|values| values.len() != 1));
                for (role, values) in goals.into_iter().enumerate() {
                    let value = u64::from(Goal::of_role(values).value());
                    tally.goals[role] += value;
                    tally.squares[role] += value * value;
                }
            }
        }
        Ok(())
    }
}

pub(crate) fn text(evaluator: &Evaluator, term: TermId) -> String {
    evaluator.display(term).to_string()
}
