//! Where the points of a board lie among the words of the lanes.

use super::word::Word;
use crate::point::Point;
use crate::size::Size;

/// Rows follow each other with one word of border between them, and there is a row of border on
/// either side: so every point has four neighbors.
#[derive(Copy, Clone, Debug)]
pub(super) struct Geometry {
    pub(super) size: Size,
    pub(super) width: usize,
    pub(super) height: usize,
    /// From a point to the one above it.
    pub(super) stride: usize,
}

impl Geometry {
    pub(super) const fn new(size: Size) -> Self {
        let (width, height) = (size.width(), size.height());
        Self { size, width, height, stride: width + 1 }
    }

    pub(super) const fn n_words(&self) -> usize {
        (self.height + 2) * self.stride + 1
    }

    #[inline(always)]
    pub(super) const fn index(&self, column: usize, row: usize) -> usize {
        (row + 1) * self.stride + column + 1
    }

    pub(super) const fn index_of(&self, point: Point) -> usize {
        self.index(point.column(), point.row())
    }

    /// The words of a row.
    #[inline(always)]
    pub(super) fn row<'a, T>(&self, words: &'a [T], y: usize) -> &'a [T] {
        let start = self.index(0, y);
        &words[start..start + self.width]
    }

    #[inline(always)]
    pub(super) fn row_mut<'a, T>(&self, words: &'a mut [T], y: usize) -> &'a mut [T] {
        let start = self.index(0, y);
        &mut words[start..start + self.width]
    }

    /// The rows below a row, itself and above, each with a word of border on either side: the
    /// point in column `x` has index `x + 1`.
    #[inline(always)]
    pub(super) fn rows<'a>(&self, words: &'a [Word], y: usize) -> [&'a [Word]; 3] {
        let start = self.index(0, y) - 1;
        let starts = [start - self.stride, start, start + self.stride];
        starts.map(|start| &words[start..start + self.width + 2])
    }

    #[inline(always)]
    pub(super) const fn is_edge(&self, column: usize, row: usize) -> bool {
        column == 0 || row == 0 || column + 1 == self.width || row + 1 == self.height
    }
}
