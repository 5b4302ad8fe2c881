//! Uncompleted fours: lines of three or two stones of which a turn makes a one-turn win.

use std::fmt;

use crate::board::Board;
use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::lines::{Direction, LENGTH, Line, Lines, cover};
use crate::stones::Stones;
use stonegate_stones::Color;

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
        Self::among(&Lines::of(board, color))
    }

    pub(crate) fn among(lines: &Lines) -> Self {
        Self {
            empties: lines.empties(),
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
        let around = Stretch::around(cell, direction, &self.threes, self.empties)?;
        let form = if around.threats(0)? == 2 { Form::L3P2 } else { Form::L3P1 };
        Some(Completion { form, direction, stones: Stones::one(cell) })
    }

    /// What two stones make of the lines of two through their cells, which follow each other in
    /// the given direction.
    pub fn two(&self, first: Cell, second: Cell, direction: Direction) -> Option<Completion> {
        let distance = second.index().checked_sub(first.index())? / direction.step();
        let around = Stretch::around(first, direction, &self.twos, self.empties)?;
        let form = form_of_two(around.threats(distance as isize)?);
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

    /// The ways with two stones one of which goes onto this cell, the nearest other cells first.
    pub(crate) fn twos_with(
        &self,
        cell: Cell,
        direction: Direction,
    ) -> impl Iterator<Item = Completion> {
        let around = Stretch::around(cell, direction, &self.twos, self.empties);
        let distances = (1..LENGTH as isize).flat_map(|distance| [-distance, distance]);
        around.into_iter().flat_map(move |around| {
            let distances = distances.clone().filter(move |&distance| around.is_open(distance));
            distances.filter_map(move |distance| {
                let form = form_of_two(around.threats(distance)?);
                let other = cell.index().wrapping_add_signed(distance * direction.step() as isize);
                let other = Cell::from_index(other);
                let stones = Stones::two(cell.min(other), cell.max(other));
                Some(Completion { form, direction, stones })
            })
        })
    }
}

const fn form_of_two(n_threats: usize) -> Form {
    if n_threats == 2 { Form::L2P2 } else { Form::L2P1 }
}

/// The lines through a cell in a direction, and what is empty in them.
#[derive(Copy, Clone, Debug)]
struct Stretch {
    /// Bit n is the line that begins n cells before the cell.
    lines: u32,
    /// The other cells that are empty, from five cells before the cell to five cells behind it.
    open: u32,
}

impl Stretch {
    /// All cells of a line.
    const LINE: u32 = (1 << LENGTH) - 1;
    /// The place of the cell among the eleven.
    const CENTER: usize = LENGTH - 1;

    /// What is around a cell, if it is in any of the given lines.
    #[inline]
    fn around(
        cell: Cell,
        direction: Direction,
        lines: &[CellSet; 4],
        empties: CellSet,
    ) -> Option<Self> {
        let (step, lines) = (direction.step(), lines[direction as usize]);
        let bit = |is_set: bool, place: usize| u32::from(is_set) << place;
        let starts = (0..LENGTH).map(|n| bit(lines.has(cell.index().wrapping_sub(n * step)), n));
        let lines = starts.fold(0, |lines, line| lines | line);
        if lines == 0 {
            return None;
        }
        let first = cell.index().wrapping_sub(Self::CENTER * step);
        let places = (0..=2 * Self::CENTER).filter(|&place| place != Self::CENTER);
        let open = places.map(|place| bit(empties.has(first.wrapping_add(place * step)), place));
        Some(Self { lines, open: open.fold(0, |open, cell| open | cell) })
    }

    fn is_open(self, distance: isize) -> bool {
        self.open >> Self::CENTER.wrapping_add_signed(distance) & 1 == 1
    }

    /// How many stones it takes to stop the lines that have become fours by stones on the cell and
    /// on another one at a distance (0 if there is no other): 1 or 2, if there are any such lines.
    /// The nearest empty cells on both sides always do.
    #[inline]
    fn threats(self, distance: isize) -> Option<usize> {
        let other = 1_u32.checked_shl(Self::CENTER.wrapping_add_signed(distance) as u32)?;
        let lines = (0..LENGTH).filter(|n| self.lines >> n & 1 == 1);
        let lines =
            lines.map(|n| Self::LINE << (Self::CENTER - n)).filter(|line| line & other != 0);
        let shared = lines.reduce(|shared, line| shared & line)? & self.open & !other;
        Some(if shared == 0 { 2 } else { 1 })
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
        use crate::threats::Threats;
        use stonegate_stones::Random;
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
