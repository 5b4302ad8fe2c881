//! Games that are given state by state.

use std::sync::Arc;

use stonegate_ground::{MoveId, RoleId};
use stonegate_search::{Game, OneByOne, Options, Search};

/// A game as a list of states; the first one is initial.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) n_roles: usize,
    pub(crate) chance: Option<RoleId>,
    pub(crate) is_zero_sum: bool,
    pub(crate) states: Vec<GraphState>,
}

#[derive(Clone, Debug)]
pub(crate) enum GraphState {
    /// The number of moves of each role, and the next state for each joint move, the moves of the
    /// last role counting fastest.
    Moves(Vec<u32>, Vec<usize>),
    End(Vec<u8>),
}

impl Graph {
    /// A state in which one role has a choice.
    pub(crate) fn turn(&self, role: usize, next: &[usize]) -> GraphState {
        let mut counts = vec![1; self.n_roles];
        counts[role] = next.len() as u32;
        GraphState::Moves(counts, next.to_vec())
    }

    pub(crate) fn next(&self, state: usize, joint: &[MoveId]) -> usize {
        let GraphState::Moves(counts, next) = &self.states[state] else {
            panic!("the game is over")
        };
        let digits = counts.iter().zip(joint);
        let index = digits.fold(0, |index, (n, &action)| index * n + u32::from(action));
        next[index as usize]
    }

    /// A search with so many iterations at most, done.
    pub(crate) fn search(self, options: &str) -> Search<Self> {
        let options: Options = options.parse().expect("the test has valid options");
        let game = Arc::new(self);
        let search = Search::new(Arc::clone(&game), options.clone());
        search.work(&mut OneByOne::new(game, &options), &|| false);
        search
    }
}

/// The number of the best move of a role.
pub(crate) fn best<G: Game>(search: &Search<G>, role: usize) -> Option<u32> {
    search.best(RoleId::new(role)).map(u32::from)
}

impl Game for Graph {
    type State = usize;

    fn n_roles(&self) -> usize {
        self.n_roles
    }

    fn initial(&self) -> usize {
        0
    }

    fn legal(&self, state: &usize, role: RoleId) -> Vec<MoveId> {
        match &self.states[*state] {
            GraphState::Moves(counts, _) => MoveId::first(counts[role] as usize).collect(),
            GraphState::End(_) => Vec::new(),
        }
    }

    fn apply(&self, state: &usize, joint: &[MoveId]) -> usize {
        self.next(*state, joint)
    }

    fn outcome(&self, state: &usize) -> Option<Vec<u8>> {
        match &self.states[*state] {
            GraphState::Moves(..) => None,
            GraphState::End(goals) => Some(goals.clone()),
        }
    }

    fn hash(&self, state: &usize) -> u64 {
        (*state as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn chance(&self) -> Option<RoleId> {
        self.chance
    }

    fn is_zero_sum(&self) -> bool {
        self.is_zero_sum
    }

    fn heap_bytes(&self, _: &usize) -> usize {
        0
    }
}
