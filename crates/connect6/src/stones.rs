//! The stones of a turn.

use std::fmt;

use crate::cell::Cell;

/// No more than two cells, in the order in which stones go onto them.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Stones {
    cells: [Cell; 2],
    len: u8,
}

impl Stones {
    pub const fn one(cell: Cell) -> Self {
        Self { cells: [cell, cell], len: 1 }
    }

    /// Two cells, which are one if they are equal.
    pub fn two(first: Cell, second: Cell) -> Self {
        Self { cells: [first, second], len: 1 + u8::from(first != second) }
    }

    pub fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }

    /// One or two.
    #[expect(clippy::len_without_is_empty, reason = "there is at least one")]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// The cells in scan order.
    pub(crate) fn sorted(self) -> [Cell; 2] {
        let [first, second] = self.cells;
        [first.min(second), first.max(second)]
    }

    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.contains(&cell)
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cells() {
            [first, second] => write!(f, "{first} and {second}"),
            _ => write!(f, "{}", self.cells[0]),
        }
    }
}
