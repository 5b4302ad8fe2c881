//! The moves of the position to be played.

use std::collections::HashMap;

use super::alphabeta::{AlphaBeta, Question, WIN};
use super::defense::defenses;
use super::ordering::{History, moves};
use super::state::State;
use super::threat_search::ThreatSearch;
use super::vcf::{UNLIMITED, Vcf};
use crate::point::Point;
use stonegate_stones::Color;

/// The most nodes of the search for the fours that the opponent threatens to win by.
const VCF_NODES: u64 = 10_000;

/// The moves to choose from, and what is known of them.
pub(crate) struct Root {
    pub(crate) turn: Color,
    /// The moves that may be good, the best so far first.
    pub(crate) moves: Vec<Point>,
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
        history: &History,
        turn: Color,
        best: Option<Point>,
        stop: &dyn Fn() -> bool,
    ) -> Self {
        let mut candidates = match state.five(!turn) {
            Some(block) if !state.is_forbidden(block, turn) => vec![block],
            _ => {
                let threat = vcf.win(state, !turn, UNLIMITED, VCF_NODES, stop);
                let defenses = threat.map(|line| defenses(state, !turn, &line));
                moves(state, history, turn, best, defenses.as_ref())
            }
        };
        if candidates.is_empty() {
            // Every move loses. It remains to choose one.
            candidates = moves(state, history, turn, best, None);
        }
        Self { turn, moves: candidates, lost: Vec::new(), answers: HashMap::new() }
    }

    /// The best move searched to a depth, and its value. If the search is stopped, the best so far.
    pub(crate) fn search(
        &mut self,
        search: &mut AlphaBeta<'_>,
        depth: u32,
    ) -> Option<(Point, i32)> {
        let turn = self.turn;
        let mut best: Option<(Point, i32)> = None;
        let mut question =
            Question { turn: !turn, depth: depth as i32 - 1, alpha: -WIN, beta: WIN, ply: 1 };
        for &point in &self.moves {
            let value = search.after(point, turn, |it| match best {
                // The others only have to be worse.
                Some((_, alpha))
                    if -it.search(Question { alpha: -alpha - 1, ..question }) <= alpha =>
                {
                    alpha
                }
                _ => -it.search(question),
            });
            if search.is_stopped {
                break;
            }
            if best.is_none_or(|(_, alpha)| value > alpha) {
                best = Some((point, value));
                question.beta = -value;
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
