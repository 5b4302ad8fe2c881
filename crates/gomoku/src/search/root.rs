//! The moves of the position to be played.

use std::collections::HashMap;

use super::alphabeta::{AlphaBeta, Question, SURE, WIN};
use super::defense::defenses;
use super::ordering::{Memory, Picture, moves};
use super::pruning::{self, Depth};
use super::state::State;
use super::threat_search::ThreatSearch;
use super::vcf::{UNLIMITED, Vcf};
use crate::point::Point;
use stonegate_stones::Color;

/// The most nodes of the search for the fours that the opponent threatens to win by.
const VCF_NODES: u64 = 10_000;

/// How far from the value of the depth before the next one is expected at first, and at most.
const FIRST_WIDTH: i32 = 40;
const MAX_WIDTH: i32 = 1000;

/// The moves to choose from, and what is known of them.
pub(crate) struct Root {
    pub(crate) turn: Color,
    /// The moves that may be good, the best so far first.
    pub(crate) moves: Vec<Point>,
    /// The value of the best move so far.
    value: Option<i32>,
    /// The moves after which the opponent wins by threats, and what they are worth.
    lost: Vec<(i32, Point)>,
    /// The opponent's search for a win by threats after a move.
    answers: HashMap<Point, ThreatSearch>,
}

impl Root {
    /// The moves of a player, beginning with the one that looks best.
    pub(crate) fn new(
        state: &mut State,
        vcf: &mut Vcf,
        memory: &Memory,
        turn: Color,
        best: Option<Point>,
        stop: &dyn Fn() -> bool,
    ) -> Self {
        let picture = Picture::new(turn, best);
        let mut candidates = match state.five(!turn) {
            Some(block) if !state.is_forbidden(block, turn) => vec![block],
            _ => {
                let threat = vcf.win(state, !turn, UNLIMITED, VCF_NODES, stop);
                let defenses = threat.map(|line| defenses(state, !turn, &line));
                moves(state, memory, &picture, defenses.as_ref())
            }
        };
        if candidates.is_empty() {
            // Every move loses. It remains to choose one.
            candidates = moves(state, memory, &picture, None);
        }
        Self { turn, moves: candidates, value: None, lost: Vec::new(), answers: HashMap::new() }
    }

    /// The best move searched to a depth, and its value. If the search is stopped, the best so far.
    pub(crate) fn search(
        &mut self,
        search: &mut AlphaBeta<'_>,
        depth: u32,
    ) -> Option<(Point, i32)> {
        let (mut low, mut high) = (-WIN, WIN);
        let mut width = FIRST_WIDTH;
        if let Some(value) = self.value.filter(|value| depth > 2 && value.abs() < SURE) {
            (low, high) = (value - width, value + width);
        }
        loop {
            let found = self.search_within(search, depth, low, high);
            let Some((_, value)) = found.filter(|_| !search.is_stopped) else { return found };
            width *= 3;
            if value <= low && low > -WIN {
                low = if width > MAX_WIDTH { -WIN } else { value - width };
            } else if value >= high && high < WIN {
                high = if width > MAX_WIDTH { WIN } else { value + width };
            } else {
                self.value = Some(value);
                return found;
            }
        }
    }

    /// The same, if the value is between two others. Else it tells on which side of them it is.
    fn search_within(
        &mut self,
        search: &mut AlphaBeta<'_>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<(Point, i32)> {
        let (turn, depth) = (self.turn, depth as Depth * pruning::PLY);
        let mut best: Option<(Point, i32)> = None;
        let mut question = Question { turn, depth, alpha, beta, ply: 0, is_cut: false, skip: None };
        for (number, &point) in self.moves.iter().enumerate() {
            let is_quiet = search.is_quiet(point, turn);
            let saved = pruning::PLY * (1 + i32::from(!is_quiet));
            let next = depth - pruning::PLY;
            let reduction = (pruning::reduction(depth, number) - saved).clamp(0, next);
            let value = search.after(point, turn, None, |it| {
                it.search_move(question, next, number == 0, reduction)
            });
            if search.is_stopped {
                break;
            }
            // A move that is not better than alpha may be worse than its value says.
            if best.is_none() || value > question.alpha {
                best = Some((point, value));
            }
            question.alpha = question.alpha.max(value);
            if value >= beta {
                break;
            }
        }
        if let Some((best, _)) = best {
            let number = self.moves.iter().position(|&point| point == best).unwrap_or(0);
            self.moves[..=number].rotate_right(1);
        }
        best
    }

    /// Looks for a win by threats of the opponent after a move. If there is one, the move is not
    /// searched any more.
    pub(crate) fn refute(
        &mut self,
        point: Point,
        state: &mut State,
        vcf: &mut Vcf,
        max_nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        let opponent = !self.turn;
        let answers = self.answers.entry(point).or_insert_with(|| ThreatSearch::new(opponent));
        state.place(point, self.turn);
        let line = answers.go_on(state, vcf, max_nodes, stop);
        state.undo();
        let Some(line) = line else { return false };
        self.moves.retain(|&other| other != point);
        self.lost.push((-(WIN - 1 - line.len() as i32), point));
        true
    }

    /// Whether the opponent wins by threats after some move.
    pub(crate) fn has_lost(&self) -> bool {
        !self.lost.is_empty()
    }

    /// The move that loses last, if all of them lose.
    pub(crate) fn last_resort(&self) -> Option<(Point, i32)> {
        let best = self.lost.iter().max().filter(|_| self.moves.is_empty());
        best.map(|&(value, point)| (point, value))
    }
}
