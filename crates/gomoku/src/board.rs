//! The board as four bundles of lines.

use crate::point::{Point, points};
use crate::rule::Size;
use stonegate_stones::Color;

/// The four directions in which rows are made: a step to the right, up, up right and down right.
pub const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What a point holds, in two bits. What lies beyond the edge is 0, which is what shifting a line
/// brings in.
const EDGE: u64 = 0;
const EMPTY: u64 = 1;

/// How far a stone reaches along a line: five in a row are four steps long, and whether they are
/// exactly five shows one step further.
pub(crate) const REACH: usize = 5;

/// The most lines in a direction.
const N_LINES: usize = 2 * Size::MAX - 1;

/// Stones on a board, without rules or turns.
///
/// Every point is in four lines, and each line is one word with two bits for each of its points:
/// the neighborhood of a point along a line is a shift and a mask.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Board {
    size: Size,
    lines: [[u64; N_LINES]; 4],
    n_stones: usize,
}

/// The neighborhood of a point along a line, two bits a point.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Stretch(u64);

impl Stretch {
    /// The five points before, the nearest in the highest bits.
    #[inline]
    pub(crate) const fn before(self) -> usize {
        self.0 as usize & 0x3ff
    }

    /// The five points after, the nearest in the lowest bits.
    #[inline]
    pub(crate) const fn after(self) -> usize {
        (self.0 >> 12) as usize & 0x3ff
    }
}

/// A line through a point.
#[derive(Copy, Clone)]
pub(crate) struct Line {
    bits: u64,
    at: usize,
    point: Point,
    direction: usize,
}

impl Line {
    /// Tells of the empty points that a stone at the point matters to, what lies around them, and
    /// to which colors it matters: no color sees beyond a stone of the other one.
    #[inline]
    pub(crate) fn for_each_influenced(self, mut tell: impl FnMut(Point, Stretch, u8)) {
        for sign in [1, -1] {
            let mut sees = 3;
            for distance in 1..=REACH as isize {
                let place = (self.at as isize + sign * distance) as usize;
                match self.bits >> (2 * place) & 3 {
                    EDGE => break,
                    EMPTY => {
                        let near = self.point.along(self.direction, sign * distance);
                        tell(near, Stretch(self.bits >> (2 * (place - REACH))), sees);
                    }
                    stone => {
                        sees &= 1 << (stone - 2);
                        if sees == 0 {
                            break;
                        }
                    }
                }
            }
        }
    }
}

/// What the two bits of a point say.
pub(crate) enum Content {
    Edge,
    Empty,
    Stone(Color),
}

impl Content {
    pub(crate) const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            EDGE => Self::Edge,
            EMPTY => Self::Empty,
            2 => Self::Stone(Color::Black),
            _ => Self::Stone(Color::White),
        }
    }
}

impl Board {
    pub fn new(size: Size) -> Self {
        let mut board = Self { size, lines: [[EDGE; N_LINES]; 4], n_stones: 0 };
        for point in points(size) {
            board.change(point, EMPTY);
        }
        board
    }

    pub const fn size(&self) -> Size {
        self.size
    }

    pub const fn n_stones(&self) -> usize {
        self.n_stones
    }

    pub const fn is_full(&self) -> bool {
        self.n_stones == self.size.width() * self.size.height()
    }

    /// The stone at a point, if the point is on the board and has one.
    pub fn stone(&self, point: Point) -> Option<Color> {
        match self.content(point) {
            Content::Stone(color) => Some(color),
            Content::Empty | Content::Edge => None,
        }
    }

    /// Whether the point is on the board and has no stone.
    pub fn is_empty(&self, point: Point) -> bool {
        matches!(self.content(point), Content::Empty)
    }

    pub fn empty_points(&self) -> impl Iterator<Item = Point> + Clone {
        points(self.size).filter(|&point| self.is_empty(point))
    }

    /// All stones, row by row from the bottom.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        points(self.size).filter_map(|point| Some((point, self.stone(point)?)))
    }

    /// Puts a stone on an empty point.
    pub fn place(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_empty(point), "{point} is taken");
        self.change(point, EMPTY ^ (2 + color as u64));
        self.n_stones += 1;
    }

    /// Takes the stone of a point away.
    pub fn remove(&mut self, point: Point) {
        let color = self.stone(point).expect("there is a stone to take away");
        self.change(point, EMPTY ^ (2 + color as u64));
        self.n_stones -= 1;
    }

    /// What lies around a point along a direction.
    #[inline]
    pub(crate) fn stretch(&self, point: Point, direction: usize) -> Stretch {
        let (line, at) = locate(point, direction);
        Stretch(self.lines[direction][line] >> (2 * at))
    }

    /// The line through a point along a direction.
    #[inline]
    pub(crate) fn line(&self, point: Point, direction: usize) -> Line {
        let (line, at) = locate(point, direction);
        Line { bits: self.lines[direction][line], at: at + REACH, point, direction }
    }

    /// The points of a row that are blank, black and white, a bit for each column.
    pub(crate) fn row_bits(&self, y: usize) -> [u32; 3] {
        let line = self.lines[0][y] >> (2 * REACH);
        let (low, high) = (every_second(line), every_second(line >> 1));
        [low & !high, high & !low, high & low]
    }

    fn content(&self, point: Point) -> Content {
        let (line, at) = locate(point, 0);
        Content::from_bits(self.lines[0][line] >> (2 * (at + REACH)))
    }

    #[inline]
    fn change(&mut self, point: Point, bits: u64) {
        for direction in 0..4 {
            let (line, at) = locate(point, direction);
            self.lines[direction][line] ^= bits << (2 * (at + REACH));
        }
    }
}

/// The even bits of a word, side by side.
fn every_second(word: u64) -> u32 {
    let mut bits = word & 0x5555_5555_5555_5555;
    for (shift, mask) in [
        (1, 0x3333_3333_3333_3333),
        (2, 0x0f0f_0f0f_0f0f_0f0f),
        (4, 0x00ff_00ff_00ff_00ff),
        (8, 0x0000_ffff_0000_ffff),
        (16, 0x0000_0000_ffff_ffff),
    ] {
        bits = (bits | bits >> shift) & mask;
    }
    bits as u32
}

/// The line of a direction that a point is on, and where on it. Lines begin with a margin of
/// [`REACH`] points beyond the edge.
#[inline]
fn locate(point: Point, direction: usize) -> (usize, usize) {
    let (x, y) = (point.x(), point.y());
    match direction {
        0 => (y, x),
        1 => (x, y),
        2 => (x + Size::MAX - 1 - y, x),
        _ => (x + y, x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonegate_stones::Random;

    #[test]
    fn stretches_are_what_the_points_say() {
        for (width, height) in [(5, 5), (15, 15), (25, 25), (7, 20)] {
            let size = Size::new(width, height).unwrap();
            let mut board = Board::new(size);
            let mut random = Random::new(1, width as u64);
            for point in points(size) {
                match random.below(3) {
                    0 => board.place(point, Color::Black),
                    1 => board.place(point, Color::White),
                    _ => {}
                }
            }
            for point in points(size) {
                for (direction, &step) in DIRECTIONS.iter().enumerate() {
                    let stretch = board.stretch(point, direction);
                    for distance in 1..=REACH {
                        let bits = |side: usize, at: usize| (side >> (2 * at)) as u64 & 3;
                        let after = bits(stretch.after(), distance - 1);
                        assert_eq!(after, expected(&board, point, step, distance as isize));
                        let before = bits(stretch.before(), REACH - distance);
                        assert_eq!(before, expected(&board, point, step, -(distance as isize)));
                    }
                }
            }
            let stones: Vec<_> = board.stones().map(|(point, _)| point).collect();
            assert_eq!(stones.len(), board.n_stones());
            for point in stones {
                board.remove(point);
            }
            assert_eq!(board, Board::new(size));
        }
    }

    fn expected(board: &Board, point: Point, step: (isize, isize), distance: isize) -> u64 {
        match point.step(board.size(), step, distance) {
            None => EDGE,
            Some(point) => match board.stone(point) {
                None => EMPTY,
                Some(Color::Black) => 2,
                Some(Color::White) => 3,
            },
        }
    }
}
