//! Principal variation search.

use super::defense;
use super::evaluation::evaluate;
use super::ordering::{Memory, Picture, moves};
use super::point_set::PointSet;
use super::pruning::{self, Depth};
use super::state::{State, key};
use super::table::{Bound, Entry, Table};
use super::threat::Threat;
use super::vcf::{Effort, Vcf};
use crate::point::Point;
use crate::rule::Rule;
use stonegate_stones::Color;

/// The value of a five on the board; a win in `n` plies is worth `n` less.
pub(crate) const WIN: i32 = 30_000;

/// Values beyond this are wins or losses for certain.
pub(crate) const SURE: i32 = WIN - 1000;

/// How many nodes are searched between two looks at the stop function.
const NODES_PER_LOOK: u64 = 512;

/// The most nodes of a search for a win by fours, and of a quick one.
const VCF_NODES: u64 = 300;
const QUICK_VCF_NODES: u64 = 150;

/// From this depth on wins by fours are looked for thoroughly.
const MIN_FULL_DEPTH: Depth = 6 * pruning::PLY;

/// From this depth on those of the opponent are looked for, too.
const MIN_THREAT_DEPTH: Depth = 3 * pruning::PLY;

/// The depth of what is certain.
const MAX_DEPTH: Depth = 2000;

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
    /// The moves that led here from the root, and what positions seemed worth.
    path: Vec<Step>,
}

/// A move on the way from the root.
#[derive(Copy, Clone)]
struct Step {
    point: Point,
    /// What the position before it seemed worth to the one who moved.
    estimate: Option<i32>,
}

/// What a search asks of a position: its value for the player to move, between alpha and beta.
#[derive(Copy, Clone)]
pub(crate) struct Question {
    pub(crate) turn: Color,
    pub(crate) depth: Depth,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// How many moves were made since the root.
    pub(crate) ply: i32,
    /// Whether some move is expected to be good enough.
    pub(crate) is_cut: bool,
    /// A move that is left out, to see how good the others are.
    pub(crate) skip: Option<Point>,
}

impl Question {
    /// The same question from the other side, after a move.
    fn after_move(self, depth: Depth) -> Self {
        let (alpha, beta) = (-self.beta, -self.alpha);
        let is_cut = self.is_bound() && !self.is_cut;
        Self { turn: !self.turn, depth, alpha, beta, ply: self.ply + 1, is_cut, skip: None }
    }

    /// Whether the value is better than alpha, after a move.
    fn is_better_after_move(self, depth: Depth, is_cut: bool) -> Self {
        let after = Self { beta: self.alpha + 1, ..self }.after_move(depth);
        Self { is_cut, ..after }
    }

    /// Whether only one bit is wanted.
    pub(crate) fn is_bound(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// What is known of a position before its moves are searched.
struct Prospect {
    known: Option<Entry>,
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
        let Question { turn, ply, skip, .. } = question;
        if let Some(value) = self.known_end(turn, ply) {
            return value;
        }
        if let Some(block) = self.state.five(!turn) {
            // The only move costs no depth.
            let estimate = self.path.last().and_then(|step| step.estimate).map(|it| -it);
            let depth = question.depth + pruning::ANSWER_EXTENSION;
            let ask = |it: &mut Self| -it.search(question.after_move(depth));
            return self.after(block, turn, estimate, ask);
        }
        // No win can be nearer than the next own five, and no loss than the opponent's.
        question.alpha = question.alpha.max(-(WIN - ply - 2));
        question.beta = question.beta.min(WIN - ply - 1);
        if question.alpha >= question.beta {
            return question.alpha;
        }
        let key = self.state.position_hash(turn) ^ skip.map_or(0, skip_key);
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| answer(entry, question)) {
            return value;
        }
        let is_threatened = self.state.count(!turn, Threat::Wins) > 0;
        let mut estimate = self.evaluate(turn);
        let is_improving = self.is_improving(estimate);
        if let Some(entry) = known {
            estimate = better_estimate(entry, estimate);
        }
        if is_threatened {
            // It has to be seen whether there is an answer.
            question.depth = question.depth.max(pruning::PLY);
        } else if question.is_bound()
            && pruning::is_good_enough(question.depth, is_improving, estimate, question.beta)
        {
            return estimate;
        }
        if skip.is_none()
            && let Some((effort, n_nodes)) = fours_to_try(known, question.depth)
            && let Some(line) = self.vcf.look(self.state, turn, effort, n_nodes, self.stop)
        {
            let value = WIN - ply - line.len() as i32;
            let best = line.first().copied();
            self.table.put(key, Entry::new(best, value + ply, MAX_DEPTH, Bound::AtLeast));
            return value;
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
        question.depth -= pruning::blind_reduction(question, known);
        if question.depth <= 0 {
            return estimate;
        }
        let defenses = match question.depth {
            _ if is_threatened && self.state.rule() != Rule::Caro => {
                Some(defense::against_open_fours(self.state, !turn))
            }
            depth if depth >= MIN_THREAT_DEPTH => {
                let (effort, n_nodes) = effort(depth);
                let threat = self.vcf.look(self.state, !turn, effort, n_nodes, self.stop);
                threat.map(|line| defense::defenses(self.state, !turn, &line))
            }
            _ => None,
        };
        let prospect = Prospect { known, estimate, is_improving, defenses };
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

    /// Whether a player's position seems better than at the own move before.
    fn is_improving(&self, estimate: i32) -> bool {
        let before = self.path.len().checked_sub(2).and_then(|at| self.path[at].estimate);
        before.is_none_or(|before| estimate > before)
    }

    /// How much deeper the best move so far is searched, as it seems the only good one. `Err` is a
    /// value that the position has without that move.
    fn singularity(&mut self, question: Question, known: Option<Entry>) -> Result<Depth, i32> {
        let Question { depth, beta, ply, .. } = question;
        let Some(entry) = known.filter(|_| depth >= pruning::MIN_SINGULAR_DEPTH) else {
            return Ok(0);
        };
        let value = from_table(entry.value, ply);
        if entry.best.is_none()
            || question.skip.is_some()
            || entry.bound == Bound::AtMost
            || value.abs() >= SURE
            || Depth::from(entry.depth) < depth - 2 * pruning::PLY
        {
            return Ok(0);
        }
        let limit = value - pruning::singular_margin(depth);
        let others = Question {
            alpha: limit - 1,
            beta: limit,
            depth: depth / 2,
            skip: entry.best,
            ..question
        };
        let second = self.search(others);
        if self.is_stopped {
            return Ok(0);
        }
        if second < limit {
            let is_far = question.is_bound() && second < limit - pruning::DOUBLE_MARGIN;
            return Ok(if is_far { 2 * pruning::PLY } else { pruning::PLY });
        }
        if limit >= beta {
            return Err(beta);
        }
        Ok(if value >= beta { -pruning::PLY } else { 0 })
    }

    /// The value by the moves worth searching, and the best of them.
    fn search_moves(&mut self, question: Question, prospect: &Prospect) -> (i32, Option<Point>) {
        let Question { turn, beta, ply, is_cut, .. } = question;
        let Prospect { estimate, is_improving, known, .. } = *prospect;
        let defenses = prospect.defenses.as_ref();
        let last = self.path.last().map(|step| step.point);
        let first = known.and_then(|entry| entry.best);
        let picture = Picture { turn, best: first, last, ply: ply as usize };
        let moves = moves(self.state, self.memory, &picture, defenses);
        if moves.is_empty() {
            // There is nothing against the fours, or the rules forbid all that is left.
            let value = if defenses.is_some() { -(WIN - ply - 4) } else { 0 };
            return (value, None);
        }
        let extension = match self.singularity(question, known) {
            Ok(extension) => extension,
            Err(value) => return (value, first),
        };
        let is_high = question.is_bound()
            && is_cut
            && estimate >= beta + pruning::high_margin(question.depth);
        let mut question = question;
        let mut best = (-WIN, None);
        let mut number = 0;
        for (place, &point) in moves.iter().enumerate() {
            if question.skip == Some(point) {
                continue;
            }
            let depth = question.depth;
            if question.is_bound() && best.0 > -SURE {
                if number >= pruning::max_moves(depth, is_improving) {
                    break;
                }
                if defenses.is_none()
                    && self.is_quiet(point, turn)
                    && pruning::is_futile(depth, estimate, question.alpha)
                {
                    number += 1;
                    continue;
                }
            }
            let mut next = depth - pruning::PLY;
            if Some(point) == first {
                next += extension;
            }
            let is_four = self.state.threat(point, turn) >= Threat::Four;
            if is_high && !is_four {
                next -= pruning::PLY;
            }
            let reduction = self.reduction(question, prospect, &picture, (number, point));
            let reduction = reduction.clamp(0, (next - pruning::PLY).max(0));
            let value = self.after(point, turn, Some(estimate), |it| {
                it.search_move(question, next, number == 0, reduction)
            });
            if self.is_stopped {
                break;
            }
            number += 1;
            if value > best.0 {
                best = (value, Some(point));
            }
            if value >= beta {
                self.memory.reward(&picture, point, &moves[..place], depth / pruning::PLY);
                break;
            }
            if value > question.alpha {
                question.alpha = value;
                // A second move that is better still is not likely.
                if (2 * pruning::PLY + 1..12 * pruning::PLY).contains(&depth) && value < SURE {
                    question.depth -= pruning::PLY;
                }
            }
        }
        match best {
            // The only move is the one that is left out.
            (_, None) => (question.alpha, None),
            _ => best,
        }
    }

    /// How much less deep a move is searched than the first one.
    fn reduction(
        &self,
        question: Question,
        prospect: &Prospect,
        picture: &Picture,
        (number, point): (usize, Point),
    ) -> Depth {
        let mut reduction = pruning::reduction(question.depth, number);
        if reduction == 0 {
            return 0;
        }
        if !question.is_bound() {
            reduction -= pruning::PLY;
        } else if !prospect.is_improving {
            reduction += pruning::PLY;
        }
        if question.is_cut && !self.memory.is_killer(picture, point) {
            reduction += pruning::CUT_REDUCTION;
        }
        if !self.is_quiet(point, question.turn) {
            reduction -= pruning::LOUD_EXTENSION;
        }
        reduction -= self.memory.history(point, question.turn) * pruning::PLY / 100;
        if prospect.defenses.is_some() { reduction / 2 } else { reduction }
    }

    /// The value of a move that was just made, for the one who made it, searched so deep.
    pub(crate) fn search_move(
        &mut self,
        question: Question,
        depth: Depth,
        is_first: bool,
        reduction: Depth,
    ) -> i32 {
        let Question { alpha, beta, .. } = question;
        if !is_first {
            let mut value = -self.search(question.is_better_after_move(depth - reduction, true));
            if value > alpha && reduction > 0 {
                let is_cut = question.is_bound() && !question.is_cut;
                value = -self.search(question.is_better_after_move(depth, is_cut));
            }
            if value <= alpha || value >= beta {
                return value;
            }
        }
        -self.search(question.after_move(depth))
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
        self.path.push(Step { point, estimate });
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
    if value.abs() >= SURE || entry.depth <= 0 {
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
    (is_enough && Depth::from(entry.depth) >= question.depth).then_some(value)
}

/// How to look for a win by fours where so much is left to search.
fn effort(depth: Depth) -> (Effort, u64) {
    if depth >= MIN_FULL_DEPTH {
        (Effort::Full, VCF_NODES)
    } else {
        (Effort::Quick, QUICK_VCF_NODES)
    }
}

/// The same, unless it was looked for as thoroughly when the position was searched before.
fn fours_to_try(known: Option<Entry>, depth: Depth) -> Option<(Effort, u64)> {
    let is_new = known.is_none_or(|entry| {
        let before = Depth::from(entry.depth);
        [1, MIN_FULL_DEPTH].into_iter().any(|limit| before < limit && depth >= limit)
    });
    is_new.then(|| effort(depth))
}

/// What leaving out a move adds to the hash.
fn skip_key(point: Point) -> u64 {
    key(point, Color::Black).rotate_left(17)
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
