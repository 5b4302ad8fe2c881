//! What a position is worth when exchanges are over.
//!
//! Right after a capture a position looks better than it is: the answer may be another capture. So
//! all moves of the role whose turn it is are made. Most of them change little; those that change
//! much in its favor are worth what the best answer leaves of it.

use stonegate_ground::{Goal, Machine, MoveId, RoleId, StateBatch};
use stonegate_lanes::{Expansions, Lanes, Successors};

use crate::worth::Worth;

/// Moves that are better than most others by less than this are not looked at further.
const MIN_GAIN: f32 = 0.02;

/// So many moves of a position are looked at further.
const MAX_MOVES: usize = 3;

/// Looks at exchanges in many positions at once.
pub(crate) struct Exchange<'a> {
    pub(crate) lanes: &'a mut Lanes,
    pub(crate) machine: &'a Machine,
    pub(crate) worth: &'a Worth,
}

/// All moves in some positions, and what they are worth.
struct Moves {
    /// The position, and the role that moves there.
    from: Vec<(usize, RoleId)>,
    successors: Successors,
    /// The values after the moves for the roles that make them.
    values: Vec<f32>,
}

impl Exchange<'_> {
    /// The values of positions for the first role, from 0 to 1.
    pub(crate) fn values(&mut self, states: &StateBatch, expansions: &Expansions) -> Vec<f32> {
        let mut values = (0..states.len())
            .map(|index| self.value(states, expansions, index))
            .collect::<Vec<_>>();
        let moves = self.moves(states, expansions, 0..states.len());
        let (captures, quiet) = captures(&moves);
        let answers = self.moves(
            &moves.successors.states,
            &moves.successors.expansions,
            captures.iter().copied(),
        );
        // What the best answer leaves; where there is none the game is over.
        let mut left =
            captures.iter().map(|&number| (number, moves.values[number])).collect::<Vec<_>>();
        for (&(number, _), &value) in answers.from.iter().zip(&answers.values) {
            let at = captures.partition_point(|&other| other < number);
            left[at].1 = left[at].1.min(1.0 - value);
        }
        for (index, role, quiet) in quiet {
            let own = left.iter().filter(|(number, _)| moves.from[*number].0 == index);
            let best = own.map(|&(_, value)| value).fold(quiet, f32::max);
            values[index] = if role == RoleId::new(0) { best } else { 1.0 - best };
        }
        values
    }

    /// The value of a position by itself for the first role.
    fn value(&self, states: &StateBatch, expansions: &Expansions, index: usize) -> f32 {
        if expansions.is_terminal(index) {
            let goal = Goal::of_role(expansions.goals(index, RoleId::new(0)));
            return f32::from(goal.value()) / 100.0;
        }
        self.worth.value(states.row(index))
    }

    /// All moves in some positions, where one role has a choice.
    fn moves(
        &mut self,
        states: &StateBatch,
        expansions: &Expansions,
        positions: impl Iterator<Item = usize>,
    ) -> Moves {
        let mut from = Vec::new();
        let mut before = StateBatch::new(states.stride());
        let mut joints: Vec<MoveId> = Vec::new();
        for index in positions {
            if expansions.is_terminal(index) || expansions.is_stuck(index) {
                continue;
            }
            let has_choice = |role: &RoleId| expansions.legal(index, *role).len() > 1;
            let mut movers = self.machine.role_ids().filter(has_choice);
            let (Some(mover), None) = (movers.next(), movers.next()) else { continue };
            for action in expansions.legal(index, mover) {
                from.push((index, mover));
                before.push(states.row(index));
                for role in self.machine.role_ids() {
                    let only = expansions.legal(index, role).next();
                    joints.extend(if role == mover { Some(action) } else { only });
                }
            }
        }
        let successors = self.lanes.advance(&before, &joints);
        let values = from.iter().enumerate().map(|(number, &(_, role))| {
            let value = self.value(&successors.states, &successors.expansions, number);
            if role == RoleId::new(0) { value } else { 1.0 - value }
        });
        let values = values.collect();
        Moves { from, successors, values }
    }
}

/// The numbers of the moves that are much better than most of their position, ascending; and for
/// each position what most moves are worth for the role that moves.
fn captures(moves: &Moves) -> (Vec<usize>, Vec<(usize, RoleId, f32)>) {
    let (mut captures, mut quiet) = (Vec::new(), Vec::new());
    let mut start = 0;
    while start < moves.from.len() {
        let (index, role) = moves.from[start];
        let n_moves = moves.from[start..].iter().take_while(|(other, _)| *other == index).count();
        let mut numbers = (start..start + n_moves).collect::<Vec<_>>();
        numbers.sort_by(|&a, &b| moves.values[b].total_cmp(&moves.values[a]));
        let median = moves.values[numbers[n_moves / 2]];
        let is_capture = |&number: &usize| moves.values[number] > median + MIN_GAIN;
        let mut best = numbers.into_iter().take(MAX_MOVES).filter(is_capture).collect::<Vec<_>>();
        best.sort_unstable();
        captures.extend(best);
        quiet.push((index, role, median));
        start += n_moves;
    }
    (captures, quiet)
}
