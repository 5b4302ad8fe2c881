//! What holds in all states of a game, where there are few enough to be visited one by one.

use std::collections::HashSet;

use stonegate_ground::{Goal, MoveId, RoleId, StateBatch};

use crate::engine::Engine;
use crate::states::StateLanes;

/// A game with more states, or with more joint moves in them, is not small.
const MAX_STATES: usize = 1 << 16;
const MAX_MOVES: usize = 1 << 19;

/// What was found true of all states.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Census {
    /// It is never the turn of two players.
    pub(crate) takes_turns: bool,
    /// There are two players, whose goals sum up to 100 at the end.
    pub(crate) is_zero_sum: bool,
}

impl Census {
    /// Visits all states; nothing if there are too many.
    pub(crate) fn take(engine: &Engine) -> Option<Self> {
        let machine = engine.machine();
        let chance = machine.chance();
        let players: Vec<RoleId> =
            machine.role_ids().filter(|&role| Some(role) != chance).collect();
        let mut census = Self { takes_turns: true, is_zero_sum: players.len() == 2 };
        let mut lanes = StateLanes::default();
        let mut frontier = machine.batch([&machine.initial()]);
        let mut seen = HashSet::from([frontier.row(0).to_vec()]);
        let mut n_moves = 0;
        while !frontier.is_empty() && (census.takes_turns || census.is_zero_sum) {
            let expansions = lanes.expand(engine, &frontier);
            let mut before = StateBatch::new(frontier.stride());
            let mut joints = Vec::new();
            for at in 0..frontier.len() {
                if expansions.is_terminal(at) {
                    let goal = |&role: &RoleId| {
                        u32::from(Goal::of_role(expansions.goals(at, role)).value())
                    };
                    census.is_zero_sum &=
                        players.iter().map(goal).sum::<u32>() == u32::from(Goal::BEST.value());
                    continue;
                }
                if expansions.is_stuck(at) {
                    continue;
                }
                let legal: Vec<Vec<MoveId>> =
                    machine.role_ids().map(|role| expansions.legal(at, role).collect()).collect();
                let turns = engine.turns(&frontier.state(at), &legal);
                census.takes_turns &= players.iter().filter(|&&role| turns[role]).count() <= 1;
                n_moves += legal.iter().map(Vec::len).fold(1, usize::saturating_mul);
                if n_moves > MAX_MOVES {
                    return None;
                }
                for joint in joint_moves(&legal) {
                    before.push(frontier.row(at));
                    joints.extend(joint);
                }
            }
            let successors = lanes.advance(engine, &before, &joints).states;
            frontier = StateBatch::new(frontier.stride());
            for row in successors.rows() {
                if seen.insert(row.to_vec()) {
                    frontier.push(row);
                }
            }
            if seen.len() > MAX_STATES {
                return None;
            }
        }
        Some(census)
    }
}

/// All ways to take a move of each role.
fn joint_moves(legal: &[Vec<MoveId>]) -> Vec<Vec<MoveId>> {
    let none = vec![Vec::new()];
    legal.iter().fold(none, |joints, moves| {
        let extend = |joint: &Vec<MoveId>| {
            let joint = joint.clone();
            moves.iter().map(move |&action| [&joint[..], &[action]].concat())
        };
        joints.iter().flat_map(extend).collect()
    })
}
