//! Principal variation search.

use super::state::State;
use super::table::{Bound, Entry, Table};
use super::threat::Threat;
use super::vcf::{UNLIMITED, Vcf};
use crate::color::Color;
use crate::point::Point;
use crate::rule::Rule;

/// The value of a five on the board; a win in `n` plies is worth `n` less.
pub(crate) const WIN: i32 = 30_000;

/// Values beyond this are wins or losses for certain.
pub(crate) const SURE: i32 = WIN - 1000;

/// How many nodes are searched between two looks at the stop function.
const NODES_PER_LOOK: u64 = 512;

/// The most moves that are searched at a node.
const WIDTH: usize = 40;

/// The most nodes of a search for a win by fours, within the tree.
const VCF_NODES: u64 = 300;

/// One search at work.
pub(crate) struct AlphaBeta<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) table: &'a mut Table,
    pub(crate) vcf: &'a mut Vcf,
    pub(crate) stop: &'a dyn Fn() -> bool,
    /// Whether to give up: values mean nothing then, and nothing is remembered.
    pub(crate) is_stopped: bool,
    pub(crate) n_nodes: u64,
    next_look: u64,
}

impl<'a> AlphaBeta<'a> {
    pub(crate) fn new(
        state: &'a mut State,
        table: &'a mut Table,
        vcf: &'a mut Vcf,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self { state, table, vcf, stop, is_stopped: false, n_nodes: 0, next_look: NODES_PER_LOOK }
    }

    /// The value of the position for the player to move, between alpha and beta.
    pub(crate) fn search(
        &mut self,
        turn: Color,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: i32,
    ) -> i32 {
        self.n_nodes += 1;
        if self.n_nodes + self.vcf.n_nodes >= self.next_look {
            self.next_look = self.n_nodes + self.vcf.n_nodes + NODES_PER_LOOK;
            self.is_stopped |= (self.stop)();
        }
        if self.is_stopped {
            return 0;
        }
        if let Some(value) = self.known_end(turn, ply) {
            return value;
        }
        if let Some(block) = self.state.five(!turn) {
            // The only move costs no depth.
            return self.after(block, turn, |it| -it.search(!turn, depth, -beta, -alpha, ply + 1));
        }
        // No win can be nearer than the next own five, and no loss than the opponent's.
        alpha = alpha.max(-(WIN - ply - 2));
        beta = beta.min(WIN - ply - 1);
        if alpha >= beta {
            return alpha;
        }
        let key = self.state.hash() ^ if turn == Color::Black { 0 } else { !0 };
        let known = self.table.get(key);
        if let Some(entry) = known
            && i32::from(entry.depth) >= depth
        {
            let value = from_table(entry.value, ply);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if is_enough {
                return value;
            }
        }
        if known.is_none()
            && let Some(line) = self.vcf.win(self.state, turn, UNLIMITED, VCF_NODES)
        {
            let value = WIN - ply - line.len() as i32;
            let best = line.first().copied();
            self.table.put(key, Entry::new(best, value + ply, 127, Bound::AtLeast));
            return value;
        }
        let is_threatened = self.is_threatened(turn);
        let depth = if is_threatened { depth.max(1) } else { depth };
        if depth <= 0 {
            let value = self.evaluate(turn);
            let best = known.and_then(|entry| entry.best);
            self.table.put(key, Entry::new(best, value, 0, Bound::Exact));
            return value;
        }
        let moves = self.moves(turn, known.and_then(|entry| entry.best));
        let floor = alpha;
        let mut best = -WIN;
        let mut best_move = None;
        for (number, point) in moves.into_iter().enumerate() {
            let value = self.after(point, turn, |it| {
                let reduction = if number >= 4 && depth >= 3 && !is_threatened {
                    1 + i32::from(number >= 12)
                } else {
                    0
                };
                let mut value = if number == 0 {
                    alpha + 1
                } else {
                    -it.search(!turn, depth - 1 - reduction, -alpha - 1, -alpha, ply + 1)
                };
                if value > alpha && (number == 0 || reduction > 0 || value < beta) {
                    value = -it.search(!turn, depth - 1, -beta, -alpha, ply + 1);
                }
                value
            });
            if self.is_stopped {
                return 0;
            }
            if value > best {
                (best, best_move) = (value, Some(point));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > floor => Bound::Exact,
            _ => Bound::AtMost,
        };
        let best = if best_move.is_some() { best } else { 0 };
        self.table.put(key, Entry::new(best_move, to_table(best, ply), depth, bound));
        best
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

    /// Whether the opponent would win with the next stone or the one after.
    fn is_threatened(&self, turn: Color) -> bool {
        self.state.count(!turn, Threat::Wins) > 0
    }

    /// The moves worth searching, the best first.
    pub(crate) fn moves(&self, turn: Color, best: Option<Point>) -> Vec<Point> {
        let state = &*self.state;
        let mut scored: Vec<(i32, Point)> = Vec::with_capacity(128);
        if self.is_threatened(turn) && state.rule() != Rule::Caro {
            // Own fours gain time; everything else has to be where the opponent makes fours.
            for color in Color::BOTH {
                for threat in [Threat::Four, Threat::FourThree, Threat::Wins, Threat::Doubtful] {
                    let points = state.points(color, threat).iter();
                    scored.extend(points.map(|point| (self.score(point, turn), point)));
                }
            }
        } else {
            let points = state.busy_points();
            scored.extend(points.iter().map(|point| (self.score(point, turn), point)));
            if scored.is_empty() {
                scored.extend(state.board().empty_points().map(|point| (0, point)));
            }
        }
        if let Some(best) = best {
            for (score, _) in scored.iter_mut().filter(|(_, point)| *point == best) {
                *score = i32::MAX;
            }
        }
        scored.sort_unstable_by(|one, other| other.cmp(one));
        scored.dedup();
        let allowed = scored.into_iter().map(|(_, point)| point);
        allowed.filter(|&point| !state.is_forbidden(point, turn)).take(WIDTH).collect()
    }

    /// How promising a move looks.
    fn score(&self, point: Point, turn: Color) -> i32 {
        let own = match self.state.threat(point, turn) {
            Threat::FourThree => 2000,
            Threat::ThreeThree => 1000,
            Threat::Four | Threat::Three => 100,
            _ => 0,
        };
        let other = match self.state.threat(point, !turn) {
            Threat::Wins => 1500,
            Threat::FourThree => 900,
            Threat::ThreeThree => 500,
            Threat::Three => 40,
            _ => 0,
        };
        own + other + self.state.interest(point, turn)
    }

    /// The value of a position in which nothing is forced.
    fn evaluate(&self, turn: Color) -> i32 {
        let state = &*self.state;
        let count = |color: Color, threat: Threat| state.count(color, threat).min(3) as i32;
        let mut value = state.worth(turn) - state.worth(!turn);
        value += value.signum() * 2 + state.worth(turn) / 8;
        value += 250 * count(turn, Threat::ThreeThree) + 40 * count(turn, Threat::Three);
        value += 300 * count(turn, Threat::FourThree);
        value -= 120 * count(!turn, Threat::FourThree) + 80 * count(!turn, Threat::ThreeThree);
        value.clamp(-SURE + 1, SURE - 1)
    }
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
