//! A board that knows what every stone would achieve.

use std::sync::OnceLock;

use super::evaluation::Sum;
use super::point_set::PointSet;
use super::threat::{Appraisal, Appraisals, Threat};
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
    spots: [[Spot; N_INDICES]; 2],
    sets: [[PointSet; Threat::N]; 2],
    counts: [[u16; Threat::N]; 2],
    empty: PointSet,
    /// The worth of all that a player could make.
    worth: [Sum; 2],
    hash: u64,
    stones: Vec<Placed>,
    changes: Vec<Change>,
}

/// What a player could make of a point.
#[derive(Copy, Clone)]
struct Spot {
    /// Four bits for each direction.
    code: u16,
    appraisal: Appraisal,
}

/// What was there before a stone was placed.
#[derive(Copy, Clone)]
struct Placed {
    point: Point,
    n_changes: usize,
    worth: [Sum; 2],
}

/// What was there before a stone changed it.
#[derive(Copy, Clone)]
struct Change {
    point: Point,
    owner: Color,
    spot: Spot,
}

impl State {
    pub(crate) fn new(board: &Board, rule: Rule) -> Self {
        let empty = Board::new(board.size());
        let appraisals = Color::ALL.map(|color| Appraisals::of(rule, color));
        let mut state = Self {
            board: empty,
            rule,
            shapes: Color::ALL.map(|color| Shapes::of(rule, color)),
            appraisals,
            spots: appraisals.map(|it| [Spot { code: 0, appraisal: it.get(0) }; N_INDICES]),
            sets: [[PointSet::default(); Threat::N]; 2],
            counts: [[0; Threat::N]; 2],
            empty: PointSet::default(),
            worth: [Sum::default(); 2],
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
    pub(crate) const fn worth(&self, color: Color) -> Sum {
        self.worth[color.index()]
    }

    #[inline]
    pub(crate) fn threat(&self, point: Point, color: Color) -> Threat {
        self.spot(point, color).appraisal.threat
    }

    #[inline]
    fn spot(&self, point: Point, color: Color) -> &Spot {
        &self.spots[color.index()][point.index()]
    }

    #[inline]
    pub(crate) fn shape(&self, point: Point, color: Color, direction: usize) -> Shape {
        Shape::from_bits(self.spot(point, color).code >> (4 * direction))
    }

    /// How interesting it is what both players could make of a point.
    pub(crate) fn interest(&self, point: Point, color: Color) -> i32 {
        let of = |color: Color| i32::from(self.spot(point, color).appraisal.interest);
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
        let (n_changes, worth) = (self.changes.len(), self.worth);
        self.stones.push(Placed { point, n_changes, worth });
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
            let line = self.board.line(point, direction);
            line.for_each_influenced(|near, stretch, sees| {
                for owner in Color::ALL {
                    if sees >> owner.index() & 1 == 0 {
                        continue;
                    }
                    let shape = self.shapes[owner.index()].get(stretch) as u16;
                    let code = self.spot(near, owner).code;
                    let new = code & !(15 << (4 * direction)) | shape << (4 * direction);
                    if new != code {
                        self.change(near, owner, new);
                    }
                }
            });
        }
    }

    /// Takes back the stone that was placed last.
    pub(crate) fn undo(&mut self) {
        let Placed { point, n_changes, worth } = self.stones.pop().expect("a stone was placed");
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
            self.set_spot(change.point, change.owner, change.spot);
        }
        self.worth = worth;
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
        let spot = *self.spot(point, owner);
        self.changes.push(Change { point, owner, spot });
        self.set_code(point, owner, code);
    }

    fn set_code(&mut self, point: Point, owner: Color, code: u16) {
        let appraisal = self.appraisals[owner.index()].get(code);
        let before = self.spot(point, owner).appraisal.worth;
        self.worth[owner.index()].replace(before, appraisal.worth);
        self.set_spot(point, owner, Spot { code, appraisal });
    }

    #[inline]
    fn set_spot(&mut self, point: Point, owner: Color, spot: Spot) {
        let index = owner.index();
        let before = std::mem::replace(&mut self.spots[index][point.index()], spot);
        let (before, threat) = (before.appraisal.threat, spot.appraisal.threat);
        if threat != before {
            self.sets[index][before as usize].remove(point);
            self.counts[index][before as usize] -= 1;
            self.sets[index][threat as usize].insert(point);
            self.counts[index][threat as usize] += 1;
        }
    }
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
            let codes = |state: &State| state.spots.map(|spots| spots.map(|spot| spot.code));
            assert_eq!(codes(&state), codes(&fresh));
            assert_eq!(state.sets, fresh.sets);
            assert_eq!(state.counts, fresh.counts);
        }
    }
}
