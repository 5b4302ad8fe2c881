//! Principal variation search.

use super::defense::defenses;
use super::evaluation::evaluate;
use super::ordering::{History, moves};
use super::state::State;
use super::table::{Bound, Entry, Table};
use super::threat::Threat;
use super::vcf::{UNLIMITED, Vcf};
use crate::point::Point;
use crate::rule::Rule;
use stonegate_stones::Color;

/// The value of a five on the board; a win in `n` plies is worth `n` less.
pub(crate) const WIN: i32 = 30_000;

/// Values beyond this are wins or losses for certain.
pub(crate) const SURE: i32 = WIN - 1000;

/// How many nodes are searched between two looks at the stop function.
const NODES_PER_LOOK: u64 = 512;

/// The most nodes of a search for a win by fours at a node of the tree.
const VCF_NODES: u64 = 300;

/// From this depth on it is asked whether the opponent threatens to win by fours.
const MIN_THREAT_DEPTH: i32 = 2;

/// Up to this depth a position that is good enough by a margin is not searched.
const MAX_MARGIN_DEPTH: i32 = 2;

/// Up to this depth only some moves are searched.
const MAX_NARROW_DEPTH: i32 = 4;

/// One search at work.
pub(crate) struct AlphaBeta<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) table: &'a mut Table,
    pub(crate) vcf: &'a mut Vcf,
    pub(crate) history: &'a mut History,
    pub(crate) stop: &'a dyn Fn() -> bool,
    /// Whether to give up: values mean nothing then, and nothing is remembered.
    pub(crate) is_stopped: bool,
    pub(crate) n_nodes: u64,
    next_look: u64,
}

/// What a search asks of a position: its value for the player to move, between alpha and beta.
#[derive(Copy, Clone)]
pub(crate) struct Question {
    pub(crate) turn: Color,
    pub(crate) depth: i32,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// How many moves were made since the root.
    pub(crate) ply: i32,
}

impl Question {
    /// The same question from the other side, after a move.
    fn after_move(self, depth: i32) -> Self {
        let (alpha, beta) = (-self.beta, -self.alpha);
        Self { turn: !self.turn, depth, alpha, beta, ply: self.ply + 1 }
    }

    /// Whether the value is better than alpha, after a move.
    fn is_better_after_move(self, depth: i32) -> Self {
        Self { beta: self.alpha + 1, ..self }.after_move(depth)
    }

    /// Whether only one bit is wanted.
    fn is_bound(self) -> bool {
        self.beta - self.alpha == 1
    }
}

impl<'a> AlphaBeta<'a> {
    pub(crate) fn new(
        state: &'a mut State,
        table: &'a mut Table,
        vcf: &'a mut Vcf,
        history: &'a mut History,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let next_look = vcf.n_nodes + NODES_PER_LOOK;
        Self { state, table, vcf, history, stop, is_stopped: false, n_nodes: 0, next_look }
    }

    pub(crate) fn search(&mut self, mut question: Question) -> i32 {
        self.n_nodes += 1;
        if self.n_nodes + self.vcf.n_nodes >= self.next_look {
            self.next_look = self.n_nodes + self.vcf.n_nodes + NODES_PER_LOOK;
            self.is_stopped |= (self.stop)();
        }
        if self.is_stopped {
            return 0;
        }
        let Question { turn, ply, .. } = question;
        if let Some(value) = self.known_end(turn, ply) {
            return value;
        }
        if let Some(block) = self.state.five(!turn) {
            // The only move costs no depth.
            return self.after(block, turn, |it| -it.search(question.after_move(question.depth)));
        }
        // No win can be nearer than the next own five, and no loss than the opponent's.
        question.alpha = question.alpha.max(-(WIN - ply - 2));
        question.beta = question.beta.min(WIN - ply - 1);
        if question.alpha >= question.beta {
            return question.alpha;
        }
        let key = self.state.position_hash(turn);
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| answer(entry, question)) {
            return value;
        }
        if known.is_none()
            && let Some(line) = self.vcf.win(self.state, turn, UNLIMITED, VCF_NODES, self.stop)
        {
            let value = WIN - ply - line.len() as i32;
            let best = line.first().copied();
            self.table.put(key, Entry::new(best, value + ply, 127, Bound::AtLeast));
            return value;
        }
        let is_threatened = self.state.count(!turn, Threat::Wins) > 0;
        if is_threatened {
            // It has to be seen whether there is an answer.
            question.depth = question.depth.max(1);
        }
        let best = known.and_then(|entry| entry.best);
        if question.depth <= 0 {
            let value = self.evaluate(turn);
            self.table.put(key, Entry::new(best, value, question.depth, Bound::Exact));
            return value;
        }
        if question.is_bound() && !is_threatened && question.depth <= MAX_MARGIN_DEPTH {
            let value = self.evaluate(turn) - 100 - 60 * question.depth;
            if value >= question.beta {
                return value;
            }
        }
        let asks_for_threats = is_threatened || question.depth >= MIN_THREAT_DEPTH;
        let (value, best) = self.search_moves(question, best, asks_for_threats);
        if self.is_stopped {
            return 0;
        }
        let bound = match value {
            _ if value >= question.beta => Bound::AtLeast,
            _ if value > question.alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.put(key, Entry::new(best, to_table(value, ply), question.depth, bound));
        value
    }

    /// The value by the moves worth searching, and the best of them.
    fn search_moves(
        &mut self,
        question: Question,
        best: Option<Point>,
        asks_for_threats: bool,
    ) -> (i32, Option<Point>) {
        let Question { turn, depth, beta, ply, .. } = question;
        let mut threat = None;
        if asks_for_threats {
            threat = self.vcf.win(self.state, !turn, UNLIMITED, VCF_NODES, self.stop);
        }
        let defenses = threat.map(|line| defenses(self.state, !turn, &line));
        let mut moves = moves(self.state, self.history, turn, best, defenses.as_ref());
        if defenses.is_none() && question.is_bound() && depth <= MAX_NARROW_DEPTH {
            moves.truncate(8 + 8 * depth as usize);
        }
        if moves.is_empty() {
            // There is nothing against the fours, or the rules forbid all that is left.
            let value = if defenses.is_some() { -(WIN - ply - 4) } else { 0 };
            return (value, None);
        }
        let mut question = question;
        let mut best = (-WIN, None);
        for (number, &point) in moves.iter().enumerate() {
            let mut reduction = reduction(depth, number);
            if defenses.is_some() {
                reduction /= 2;
            }
            let value =
                self.after(point, turn, |it| it.search_move(question, number == 0, reduction));
            if self.is_stopped {
                break;
            }
            if value > best.0 {
                best = (value, Some(point));
            }
            question.alpha = question.alpha.max(value);
            if value >= beta {
                self.history.reward(turn, point, &moves[..number], depth);
                break;
            }
        }
        best
    }

    /// The value of a move that was just made, for the one who made it.
    fn search_move(&mut self, question: Question, is_first: bool, reduction: i32) -> i32 {
        let Question { depth, alpha, beta, .. } = question;
        if !is_first {
            let mut value = -self.search(question.is_better_after_move(depth - 1 - reduction));
            if value > alpha && reduction > 0 {
                value = -self.search(question.is_better_after_move(depth - 1));
            }
            if value <= alpha || value >= beta {
                return value;
            }
        }
        -self.search(question.after_move(depth - 1))
    }

    /// Makes a move, asks, and takes it back.
    pub(crate) fn after<T>(
        &mut self,
        point: Point,
        turn: Color,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.state.place(point, turn);
        let answer = ask(self);
        self.state.undo();
        answer
    }

    fn evaluate(&self, turn: Color) -> i32 {
        evaluate(self.state, turn).clamp(-SURE + 1, SURE - 1)
    }

    /// The value if there is nothing to search: somebody has a five, or nearly.
    fn known_end(&self, turn: Color, ply: i32) -> Option<i32> {
        let state = &*self.state;
        if state.count(turn, Threat::Five) > 0 {
            return Some(WIN - ply - 1);
        }
        if let Some(block) = state.five(!turn) {
            let is_lost = state.count(!turn, Threat::Five) > 1 || state.is_forbidden(block, turn);
            return is_lost.then_some(-(WIN - ply - 2));
        }
        // Under caro rules even an open four can be stopped.
        let wins = state.rule() != Rule::Caro && state.count(turn, Threat::Wins) > 0;
        if wins {
            return Some(WIN - ply - 3);
        }
        state.board().is_full().then_some(0)
    }
}

/// How much less deep a move is searched that comes late in the order.
fn reduction(depth: i32, number: usize) -> i32 {
    if depth < 3 || number < 3 {
        return 0;
    }
    ((depth as f32).ln() * (number as f32).ln() / 1.5) as i32
}

/// The value if what is known answers the question.
fn answer(entry: Entry, question: Question) -> Option<i32> {
    let value = from_table(entry.value, question.ply);
    let is_enough = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= question.beta,
        Bound::AtMost => value <= question.alpha,
    };
    (is_enough && i32::from(entry.depth) >= question.depth).then_some(value)
}

/// Wins are stored by their distance from the position, not from the root.
fn to_table(value: i32, ply: i32) -> i32 {
    match value {
        _ if value > SURE => value + ply,
        _ if value < -SURE => value - ply,
        _ => value,
    }
}

fn from_table(value: i16, ply: i32) -> i32 {
    let value = i32::from(value);
    match value {
        _ if value > SURE => value - ply,
        _ if value < -SURE => value + ply,
        _ => value,
    }
}
