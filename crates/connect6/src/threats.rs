//! One-turn wins: what they need, and what stops them.

use crate::board::Board;
use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::lines::{Direction, Line, Lines};
use stonegate_stones::Color;

/// The cells that a line of four or five stones still needs: one or two. A stone of the opponent
/// on any of them stops it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Gap {
    pub first: Cell,
    /// Equal to `first` where one cell is missing.
    pub second: Cell,
}

impl Gap {
    pub fn contains(&self, cell: Cell) -> bool {
        self.first == cell || self.second == cell
    }

    pub fn is_single(&self) -> bool {
        self.first == self.second
    }
}

/// The one-turn wins of a player (1TW), as the gaps of all lines of four and five stones.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Threats {
    gaps: Vec<Gap>,
}

/// The smallest sets of cells that stop all one-turn wins of a player.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Blocks {
    /// There is nothing to stop.
    Nothing,
    /// Each of these cells stops everything (1TW_T1).
    One(Vec<Cell>),
    /// Each of these pairs stops everything, and no single cell does (1TW_T2).
    Two(Vec<[Cell; 2]>),
    /// Two stones are not enough.
    Impossible,
}

impl Threats {
    /// The one-turn wins of a player who has no six in a row.
    pub fn of(board: &Board, color: Color) -> Self {
        Self::among(&Lines::of(board, color))
    }

    pub(crate) fn among(lines: &Lines) -> Self {
        let mut gaps = Vec::new();
        for direction in Direction::ALL {
            for first in lines.with_four_or_more(direction) {
                let gap = gap_of(Line { direction, first }, lines.own());
                // Neighboring lines often need the same cells.
                if gap.is_some_and(|gap| !gaps.contains(&gap)) {
                    gaps.extend(gap);
                }
            }
        }
        Self { gaps }
    }

    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    pub fn is_empty(&self) -> bool {
        self.gaps.is_empty()
    }

    /// The stones with which the player wins, if so many may be placed.
    pub fn win(&self, n_stones: usize) -> Option<Gap> {
        let single = self.gaps.iter().find(|gap| gap.is_single());
        single.or_else(|| self.gaps.first().filter(|_| n_stones > 1)).copied()
    }

    /// How many stones it takes to stop all one-turn wins, where 3 means more than two.
    pub fn count(&self) -> usize {
        let Some(first) = self.gaps.first() else { return 0 };
        let mut count = 3;
        for cell in [first.first, first.second] {
            let Some(rest) = self.gaps.iter().find(|gap| !gap.contains(cell)) else { return 1 };
            let closes =
                |other| self.gaps.iter().all(|gap| gap.contains(cell) || gap.contains(other));
            if closes(rest.first) || closes(rest.second) {
                count = 2;
            }
        }
        count
    }

    /// All smallest sets of cells that stop the one-turn wins, in scan order.
    pub fn blocks(&self) -> Blocks {
        let Some(first) = self.gaps.first() else { return Blocks::Nothing };
        let mut cells = vec![first.first, first.second];
        cells.dedup();
        let singles = cells.iter().filter(|&&cell| self.gaps.iter().all(|gap| gap.contains(cell)));
        let singles = singles.copied().collect::<Vec<Cell>>();
        if !singles.is_empty() {
            return Blocks::One(singles);
        }
        let mut pairs = Vec::new();
        for &cell in &cells {
            let mut open = self.gaps.iter().filter(|gap| !gap.contains(cell));
            let Some(rest) = open.next() else { continue };
            for other in [rest.first, rest.second] {
                if open.clone().all(|gap| gap.contains(other)) {
                    pairs.push([cell.min(other), cell.max(other)]);
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        if pairs.is_empty() { Blocks::Impossible } else { Blocks::Two(pairs) }
    }
}

/// The empty cells of a line that has one or two.
fn gap_of(line: Line, own: CellSet) -> Option<Gap> {
    let mut cells = line.cells().into_iter().filter(|&cell| !own.contains(cell));
    let first = cells.next()?;
    Some(Gap { first, second: cells.next().unwrap_or(first) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// The blocks of some stones in the first rows of an otherwise empty board, as text.
    #[track_caller]
    fn check(row: &str, count: usize, expected: &str) {
        let position = format!("{row:-<144} X2").parse::<Position>().unwrap();
        let threats = Threats::of(position.board(), Color::Black);
        let found = match threats.blocks() {
            Blocks::Nothing => vec!["nothing".to_owned()],
            Blocks::One(cells) => cells.iter().map(ToString::to_string).collect(),
            Blocks::Two(pairs) => pairs.iter().map(|[a, b]| format!("{a}+{b}")).collect(),
            Blocks::Impossible => vec!["impossible".to_owned()],
        };
        assert_eq!((threats.count(), found.join(" ").as_str()), (count, expected));
    }

    #[test]
    fn lines_of_four_and_five() {
        check("-XXX--------", 0, "nothing");
        // The edge leaves one line of six.
        check("XXXX--------", 1, "e1 f1");
        check("OXXXX-----O-", 1, "f1 g1");
        // One empty cell is in all lines.
        check("--X-XXX-----", 1, "d1");
        check("-XXXX-------", 1, "f1");
        check("---XXXX-----", 2, "b1+h1 c1+h1 c1+i1");
        check("OXXXXX------", 1, "g1");
        check("--XXXXX-----", 2, "b1+h1");
        check("XXXX----XXXX", 2, "e1+g1 e1+h1 f1+g1 f1+h1");
    }

    #[test]
    fn more_than_two_stones_can_stop() {
        check("-XXXX--XXXX-", 2, "a1+g1 f1+g1 f1+l1");
        check("--XXXX------------XXXXX-", 3, "impossible");
    }

    #[test]
    fn wins_need_stones() {
        let win = |row: &str, n_stones: usize| {
            let position = format!("{row:-<144} X2").parse::<Position>().unwrap();
            let gap = Threats::of(position.board(), Color::Black).win(n_stones)?;
            Some(format!("{} {}", gap.first, gap.second))
        };
        assert_eq!(win("-XXXX-------", 1), None);
        assert_eq!(win("-XXXX-------", 2).as_deref(), Some("a1 f1"));
        assert_eq!(win("-XXXXX------", 1).as_deref(), Some("a1 a1"));
    }
}
