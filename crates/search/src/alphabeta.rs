//! Alpha-beta with iterative deepening, for two-player zero-sum games of turns with small trees.
//!
//! Depth by depth the tree is searched in full width. Ends of the game have their goals, and the
//! horizon counts as what the game takes it for, the middle if nothing is known, so the best and the worst goal are proofs, and so is any value of
//! a search that has met no horizon. Positions are kept in a table with what was found out
//! (Breuker, Uiterwijk, van den Herik, 1994): their best move is tried first.

use std::fmt;
use std::sync::Arc;

use stonegate_ground::{MoveId, RoleId};

use crate::game::Game;

/// The two roles.
const FIRST: RoleId = RoleId::new(0);
const SECOND: RoleId = RoleId::new(1);

/// Values are hundredths of a goal, so that what is known of positions makes a difference.
const BEST: i16 = 10_000;

/// The value of what is not known.
const UNKNOWN: i16 = BEST / 2;

/// Deeper searches need more stack than a thread may have.
const MAX_DEPTH: u16 = 500;

/// How often `stop` is asked: once in so many positions.
const STOP_INTERVAL: u64 = 64;

/// Searches positions of one game.
pub struct AlphaBeta<G: Game> {
    game: Arc<G>,
    table: Vec<Option<Entry<G::State>>>,
    n_positions: u64,
}

/// What is known of a position.
#[derive(Clone)]
struct Entry<S> {
    state: S,
    depth: u16,
    value: Value,
    best: MoveId,
}

/// The goal of the first role in hundredths, and what it means.
#[derive(Copy, Clone)]
struct Value {
    goal: i16,
    kind: Kind,
    /// No horizon was met: more depth changes nothing.
    is_final: bool,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The best move of the role whose turn it is.
    pub action: MoveId,
    /// Its goal; if it is not known, what the game takes it for, 50 if that is nothing.
    pub goal: u8,
    /// Is the goal proven?
    pub proven: bool,
    /// How many steps ahead the search has looked.
    pub depth: u16,
    /// How many positions it has looked at.
    pub positions: u64,
}

/// Why alpha-beta does not play a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsuitable {
    /// The game is not known to be one of two roles, without chance, whose goals sum up to 100.
    #[error("alpha-beta needs two roles whose goals are known to sum up to 100")]
    NotZeroSum,
    /// Both roles have a choice at the same time.
    #[error("alpha-beta needs roles that take turns")]
    Simultaneous,
    /// The game is over, or a role has no legal move.
    #[error("no move is left to be made")]
    Over,
}

/// Why a search ends without a value.
enum Abort {
    Stopped,
    Unsuitable(Unsuitable),
}

/// What is given down the tree.
struct Window<'a> {
    alpha: i16,
    beta: i16,
    depth: u16,
    stop: &'a dyn Fn() -> bool,
}

impl<G: Game> AlphaBeta<G> {
    /// A search with a table of so many positions.
    pub fn new(game: Arc<G>, n_entries: usize) -> Self {
        Self { game, table: vec![None; n_entries.max(1)], n_positions: 0 }
    }

    /// Searches deeper and deeper until `stop` says so or the value is proven. However soon that
    /// is, one step is looked ahead.
    pub fn best(
        &mut self,
        state: &G::State,
        stop: &dyn Fn() -> bool,
    ) -> Result<Verdict, Unsuitable> {
        if !self.game.is_zero_sum() || self.game.n_roles() != 2 {
            return Err(Unsuitable::NotZeroSum);
        }
        self.n_positions = 0;
        let (role, _) = self.turn(state)?;
        let mut verdict = None;
        for depth in 1..=MAX_DEPTH {
            let never = || false;
            let stop: &dyn Fn() -> bool = if depth == 1 { &never } else { stop };
            let window = Window { alpha: 0, beta: BEST, depth, stop };
            let (value, action) = match self.search(state, &window) {
                Ok(found) => found,
                Err(Abort::Stopped) => break,
                Err(Abort::Unsuitable(why)) => return Err(why),
            };
            let goal = if role == FIRST { value.goal } else { BEST - value.goal };
            let proven = value.is_final || goal == 0 || goal == BEST;
            let goal = ((goal + 50) / 100) as u8;
            verdict = Some(Verdict { action, goal, proven, depth, positions: self.n_positions });
            if proven {
                break;
            }
        }
        verdict.ok_or(Unsuitable::Over)
    }

    /// Whose turn it is, and the moves.
    fn turn(&self, state: &G::State) -> Result<(RoleId, Vec<MoveId>), Unsuitable> {
        let lists = [FIRST, SECOND].map(|role| self.game.legal(state, role));
        let [first, second] = lists;
        match [first.len(), second.len()] {
            [0, _] | [_, 0] => Err(Unsuitable::Over),
            [_, 1] => Ok((FIRST, first)),
            [1, _] => Ok((SECOND, second)),
            _ => Err(Unsuitable::Simultaneous),
        }
    }

    fn joint(&self, state: &G::State, role: RoleId, action: MoveId) -> [MoveId; 2] {
        let other = |role| self.game.legal(state, role)[0];
        if role == FIRST { [action, other(SECOND)] } else { [other(FIRST), action] }
    }

    /// The value of a position within the window, and the best move.
    fn search(&mut self, state: &G::State, window: &Window<'_>) -> Result<(Value, MoveId), Abort> {
        self.n_positions += 1;
        if self.n_positions.is_multiple_of(STOP_INTERVAL) && (window.stop)() {
            return Err(Abort::Stopped);
        }
        let exact = |goal, is_final| (Value { goal, kind: Kind::Exact, is_final }, MoveId::new(0));
        if let Some(goals) = self.game.outcome(state) {
            return Ok(exact(100 * i16::from(goals[0]), true));
        }
        if window.depth == 0 {
            let worth = self.game.worth(state, FIRST) * f32::from(BEST);
            // The best and the worst are for proofs.
            return Ok(exact((worth as i16).clamp(1, BEST - 1), false));
        }
        let place = (self.game.hash(state) % self.table.len() as u64) as usize;
        let known = self.table[place].as_ref().filter(|entry| entry.state == *state);
        let mut first = None;
        if let Some(entry) = known {
            first = Some(entry.best);
            if entry.answers(window) {
                return Ok((entry.value, entry.best));
            }
        }
        let (role, mut moves) = match self.turn(state) {
            Ok(turn) => turn,
            // A role without a legal move ends the game in the middle.
            Err(Unsuitable::Over) => return Ok(exact(UNKNOWN, true)),
            Err(why) => return Err(Abort::Unsuitable(why)),
        };
        if let Some(at) = moves.iter().position(|&action| Some(action) == first) {
            moves[..=at].rotate_right(1);
        }
        let (value, best) = self.search_moves(state, role, &moves, window)?;
        self.table[place] = Some(Entry { state: state.clone(), depth: window.depth, value, best });
        Ok((value, best))
    }

    fn search_moves(
        &mut self,
        state: &G::State,
        role: RoleId,
        moves: &[MoveId],
        window: &Window<'_>,
    ) -> Result<(Value, MoveId), Abort> {
        let (mut alpha, mut beta) = (window.alpha, window.beta);
        let mut best = None;
        let mut is_final = true;
        for &action in moves {
            let next = self.game.apply(state, &self.joint(state, role, action));
            let below = Window { alpha, beta, depth: window.depth - 1, stop: window.stop };
            let (value, _) = self.search(&next, &below)?;
            is_final &= value.is_final;
            let is_better =
                |goal: i16| if role == FIRST { value.goal > goal } else { value.goal < goal };
            if best.is_none_or(|(goal, _)| is_better(goal)) {
                best = Some((value.goal, action));
            }
            if role == FIRST {
                alpha = alpha.max(value.goal);
            } else {
                beta = beta.min(value.goal);
            }
            if alpha >= beta {
                // What the other moves are worth makes no difference.
                is_final = value.is_final;
                break;
            }
        }
        let (goal, action) = best.expect("a turn has a move");
        let kind = match () {
            () if goal >= window.beta && window.beta < BEST => Kind::AtLeast,
            () if goal <= window.alpha && window.alpha > 0 => Kind::AtMost,
            () => Kind::Exact,
        };
        Ok((Value { goal, kind, is_final }, action))
    }
}

impl<S> Entry<S> {
    /// Does it say all that the window asks for?
    fn answers(&self, window: &Window<'_>) -> bool {
        (self.value.is_final || self.depth >= window.depth)
            && match self.value.kind {
                Kind::Exact => true,
                Kind::AtLeast => self.value.goal >= window.beta,
                Kind::AtMost => self.value.goal <= window.alpha,
            }
    }
}

impl<G: Game> fmt::Debug for AlphaBeta<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBeta").field("positions", &self.n_positions).finish_non_exhaustive()
    }
}
