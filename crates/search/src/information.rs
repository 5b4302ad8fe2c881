//! Tree search over what roles know (Cowling, Powley and Whitehouse, "Information Set Monte Carlo
//! Tree Search", 2012, with a tree for each role).
//!
//! A node belongs to a role and to all that it knows: its moves and percepts so far. Every iteration
//! takes one state that may be and plays from there, each role choosing by the node of what it knows
//! there: so nobody acts on what it cannot know, and what a move lets its role find out counts. Part
//! of the choices follows what was chosen so far on average (Heinrich and Silver, "Smooth UCT Search
//! in Computer Poker", 2015), without which the roles would chase each other for ever.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use stonegate_ground::{MoveId, RoleId};

use crate::belief::{Belief, learn, start};
use crate::game::goal_of_unfinished;
use crate::hidden::{HiddenGame, Knowledge, Step};
use crate::options::Options;
use crate::random::Random;

/// How many iterations play their random games together.
const WAVE: usize = 64;

/// A game that is so small is also searched from its start: then it is known what the others would
/// have done before.
const SMALL: usize = 5000;

/// How much of the choices explores, at least, and how fast that becomes less.
const MIN_EXPLORING: f64 = 0.1;
const EXPLORING_DECAY: f64 = 0.02;

/// How much of a policy is uniform, as the others may be no better than that.
const DOUBT: f64 = 0.25;

/// A search whose tree stays when the game goes on.
#[derive(Debug)]
pub struct InformationSearch<G: HiddenGame> {
    game: Arc<G>,
    exploration: f64,
    step_limit: u32,
    max_nodes: usize,
    nodes: FxHashMap<(RoleId, Knowledge), Node>,
    is_small: bool,
    random: Random,
    n_iterations: u64,
    n_steps: u64,
}

/// What was found out about the moves of a role that knows something.
#[derive(Clone, Default, Debug)]
struct Node {
    moves: Vec<Tried>,
}

#[derive(Copy, Clone, Debug)]
struct Tried {
    action: MoveId,
    /// How often it was chosen, how often it could have been, and what it earned, from 0 to 1.
    visits: u32,
    chances: u32,
    sum: f64,
    /// Choices whose games are still played.
    in_flight: u32,
}

/// What is thought of a move.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Rated {
    pub action: MoveId,
    /// The goal that is expected, from 0 to 100.
    pub value: f64,
    pub visits: u64,
    /// How likely it should be chosen.
    pub likelihood: f64,
}

/// An iteration whose random game is still to be played.
struct Flight<S> {
    choices: Vec<((RoleId, Knowledge), MoveId)>,
    end: End<S>,
}

enum End<S> {
    /// Play goes on at random.
    Open(S),
    Goals(Vec<f32>),
}

impl<G: HiddenGame> InformationSearch<G> {
    pub fn new(game: Arc<G>, options: &Options) -> Self {
        Self {
            game,
            exploration: f64::from(options.exploration),
            step_limit: options.step_limit,
            // A node has a few hundred bytes.
            max_nodes: options.memory / 512,
            nodes: FxHashMap::default(),
            is_small: true,
            random: Random::new(options.seed, 1),
            n_iterations: 0,
            n_steps: 0,
        }
    }

    pub fn n_iterations(&self) -> u64 {
        self.n_iterations
    }

    /// Joint moves made in the tree.
    pub fn n_steps(&self) -> u64 {
        self.n_steps
    }

    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Searches from what a role believes until `stop` says so, which is asked after each wave.
    pub fn search(&mut self, belief: &Belief<G>, max_iterations: u64, stop: &dyn Fn() -> bool) {
        let end = self.n_iterations.saturating_add(max_iterations);
        while self.n_iterations < end && !belief.particles().is_empty() && !stop() {
            // Too few choices are known at first for many games at once.
            let n = WAVE.min(1 + self.n_iterations as usize / 8);
            let flights = (0..n).map(|_| self.take_off(belief)).collect::<Vec<_>>();
            self.n_iterations += n as u64;
            self.land(flights);
        }
    }

    /// What is thought of the moves of a role that knows something, the most visited first.
    pub fn rated(&self, role: RoleId, knowledge: Knowledge, legal: &[MoveId]) -> Vec<Rated> {
        let node = self.nodes.get(&(role, knowledge));
        let tried = |action: MoveId| node.and_then(|node| node.get(action)).copied();
        let visits = |action| tried(action).map_or(0, |tried| tried.visits);
        let best = legal.iter().filter_map(|&action| tried(action));
        let best = best.max_by_key(|tried| tried.visits);
        // What was seldom chosen, or is worse beyond doubt, was only tried out.
        let counts = |action| match (tried(action), best) {
            (Some(tried), Some(best)) if tried.may_equal(&best) => tried.visits,
            _ => 0,
        };
        let total = legal.iter().map(|&action| f64::from(counts(action))).sum::<f64>();
        let rate = |&action: &MoveId| Rated {
            action,
            value: tried(action).map_or(50.0, |tried| 100.0 * tried.mean()),
            visits: visits(action).into(),
            likelihood: if total > 0.0 {
                f64::from(counts(action)) / total
            } else {
                1.0 / legal.len() as f64
            },
        };
        let mut rated = legal.iter().map(rate).collect::<Vec<_>>();
        rated.sort_by_key(|rated| std::cmp::Reverse(rated.visits));
        rated
    }

    /// A move of a role that knows something, drawn as likely as it should be chosen.
    pub fn choose(
        &mut self,
        role: RoleId,
        knowledge: Knowledge,
        legal: &[MoveId],
    ) -> Option<MoveId> {
        let rated = self.rated(role, knowledge, legal);
        let mut place = self.random.fraction();
        let found = rated.iter().find(|rated| {
            place -= rated.likelihood;
            place < 0.0
        });
        found.or(rated.first()).map(|rated| rated.action)
    }

    /// How likely a role that knows something makes each of these moves, as far as is known.
    pub fn policy(&self, role: RoleId, knowledge: Knowledge, legal: &[MoveId]) -> Vec<f64> {
        let uniform = 1.0 / legal.len() as f64;
        let Some(node) = self.nodes.get(&(role, knowledge)) else {
            return vec![uniform; legal.len()];
        };
        let visits = |action: &MoveId| node.get(*action).map_or(0, |tried| tried.visits);
        let total = legal.iter().map(visits).sum::<u32>();
        // A few visits say little.
        let doubt = DOUBT.max(10.0 / (10.0 + f64::from(total)));
        let likely = |action| {
            let share = f64::from(visits(action)) / f64::from(total.max(1));
            doubt * uniform + (1.0 - doubt) * share
        };
        legal.iter().map(likely).collect()
    }

    /// Plays an iteration up to where the tree ends.
    fn take_off(&mut self, belief: &Belief<G>) -> Flight<G::State> {
        let from_start = self.is_small && belief.n_turns() > 0 && self.random.below(2) == 0;
        let drawn = if from_start { None } else { belief.draw(&mut self.random).cloned() };
        let first = drawn.unwrap_or_else(|| start(&*self.game));
        let (mut state, mut knowledge) = (first.state, first.knowledge);
        let mut choices = Vec::new();
        let n_roles = self.game.n_roles();
        let chance = self.game.chance();
        for _ in 0..self.step_limit {
            if let Some(goals) = self.game.outcome(&state) {
                let goals = goals.into_iter().map(f32::from).collect();
                return Flight { choices, end: End::Goals(goals) };
            }
            let mut joint = Vec::with_capacity(n_roles);
            let mut is_new = false;
            for role in RoleId::first(n_roles) {
                let legal = self.game.legal(&state, role);
                if legal.len() > 1 && Some(role) != chance {
                    let key = (role, knowledge[role]);
                    is_new |= !self.nodes.contains_key(&key);
                    let action = self.select(key, &legal);
                    choices.push((key, action));
                    joint.push(action);
                } else {
                    joint.extend(legal.get(self.random.below(legal.len() as u32) as usize));
                }
            }
            if joint.len() < n_roles {
                break;
            }
            let steps = [Step { state: &state, joint: &joint }];
            let Some(passage) = self.game.make_moves(&steps).pop() else { break };
            self.n_steps += 1;
            knowledge = learn(&knowledge, &joint, &passage);
            state = passage.state;
            if is_new {
                return Flight { choices, end: End::Open(state) };
            }
        }
        let unfinished = vec![f32::from(goal_of_unfinished(n_roles)); n_roles];
        Flight { choices, end: End::Goals(unfinished) }
    }

    /// The choice of a role at a node.
    fn select(&mut self, key: (RoleId, Knowledge), legal: &[MoveId]) -> MoveId {
        if self.nodes.len() >= self.max_nodes && !self.nodes.contains_key(&key) {
            return legal[self.random.below(legal.len() as u32) as usize];
        }
        self.is_small &= self.nodes.len() < SMALL;
        let node = self.nodes.entry(key).or_default();
        for &action in legal {
            node.note_chance(action);
        }
        let is_legal = |tried: &&mut Tried| legal.binary_search(&tried.action).is_ok();
        let n_visits = node.moves.iter().map(|tried| tried.visits).sum::<u32>();
        let exploring =
            (0.9 / (1.0 + EXPLORING_DECAY * f64::from(n_visits).sqrt())).max(MIN_EXPLORING);
        let open = node.moves.iter_mut().filter(is_legal);
        let chosen = if n_visits > 0 && self.random.fraction() >= exploring {
            let open = open.collect::<Vec<_>>();
            let total = open.iter().map(|tried| tried.visits).sum::<u32>();
            let mut place = self.random.below(total.max(1));
            let mut chosen = None;
            for tried in open {
                if place < tried.visits {
                    chosen = Some(tried);
                    break;
                }
                place -= tried.visits;
            }
            chosen
        } else {
            let exploration = self.exploration;
            let random = &mut self.random;
            // Among equals, any.
            let scored = open.map(|tried| {
                let noise = 1e-6 * random.fraction();
                (tried.score(exploration) + noise, tried)
            });
            scored.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, tried)| tried)
        };
        let Some(tried) = chosen else {
            return legal[self.random.below(legal.len() as u32) as usize];
        };
        tried.in_flight += 1;
        tried.action
    }

    /// Plays the random games of a wave, and tells the nodes how they ended.
    fn land(&mut self, flights: Vec<Flight<G::State>>) {
        let open = flights.iter().filter_map(|flight| match &flight.end {
            End::Open(state) => Some(state),
            End::Goals(_) => None,
        });
        let open = open.collect::<Vec<_>>();
        let seed = self.random.next();
        let mut played = if open.is_empty() {
            Vec::new().into_iter()
        } else {
            self.game.playouts(&open, self.step_limit, seed).into_iter()
        };
        for flight in flights {
            let goals = match flight.end {
                End::Goals(goals) => Some(goals),
                End::Open(_) => played.next(),
            };
            let Some(goals) = goals else { continue };
            for (key, action) in flight.choices {
                let Some(node) = self.nodes.get_mut(&key) else { continue };
                if let Some(tried) = node.moves.iter_mut().find(|tried| tried.action == action) {
                    tried.in_flight = tried.in_flight.saturating_sub(1);
                    tried.visits += 1;
                    tried.sum += f64::from(goals[key.0]) / 100.0;
                }
            }
        }
    }
}

impl Node {
    fn get(&self, action: MoveId) -> Option<&Tried> {
        self.moves.iter().find(|tried| tried.action == action)
    }

    /// A move can be chosen.
    fn note_chance(&mut self, action: MoveId) {
        match self.moves.iter_mut().find(|tried| tried.action == action) {
            Some(tried) => tried.chances += 1,
            None => {
                self.moves.push(Tried { action, visits: 0, chances: 1, sum: 0.0, in_flight: 0 });
            }
        }
    }
}

impl Tried {
    /// Whether it may be as good as the move that was chosen most.
    fn may_equal(&self, best: &Self) -> bool {
        // Two standard errors, at most.
        let error = 1.0 / f64::from(self.visits.max(1)).sqrt();
        self.visits * 10 > best.visits && self.mean() + error >= best.mean()
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }

    /// UCB1 over the times that the move could have been chosen.
    fn score(&self, exploration: f64) -> f64 {
        let n = f64::from(self.visits + self.in_flight);
        if n == 0.0 {
            return f64::INFINITY;
        }
        // What is in flight counts as lost in part, so that a wave tries different moves.
        let mean = self.sum / n;
        mean + exploration * (f64::from(self.chances).ln().max(0.0) / n).sqrt()
    }
}
