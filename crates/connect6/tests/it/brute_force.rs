//! Wins by trying everything, cell by cell, without lines, bits or threats.

use std::rc::Rc;

use stonegate_connect6::{Board, Cell, Color};

/// A board as a table of cells, and all rows of six on it.
#[derive(Clone)]
pub(crate) struct Table {
    cells: Vec<Option<Color>>,
    rows: Rc<[[usize; 6]]>,
    all: Rc<[Cell]>,
}

impl Table {
    pub(crate) fn of(board: &Board) -> Self {
        let size = board.size().get() as isize;
        let all = board.area().iter().collect::<Vec<Cell>>();
        let color_at = |&cell: &Cell| {
            [Color::Black, Color::White]
                .into_iter()
                .find(|&color| board.stones(color).contains(cell))
        };
        let mut rows = Vec::new();
        for (rows_by, columns_by) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for (row, column) in
                (0..size).flat_map(|row| (0..size).map(move |column| (row, column)))
            {
                let (last_row, last_column) = (row + 5 * rows_by, column + 5 * columns_by);
                if last_row < size && (0..size).contains(&last_column) {
                    let index = |n: isize| (row + n * rows_by) * size + column + n * columns_by;
                    rows.push([0, 1, 2, 3, 4, 5].map(|n| index(n) as usize));
                }
            }
        }
        Self { cells: all.iter().map(color_at).collect(), rows: rows.into(), all: all.into() }
    }

    pub(crate) fn index(&self, cell: Cell) -> usize {
        self.all.iter().position(|&other| other == cell).expect("the cell is on the board")
    }

    pub(crate) fn with(&self, color: Color, cells: &[usize]) -> Self {
        let mut table = self.clone();
        for &cell in cells {
            table.cells[cell] = Some(color);
        }
        table
    }

    fn empties(&self) -> impl Iterator<Item = usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell].is_none())
    }

    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        self.empties().flat_map(|first| {
            self.empties().filter(move |&second| second > first).map(move |second| [first, second])
        })
    }

    /// Whether some two stones make six in a row: at most two cells of a row are missing, and the
    /// rest is the player's.
    pub(crate) fn wins_in_one(&self, color: Color) -> bool {
        self.rows.iter().any(|row| self.missing(row, color).is_some_and(|missing| missing <= 2))
    }

    fn missing(&self, row: &[usize; 6], color: Color) -> Option<usize> {
        let mut missing = 0;
        for &cell in row {
            match self.cells[cell] {
                None => missing += 1,
                Some(owner) if owner != color => return None,
                Some(_) => {}
            }
        }
        Some(missing)
    }

    /// Whether a turn is a win in two: the opponent cannot win, and whatever two stones the
    /// opponent places, the player wins in one.
    pub(crate) fn forces_one(&self, color: Color, turn: &[usize]) -> bool {
        let table = self.with(color, turn);
        !table.wins_in_one(!color)
            && table.wins_in_one(color)
            && table.answers(color).all(|answer| table.with(!color, &answer).wins_in_one(color))
    }

    /// The answers of the opponent that are worth a try: one of the stones has to be in the first
    /// row that the player can fill.
    pub(crate) fn answers(&self, color: Color) -> impl Iterator<Item = [usize; 2]> {
        let is_open =
            |row: &&[usize; 6]| self.missing(row, color).is_some_and(|missing| missing <= 2);
        let row = self.rows.iter().find(is_open).copied().unwrap_or_default();
        self.pairs().filter(move |pair| pair.iter().any(|cell| row.contains(cell)))
    }

    /// A turn after which the player has won in two.
    pub(crate) fn wins_in_two(&self, color: Color) -> Option<[usize; 2]> {
        // Without three stones in an open row a turn makes at most one row of four.
        let useful = self.useful(color);
        let pairs = self.pairs().filter(|pair| pair.iter().all(|cell| useful[*cell]));
        pairs.into_iter().find(|pair| self.forces_one(color, pair))
    }

    /// The cells in rows that have at least two stones of the player and none of the opponent.
    fn useful(&self, color: Color) -> Vec<bool> {
        let mut useful = vec![false; self.cells.len()];
        for row in &*self.rows {
            if self.missing(row, color).is_some_and(|missing| missing <= 4) {
                for &cell in row {
                    useful[cell] = true;
                }
            }
        }
        useful
    }

    /// Whether a turn is a win in three that keeps the opponent busy: it makes threats, and every
    /// answer that stops them leaves a win in two, or else a win in one.
    pub(crate) fn forces_two(&self, color: Color, turn: &[usize]) -> bool {
        let table = self.with(color, turn);
        !table.wins_in_one(!color)
            && table.wins_in_one(color)
            && table.answers(color).all(|answer| {
                let answered = table.with(!color, &answer);
                answered.wins_in_one(color)
                    || (!answered.wins_in_one(!color) && answered.wins_in_two(color).is_some())
            })
    }

    /// A turn after which the player has won in three, keeping the opponent busy.
    pub(crate) fn wins_in_three(&self, color: Color) -> Option<[usize; 2]> {
        let useful = self.useful(color);
        let pairs = self.pairs().filter(|pair| pair.iter().all(|cell| useful[*cell]));
        pairs.into_iter().find(|pair| self.forces_two(color, pair))
    }
}
