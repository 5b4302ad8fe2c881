//! Sets of points, and floods on whole boards at once.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

use crate::point::{MAX_SIDE, Point, STRIDE};

const N_WORDS: usize = (MAX_SIDE * STRIDE).div_ceil(64);

/// A set of points of any board.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Default, Debug)]
pub struct PointSet([u64; N_WORDS]);

impl PointSet {
    pub const EMPTY: Self = Self([0; N_WORDS]);

    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub const fn contains(self, point: Point) -> bool {
        self.0[point.bit() / 64] >> (point.bit() % 64) & 1 != 0
    }

    pub const fn insert(&mut self, point: Point) {
        self.0[point.bit() / 64] |= 1 << (point.bit() % 64);
    }

    pub const fn remove(&mut self, point: Point) {
        self.0[point.bit() / 64] &= !(1 << (point.bit() % 64));
    }

    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The lowest point.
    pub fn first(self) -> Option<Point> {
        let index = self.0.iter().position(|&word| word != 0)?;
        Some(Point::from_bit(index * 64 + self.0[index].trailing_zeros() as usize))
    }

    /// Ascending: A1, B1 and so on, then A2.
    pub fn iter(self) -> Points {
        Points(self)
    }

    /// The points beside those of the set. Some may lie off the board.
    #[must_use]
    pub fn neighbors(self) -> Self {
        self.up::<1>() | self.down::<1>() | self.up::<STRIDE>() | self.down::<STRIDE>()
    }

    /// The points of `mask` that are in the set or connected to it through points of `mask`.
    #[must_use]
    pub fn flood(self, mask: Self) -> Self {
        let mut reached = self & mask;
        loop {
            let next = (reached | reached.neighbors()) & mask;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    fn up<const N: usize>(self) -> Self {
        let carry = |i: usize| i.checked_sub(1).map_or(0, |lower| self.0[lower] >> (64 - N));
        Self(std::array::from_fn(|i| self.0[i] << N | carry(i)))
    }

    fn down<const N: usize>(self) -> Self {
        let carry = |i: usize| self.0.get(i + 1).map_or(0, |upper| upper << (64 - N));
        Self(std::array::from_fn(|i| self.0[i] >> N | carry(i)))
    }

    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl From<Point> for PointSet {
    fn from(point: Point) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        self.iter()
    }
}

/// The points of a set, ascending.
#[derive(Clone, Debug)]
pub struct Points(PointSet);

impl Iterator for Points {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let point = self.0.first()?;
        self.0.remove(point);
        Some(point)
    }
}

impl BitAnd for PointSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for PointSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for PointSet {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

/// The points of the first set that are not in the second.
impl Sub for PointSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl BitAndAssign for PointSet {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl SubAssign for PointSet {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::Size;

    #[test]
    fn neighbors_are_those_of_the_board() {
        for side in [1, 2, 9, 19] {
            let size = Size::square(side).unwrap();
            for point in size.points() {
                let expected = size.neighbors(point).collect::<PointSet>();
                assert_eq!(PointSet::from(point).neighbors() & size.area(), expected, "{point}");
            }
        }
    }

    #[test]
    fn floods_stay_in_the_mask() {
        let size = Size::square(19).unwrap();
        let mut mask = size.area();
        (0..19).for_each(|column| mask.remove(size.point(column, 9).unwrap()));
        let start = PointSet::from(size.point(0, 0).unwrap());
        assert_eq!(start.flood(mask).len(), 9 * 19);
        assert_eq!(start.flood(PointSet::EMPTY), PointSet::EMPTY);
        assert_eq!(size.area().iter().count(), 361);
    }
}
