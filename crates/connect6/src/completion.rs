//! Uncompleted fours: lines of three or two stones of which a turn makes a one-turn win.

use std::fmt;

use crate::board::Board;
use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::color::Color;
use crate::lines::{Direction, LENGTH, Line, Lines, cover};
use crate::stones::Stones;

/// What a line of three or two stones promises: the number of threats that the best stones in it
/// make. A number of threats is the size of the smallest blocking set.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Form {
    /// One more stone makes two threats.
    L3P2,
    /// Two more stones make two threats.
    L2P2,
    /// One more stone makes one threat.
    L3P1,
    /// Two more stones make one threat.
    L2P1,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::L3P2 => "L3_P2",
            Self::L2P2 => "L2_P2",
            Self::L3P1 => "L3_P1",
            Self::L2P1 => "L2_P1",
        })
    }
}

/// A way to make a one-turn win of a line. Of one line there are several ways, and some make
/// fewer threats than the best; the form says what this way makes.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Completion {
    pub form: Form,
    pub direction: Direction,
    pub stones: Stones,
}

/// The lines of a player that can become one-turn wins by one stone or two.
#[derive(Clone, Debug)]
pub struct Completions {
    empties: CellSet,
    threes: [CellSet; 4],
    twos: [CellSet; 4],
}

impl Completions {
    pub fn of(board: &Board, color: Color) -> Self {
        Self::among(&Lines::of(board, color), board)
    }

    pub(crate) fn among(lines: &Lines, board: &Board) -> Self {
        Self {
            empties: board.empties(),
            threes: Direction::ALL.map(|direction| lines.with(3, direction)),
            twos: Direction::ALL.map(|direction| lines.with(2, direction)),
        }
    }

    /// The cells where one stone makes a one-turn win of a line of three.
    pub(crate) fn cells_of_threes(&self, direction: Direction) -> CellSet {
        cover(self.threes[direction as usize], direction) & self.empties
    }

    /// What a stone makes of the lines of three through its cell.
    pub fn one(&self, cell: Cell, direction: Direction) -> Option<Completion> {
        let threats = self.threats(self.threes[direction as usize], direction, cell, cell)?;
        let form = if threats == 2 { Form::L3P2 } else { Form::L3P1 };
        Some(Completion { form, direction, stones: Stones::one(cell) })
    }

    /// What two stones make of the lines of two through their cells, which follow each other in
    /// the given direction.
    pub fn two(&self, first: Cell, second: Cell, direction: Direction) -> Option<Completion> {
        let threats = self.threats(self.twos[direction as usize], direction, first, second)?;
        let form = if threats == 2 { Form::L2P2 } else { Form::L2P1 };
        Some(Completion { form, direction, stones: Stones::two(first, second) })
    }

    /// What a line of two or three stones promises: the best that stones in it make.
    pub fn form(&self, line: Line) -> Option<Form> {
        let Line { direction, first } = line;
        let cells = line.cells().into_iter().filter(|&cell| self.empties.contains(cell));
        let cells = cells.collect::<Vec<Cell>>();
        let ways = if self.threes[direction as usize].contains(first) {
            cells.iter().filter_map(|&cell| self.one(cell, direction)).collect::<Vec<_>>()
        } else if self.twos[direction as usize].contains(first) {
            let pairs = cells.iter().flat_map(|&one| {
                cells.iter().filter(move |&&other| one < other).map(move |&other| (one, other))
            });
            pairs.filter_map(|(one, other)| self.two(one, other, direction)).collect()
        } else {
            Vec::new()
        };
        ways.into_iter().map(|way| way.form).min()
    }

    /// All ways with one stone, in scan order.
    pub fn ones(&self) -> impl Iterator<Item = Completion> {
        Direction::ALL.into_iter().flat_map(move |direction| {
            self.cells_of_threes(direction)
                .into_iter()
                .filter_map(move |cell| self.one(cell, direction))
        })
    }

    /// All ways with two stones, in scan order of their lines.
    pub fn twos(&self) -> impl Iterator<Item = Completion> {
        Direction::ALL.into_iter().flat_map(move |direction| {
            let lines = self.twos[direction as usize];
            pairs(lines, self.empties, direction)
                .filter_map(move |[first, second]| self.two(first, second, direction))
        })
    }

    /// The ways with two stones one of which goes onto this cell.
    pub(crate) fn twos_with(
        &self,
        cell: Cell,
        direction: Direction,
    ) -> impl Iterator<Item = Completion> {
        let step = direction.step();
        let others = (1..LENGTH).flat_map(move |distance| {
            [cell.index().wrapping_sub(distance * step), cell.index() + distance * step]
        });
        others.filter(move |&index| self.empties.has(index)).filter_map(move |index| {
            let other = Cell::from_index(index);
            self.two(cell.min(other), cell.max(other), direction)
        })
    }

    /// How many stones it takes to stop the lines that have become fours by stones on two cells
    /// (which may be the same): 1 or 2, if there are any. The nearest empty cells on both sides
    /// always do.
    fn threats(
        &self,
        lines: CellSet,
        direction: Direction,
        first: Cell,
        second: Cell,
    ) -> Option<usize> {
        let step = direction.step();
        let mut shared = None;
        for back in 0..LENGTH {
            let Some(start) = first.index().checked_sub(back * step) else { break };
            if second.index() > start + (LENGTH - 1) * step || !lines.has(start) {
                continue;
            }
            let mut gap = 0_u32;
            for number in 0..LENGTH {
                let index = start + number * step;
                let is_open =
                    self.empties.has(index) && index != first.index() && index != second.index();
                gap |= u32::from(is_open) << (number + LENGTH - back);
            }
            shared = Some(shared.map_or(gap, |shared: u32| shared & gap));
        }
        shared.map(|shared| if shared == 0 { 2 } else { 1 })
    }
}

/// The pairs of empty cells of some lines of a direction, each once.
pub(crate) fn pairs(
    lines: CellSet,
    empties: CellSet,
    direction: Direction,
) -> impl Iterator<Item = [Cell; 2]> {
    let step = direction.step();
    lines.into_iter().flat_map(move |first| {
        let cells = Line { direction, first }.cells();
        (0..LENGTH).flat_map(move |end| {
            // An earlier line has the pair as well.
            let is_known =
                (1..LENGTH - end).any(|back| lines.has(first.index().wrapping_sub(back * step)));
            let is_open = !is_known && empties.contains(cells[end]);
            (0..if is_open { end } else { 0 })
                .filter(move |&start| empties.contains(cells[start]))
                .map(move |start| [cells[start], cells[end]])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// The forms of the lines of a row on an otherwise empty board.
    fn forms(row: &str) -> String {
        let position = format!("{row:-<144} X2").parse::<Position>().unwrap();
        let completions = Completions::of(position.board(), Color::Black);
        let lines = position.board().area().into_iter().take(7);
        let forms = lines
            .filter_map(|first| completions.form(Line { direction: Direction::Horizontal, first }));
        let mut forms = forms.map(|form| form.to_string()).collect::<Vec<_>>();
        forms.sort();
        forms.dedup();
        forms.join(" ")
    }

    #[test]
    fn lines_of_three() {
        assert_eq!(forms("----XXX-----"), "L2_P1 L3_P2");
        assert_eq!(forms("-O--XXX-----"), "L2_P1 L3_P2");
        assert_eq!(forms("--O-XXX-----"), "L2_P1 L3_P1");
        assert_eq!(forms("---OXXX-----"), "L2_P1 L3_P1");
        assert_eq!(forms("-O-XX-X-O---"), "L3_P1");
        assert_eq!(forms("-O-XXX-O----"), "");
        assert_eq!(forms("XXX---------"), "L2_P1 L3_P1");
    }

    #[test]
    fn lines_of_two() {
        assert_eq!(forms("-----XX-----"), "L2_P2");
        assert_eq!(forms("---OX-X-----"), "L2_P1");
        assert_eq!(forms("---O-XX--O--"), "");
        assert_eq!(forms("X----X------"), "L2_P1");
        assert_eq!(forms("-----X------"), "");
    }

    #[test]
    fn threats_are_blocking_sets() {
        // What a way promises is what the smallest blocking set of its line says.
        use crate::random::Random;
        use crate::threats::Threats;
        for number in 0..200 {
            let mut random = Random::new(5, number);
            let stones = ["X", "X", "-", "-", "-", "O"];
            let row = (0..12).map(|_| stones[random.below(6)]).collect::<String>();
            let position = format!("{row:-<144} X2").parse::<Position>().unwrap();
            let board = position.board();
            if !Threats::of(board, Color::Black).is_empty() || board.has_six(Color::Black) {
                continue;
            }
            let completions = Completions::of(board, Color::Black);
            let ways = completions.ones().filter(|way| way.direction == Direction::Horizontal);
            for way in ways {
                let after = board.with(Color::Black, way.stones.cells());
                let expected = if way.form == Form::L3P2 { 2 } else { 1 };
                assert_eq!(Threats::of(&after, Color::Black).count(), expected, "{row} {way:?}");
            }
        }
    }
}
