//! All windows of a board against a pattern at once.

use super::machine::Window;
use super::pattern::{Cell, Pattern, SIDE, Spot};
use crate::board::Board;
use crate::color::Color;
use crate::rule::Size;

/// Rows of windows, a bit for each column. No board has more than 21 rows of windows.
const N_ROWS: usize = 24;
/// A board of 16 lines has 12.
const N_SMALL_ROWS: usize = 12;

/// A board as sets of points, one for each kind of cell and each column of a window: bit `x` of
/// row `y` tells whether the point at `x + column` is of this kind.
#[derive(Debug)]
pub(crate) struct Planes {
    size: Size,
    rows: [[[u32; N_ROWS + SIDE - 1]; SIDE]; 3],
}

impl Planes {
    pub(crate) fn new(board: &Board, color: Color) -> Self {
        let size = board.size();
        let mut rows = [[[0; N_ROWS + SIDE - 1]; SIDE]; 3];
        for y in 0..size.height() {
            let [blank, black, white] = board.row_bits(y);
            let [other, own] = if color == Color::White { [black, white] } else { [white, black] };
            for (plane, bits) in rows.iter_mut().zip([blank, other, own]) {
                for (column, rows) in plane.iter_mut().enumerate() {
                    rows[y] = bits >> column;
                }
            }
        }
        Self { size, rows }
    }
}

/// A pattern, ready to be compared.
#[derive(Clone, Debug)]
pub(crate) struct Matcher {
    demands: Vec<Demand>,
}

#[derive(Copy, Clone, Debug)]
struct Demand {
    plane: usize,
    column: usize,
    /// Rows above the bottom of the window.
    rise: usize,
}

impl Matcher {
    pub(crate) fn new(pattern: &Pattern) -> Self {
        let demand = |(spot, cell): (Spot, Cell)| Demand {
            plane: match cell {
                Cell::Blank => 0,
                Cell::Black => 1,
                Cell::White | Cell::Any => 2,
            },
            column: spot.column,
            rise: SIDE - 1 - spot.row,
        };
        let mut demands: Vec<Demand> = pattern.demands().map(demand).collect();
        // Stones are rarer than blank points, and so exclude more windows.
        demands.sort_by_key(|demand| demand.plane == 0);
        Self { demands }
    }

    /// The first window that matches, row by row from the bottom, if there is one.
    pub(crate) fn first(&self, planes: &Planes) -> Option<Window> {
        let n_rows = planes.size.height() + 1 - SIDE;
        if n_rows <= N_SMALL_ROWS {
            self.first_of::<N_SMALL_ROWS>(planes, n_rows)
        } else {
            self.first_of::<N_ROWS>(planes, n_rows)
        }
    }

    fn first_of<const ROWS: usize>(&self, planes: &Planes, n_rows: usize) -> Option<Window> {
        let all = (1 << (planes.size.width() + 1 - SIDE)) - 1;
        let mut windows = [all; ROWS];
        for demand in &self.demands {
            let rows = &planes.rows[demand.plane][demand.column][demand.rise..][..ROWS];
            let mut any = 0;
            for (window, row) in windows.iter_mut().zip(rows) {
                *window &= row;
                any |= *window;
            }
            if any == 0 {
                return None;
            }
        }
        let y = windows[..n_rows].iter().position(|&row| row != 0)?;
        Some(Window { x: windows[y].trailing_zeros() as usize, y })
    }
}
