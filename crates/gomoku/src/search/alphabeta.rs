//! Principal variation search.

use super::defense;
use super::evaluation::evaluate;
use super::ordering::{Memory, Picture, moves};
use super::point_set::PointSet;
use super::pruning;
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

/// The most nodes of a search for a win by fours at a node of the tree, and where the tree ends.
const VCF_NODES: u64 = 300;
const LEAF_VCF_NODES: u64 = 150;

/// From this depth on it is asked whether the opponent threatens to win by fours.
const MIN_THREAT_DEPTH: i32 = 3;

/// One search at work.
pub(crate) struct AlphaBeta<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) table: &'a mut Table,
    pub(crate) vcf: &'a mut Vcf,
    pub(crate) memory: &'a mut Memory,
    pub(crate) stop: &'a dyn Fn() -> bool,
    /// Whether to give up: values mean nothing then, and nothing is remembered.
    pub(crate) is_stopped: bool,
    pub(crate) n_nodes: u64,
    next_look: u64,
    /// The moves that led here from the root, without passes, and what positions seemed worth.
    path: Vec<Step>,
}

/// A move on the way from the root.
#[derive(Copy, Clone)]
struct Step {
    /// Nothing if the player passed.
    point: Option<Point>,
    /// What the position before it seemed worth to the one who moved.
    estimate: Option<i32>,
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

/// What is known of a position before its moves are searched.
struct Prospect {
    /// The move that was best before.
    best: Option<Point>,
    /// What the position seems worth.
    estimate: i32,
    /// Whether it seems worth more than two plies before.
    is_improving: bool,
    /// The only moves that help against a win by fours that the opponent threatens.
    defenses: Option<PointSet>,
}

impl<'a> AlphaBeta<'a> {
    pub(crate) fn new(
        state: &'a mut State,
        table: &'a mut Table,
        vcf: &'a mut Vcf,
        memory: &'a mut Memory,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let next_look = vcf.n_nodes + NODES_PER_LOOK;
        let path = Vec::new();
        Self { state, table, vcf, memory, stop, is_stopped: false, n_nodes: 0, next_look, path }
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
            let ask = |it: &mut Self| -it.search(question.after_move(question.depth));
            return self.after(block, turn, None, ask);
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
        let is_threatened = self.state.count(!turn, Threat::Wins) > 0;
        let mut estimate = self.evaluate(turn);
        if is_threatened {
            // It has to be seen whether there is an answer.
            question.depth = question.depth.max(1);
        } else if question.is_bound()
            && pruning::is_good_enough(question.depth, estimate, question.beta)
        {
            return estimate;
        }
        // Where the tree ended before, it was looked for less thoroughly.
        if known.is_none_or(|entry| entry.depth <= 0 && question.depth > 0) {
            let n_nodes = if question.depth > 0 { VCF_NODES } else { LEAF_VCF_NODES };
            if let Some(line) = self.vcf.win(self.state, turn, UNLIMITED, n_nodes, self.stop) {
                let value = WIN - ply - line.len() as i32;
                let best = line.first().copied();
                self.table.put(key, Entry::new(best, value + ply, 127, Bound::AtLeast));
                return value;
            }
        }
        let best = known.and_then(|entry| entry.best);
        let is_hopeless = question.is_bound()
            && !is_threatened
            && pruning::is_hopeless(question.depth, estimate, question.alpha);
        if question.depth <= 0 || is_hopeless {
            // What was searched before is worth more than a look.
            if known.is_none_or(|entry| entry.depth <= 0) {
                self.table.put(key, Entry::new(best, estimate, 0, Bound::Exact));
            }
            return estimate;
        }
        if let Some(entry) = known {
            estimate = better_estimate(entry, estimate);
        }
        if question.is_bound() && !is_threatened && self.passes(question, estimate) {
            return question.beta;
        }
        if best.is_none() && question.depth >= pruning::MIN_BLIND_DEPTH {
            // Nothing tells which move to begin with: it is not worth the full depth.
            question.depth -= 1;
        }
        let mut defenses = None;
        if is_threatened || question.depth >= MIN_THREAT_DEPTH {
            let threat = self.vcf.win(self.state, !turn, UNLIMITED, VCF_NODES, self.stop);
            defenses = threat.map(|line| defense::defenses(self.state, !turn, &line));
        }
        let is_improving = self.is_improving(estimate);
        let prospect = Prospect { best, estimate, is_improving, defenses };
        let (value, best) = self.search_moves(question, &prospect);
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

    /// Whether the position is good enough even if the opponent moves twice.
    fn passes(&mut self, question: Question, estimate: i32) -> bool {
        let Question { depth, beta, .. } = question;
        let has_passed = self.path.last().is_some_and(|step| step.point.is_none());
        if has_passed || beta.abs() >= SURE || !pruning::may_pass(depth, estimate, beta) {
            return false;
        }
        let question = Question { alpha: beta - 1, ..question };
        self.path.push(Step { point: None, estimate: Some(estimate) });
        let value = -self.search(question.after_move(depth - pruning::pass_reduction(depth)));
        self.path.pop();
        !self.is_stopped && value >= beta
    }

    /// Whether a player's position seems better than at the own move before.
    fn is_improving(&self, estimate: i32) -> bool {
        let before = self.path.len().checked_sub(2).and_then(|at| self.path[at].estimate);
        before.is_none_or(|before| estimate > before)
    }

    /// The value by the moves worth searching, and the best of them.
    fn search_moves(&mut self, question: Question, prospect: &Prospect) -> (i32, Option<Point>) {
        let Question { turn, depth, beta, ply, .. } = question;
        let Prospect { estimate, is_improving, .. } = *prospect;
        let defenses = prospect.defenses.as_ref();
        let last = self.path.last().and_then(|step| step.point);
        let picture = Picture { turn, best: prospect.best, last, ply: ply as usize };
        let moves = moves(self.state, self.memory, &picture, defenses);
        if moves.is_empty() {
            // There is nothing against the fours, or the rules forbid all that is left.
            let value = if defenses.is_some() { -(WIN - ply - 4) } else { 0 };
            return (value, None);
        }
        let mut question = question;
        let mut best = (-WIN, None);
        for (number, &point) in moves.iter().enumerate() {
            let is_quiet = self.is_quiet(point, turn);
            if defenses.is_none() && question.is_bound() && best.0 > -SURE {
                if number >= pruning::max_moves(depth, is_improving) {
                    break;
                }
                if is_quiet && pruning::is_futile(depth, estimate, question.alpha) {
                    continue;
                }
            }
            let mut reduction = pruning::reduction(depth, number);
            if reduction > 0 {
                reduction += i32::from(!is_improving) - i32::from(!question.is_bound());
                reduction -= i32::from(!is_quiet);
                reduction -= self.memory.history(point, turn) / 100;
                if defenses.is_some() {
                    reduction /= 2;
                }
                reduction = reduction.clamp(0, depth - 1);
            }
            let value = self.after(point, turn, Some(estimate), |it| {
                it.search_move(question, number == 0, reduction)
            });
            if self.is_stopped {
                break;
            }
            if value > best.0 {
                best = (value, Some(point));
            }
            question.alpha = question.alpha.max(value);
            if value >= beta {
                self.memory.reward(&picture, point, &moves[..number], depth);
                break;
            }
        }
        best
    }

    /// The value of a move that was just made, for the one who made it.
    pub(crate) fn search_move(
        &mut self,
        question: Question,
        is_first: bool,
        reduction: i32,
    ) -> i32 {
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
        estimate: Option<i32>,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.state.place(point, turn);
        self.path.push(Step { point: Some(point), estimate });
        let answer = ask(self);
        self.path.pop();
        self.state.undo();
        answer
    }

    /// Whether a move neither threatens anything nor takes a threat from the opponent.
    pub(crate) fn is_quiet(&self, point: Point, turn: Color) -> bool {
        let is_quiet = |color: Color| self.state.threat(point, color) <= Threat::Prepares;
        is_quiet(turn) && is_quiet(!turn)
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

/// What the table knows says more than a look, unless it is a bound in the wrong direction.
fn better_estimate(entry: Entry, estimate: i32) -> i32 {
    let value = i32::from(entry.value);
    if value.abs() >= SURE {
        return estimate;
    }
    match entry.bound {
        Bound::Exact => value,
        Bound::AtLeast => value.max(estimate),
        Bound::AtMost => value.min(estimate),
    }
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
