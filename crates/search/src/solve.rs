//! Perfect play, where all positions that can be reached fit into the memory.
//!
//! All positions are found breadth first on the lanes (`explore`), then values are handed back from
//! the ends of the game to the beginning (`values`). This is exact for games with cycles: a position
//! in which nobody can force an end has no value.

mod explore;
mod graph;
mod space;
mod values;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use stonegate_ground::{MoveId, RoleId, State};
use stonegate_lanes::{Engine, Lanes};

use explore::explore;
use graph::Graph;
use values::Values;

/// What solving may cost, and whom to tell how far it came.
pub struct SolveBudget<'a> {
    /// Bytes that positions and what is known of them may take.
    pub max_bytes: usize,
    /// Told every now and then how many positions have been found and how many of them have been
    /// looked at; says whether to stop.
    pub stop: &'a mut dyn FnMut(SolveProgress) -> bool,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SolveProgress {
    pub n_found: usize,
    pub n_expanded: usize,
}

/// A game of one role, or of two who take turns and of whom one gains what the other loses.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Solution {
    /// How many positions were looked at. The best line of a single role can be found before the
    /// whole game is.
    pub n_states: usize,
    pub value: Value,
    /// The role that has the choice.
    pub mover: RoleId,
    /// The moves of that role; of a single role only those known to be best.
    pub moves: Vec<RatedMove>,
    /// A line of perfect play as joint moves: the side that is better off takes the shortest way,
    /// the other one the longest. Empty if there is no value.
    pub line: Vec<Vec<MoveId>>,
}

/// The goal that each role can force, if it can force an end at all.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Value {
    pub goals: Vec<Option<u8>>,
    /// Whether each role gets exactly that. Otherwise both can do better by playing on forever.
    pub is_decided: bool,
}

#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RatedMove {
    pub action: MoveId,
    pub value: Value,
    pub is_best: bool,
}

/// Why a game is not solved.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Unsolved {
    /// The caller wanted to stop.
    Stopped(SolveProgress),
    OutOfMemory(SolveProgress),
    /// Some role is played by chance.
    Chance,
    TooManyRoles(usize),
    /// In a position after so many joint moves, several roles have a choice.
    Simultaneous {
        depth: usize,
    },
    /// There is a position after so many joint moves in which this role has no legal move.
    Stuck {
        depth: usize,
        role: String,
    },
    /// These two results do not rank the other way round for the second role.
    NotZeroSum([Vec<u8>; 2]),
}

/// Solves a game from its initial position.
///
/// ```
/// use std::sync::Arc;
/// use stonegate_ground::{Budget, ground};
/// use stonegate_lanes::{Backend, Engine};
/// use stonegate_search::{SolveBudget, solve};
///
/// // One of two switches turns on the lamp.
/// let sheet = "
///     (role robot) (init dark) (switch left) (switch right)
///     (<= (legal robot (press ?switch)) (switch ?switch) (true dark))
///     (<= (next dark) (does robot (press right)))
///     (<= terminal (not (true dark)))
///     (<= (goal robot 100) (not (true dark))) (<= (goal robot 0) (true dark))";
/// let analysis = stonegate_gdl::analyze(sheet);
/// let grounded = ground(&analysis.rules, &Budget::default())?;
/// let engine = Arc::new(Engine::new(Arc::new(grounded.machine), Backend::best()));
///
/// let solution = solve(&engine, &mut SolveBudget { max_bytes: 1 << 20, stop: &mut |_| false })?;
/// assert_eq!(solution.value.goals, [Some(100)]);
/// assert_eq!(solution.line, [[0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(engine: &Arc<Engine>, budget: &mut SolveBudget<'_>) -> Result<Solution, Unsolved> {
    Ok(SolvedGame::new(engine, budget)?.first())
}

/// A game of which perfect play is known in every position that was looked at.
pub struct SolvedGame {
    lanes: Lanes,
    graph: Graph,
    /// What each role can force.
    values: Vec<Values>,
}

impl SolvedGame {
    /// Finds perfect play, as [`solve`] does.
    pub fn new(engine: &Arc<Engine>, budget: &mut SolveBudget<'_>) -> Result<Self, Unsolved> {
        Self::at(engine, &engine.machine().initial(), budget)
    }

    /// Finds perfect play from a state on.
    pub fn at(
        engine: &Arc<Engine>,
        start: &State,
        budget: &mut SolveBudget<'_>,
    ) -> Result<Self, Unsolved> {
        let machine = engine.machine();
        if machine.chance().is_some() {
            return Err(Unsolved::Chance);
        }
        if machine.roles.len() > 2 {
            return Err(Unsolved::TooManyRoles(machine.roles.len()));
        }
        let mut lanes = Lanes::new(Arc::clone(engine));
        let graph = explore(machine, &mut lanes, start, budget)?;
        let predecessors = graph.predecessors();
        let values =
            machine.role_ids().map(|role| Values::new(&graph, &predecessors, role)).collect();
        Ok(Self { lanes, graph, values })
    }

    /// Perfect play from the first position on.
    pub fn first(&mut self) -> Solution {
        self.solution(Graph::INITIAL)
    }

    /// Perfect play from a state on; nothing if play does not lead there.
    pub fn from_state(&mut self, state: &State) -> Option<Solution> {
        let number = self.graph.space.number(state.words())?;
        // Of a single role only what lies on the way from the first position was looked at.
        let is_known = self.values.len() > 1 || number == Graph::INITIAL;
        is_known.then(|| self.solution(number))
    }

    fn solution(&mut self, state: u32) -> Solution {
        let line = self.line(state);
        Solution {
            n_states: self.graph.len(),
            value: self.value(state),
            mover: self.graph.mover(state),
            moves: self.moves(state),
            line: self.joint_moves(state, &line),
        }
    }

    fn value(&self, state: u32) -> Value {
        let goals = self.values.iter().map(|values| values.goal(state)).collect::<Vec<_>>();
        let is_outcome = |outcome: &Vec<u8>| {
            outcome.iter().zip(&goals).all(|(&goal, &forced)| forced == Some(goal))
        };
        let is_decided = self.graph.outcomes().iter().any(is_outcome);
        Value { goals, is_decided }
    }

    /// The moves of the role that has the choice.
    fn moves(&mut self, state: u32) -> Vec<RatedMove> {
        let (value, mover) = (self.value(state), self.graph.mover(state));
        let steps = self.graph.steps(&mut self.lanes, state);
        let rated = steps.into_iter().map(|(joint, next)| {
            let next_value = self.value(next);
            let is_best = next_value == value;
            RatedMove { action: joint[mover], is_best, value: next_value }
        });
        // Of a single role, only one way to each position is known.
        rated.filter(|rated| rated.is_best || self.values.len() > 1).collect()
    }

    /// The positions of a line of perfect play after this one.
    fn line(&self, mut state: u32) -> Vec<u32> {
        let value = self.value(state);
        let mut line = Vec::new();
        if !value.is_decided {
            return line;
        }
        let roles = RoleId::first(self.values.len());
        let leader = roles.rev().max_by_key(|&role| value.goals[role]).expect("there is a role");
        let steps = |state: &&u32| self.values[leader].steps(**state);
        // The leader's distance from the end shrinks with every move that keeps the value.
        loop {
            let successors = self.graph.successors(state).iter();
            let good = successors.filter(|&&next| self.value(next) == value);
            let next = if self.graph.mover(state) == leader {
                good.min_by_key(steps)
            } else {
                good.max_by_key(steps)
            };
            let Some(&next) = next else { return line };
            line.push(next);
            state = next;
        }
    }

    /// The joint moves that lead from a position along a line.
    fn joint_moves(&mut self, mut state: u32, line: &[u32]) -> Vec<Vec<MoveId>> {
        let mut joints = Vec::new();
        for &next in line {
            let steps = self.graph.steps(&mut self.lanes, state);
            let step = steps.into_iter().find(|&(_, number)| number == next);
            joints.push(step.expect("a line goes from a position to a successor").0);
            state = next;
        }
        joints
    }
}

impl fmt::Debug for SolvedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvedGame").field("n_states", &self.graph.len()).finish_non_exhaustive()
    }
}

impl fmt::Debug for SolveBudget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveBudget").field("max_bytes", &self.max_bytes).finish_non_exhaustive()
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = |progress: &SolveProgress| {
            let SolveProgress { n_found, n_expanded } = progress;
            format!("{n_found} positions were found and {n_expanded} of them looked at")
        };
        match self {
            Self::Stopped(progress) => write!(f, "stopped; {}", found(progress)),
            Self::OutOfMemory(progress) => write!(f, "out of memory; {}", found(progress)),
            Self::Chance => f.write_str("a role is played by chance"),
            Self::TooManyRoles(n) => write!(f, "there are {n} roles"),
            Self::Simultaneous { depth } => {
                write!(
                    f,
                    "moves are simultaneous: several roles have a choice, at move {}",
                    depth + 1
                )
            }
            Self::Stuck { depth, role } => {
                write!(f, "`{role}` can be left without a legal move, at move {}", depth + 1)
            }
            Self::NotZeroSum([one, other]) => {
                write!(f, "the interests are not opposed: the game can end {one:?} and {other:?}")
            }
        }
    }
}

impl std::error::Error for Unsolved {}
