//! The simple opponent that the host program of the FPT 2011 competition came with.

use crate::board::Board;
use crate::cell::{Cell, STRIDE};
use crate::position::Position;
use stonegate_stones::Color;
use stonegate_stones::Random;

/// Eight rays, opposite ones after each other: rows and columns to go.
const RAYS: [(isize, isize); 8] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The next stone of the host: the cell with most points, any of them if there are several.
///
/// It counts runs of stones that begin beside a cell. It never sees a line with a hole, nor that
/// four stones and two more win. A full board has no cell.
pub fn host_stone(position: &Position, random: &mut Random) -> Option<Cell> {
    let points = |cell: Cell| points(position.board(), position.color(), cell);
    let empties = position.board().empties();
    let most = empties.iter().map(points).max()?;
    let best = empties.iter().filter(|&cell| points(cell) == most).collect::<Vec<Cell>>();
    Some(best[random.below(best.len())])
}

fn points(board: &Board, color: Color, cell: Cell) -> usize {
    let runs = RAYS.map(|ray| run(board, cell, ray));
    let length = |owner: Color, run: Option<(Color, usize)>| match run {
        Some((color, length)) if color == owner => length,
        _ => 0,
    };
    // A ray alone, or two opposite rays together.
    let reaches = |owner: Color, enough: usize| {
        runs.chunks_exact(2).any(|pair| length(owner, pair[0]) + length(owner, pair[1]) >= enough)
    };
    if reaches(color, 5) {
        return 1000;
    }
    if reaches(!color, 4) {
        return 500;
    }
    let sum = 1 + runs.iter().flatten().map(|&(_, length)| length).sum::<usize>();
    let last = board.size().get() - 1;
    let is_rim = [cell.row(), cell.column()].iter().any(|&place| place == 0 || place == last);
    if is_rim { sum.saturating_sub(5) } else { sum }
}

/// The stones of one color that follow each other beside a cell.
fn run(board: &Board, cell: Cell, (rows, columns): (isize, isize)) -> Option<(Color, usize)> {
    let color_at = |distance: isize| {
        let row = usize::try_from(cell.row() as isize + distance * rows).ok()?;
        let column = usize::try_from(cell.column() as isize + distance * columns).ok()?;
        let cell = Cell::at(row, column)?;
        [Color::Black, Color::White].into_iter().find(|&color| board.stones(color).contains(cell))
    };
    let color = color_at(1)?;
    let length =
        (1..STRIDE as isize).take_while(|&distance| color_at(distance) == Some(color)).count();
    Some((color, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points of cells in the third row of an otherwise empty board.
    #[track_caller]
    fn check(row: &str, cells: &[(&str, usize)]) {
        let rows = format!("{}{row}", "-".repeat(24));
        let position = format!("{rows:-<144} X2").parse::<Position>().unwrap();
        for &(cell, expected) in cells {
            let found = points(position.board(), Color::Black, cell.parse().unwrap());
            assert_eq!(found, expected, "{cell}");
        }
    }

    #[test]
    fn points_are_those_of_the_host() {
        // Runs of either color count alike, and a hole ends a run.
        check("--XX-OO-----", &[("b3", 3), ("e3", 5), ("h3", 3), ("i3", 1), ("f7", 1)]);
        // The rim is worth five less, but never less than nothing.
        check("-XXX--------", &[("a3", 0), ("e3", 4)]);
        // Four of the enemy are stopped, also with a hole between them, but not in vain.
        check("--OO-OO-----", &[("e3", 500), ("b3", 3)]);
        check("--OOOO-XXXXX", &[("b3", 500), ("g3", 1000)]);
        // Four own stones and two more would win, which it does not see.
        check("--XXXX------", &[("b3", 5)]);
    }

    #[test]
    fn ties_are_broken_at_random() {
        let start = Position::start(crate::cell::Size::STANDARD);
        let stone = |seed| host_stone(&start, &mut Random::new(seed, 0));
        assert_eq!(stone(1), stone(1));
        assert!((2..9).any(|seed| stone(seed) != stone(1)));
    }
}
