//! The same games one at a time, on the simulator: the slow truth.

use stonegate_ground::{Goal, MoveId, State, Stepper};

use crate::draw::Key;

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// In a terminal state.
    Finished,
    /// At the step limit.
    Unfinished,
    /// A role had no legal move.
    Stuck,
}

/// A random game, move by move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// All states, the first one included.
    pub states: Vec<State>,
    /// The joint move after each state but the last.
    pub moves: Vec<Vec<MoveId>>,
    pub outcome: Outcome,
    /// The goal values of each role in the last state.
    pub goals: Vec<Vec<Goal>>,
}

/// Plays the game that the lanes play with the same key: each role makes the legal move whose
/// number among its legal moves, in the order of the machine, is drawn.
pub fn replay(stepper: &mut Stepper, state: &State, key: Key, step_limit: u32) -> Replay {
    let n_roles = stepper.machine().roles.len();
    let mut states = vec![state.clone()];
    let mut moves: Vec<Vec<MoveId>> = Vec::new();
    loop {
        let state = states.last().expect("there is the first one");
        let position = stepper.position(state);
        let step = moves.len() as u32;
        let outcome = if position.terminal {
            Some(Outcome::Finished)
        } else if position.legal.iter().any(Vec::is_empty) {
            Some(Outcome::Stuck)
        } else if step >= step_limit {
            Some(Outcome::Unfinished)
        } else {
            None
        };
        if let Some(outcome) = outcome {
            return Replay { states, moves, outcome, goals: position.goals };
        }
        let legal = stepper.machine().role_ids().zip(&position.legal);
        let joint = legal.map(|(role, legal)| {
            legal[key.below(legal.len() as u32, step, role, n_roles) as usize]
        });
        let joint: Vec<MoveId> = joint.collect();
        let next = stepper.next(state, &joint);
        moves.push(joint);
        states.push(next);
    }
}
