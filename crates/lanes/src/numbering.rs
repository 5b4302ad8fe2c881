//! Moves by the numbers that somebody else gives them.

use std::collections::HashMap;

use stonegate_ground::{MoveId, RoleId};

/// For each role, the moves that a number may mean. Of several the first one that is legal is made;
/// a number without moves is never legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbering {
    roles: Vec<Meanings>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Meanings {
    /// The moves of all numbers in a row, and where those of each number end.
    moves: Vec<MoveId>,
    ends: Vec<usize>,
    /// The first number of each move.
    numbers: HashMap<MoveId, usize>,
}

impl Numbering {
    /// For each role and number the moves that it may mean.
    pub fn new(roles: &[Vec<Vec<MoveId>>]) -> Self {
        let meanings = |numbers: &Vec<Vec<MoveId>>| {
            let mut meanings = Meanings::default();
            for (number, moves) in numbers.iter().enumerate() {
                for &action in moves {
                    meanings.moves.push(action);
                    meanings.numbers.entry(action).or_insert(number);
                }
                meanings.ends.push(meanings.moves.len());
            }
            meanings
        };
        Self { roles: roles.iter().map(meanings).collect() }
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.roles.iter().map(|role| role.ends.len()).max().unwrap_or(0)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first number that may mean a move.
    pub fn number(&self, role: RoleId, action: MoveId) -> Option<usize> {
        self.roles[role].numbers.get(&action).copied()
    }

    /// What a number may mean.
    #[inline]
    pub fn moves(&self, role: RoleId, number: usize) -> &[MoveId] {
        let Meanings { moves, ends, .. } = &self.roles[role];
        let Some(&end) = ends.get(number) else { return &[] };
        let start = if number == 0 { 0 } else { ends[number - 1] };
        &moves[start..end]
    }
}
