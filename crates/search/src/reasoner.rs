//! The seam between the tree and the rules: leaves go out in waves, evaluations come back.
//!
//! Whatever knows the rules stands behind it: the lanes, a board on a wire, or the game itself, one
//! step after the other, be it played from its clauses or a position made by hand.

use std::fmt;
use std::sync::Arc;

use stonegate_ground::{MoveId, RoleId};

use crate::game::{Game, goal_of_unfinished};
use crate::moves::MoveLists;
use crate::options::Options;
use crate::random::Random;

/// A position to evaluate: the one after a joint move.
#[derive(Debug)]
pub struct Leaf<'a, S> {
    pub state: &'a S,
    pub joint: &'a [MoveId],
    /// How many random games to play from there.
    pub playouts: u32,
    /// The random numbers of these games follow from this number and the seed.
    pub stream: u64,
}

/// What the rules say of a position.
#[derive(Clone, Debug)]
pub struct Evaluation<S> {
    pub state: S,
    /// No moves if the game is over.
    pub legal: MoveLists,
    /// The goal of each role if the game is over.
    pub outcome: Option<Box<[u8]>>,
}

/// The evaluations of a wave of leaves, in the order of the leaves.
#[derive(Clone, Debug)]
pub struct Evaluations<S> {
    pub positions: Vec<Evaluation<S>>,
    /// For each leaf and each role, the sum of its goals in all playouts.
    pub goals: Vec<u32>,
    /// Joint moves made in all playouts.
    pub steps: u64,
}

impl<S> Default for Evaluations<S> {
    fn default() -> Self {
        Self { positions: Vec::new(), goals: Vec::new(), steps: 0 }
    }
}

/// Makes moves and plays random games. Each thread of a search has one of its own.
///
/// All reasoners of a game say the same of its positions. Their random games may differ; those of
/// one reasoner follow from the seed and the stream of a leaf.
pub trait Reasoner<G: Game> {
    /// Evaluates all leaves. A playout that is not finished counts as the middle of the goals, or
    /// as nothing if there is one role only. There is nothing if `stop` says so, which is asked
    /// often, however long a game is.
    fn evaluate(
        &mut self,
        leaves: &[Leaf<'_, G::State>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Evaluations<G::State>>;

    /// The positions after the moves of all leaves, without playouts, if many of them cost little
    /// more than one.
    fn make_moves(&mut self, _leaves: &[Leaf<'_, G::State>]) -> Option<Vec<Evaluation<G::State>>> {
        None
    }

    /// The goals after the moves of all leaves, where the game is over then, if many of them cost
    /// little more than one.
    fn outcomes(&mut self, _leaves: &[Leaf<'_, G::State>]) -> Option<Vec<Option<Box<[u8]>>>> {
        None
    }

    /// Is it worth while to look further ahead before random games are played, because these say
    /// little?
    fn looks_far(&mut self, _stop: &dyn Fn() -> bool) -> bool {
        false
    }

    /// A leaf's playout of this number, the very same that was played in
    /// [`evaluate`](Self::evaluate).
    fn replay(&mut self, leaf: &Leaf<'_, G::State>, playout: u32) -> Playout;
}

/// A random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playout {
    pub joint_moves: Vec<Vec<MoveId>>,
    pub goals: Vec<u8>,
}

/// Reasons about any game, one step after the other.
pub struct OneByOne<G> {
    game: Arc<G>,
    seed: u64,
    step_limit: u32,
}

impl<G: Game> OneByOne<G> {
    pub fn new(game: Arc<G>, options: &Options) -> Self {
        Self { game, seed: options.seed, step_limit: options.step_limit }
    }

    /// Plays at random and gives the goals, unless `stop` says so; calls `step` with each joint
    /// move.
    fn play(
        &self,
        mut state: G::State,
        mut random: Random,
        stop: &dyn Fn() -> bool,
        mut step: impl FnMut(Vec<MoveId>),
    ) -> Option<Vec<u8>> {
        let n_roles = self.game.n_roles();
        for _ in 0..self.step_limit {
            if stop() {
                return None;
            }
            if let Some(goals) = self.game.outcome(&state) {
                return Some(goals);
            }
            let mut joint = Vec::with_capacity(n_roles);
            for role in RoleId::first(n_roles) {
                let legal = self.game.legal(&state, role);
                joint.extend(legal.get(random.below(legal.len() as u32) as usize));
            }
            if joint.len() < n_roles {
                break;
            }
            state = self.game.apply(&state, &joint);
            step(joint);
        }
        let unfinished = || vec![goal_of_unfinished(n_roles); n_roles];
        Some(self.game.outcome(&state).unwrap_or_else(unfinished))
    }

    fn random(&self, leaf: &Leaf<'_, G::State>, playout: u32) -> Random {
        Random::new(self.seed ^ u64::from(playout) << 32, leaf.stream)
    }
}

impl<G: Game> Reasoner<G> for OneByOne<G> {
    fn evaluate(
        &mut self,
        leaves: &[Leaf<'_, G::State>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Evaluations<G::State>> {
        let n_roles = self.game.n_roles();
        let mut evaluations = Evaluations::default();
        for leaf in leaves {
            let state = self.game.apply(leaf.state, leaf.joint);
            let mut sums = vec![0; n_roles];
            for playout in 0..leaf.playouts {
                let count = |_| evaluations.steps += 1;
                let goals = self.play(state.clone(), self.random(leaf, playout), stop, count)?;
                for (sum, goal) in sums.iter_mut().zip(goals) {
                    *sum += u32::from(goal);
                }
            }
            evaluations.goals.extend(sums);
            evaluations.positions.push(look_at(&*self.game, state));
        }
        // A game that is told to stop gives answers that mean nothing.
        (!stop()).then_some(evaluations)
    }

    fn replay(&mut self, leaf: &Leaf<'_, G::State>, playout: u32) -> Playout {
        let mut joint_moves = Vec::new();
        let state = self.game.apply(leaf.state, leaf.joint);
        let record = |joint| joint_moves.push(joint);
        let goals = self.play(state, self.random(leaf, playout), &|| false, record);
        Playout { joint_moves, goals: goals.expect("nobody stops it") }
    }
}

/// What the rules say of a state.
pub(crate) fn look_at<G: Game>(game: &G, state: G::State) -> Evaluation<G::State> {
    let outcome = game.outcome(&state);
    let lists = RoleId::first(game.n_roles()).map(|role| match outcome {
        Some(_) => Vec::new(),
        None => game.legal(&state, role),
    });
    let legal = MoveLists::new(lists);
    Evaluation { state, legal, outcome: outcome.map(Into::into) }
}

impl<G> fmt::Debug for OneByOne<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OneByOne").field("seed", &self.seed).finish_non_exhaustive()
    }
}
