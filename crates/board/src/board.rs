//! A position drawn on its board.

use std::collections::BTreeMap;
use std::fmt;

use crate::style::Style;

/// Boards that do not fit into a line of text stand below each other.
const LINE_WIDTH: usize = 79;

/// A square of a drawn board, counted from its top left corner.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Square {
    /// Which of several boards.
    pub board: usize,
    pub column: usize,
    pub row: usize,
}

/// What is on a square.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Cell {
    /// One or two characters, more only where names that differ late leave no
    /// choice; empty for a blank square.
    pub symbol: String,
    /// The words of the facts about this square, without its coordinates.
    pub words: Vec<String>,
}

/// A position as a picture. All boards have the same size.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Board {
    /// The names of the columns, from left to right.
    pub columns: Vec<String>,
    /// The names of the rows, from top to bottom.
    pub rows: Vec<String>,
    /// The names of the boards; a single one has an empty name.
    pub names: Vec<String>,
    /// How many boards stand side by side before the next ones stand below.
    pub n_across: usize,
    pub style: Style,
    /// Board by board, row by row. `None` where the board has a hole.
    pub cells: Vec<Option<Cell>>,
    /// The facts that are about no square.
    pub outside: Vec<String>,
}

impl Board {
    /// What is on a square; `None` if there is no such square.
    pub fn cell(&self, square: Square) -> Option<&Cell> {
        self.cells.get(self.index(square)?)?.as_ref()
    }

    /// All squares, board by board, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let all = (0..self.names.len()).flat_map(move |board| {
            let rows = 0..self.rows.len();
            rows.flat_map(move |row| {
                (0..self.columns.len()).map(move |column| Square { board, column, row })
            })
        });
        all.filter(|&square| self.cell(square).is_some())
    }

    /// What the symbols on the board stand for.
    pub fn legend(&self) -> BTreeMap<&str, String> {
        let cells = self.cells.iter().flatten().filter(|cell| !cell.symbol.is_empty());
        cells
            .map(|cell| (cell.symbol.as_str(), cell.words.join(" ")))
            .filter(|(symbol, words)| symbol != words)
            .collect()
    }

    /// How wide the symbols and the names of the columns are.
    pub fn cell_width(&self) -> usize {
        let symbols = self.cells.iter().flatten().map(|cell| cell.symbol.chars().count());
        symbols.chain([self.column_label_width(), 1]).max().unwrap_or(1)
    }

    /// How wide the names of the rows are.
    pub fn row_label_width(&self) -> usize {
        self.rows.iter().map(|name| name.chars().count()).max().unwrap_or(0)
    }

    /// The name of a column as it stands below the board: long names are cut.
    pub fn column_label(&self, column: usize) -> String {
        self.columns[column].chars().take(self.column_label_width()).collect()
    }

    fn column_label_width(&self) -> usize {
        // Names that differ in their first letters only need those.
        let longest = self.columns.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let is_distinct = |width: &usize| {
            let mut labels = self.columns.iter().map(|name| name.chars().take(*width));
            let mut seen = std::collections::BTreeSet::new();
            labels.all(|label| seen.insert(label.collect::<String>()))
        };
        (1..longest).find(is_distinct).unwrap_or(longest).max(longest.min(2))
    }

    fn index(&self, Square { board, column, row }: Square) -> Option<usize> {
        let is_inside =
            board < self.names.len() && column < self.columns.len() && row < self.rows.len();
        is_inside.then(|| (board * self.rows.len() + row) * self.columns.len() + column)
    }

    /// How far a row is shifted to the right.
    fn indent(&self, row: usize) -> String {
        let half_cell = self.cell_width().div_ceil(2);
        " ".repeat(if self.style == Style::Hexagons { row * half_cell } else { 0 })
    }

    /// One line of one board: the name of the row and its squares.
    fn line(&self, board: usize, row: usize) -> String {
        let label = format!("{:>width$}", self.rows[row], width = self.row_label_width());
        let label = format!("{label}{}", self.indent(row));
        (0..self.columns.len()).fold(label, |line, column| {
            let symbol = match self.cell(Square { board, column, row }) {
                None => " ",
                Some(cell) if cell.symbol.is_empty() => ".",
                Some(cell) => &cell.symbol,
            };
            format!("{line} {symbol:>width$}", width = self.cell_width())
        })
    }

    fn column_line(&self) -> String {
        let margin = " ".repeat(self.row_label_width());
        let margin = format!("{margin}{}", self.indent(self.rows.len() - 1));
        (0..self.columns.len()).fold(margin, |line, column| {
            format!("{line} {:>width$}", self.column_label(column), width = self.cell_width())
        })
    }
}

/// The boards with the names of their rows and columns, and a dot for a blank square.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boards = (0..self.names.len()).collect::<Vec<_>>();
        let width = self.column_line().chars().count();
        let n_across = self.n_across.min(LINE_WIDTH / (width + 3)).max(1);
        for (number, group) in boards.chunks(n_across).enumerate() {
            let mut write_line = |parts: Vec<String>| {
                let parts = parts.iter().map(|part| format!("{part:width$}"));
                writeln!(f, "{}", parts.collect::<Vec<_>>().join("   ").trim_end())
            };
            if number > 0 {
                write_line(Vec::new())?;
            }
            if self.names.len() > 1 {
                let title = |&board: &usize| format!("{:^width$}", self.names[board]);
                write_line(group.iter().map(title).collect())?;
            }
            for row in 0..self.rows.len() {
                write_line(group.iter().map(|&board| self.line(board, row)).collect())?;
            }
            write_line(group.iter().map(|_| self.column_line()).collect())?;
        }
        Ok(())
    }
}
