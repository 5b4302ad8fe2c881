//! The machine itself: patterns in order of priority, windows row by row, lines one by one.

use super::file::PatternFile;
use super::matcher::{Matcher, Planes};
use super::pattern::{Pattern, SIDE, Spot};
use crate::board::Board;
use crate::point::Point;
use stonegate_stones::Color;

/// A place of the 5x5 window: the column and the row of its bottom left point.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Window {
    pub x: usize,
    pub y: usize,
}

impl Window {
    /// The point of the board under a spot of the window. The FPGA design calls this the translator.
    pub fn translate(self, spot: Spot) -> Point {
        let point = Point::new(self.x + spot.column, self.y + SIDE - 1 - spot.row);
        point.expect("windows lie on the board")
    }
}

/// The pattern that matched, and where.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Firing {
    /// The number of the pattern's entry in the file.
    pub entry: usize,
    /// Its number among the expanded patterns.
    pub number: usize,
    pub window: Window,
    /// Where the machine plays.
    pub point: Point,
}

impl Firing {
    /// The move as the machine sends it: column in the high nibble, row in the low one, from the
    /// bottom left. Boards of more than 16 lines have no such byte.
    pub fn byte(&self) -> Option<u8> {
        let (x, y) = (self.point.x(), self.point.y());
        (x < 16 && y < 16).then_some((x << 4 | y) as u8)
    }
}

/// How many clock cycles a move takes: our model of the FPGA's main loop, in which memory and
/// comparator do one thing a cycle.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub struct Cycles {
    pub n_patterns: u64,
    pub n_windows: u64,
    pub n_lines: u64,
}

impl Cycles {
    /// To store the opponent's move and reset the counters.
    pub const START: u64 = 2;
    /// To load a pattern, a byte a cycle, and to say that it is there.
    pub const LOAD: u64 = 12;
    /// To compare a line.
    pub const LINE: u64 = 1;
    /// To move the window on.
    pub const NEXT_WINDOW: u64 = 1;
    /// To put the spot on the bus, to translate and store it, and to raise the ready signal.
    pub const ANSWER: u64 = 3;

    pub const fn total(&self) -> u64 {
        Self::START
            + Self::LOAD * self.n_patterns
            + Self::LINE * self.n_lines
            + Self::NEXT_WINDOW * self.n_windows
            + Self::ANSWER
    }
}

/// A player with patterns.
///
/// The machine plays White. Where it shall play Black, colors are swapped on the way in.
#[derive(Clone, Debug)]
pub struct PatternMachine {
    patterns: Vec<(usize, Pattern)>,
    matchers: Vec<Matcher>,
}

impl PatternMachine {
    pub fn new(file: &PatternFile) -> Self {
        Self::from_expanded(file.expand())
    }

    /// A machine with the patterns of an image, each an entry of its own.
    pub fn from_image(patterns: Vec<Pattern>) -> Self {
        Self::from_expanded(patterns.into_iter().enumerate().collect())
    }

    fn from_expanded(patterns: Vec<(usize, Pattern)>) -> Self {
        let matchers = patterns.iter().map(|(_, pattern)| Matcher::new(pattern)).collect();
        Self { patterns, matchers }
    }

    /// The patterns that are compared, in order.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        self.patterns.iter().map(|(_, pattern)| pattern)
    }

    /// The pattern with this number among them.
    pub(crate) fn pattern(&self, number: usize) -> &Pattern {
        &self.patterns[number].1
    }

    /// The first pattern that matches, all windows at once. None matches if the board is full or
    /// the last pattern cannot reach every point.
    pub fn fire(&self, board: &Board, color: Color) -> Option<Firing> {
        let planes = Planes::new(board, color);
        let found = self.matchers.iter().enumerate();
        let mut found = found.filter_map(|(number, it)| Some((number, it.first(&planes)?)));
        found.next().map(|(number, window)| self.firing(number, window))
    }

    /// How many patterns match somewhere. All are compared, where [`PatternMachine::fire`] stops
    /// at the first.
    pub fn count(&self, board: &Board, color: Color) -> usize {
        let planes = Planes::new(board, color);
        self.matchers.iter().filter(|matcher| matcher.first(&planes).is_some()).count()
    }

    /// [`PatternMachine::fire`] as the hardware does it, with the cycles that it takes.
    pub fn run(&self, board: &Board, color: Color) -> (Option<Firing>, Cycles) {
        let mut cycles = Cycles::default();
        for (number, (_, pattern)) in self.patterns.iter().enumerate() {
            cycles.n_patterns += 1;
            for y in 0..=board.size().height() - SIDE {
                for x in 0..=board.size().width() - SIDE {
                    let window = Window { x, y };
                    cycles.n_windows += 1;
                    let is_match = |row: &usize| line_matches(board, color, window, pattern, *row);
                    let n_matching = (0..SIDE).take_while(is_match).count();
                    cycles.n_lines += (n_matching + 1).min(SIDE) as u64;
                    if n_matching == SIDE {
                        return (Some(self.firing(number, window)), cycles);
                    }
                }
            }
        }
        (None, cycles)
    }

    fn firing(&self, number: usize, window: Window) -> Firing {
        let (entry, pattern) = &self.patterns[number];
        Firing { entry: *entry, number, window, point: window.translate(pattern.spot()) }
    }
}

/// The comparator: one line of the window, from the top.
fn line_matches(
    board: &Board,
    color: Color,
    window: Window,
    pattern: &Pattern,
    row: usize,
) -> bool {
    (0..SIDE).all(|column| {
        let stone = board.stone(window.translate(Spot { column, row }));
        let seen = if color == Color::White { stone } else { stone.map(|it| !it) };
        pattern.cells()[row][column].accepts(seen)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::points;
    use crate::rule::Size;
    use stonegate_stones::Random;

    #[test]
    fn all_windows_at_once_are_the_same_as_one_by_one() {
        let machine = PatternMachine::new(&PatternFile::shipped());
        let mut random = Random::new(2, 1);
        for (width, height) in [(16, 16), (16, 16), (15, 15), (5, 5), (25, 25), (5, 25), (22, 7)] {
            let size = Size::new(width, height).unwrap();
            for _ in 0..20 {
                let mut board = Board::new(size);
                let density = 1 + random.below(60);
                for point in points(size) {
                    match random.below(100) {
                        it if it < density => board.place(point, Color::Black),
                        it if it < 2 * density => board.place(point, Color::White),
                        _ => {}
                    }
                }
                for color in Color::ALL {
                    let (expected, _) = machine.run(&board, color);
                    assert_eq!(machine.fire(&board, color), expected);
                    assert!(expected.is_some() || board.is_full() || width.min(height) < 8);
                    assert!(expected.is_none_or(|firing| board.is_empty(firing.point)));
                }
            }
        }
    }

    #[test]
    fn the_first_move_and_its_cycles() {
        let machine = PatternMachine::new(&PatternFile::minimal());
        let (firing, cycles) = machine.run(&Board::new(Size::SIXTEEN), Color::White);
        let firing = firing.unwrap();
        assert_eq!((firing.entry, firing.window), (9, Window { x: 0, y: 0 }));
        assert_eq!(firing.byte(), Some(0x04));
        // All patterns before the last are loaded, and each of their 144 windows fails at the
        // first line that asks for a stone.
        assert_eq!(cycles.n_windows, (cycles.n_patterns - 1) * 144 + 1);
    }
}
