//! Sets of points.

use crate::point::Point;
use crate::rule::Size;

/// A set of points, a word for each row.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub(crate) struct PointSet {
    rows: [u32; Size::MAX],
}

impl PointSet {
    #[inline]
    pub(crate) fn insert(&mut self, point: Point) {
        self.rows[point.y()] |= 1 << point.x();
    }

    #[inline]
    pub(crate) fn remove(&mut self, point: Point) {
        self.rows[point.y()] &= !(1 << point.x());
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            *row |= more;
        }
    }

    pub(crate) fn common(&self, other: &Self) -> Self {
        Self { rows: std::array::from_fn(|y| self.rows[y] & other.rows[y]) }
    }

    /// The points of this set without those that two others have in common.
    pub(crate) fn without_common(&self, one: &Self, other: &Self) -> Self {
        let row = |y: usize| self.rows[y] & !(one.rows[y] & other.rows[y]);
        Self { rows: std::array::from_fn(row) }
    }

    /// Ascending, row by row from the bottom.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Point> {
        self.rows.iter().enumerate().flat_map(|(y, &row)| {
            let next = |&rest: &u32| (rest & (rest - 1) != 0).then(|| rest & (rest - 1));
            let rests = std::iter::successors((row != 0).then_some(row), next);
            rests.filter_map(move |rest| Point::new(rest.trailing_zeros() as usize, y))
        })
    }
}
