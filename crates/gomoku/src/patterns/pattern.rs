//! One pattern: a 5x5 window and where to play in it.

use std::fmt;

use stonegate_stones::Color;

/// Windows and patterns are so many points wide and high.
pub const SIDE: usize = 5;

/// What a pattern asks of a point.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Cell {
    Blank,
    Black,
    White,
    /// Don't care, which the edge is not: a window lies on the board as a whole.
    Any,
}

impl Cell {
    /// Whether a point with this stone is what the cell asks for.
    pub fn accepts(self, stone: Option<Color>) -> bool {
        match self {
            Self::Any => true,
            Self::Blank => stone.is_none(),
            Self::Black => stone == Some(Color::Black),
            Self::White => stone == Some(Color::White),
        }
    }

    /// Whether all that the other accepts is accepted.
    pub fn covers(self, other: Self) -> bool {
        self == Self::Any || self == other
    }

    /// The letter in a pattern file.
    pub const fn letter(self) -> char {
        match self {
            Self::Blank => 'b',
            Self::Black => 'X',
            Self::White => 'O',
            Self::Any => '.',
        }
    }
}

/// Where in a window to play: column from the left and row from the top, both from 0.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Spot {
    pub column: usize,
    pub row: usize,
}

/// A pattern for White to move. Its text is five rows of `.` (don't care), `b` (blank), `B` (blank,
/// play here), `X` (black) and `O` (white).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Pattern {
    cells: [[Cell; SIDE]; SIDE],
    spot: Spot,
}

impl Pattern {
    /// The rows from the top. The cell at the spot is blank, whatever it was.
    pub fn new(mut cells: [[Cell; SIDE]; SIDE], spot: Spot) -> Self {
        cells[spot.row][spot.column] = Cell::Blank;
        Self { cells, spot }
    }

    /// Reads five rows. The error says what is wrong with which row.
    pub fn parse(rows: [&str; SIDE]) -> Result<Self, (usize, String)> {
        let mut cells = [[Cell::Any; SIDE]; SIDE];
        let mut spot = None;
        for (row, text) in rows.into_iter().enumerate() {
            let letters: Vec<char> = text.chars().collect();
            if letters.len() != SIDE {
                return Err((row, format!("a row has 5 letters, not {}", letters.len())));
            }
            for (column, letter) in letters.into_iter().enumerate() {
                cells[row][column] = match letter {
                    '.' => Cell::Any,
                    'b' => Cell::Blank,
                    'X' => Cell::Black,
                    'O' => Cell::White,
                    'B' if spot.is_some() => {
                        return Err((row, "a pattern has one `B` only".to_owned()));
                    }
                    'B' => {
                        spot = Some(Spot { column, row });
                        Cell::Blank
                    }
                    other => {
                        let message = format!("`{other}` means nothing: write `.`, b, B, X or O");
                        return Err((row, message));
                    }
                };
            }
        }
        let missing = || (0, "a `B` is missing that says where to play".to_owned());
        Ok(Self { cells, spot: spot.ok_or_else(missing)? })
    }

    pub const fn cells(&self) -> &[[Cell; SIDE]; SIDE] {
        &self.cells
    }

    pub const fn spot(&self) -> Spot {
        self.spot
    }

    /// The cells that ask for something, row by row from the top.
    pub fn demands(&self) -> impl Iterator<Item = (Spot, Cell)> {
        let all = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| Spot { column, row }));
        all.map(|spot| (spot, self.cells[spot.row][spot.column]))
            .filter(|&(_, cell)| cell != Cell::Any)
    }

    /// Whether this pattern matches every window that the other matches.
    pub fn covers(&self, other: &Self) -> bool {
        let pairs = self.cells.iter().flatten().zip(other.cells.iter().flatten());
        pairs.into_iter().all(|(general, special)| general.covers(*special))
    }

    /// Whether it matches as long as there is an empty point: it asks for nothing but its spot, and
    /// that is in a corner, which its symmetries bring to every point of a board of 8 lines or
    /// more.
    pub fn is_catch_all(&self) -> bool {
        let is_end = |at: usize| at == 0 || at == SIDE - 1;
        self.demands().count() == 1 && is_end(self.spot.column) && is_end(self.spot.row)
    }

    /// The pattern rotated and mirrored, without duplicates: four rotations of it, then four of
    /// its mirror image.
    pub fn symmetries(&self) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::with_capacity(8);
        let mut pattern = *self;
        for index in 0..8 {
            if index == 4 {
                pattern = self.map(|Spot { column, row }| Spot { column: SIDE - 1 - column, row });
            }
            if !all.contains(&pattern) {
                all.push(pattern);
            }
            pattern =
                pattern.map(|Spot { column, row }| Spot { column: SIDE - 1 - row, row: column });
        }
        all
    }

    /// The same for all symmetries of a pattern.
    pub(crate) fn canonical(&self) -> Self {
        self.symmetries().into_iter().min().expect("a pattern is one of its symmetries")
    }

    /// Moves every cell to another place.
    fn map(&self, place: impl Fn(Spot) -> Spot) -> Self {
        let mut cells = [[Cell::Any; SIDE]; SIDE];
        for (spot, cell) in self.demands() {
            let to = place(spot);
            cells[to.row][to.column] = cell;
        }
        Self { cells, spot: place(self.spot) }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in self.cells.iter().enumerate() {
            let letter = |(column, cell): (usize, &Cell)| {
                if (Spot { column, row }) == self.spot { 'B' } else { cell.letter() }
            };
            writeln!(f, "{}", cells.iter().enumerate().map(letter).collect::<String>())?;
        }
        Ok(())
    }
}
