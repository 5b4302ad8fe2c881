//! The state of a game: stones, turn and end.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::cell::{Cell, Size};
use stonegate_stones::{Color, Outcome};

/// A position of a game: a board and who may place how many stones.
///
/// Its text is the cells row by row, `X` for Black, `O` for White and `-` for an empty cell, then
/// a space, the letter of the player to move and the number of stones that are left in the turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Position {
    board: Board,
    color: Color,
    /// 1 or 2.
    stones_left: u8,
}

impl Position {
    /// The empty board: Black places one stone.
    pub const fn start(size: Size) -> Self {
        Self { board: Board::empty(size), color: Color::Black, stones_left: 1 }
    }

    /// A board with this player to move; 1 or 2 stones are left in the turn.
    pub fn new(board: Board, color: Color, stones_left: usize) -> Self {
        Self { board, color, stones_left: stones_left.clamp(1, 2) as u8 }
    }

    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The player to move.
    pub const fn color(&self) -> Color {
        self.color
    }

    /// How many stones the player to move still places in this turn: 1 or 2.
    pub const fn stones_left(&self) -> usize {
        self.stones_left as usize
    }

    /// Whether no stone has been placed.
    pub fn is_start(&self) -> bool {
        self.board.empties() == self.board.area()
    }

    /// The position after one stone.
    pub fn place(&self, cell: Cell) -> Result<Self, PlaceError> {
        if !self.board.area().contains(cell) {
            return Err(PlaceError::NotOnBoard);
        }
        if !self.board.empties().contains(cell) {
            return Err(PlaceError::Occupied);
        }
        if self.outcome().is_some() {
            return Err(PlaceError::Over);
        }
        let board = self.board.with(self.color, &[cell]);
        Ok(if self.stones_left > 1 {
            Self { board, stones_left: 1, ..*self }
        } else {
            Self { board, color: !self.color, stones_left: 2 }
        })
    }

    /// How the game has ended, if it has. Six or more in a row win, whoever is to move.
    pub fn outcome(&self) -> Option<Outcome> {
        let winner =
            [Color::Black, Color::White].into_iter().find(|&color| self.board.has_six(color));
        match winner {
            Some(color) => Some(Outcome::Win(color)),
            None if self.board.empties().is_empty() => Some(Outcome::Draw),
            None => None,
        }
    }
}

/// Why a stone cannot be placed.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum PlaceError {
    #[error("the cell is not on the board")]
    NotOnBoard,
    #[error("the cell has a stone")]
    Occupied,
    #[error("the game is over")]
    Over,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.board.area() {
            let has = |color| self.board.stones(color).contains(cell);
            let color = [Color::Black, Color::White].into_iter().find(|&color| has(color));
            write!(f, "{}", color.map_or('-', Color::letter))?;
        }
        write!(f, " {}{}", self.color.letter(), self.stones_left)
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads the cells of a square board, the player to move and the number of stones that are
    /// left. Blanks do not matter; `.` and `_` also stand for an empty cell.
    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let letters = text.chars().filter(|letter| !letter.is_whitespace()).collect::<Vec<char>>();
        let length = ParsePositionError::Length(letters.len());
        let [cells @ .., side, n_stones] = &letters[..] else { return Err(length) };
        let size = (Size::MIN..=Size::MAX).find(|size| size * size == cells.len());
        let mut board = Board::empty(size.and_then(Size::new).ok_or(length)?);
        for (cell, &letter) in board.area().iter().zip(cells) {
            match color_of(letter) {
                Some(color) => board.place(color, cell),
                None if matches!(letter, '-' | '.' | '_') => {}
                None => return Err(ParsePositionError::Cell(letter)),
            }
        }
        let color = color_of(*side).ok_or(ParsePositionError::Side(*side))?;
        match n_stones.to_digit(10) {
            Some(stones_left @ 1..=2) => Ok(Self::new(board, color, stones_left as usize)),
            _ => Err(ParsePositionError::StonesLeft(*n_stones)),
        }
    }
}

fn color_of(letter: char) -> Option<Color> {
    match letter {
        'X' | 'x' => Some(Color::Black),
        'O' | 'o' => Some(Color::White),
        _ => None,
    }
}

/// Why a text is no position.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ParsePositionError {
    #[error(
        "a position is the cells of a square board of size {min} to {max}, the player to move \
         and the number of stones left, not {0} letters",
        min = Size::MIN,
        max = Size::MAX
    )]
    Length(usize),
    #[error("{0:?} is no cell: write X for Black, O for White, - for empty")]
    Cell(char),
    #[error("{0:?} is no player: write X if Black is to move, O if White is")]
    Side(char),
    #[error("{0:?} is no number of stones: 1 or 2 are left in a turn")]
    StonesLeft(char),
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use stonegate_stones::check_text;

    use super::*;

    proptest! {
        #[test]
        fn text_is_the_inverse_of_parsing(
            size in Size::MIN..=Size::MAX,
            stones in prop::collection::vec(0..3_u8, 484),
            is_black: bool,
            stones_left in 1..=2_usize,
        ) {
            let mut board = Board::empty(Size::new(size).unwrap());
            for (cell, stone) in board.area().iter().zip(stones) {
                match stone {
                    1 => board.place(Color::Black, cell),
                    2 => board.place(Color::White, cell),
                    _ => {}
                }
            }
            let color = if is_black { Color::Black } else { Color::White };
            let position = Position::new(board, color, stones_left);
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }

        #[test]
        fn any_text_is_read_or_refused(text: String) {
            check_text::<Position>(&text);
        }
    }

    #[test]
    fn one_stone_then_two() {
        let mut position = Position::start(Size::STANDARD);
        let mut turns = String::new();
        for column in 0..7 {
            turns.push(position.color().letter());
            position = position.place(Cell::at(column % 2, column).unwrap()).unwrap();
        }
        assert_eq!(turns, "XOOXXOO");
    }

    #[test]
    fn stones_that_cannot_be_placed() {
        let start = Position::start(Size::new(6).unwrap());
        let next = start.place("f6".parse().unwrap()).unwrap();
        assert_eq!(next.place("f6".parse().unwrap()), Err(PlaceError::Occupied));
        assert_eq!(next.place("g6".parse().unwrap()), Err(PlaceError::NotOnBoard));
        let over = "XXXXXX OOOOO- ------ ------ ------ ------ O1".parse::<Position>().unwrap();
        assert_eq!(over.outcome(), Some(Outcome::Win(Color::Black)));
        assert_eq!(over.place("f6".parse().unwrap()), Err(PlaceError::Over));
    }

    #[test]
    fn a_full_board_is_a_draw() {
        let rows = ["XXXOOO", "OOOXXX"].repeat(3).concat();
        let position = format!("{rows} X2").parse::<Position>().unwrap();
        assert_eq!(position.outcome(), Some(Outcome::Draw));
    }

    #[test]
    fn overlines_win() {
        let row = "XXXXXXX";
        let empty = "-------".repeat(6);
        let position = format!("{row}{empty} O2").parse::<Position>().unwrap();
        assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
    }
}
