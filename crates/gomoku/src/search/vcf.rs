//! Victory by continuous fours: every stone makes a four, and every answer is forced.

use super::state::State;
use super::threat::Threat;
use crate::point::Point;
use crate::rule::Rule;
use crate::shape::Shape;
use stonegate_stones::Color;

/// How many positions are remembered in which there is no win.
const N_FAILURES: usize = 1 << 16;

/// How many nodes are searched between two looks at the stop function.
const NODES_PER_LOOK: u64 = 256;

/// How far the fours of a quick search are from the ones before, at most.
const MAX_QUICK: usize = 4;

/// A depth that no game reaches.
pub(crate) const UNLIMITED: u32 = 1000;

/// Which fours are tried.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Effort {
    /// All of them.
    Full,
    /// Those that leave something behind for another four, near the one before: the others hardly
    /// ever belong to a win, and are most of the work.
    Quick,
}

/// A search for wins by fours.
pub(crate) struct Vcf {
    /// Positions without a win within a number of moves, by their hash.
    failures: Vec<(u64, u32)>,
    pub(crate) n_nodes: u64,
    /// The search gives up at this number of nodes.
    max_nodes: u64,
    /// Whether the depth has cut something off.
    is_cut: bool,
    effort: Effort,
    /// The winning line, backward.
    line: Vec<Point>,
}

impl Vcf {
    pub(crate) fn new() -> Self {
        Self {
            failures: vec![(0, 0); N_FAILURES],
            n_nodes: 0,
            max_nodes: 0,
            is_cut: false,
            effort: Effort::Full,
            line: Vec::new(),
        }
    }

    /// A win of the attacker by the fours that an effort allows.
    pub(crate) fn look(
        &mut self,
        state: &mut State,
        attacker: Color,
        effort: Effort,
        n_nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Point>> {
        self.effort = effort;
        let line = self.win(state, attacker, UNLIMITED, n_nodes, stop);
        self.effort = Effort::Full;
        line
    }

    /// A win of the attacker, who is to move, within so many own moves: the moves of both up to
    /// the one that nothing helps against. Gives up after a number of nodes, or when `stop` says so.
    pub(crate) fn win(
        &mut self,
        state: &mut State,
        attacker: Color,
        depth: u32,
        n_nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Point>> {
        // Under caro rules a four may be answered in more ways than by completing it.
        if state.rule() == Rule::Caro {
            return None;
        }
        self.max_nodes = self.n_nodes + n_nodes;
        self.line.clear();
        if !self.search(state, attacker, depth, None, stop) {
            return None;
        }
        Some(self.line.drain(..).rev().collect())
    }

    fn search(
        &mut self,
        state: &mut State,
        attacker: Color,
        depth: u32,
        last: Option<Point>,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        self.n_nodes += 1;
        if self.n_nodes.is_multiple_of(NODES_PER_LOOK) && stop() {
            self.max_nodes = self.n_nodes;
        }
        if depth == 0 {
            self.is_cut = true;
            return false;
        }
        if let Some(five) = state.five(attacker) {
            self.line.push(five);
            return true;
        }
        let must_block = state.five(!attacker);
        if must_block.is_none()
            && let Some(win) = state.points(attacker, Threat::Wins).iter().next()
        {
            self.line.push(win);
            return true;
        }
        let key = match self.effort {
            Effort::Full => state.position_hash(attacker),
            Effort::Quick => state.position_hash(attacker).rotate_left(7),
        };
        let slot = key as usize % N_FAILURES;
        if self.failures[slot].0 == key && self.failures[slot].1 >= depth {
            self.is_cut |= self.failures[slot].1 < UNLIMITED;
            return false;
        }
        let was_cut = std::mem::replace(&mut self.is_cut, false);
        let fours = match must_block {
            Some(_) if state.count(!attacker, Threat::Five) > 1 => Vec::new(),
            Some(block) => vec![block],
            None => fours(state, attacker, last, self.effort),
        };
        for point in fours {
            if self.n_nodes >= self.max_nodes {
                return false;
            }
            if self.attack(state, attacker, depth, point, stop) {
                self.line.push(point);
                return true;
            }
        }
        if self.n_nodes < self.max_nodes {
            self.failures[slot] = (key, if self.is_cut { depth } else { UNLIMITED });
        }
        self.is_cut |= was_cut;
        false
    }

    /// Whether a stone makes a four that wins.
    fn attack(
        &mut self,
        state: &mut State,
        attacker: Color,
        depth: u32,
        point: Point,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        if state.is_forbidden(point, attacker) {
            return false;
        }
        state.place(point, attacker);
        let wins = match state.five(attacker) {
            None => false,
            _ if state.count(attacker, Threat::Five) > 1 => true,
            Some(answer) if state.is_forbidden(answer, !attacker) => true,
            Some(answer) => {
                state.place(answer, !attacker);
                let wins = self.search(state, attacker, depth - 1, Some(point), stop);
                state.undo();
                if wins {
                    self.line.push(answer);
                }
                wins
            }
        };
        state.undo();
        wins
    }
}

/// The points where a player makes a four, the most promising first.
fn fours(state: &State, attacker: Color, last: Option<Point>, effort: Effort) -> Vec<Point> {
    let distance = |point: &Point| {
        last.map_or(0, |it| it.x().abs_diff(point.x()).max(it.y().abs_diff(point.y())))
    };
    let shapes = |point: Point| (0..4).map(move |it| state.shape(point, attacker, it));
    let is_four =
        |&point: &Point| shapes(point).any(|shape| matches!(shape, Shape::Four | Shape::OpenFour));
    let is_useful = |point: &Point| {
        let leaves = |shape| matches!(shape, Shape::Two | Shape::OpenTwo | Shape::Three);
        effort == Effort::Full || distance(point) <= MAX_QUICK && shapes(*point).any(leaves)
    };
    let is_near = |point: &Point| effort == Effort::Full || distance(point) <= MAX_QUICK;
    let of = |threat: Threat| state.points(attacker, threat).iter();
    let mut points: Vec<Point> = of(Threat::FourThree).filter(is_near).collect();
    let n_best = points.len();
    points.extend(of(Threat::Four).filter(is_useful));
    points.extend(of(Threat::Doubtful).filter(is_four).filter(is_near));
    if last.is_some() {
        points[n_best..].sort_by_key(distance);
    }
    points
}
