//! A board that knows what every stone would achieve.

use std::sync::OnceLock;

use super::point_set::PointSet;
use super::threat::{Appraisals, Threat};
use crate::board::Board;
use crate::forbidden::forbidden;
use crate::point::{N_INDICES, Point, points};
use crate::rule::{Rule, Size};
use crate::shape::{Shape, Shapes};
use stonegate_stones::Color;
use stonegate_stones::Random;

/// A board with, for both players and each empty point, the shapes that a stone would make of the
/// four lines and the threat that they add up to. A stone changes what lies within [`REACH`] on
/// its lines, and only that is worked out anew.
#[derive(Clone)]
pub(crate) struct State {
    board: Board,
    rule: Rule,
    shapes: [&'static Shapes; 2],
    appraisals: [&'static Appraisals; 2],
    /// Four bits for each direction.
    codes: [[u16; N_INDICES]; 2],
    threats: [[Threat; N_INDICES]; 2],
    sets: [[PointSet; Threat::N]; 2],
    counts: [[u16; Threat::N]; 2],
    empty: PointSet,
    /// The worth of all that a player could make.
    worth: [i32; 2],
    hash: u64,
    /// The stones placed, and how many changes there were before each.
    stones: Vec<(Point, usize)>,
    changes: Vec<Change>,
}

/// What was there before a stone changed it.
#[derive(Copy, Clone)]
struct Change {
    point: Point,
    owner: Color,
    code: u16,
}

/// How interesting it is to make a shape, by its number.
const INTEREST: [i32; 16] = [0, 1, 3, 5, 14, 15, 45, 50, 60, 90, 120, 0, 0, 0, 0, 0];

impl State {
    pub(crate) fn new(board: &Board, rule: Rule) -> Self {
        let empty = Board::new(board.size());
        let mut state = Self {
            board: empty,
            rule,
            shapes: Color::ALL.map(|color| Shapes::of(rule, color)),
            appraisals: Color::ALL.map(|color| Appraisals::of(rule, color)),
            codes: [[0; N_INDICES]; 2],
            threats: [[Threat::Nothing; N_INDICES]; 2],
            sets: [[PointSet::default(); Threat::N]; 2],
            counts: [[0; Threat::N]; 2],
            empty: PointSet::default(),
            worth: [0; 2],
            hash: 0,
            stones: Vec::new(),
            changes: Vec::new(),
        };
        for point in points(board.size()) {
            state.open(point);
        }
        for (point, color) in board.stones() {
            state.place(point, color);
        }
        state.stones.clear();
        state.changes.clear();
        state
    }

    pub(crate) const fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) const fn rule(&self) -> Rule {
        self.rule
    }

    pub(crate) const fn size(&self) -> Size {
        self.board.size()
    }

    /// Equal for equal stones, and for different ones hardly ever.
    pub(crate) const fn hash(&self) -> u64 {
        self.hash
    }

    /// The same with the player to move.
    pub(crate) const fn position_hash(&self, turn: Color) -> u64 {
        match turn {
            Color::Black => self.hash,
            Color::White => !self.hash,
        }
    }

    pub(crate) fn hash_after(&self, point: Point, color: Color) -> u64 {
        self.hash ^ key(point, color)
    }

    /// The worth of all that a player could make.
    pub(crate) const fn worth(&self, color: Color) -> i32 {
        self.worth[color.index()]
    }

    #[inline]
    pub(crate) fn threat(&self, point: Point, color: Color) -> Threat {
        self.threats[color.index()][point.index()]
    }

    #[inline]
    pub(crate) fn shape(&self, point: Point, color: Color, direction: usize) -> Shape {
        Shape::from_bits(self.codes[color.index()][point.index()] >> (4 * direction))
    }

    /// How interesting it is what both players could make of a point.
    pub(crate) fn interest(&self, point: Point, color: Color) -> i32 {
        let of = |color: Color| interest(self.codes[color.index()][point.index()]);
        2 * of(color) + of(!color)
    }

    #[inline]
    pub(crate) fn count(&self, color: Color, threat: Threat) -> usize {
        self.counts[color.index()][threat as usize] as usize
    }

    /// The points where a player would achieve this.
    #[inline]
    pub(crate) fn points(&self, color: Color, threat: Threat) -> &PointSet {
        &self.sets[color.index()][threat as usize]
    }

    /// The empty points with a stone in reach on some line.
    pub(crate) fn busy_points(&self) -> PointSet {
        let [black, white] = Color::ALL.map(|color| self.points(color, Threat::Nothing));
        self.empty.without_common(black, white)
    }

    /// The point where a player makes five, if there is one.
    pub(crate) fn five(&self, color: Color) -> Option<Point> {
        if self.count(color, Threat::Five) == 0 {
            return None;
        }
        self.points(color, Threat::Five).iter().next()
    }

    /// Whether the rules forbid a player to move to an empty point.
    pub(crate) fn is_forbidden(&self, point: Point, color: Color) -> bool {
        match self.threat(point, color) {
            Threat::Forbidden => true,
            Threat::Doubtful => forbidden(&self.board, point).is_some(),
            _ => false,
        }
    }

    pub(crate) fn place(&mut self, point: Point, color: Color) {
        self.stones.push((point, self.changes.len()));
        for owner in Color::ALL {
            self.change(point, owner, 0);
            let index = owner.index();
            self.sets[index][Threat::Nothing as usize].remove(point);
            self.counts[index][Threat::Nothing as usize] -= 1;
        }
        self.empty.remove(point);
        self.board.place(point, color);
        self.hash ^= key(point, color);
        for direction in 0..4 {
            for (near, stretch) in self.board.empty_near(point, direction) {
                for owner in Color::ALL {
                    let shape = self.shapes[owner.index()].get(stretch) as u16;
                    let code = self.codes[owner.index()][near.index()];
                    let new = code & !(15 << (4 * direction)) | shape << (4 * direction);
                    if new != code {
                        self.change(near, owner, new);
                    }
                }
            }
        }
    }

    /// Takes back the stone that was placed last.
    pub(crate) fn undo(&mut self) {
        let (point, n_changes) = self.stones.pop().expect("a stone was placed");
        let color = self.board.stone(point).expect("the stone is still there");
        self.hash ^= key(point, color);
        self.board.remove(point);
        self.empty.insert(point);
        for owner in Color::ALL {
            let index = owner.index();
            self.sets[index][Threat::Nothing as usize].insert(point);
            self.counts[index][Threat::Nothing as usize] += 1;
        }
        while self.changes.len() > n_changes {
            let Some(change) = self.changes.pop() else { break };
            self.set_code(change.point, change.owner, change.code);
        }
    }

    /// Works out an empty point that was not known before.
    fn open(&mut self, point: Point) {
        self.empty.insert(point);
        for owner in Color::ALL {
            let index = owner.index();
            self.sets[index][Threat::Nothing as usize].insert(point);
            self.counts[index][Threat::Nothing as usize] += 1;
            let mut code = 0;
            for direction in 0..4 {
                let shape = self.shapes[index].get(self.board.stretch(point, direction));
                code |= (shape as u16) << (4 * direction);
            }
            self.set_code(point, owner, code);
        }
    }

    fn change(&mut self, point: Point, owner: Color, code: u16) {
        let before = self.codes[owner.index()][point.index()];
        self.changes.push(Change { point, owner, code: before });
        self.set_code(point, owner, code);
    }

    fn set_code(&mut self, point: Point, owner: Color, code: u16) {
        let (index, at) = (owner.index(), point.index());
        let old = std::mem::replace(&mut self.codes[index][at], code);
        let table = self.appraisals[index];
        let (appraisal, old) = (table.get(code), table.get(old));
        self.worth[index] += i32::from(appraisal.worth - old.worth);
        let threat = appraisal.threat;
        let before = std::mem::replace(&mut self.threats[index][at], threat);
        if threat != before {
            self.sets[index][before as usize].remove(point);
            self.counts[index][before as usize] -= 1;
            self.sets[index][threat as usize].insert(point);
            self.counts[index][threat as usize] += 1;
        }
    }
}

/// How interesting four shapes are.
fn interest(code: u16) -> i32 {
    [0, 4, 8, 12].iter().map(|shift| INTEREST[(code >> shift) as usize & 15]).sum()
}

/// What a stone adds to the hash.
pub(crate) fn key(point: Point, color: Color) -> u64 {
    static KEYS: OnceLock<Vec<u64>> = OnceLock::new();
    let keys = KEYS.get_or_init(|| {
        let mut random = Random::new(0, 0);
        (0..2 * N_INDICES).map(|_| random.bits()).collect()
    });
    keys[point.index() * 2 + color.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_what_setting_up_does() {
        for rule in Rule::ALL {
            let size = Size::new(15, 12).unwrap();
            let mut state = State::new(&Board::new(size), rule);
            let mut random = Random::new(3, rule as u64);
            for step in 0..400 {
                if step % 3 == 2 || state.board().is_full() {
                    state.undo();
                } else {
                    let empty: Vec<Point> = state.board().empty_points().collect();
                    state.place(empty[random.below(empty.len())], Color::ALL[random.below(2)]);
                }
            }
            let fresh = State::new(state.board(), rule);
            assert_eq!(state.hash(), fresh.hash());
            assert_eq!(state.worth, fresh.worth);
            assert_eq!(state.codes, fresh.codes);
            assert_eq!(state.sets, fresh.sets);
            assert_eq!(state.counts, fresh.counts);
        }
    }
}
