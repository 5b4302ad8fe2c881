//! Solving games while they are played.
//!
//! A puzzle is searched breadth first before random games are played, so that its solution is the
//! shortest one; where there are too many positions, a SAT solver looks for some way to the best end.
//! A small game of two is solved as a whole. What is too large for that is left to the search.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use stonegate_compile::Interruption;
use stonegate_gdl::{MoveId, RoleId};
use stonegate_ground::{Machine, State};
use stonegate_lanes::Engine;
use stonegate_search::{Game, MachineGame, Options, SolveBudget, SolvedGame, plan};

use crate::mind::{Mind, NoMove};
use crate::searching::SearchingMind;
use crate::texts::Texts;
use crate::thoughts::{Opinion, Thoughts};

/// A game of two is solved if it has no more positions than this, which takes a fraction of a
/// second.
const MAX_POSITIONS: usize = 1 << 16;

/// A puzzle is left to the SAT solver after so many positions, which take a second or two.
const MAX_PUZZLE: usize = 1 << 20;

/// How often a puzzle is tried that takes more time than there is.
const MAX_TRIES: u32 = 3;

/// The time, and when the answer has to be there.
#[derive(Copy, Clone, Debug)]
pub struct Clock {
    pub now: fn() -> Duration,
    pub deadline: Duration,
}

/// Tries to solve the game, and searches where that fails.
pub(crate) struct SolvingMind {
    searching: SearchingMind<MachineGame>,
    engine: Arc<Engine>,
    max_bytes: usize,
    clock: Mutex<Clock>,
    solving: Mutex<Solving>,
    /// Perfect play is known in the position: no thread has to search it.
    is_known: AtomicBool,
}

/// How far solving is.
struct Solving {
    n_tries_left: u32,
    solved: Option<Solved>,
}

/// What is known of a game that is solved.
struct Solved {
    /// Perfect play, if all positions were looked at.
    game: Option<SolvedGame>,
    n_positions: usize,
    /// The positions of the solution of a puzzle, and the moves to make there.
    line: Vec<(State, MoveId)>,
    /// The best goal of a puzzle.
    goal: Option<u8>,
}

/// The bytes that solving may take of those that a game has: a puzzle shares them with the search,
/// a small game needs few. Who counts iterations wants a search and nothing else.
pub(crate) fn solving_bytes(machine: &Machine, options: &Options) -> usize {
    match machine.roles.len() {
        _ if options.iterations < u64::MAX => 0,
        1 => options.memory / 2,
        _ => options.memory / 16,
    }
}

impl SolvingMind {
    /// A mind that searches with what is left of the memory.
    pub(crate) fn new(
        searching: SearchingMind<MachineGame>,
        engine: Arc<Engine>,
        max_bytes: usize,
        clock: Clock,
    ) -> Self {
        let machine = engine.machine();
        let can_be_solved = max_bytes > 0 && machine.roles.len() <= 2 && machine.chance().is_none();
        let n_tries_left = match machine.roles.len() {
            _ if !can_be_solved || !searching.search().game().has_goals() => 0,
            1 => MAX_TRIES,
            _ => 1,
        };
        let solving = Mutex::new(Solving { n_tries_left, solved: None });
        let (clock, is_known) = (Mutex::new(clock), AtomicBool::new(false));
        Self { searching, engine, max_bytes, clock, solving, is_known }
    }

    fn is_puzzle(&self) -> bool {
        self.engine.machine().roles.len() == 1
    }

    /// Solves the game from the position on, if there is hope; for the first thread that comes.
    fn solve(&self, stop: &dyn Fn() -> bool) {
        let Some(mut solving) = self.solving.try_lock() else { return };
        let state = self.searching.search().state();
        let is_known = solving.solved.as_mut().is_some_and(|solved| solved.knows(&state));
        self.is_known.store(is_known, Ordering::Relaxed);
        let is_over = || self.searching.search().game().outcome(&state).is_some();
        if is_known || solving.n_tries_left == 0 || is_over() {
            return;
        }
        solving.n_tries_left -= 1;
        let Clock { now, deadline } = *self.clock.lock();
        let start = now();
        // The search needs time if it comes to nothing.
        let quarter = deadline.saturating_sub(start) / 4;
        let is_late = |quarters: u32| stop() || now() >= start + quarter * quarters;
        let max_positions = if self.is_puzzle() { MAX_PUZZLE } else { MAX_POSITIONS };
        let mut budget = SolveBudget {
            max_bytes: self.max_bytes,
            stop: &mut |progress| progress.n_found > max_positions || is_late(2),
        };
        // Of the tries of a puzzle, every other one leaves all of the time to the SAT solver.
        let mut game = None;
        if solving.n_tries_left.is_multiple_of(2) {
            game = SolvedGame::at(&self.engine, &state, &mut budget).ok();
        }
        let solved = match game {
            Some(game) => Some(self.solved(state, game)),
            None if self.is_puzzle() => self.planned(state, &|| is_late(3)),
            None => None,
        };
        let Some(solved) = solved else { return };
        solving.n_tries_left = if self.is_puzzle() { MAX_TRIES } else { 0 };
        solving.solved = Some(solved);
    }

    /// What is known of a game all of whose positions were looked at.
    fn solved(&self, state: State, mut game: SolvedGame) -> Solved {
        let solution = game.first();
        self.is_known.store(!solution.line.is_empty(), Ordering::Relaxed);
        let (line, goal) = if self.is_puzzle() {
            let moves = solution.line.iter().map(|joint| joint[0]);
            (self.line(state, moves), solution.value.goals[0])
        } else {
            (Vec::new(), None)
        };
        Solved { game: Some(game), n_positions: solution.n_states, line, goal }
    }

    /// What is known of a puzzle if some way leads to the best end.
    fn planned(&self, state: State, stop: &dyn Fn() -> bool) -> Option<Solved> {
        let moves = plan(self.searching.search().game(), &state, stop)?;
        self.is_known.store(!moves.is_empty(), Ordering::Relaxed);
        let line = self.line(state, moves.into_iter());
        let best = self.engine.machine().roles[0].goals.last()?.value();
        Some(Solved { game: None, n_positions: 0, line, goal: Some(best) })
    }

    /// The positions of a line of a puzzle.
    fn line(&self, mut state: State, moves: impl Iterator<Item = MoveId>) -> Vec<(State, MoveId)> {
        moves
            .map(|action| {
                let next = self.searching.search().game().apply(&state, &[action]);
                (std::mem::replace(&mut state, next), action)
            })
            .collect()
    }

    /// The best move of a role in the position, and what is known of it.
    fn advice(&self, role: RoleId) -> Option<Advice> {
        let mut solving = self.solving.lock();
        let solved = solving.solved.as_mut()?;
        let state = self.searching.search().state();
        let n_positions = solved.n_positions;
        if self.is_puzzle() {
            let at = solved.line.iter().position(|(known, _)| *known == state)?;
            let rest = &solved.line[at..];
            let (n_moves, goal) = (rest.len(), solved.goal?);
            let praise = if solved.game.is_some() { ", and no way is shorter" } else { "" };
            return Some(Advice {
                moves: vec![(rest[0].1, goal)],
                line: rest.iter().map(|&(_, action)| vec![action]).collect(),
                values: vec![goal.into()],
                n_positions,
                reason: format!("solved: {n_moves} moves to the end{praise}"),
            });
        }
        let solution = solved.game.as_mut()?.from_state(&state);
        let solution = solution.filter(|solution| solution.mover == role)?;
        let first = solution.line.first()?[role.index()];
        let goal = solution.value.goals[role.index()]?;
        // The line leads to the end on the shortest way.
        let mut moves = vec![(first, goal)];
        let others = solution.moves.iter().filter(|rated| rated.action != first);
        let mut others: Vec<(MoveId, u8)> = others
            .filter_map(|rated| Some((rated.action, rated.value.goals[role.index()]?)))
            .collect();
        others.sort_by_key(|&(action, goal)| (std::cmp::Reverse(goal), action));
        moves.extend(others);
        let values = solution.value.goals.iter().map(|&goal| goal.map(f64::from));
        Some(Advice {
            moves,
            line: solution.line,
            values: values.collect::<Option<_>>().unwrap_or_default(),
            n_positions,
            reason: format!("solved: all {n_positions} positions are known"),
        })
    }
}

/// What perfect play is in a position.
struct Advice {
    /// Moves and the goals that they lead to, the best first.
    moves: Vec<(MoveId, u8)>,
    line: Vec<Vec<MoveId>>,
    values: Vec<f64>,
    n_positions: usize,
    reason: String,
}

impl Solved {
    fn knows(&mut self, state: &State) -> bool {
        self.line.iter().any(|(known, _)| known == state)
            || (self.game.as_mut().and_then(|game| game.from_state(state)))
                .is_some_and(|solution| !solution.line.is_empty())
    }
}

impl Mind for SolvingMind {
    fn advance(&self, joint: &[String]) -> bool {
        self.is_known.store(false, Ordering::Relaxed);
        self.searching.advance(joint)
    }

    fn work(&self, stop: &(dyn Fn() -> bool + Sync)) {
        self.solve(stop);
        // A thread that finds somebody solving searches in the meantime.
        self.searching.work(&|| stop() || self.is_known.load(Ordering::Relaxed));
    }

    fn set_deadline(&self, deadline: Duration) {
        self.clock.lock().deadline = deadline;
        self.searching.set_deadline(deadline);
    }

    fn interrupt(&self) -> Option<Interruption<'_>> {
        self.searching.interrupt()
    }

    fn is_cut_short(&self) -> bool {
        self.searching.is_cut_short()
    }

    fn best(&self, role: RoleId) -> Result<String, NoMove> {
        match self.advice(role) {
            Some(advice) => Ok(self.searching.search().game().move_text(role, advice.moves[0].0)),
            None => self.searching.best(role),
        }
    }

    fn n_moves(&self, role: RoleId) -> usize {
        self.searching.n_moves(role)
    }

    fn bytes(&self) -> usize {
        self.searching.bytes()
    }

    fn thoughts(&self, role: RoleId) -> Thoughts {
        let thoughts = self.searching.thoughts(role);
        // Nobody waits for a thread that is solving.
        let is_free = self.solving.try_lock().is_some();
        let Some(advice) = is_free.then(|| self.advice(role)).flatten() else { return thoughts };
        let Advice { moves, line, values, n_positions, reason } = advice;
        let opinions = moves.iter().map(|&(action, goal)| Opinion {
            action: self.searching.search().game().move_text(role, action),
            value: goal.into(),
            visits: 0,
            is_proven: true,
        });
        Thoughts {
            iterations: thoughts.iterations.max(n_positions as u64),
            states: thoughts.states.max(n_positions as u64),
            opinions: opinions.collect(),
            line: line.iter().map(|joint| self.searching.texts(joint)).collect(),
            values,
            reason,
            ..thoughts
        }
    }
}

impl fmt::Debug for SolvingMind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvingMind").field("searching", &self.searching).finish_non_exhaustive()
    }
}
