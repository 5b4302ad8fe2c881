//! Boards as the ports of modules have them, and games to take positions from.

use stonegate_gomoku::patterns::{Cell, Pattern, PatternFile, PatternMachine, SIDE, Spot};
use stonegate_gomoku::{Board, Color, Point, Position, Random, Rule, Size, points};

/// The byte of a point: column in the high nibble, row in the low one.
pub(crate) fn byte(point: Point) -> u8 {
    (point.x() << 4 | point.y()) as u8
}

/// A row of the board for the machine of a color: a bit for each stone of the other side, and
/// above them one for each own stone.
pub(crate) fn row(board: &Board, color: Color, y: usize) -> [u8; 4] {
    let stones = (0..16).map(|x| board.stone(Point::new(x, y).expect("it is on the board")));
    let bits = |wanted| {
        let is_wanted = |(x, stone): (usize, Option<Color>)| u16::from(stone == Some(wanted)) << x;
        stones.clone().enumerate().map(is_wanted).sum::<u16>()
    };
    let ([a, b], [c, d]) = (bits(!color).to_le_bytes(), bits(color).to_le_bytes());
    [a, b, c, d]
}

/// The low bits and the high bits of five cells.
pub(crate) fn line(cells: [Cell; SIDE]) -> [u8; 2] {
    let code = |cell| match cell {
        Cell::Blank => 0b00,
        Cell::Black => 0b01,
        Cell::White => 0b10,
        Cell::Any => 0b11_u16,
    };
    let bits = |(column, cell): (usize, Cell)| {
        (code(cell) & 1) << column | (code(cell) >> 1) << (SIDE + column)
    };
    cells.into_iter().enumerate().map(bits).sum::<u16>().to_le_bytes()
}

/// A board with any stones.
pub(crate) fn random_board(random: &mut Random) -> Board {
    let mut board = Board::new(Size::SIXTEEN);
    let density = 1 + random.below(60);
    for point in points(Size::SIXTEEN) {
        match random.below(100) {
            it if it < density => board.place(point, Color::Black),
            it if it < 2 * density => board.place(point, Color::White),
            _ => {}
        }
    }
    board
}

/// The patterns that a file stands for.
pub(crate) fn expanded(file: &PatternFile) -> Vec<Pattern> {
    file.expand().into_iter().map(|(_, pattern)| pattern).collect()
}

/// Opponents of a machine: sometimes they play by patterns, sometimes anything.
pub(crate) struct Opponent {
    machines: [PatternMachine; 2],
    random: Random,
}

impl Opponent {
    pub(crate) fn new(seed: u64) -> Self {
        let files = [PatternFile::minimal(), PatternFile::shipped()];
        Self {
            machines: files.map(|file| PatternMachine::new(&file)),
            random: Random::new(seed, 3),
        }
    }

    /// A position to begin with, and the color of the machine: it is to move, or the other side.
    pub(crate) fn opening(&mut self) -> (Position, Color) {
        let mut position = Position::new(Rule::Freestyle, Size::SIXTEEN);
        for _ in 0..self.random.below(6) {
            let point = self.anywhere(&position);
            position.play(point).expect("few stones make no five");
        }
        (position, Color::ALL[self.random.below(2)])
    }

    /// A move of the side to move.
    pub(crate) fn choose(&mut self, position: &Position) -> Point {
        let number = self.random.below(4);
        let machine = self.machines.get(number);
        let firing = machine.and_then(|machine| machine.fire(position.board(), position.turn()));
        firing.map_or_else(|| self.anywhere(position), |firing| firing.point)
    }

    /// A random move, mostly near the last one.
    fn anywhere(&mut self, position: &Position) -> Point {
        let last = position.moves().last().map(|&(point, _)| point);
        let is_near = |point: &Point| {
            last.is_none_or(|last| {
                last.x().abs_diff(point.x()) <= 2 && last.y().abs_diff(point.y()) <= 2
            })
        };
        let mut choices = position.board().empty_points().collect::<Vec<_>>();
        let near = choices.iter().copied().filter(is_near).collect::<Vec<_>>();
        if !near.is_empty() && self.random.below(4) != 0 {
            choices = near;
        }
        choices[self.random.below(choices.len())]
    }
}

/// As many patterns as are asked for: what is in the windows of random boards, with holes. The last
/// one matches everywhere.
pub(crate) fn random_patterns(count: usize, random: &mut Random) -> Vec<Pattern> {
    let everywhere = Pattern::parse(["B....", ".....", ".....", ".....", "....."]);
    let mut patterns = Vec::with_capacity(count);
    while patterns.len() + 1 < count {
        let kinds = [Cell::Black, Cell::White, Cell::Blank];
        let mut cells = [[Cell::Any; SIDE]; SIDE];
        for _ in 0..6 + random.below(4) {
            cells[random.below(SIDE)][random.below(SIDE)] = kinds[random.below(3)];
        }
        let (column, row) = (random.below(SIDE), random.below(SIDE));
        patterns.push(Pattern::new(cells, Spot { column, row }));
    }
    patterns.push(everywhere.expect("it is a pattern"));
    patterns
}
