//! What a stone makes of a line.

use std::sync::OnceLock;

use crate::board::{Content, REACH, Stretch};
use crate::rule::Rule;
use stonegate_stones::Color;

/// What a stone on a point would make of one of the four lines through it, by how many stones are
/// still missing to a five.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
#[repr(u8)]
pub(crate) enum Shape {
    /// No five is possible any more.
    Dead,
    One,
    OpenOne,
    Two,
    /// One stone makes an open three of it.
    OpenTwo,
    /// One stone makes a four of it.
    Three,
    /// One stone makes an open four of it.
    OpenThree,
    /// One point is missing to five.
    Four,
    /// Each of two points makes another five, and the stones are not connected.
    TwoFours,
    /// Four connected stones with five at both ends.
    OpenFour,
    Five,
    /// Black makes more than five under renju rules.
    Overline,
}

impl Shape {
    pub(crate) const N: usize = 12;

    pub(crate) const ALL: [Self; Self::N] = [
        Self::Dead,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::Three,
        Self::OpenThree,
        Self::Four,
        Self::TwoFours,
        Self::OpenFour,
        Self::Five,
        Self::Overline,
    ];

    /// The shape that four bits stand for.
    pub(crate) fn from_bits(bits: u16) -> Self {
        Self::ALL.get(bits as usize & 15).copied().unwrap_or(Self::Dead)
    }
}

/// How many codes of one side of a point there are. The smaller the tables, the faster.
const fn n_sides(rule: Rule) -> usize {
    match rule {
        Rule::Caro => 128,
        _ => 64,
    }
}

/// The shapes of one player.
///
/// What a player can make of a line depends, on each side of the point, on the own stones before
/// the first obstacle. That is a [`Side`], one of few, so two small tables from the bits of a
/// [`Stretch`] to sides and one from sides to shapes know all lines.
pub(crate) struct Shapes {
    /// The codes of sides times the number of codes.
    before: [u16; 1024],
    after: [u16; 1024],
    made: Vec<Shape>,
}

impl Shapes {
    pub(crate) fn of(rule: Rule, color: Color) -> &'static Self {
        static TABLES: OnceLock<Vec<Shapes>> = OnceLock::new();
        let tables = TABLES.get_or_init(|| {
            let pairs = Rule::ALL.into_iter().flat_map(|rule| Color::ALL.map(|it| (rule, it)));
            pairs.map(|(rule, color)| Self::compute(rule, color)).collect()
        });
        &tables[rule as usize * 2 + color.index()]
    }

    #[inline]
    pub(crate) fn get(&self, stretch: Stretch) -> Shape {
        let before = self.before[stretch.before()] as usize;
        let after = self.after[stretch.after()] as usize;
        self.made[before + after]
    }

    fn compute(rule: Rule, color: Color) -> Self {
        let outward = |bits: usize, at: usize| Content::from_bits((bits >> (2 * at)) as u64);
        let after = std::array::from_fn(|bits| {
            Side::look(rule, color, |distance| outward(bits, distance - 1)).code() as u16
        });
        let n_sides = n_sides(rule);
        let before = std::array::from_fn(|bits| {
            let side = Side::look(rule, color, |distance| outward(bits, REACH - distance));
            (side.code() * n_sides) as u16
        });
        let mut known = vec![None; n_sides * n_sides];
        let judge = Judge { rule, color };
        for before in (0..n_sides).filter_map(Side::from_code) {
            for after in (0..n_sides).filter_map(Side::from_code) {
                judge.shape([before, after], &mut known);
            }
        }
        let made = known.into_iter().map(|shape| shape.unwrap_or(Shape::Dead)).collect();
        Self { before, after, made }
    }
}

/// One side of a point: how many points there are before the first obstacle, up to [`REACH`], and
/// which of them hold own stones.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
struct Side {
    length: usize,
    /// Bit `i` is the point at distance `i + 1`.
    stones: usize,
    /// Whether the obstacle is a stone. Only under caro rules does it matter.
    is_stone: bool,
}

impl Side {
    fn look(rule: Rule, color: Color, content: impl Fn(usize) -> Content) -> Self {
        let mut side = Self { length: 0, stones: 0, is_stone: false };
        for distance in 1..=REACH {
            match content(distance) {
                Content::Empty => {}
                Content::Stone(stone) if stone == color => side.stones |= 1 << (distance - 1),
                Content::Stone(_) => {
                    side.is_stone = rule == Rule::Caro;
                    break;
                }
                Content::Edge => break,
            }
            side.length = distance;
        }
        side
    }

    /// The stones below a bit that tells the length.
    fn code(self) -> usize {
        1 << self.length | self.stones | usize::from(self.is_stone) << 6
    }

    fn from_code(code: usize) -> Option<Self> {
        let length = (code & 63).checked_ilog2()? as usize;
        let is_stone = code >= 64;
        // Where nothing is in the way as far as can be seen, there is no obstacle of any kind.
        let is_possible = !(is_stone && length == REACH);
        is_possible.then_some(Self { length, stones: code & 63 & !(1 << length), is_stone })
    }

    /// How many own stones follow each other.
    fn run(self) -> usize {
        self.stones.trailing_ones() as usize
    }

    /// Whether an opposing stone ends the run.
    fn is_blocked(self) -> bool {
        self.is_stone && self.run() == self.length
    }

    /// The sides that one more stone may make of it. Further than four steps away a stone is in no
    /// five with the point.
    fn extended(self) -> impl Iterator<Item = Self> {
        let free = (0..self.length.min(REACH - 1)).filter(move |at| self.stones >> at & 1 == 0);
        free.map(move |at| Self { stones: self.stones | 1 << at, ..self })
    }
}

/// Tells the shapes of a player from the rule.
struct Judge {
    rule: Rule,
    color: Color,
}

impl Judge {
    fn shape(&self, sides: [Side; 2], known: &mut [Option<Shape>]) -> Shape {
        let [before, after] = sides;
        let index = before.code() * n_sides(self.rule) + after.code();
        if let Some(shape) = known[index] {
            return shape;
        }
        let shape = self.work_out(sides, known);
        known[index] = Some(shape);
        shape
    }

    fn work_out(&self, sides: [Side; 2], known: &mut [Option<Shape>]) -> Shape {
        let [before, after] = sides;
        let run = before.run() + 1 + after.run();
        if self.wins(run, sides) {
            return Shape::Five;
        }
        if run > 5 {
            return if self.is_restricted() { Shape::Overline } else { Shape::Dead };
        }
        let next = before.extended().map(|before| [before, after]);
        let next = next.chain(after.extended().map(|after| [before, after]));
        let next: Vec<Shape> = next.map(|sides| self.shape(sides, known)).collect();
        let is_next = |wanted: Shape| next.contains(&wanted);
        let n_fives = next.iter().filter(|&&shape| shape == Shape::Five).count();
        // Two unconnected fours win as an open four does, unless they are forbidden.
        let is_open_four_next =
            is_next(Shape::OpenFour) || !self.is_restricted() && is_next(Shape::TwoFours);
        match n_fives {
            0 if is_open_four_next => Shape::OpenThree,
            0 if is_next(Shape::Four) || is_next(Shape::TwoFours) => Shape::Three,
            0 if is_next(Shape::OpenThree) => Shape::OpenTwo,
            0 if is_next(Shape::Three) => Shape::Two,
            0 if is_next(Shape::OpenTwo) => Shape::OpenOne,
            0 if is_next(Shape::Two) => Shape::One,
            0 => Shape::Dead,
            1 => Shape::Four,
            _ if run == 4 => Shape::OpenFour,
            _ => Shape::TwoFours,
        }
    }

    fn wins(&self, run: usize, [before, after]: [Side; 2]) -> bool {
        match self.rule {
            Rule::Freestyle => run >= 5,
            Rule::Renju if self.color == Color::White => run >= 5,
            Rule::Standard | Rule::Renju => run == 5,
            Rule::Caro => run > 5 || run == 5 && !(before.is_blocked() && after.is_blocked()),
        }
    }

    /// Whether there are forbidden moves.
    fn is_restricted(&self) -> bool {
        self.rule == Rule::Renju && self.color == Color::Black
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::point::Point;
    use crate::rule::Size;

    /// The shape that a black stone at the `!` makes of a row from edge to edge.
    #[track_caller]
    fn check(rule: Rule, row: &str, expected: Shape) {
        let mut board = Board::new(Size::new(row.len(), 5).unwrap());
        let mut wanted = None;
        for (x, letter) in row.chars().enumerate() {
            let point = Point::new(x, 2).unwrap();
            match letter {
                'X' => board.place(point, Color::Black),
                'O' => board.place(point, Color::White),
                '!' => wanted = Some(point),
                _ => {}
            }
        }
        let stretch = board.stretch(wanted.unwrap(), 0);
        assert_eq!(Shapes::of(rule, Color::Black).get(stretch), expected, "{rule} {row}");
    }

    #[test]
    fn shapes_of_freestyle() {
        for (row, expected) in [
            ("XX!XX", Shape::Five),
            ("XXX!XX", Shape::Five),
            (".XX!X.", Shape::OpenFour),
            ("OXX!X.", Shape::Four),
            ("X!XX..", Shape::OpenFour),
            ("X.X!X.X", Shape::TwoFours),
            (".X!X..", Shape::OpenThree),
            (".X!X.", Shape::Three),
            ("OX!X..", Shape::Three),
            (".X.!X.", Shape::OpenThree),
            ("..X!...", Shape::OpenTwo),
            ("...!......", Shape::OpenOne),
            ("OX!..O", Shape::Dead),
            ("..!..", Shape::One),
        ] {
            let expected = if row == "X!XX.." { Shape::Four } else { expected };
            check(Rule::Freestyle, row, expected);
        }
    }

    #[test]
    fn shapes_of_exactly_five() {
        check(Rule::Standard, "XXX!XX", Shape::Dead);
        check(Rule::Renju, "XXX!XX", Shape::Overline);
        check(Rule::Renju, "X.XX!X.", Shape::Four);
        check(Rule::Renju, ".X.X!.X.", Shape::Three);
        check(Rule::Renju, "..X!X..", Shape::OpenThree);
        check(Rule::Renju, ".X!X.", Shape::Three);
        check(Rule::Renju, ".X!X..O", Shape::OpenThree);
    }

    #[test]
    fn shapes_of_caro() {
        check(Rule::Caro, "OXX!XXO", Shape::Dead);
        check(Rule::Caro, "OXX!XX.", Shape::Five);
        check(Rule::Caro, "XX!XXO", Shape::Five);
        check(Rule::Caro, "OXXX!XXO", Shape::Five);
    }
}
