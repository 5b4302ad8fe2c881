//! The state of a game: board, turn, forced passes, score and end. The FPGA design calls this its state
//! manager.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::square::{ParseSquareError, Square};
use stonegate_stones::Color;

/// How many columns and rows a board has: 4, 6 or 8. Small boards are the north-western corner of
/// an 8x8 board.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Width(u8);

impl Width {
    pub const FOUR: Self = Self(4);
    pub const SIX: Self = Self(6);
    pub const EIGHT: Self = Self(8);

    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// The squares of the board.
    pub const fn area(self) -> u64 {
        match self.0 {
            4 => 0x0f0f_0f0f,
            6 => 0x3f3f_3f3f_3f3f,
            _ => !0,
        }
    }
}

/// Something a player does.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Move {
    Place(Square),
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseSquareError;

    /// Reads a square, or `pass` and its abbreviations `pa` and `ps`.
    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let is_pass = ["pass", "pa", "ps"].iter().any(|pass| text.eq_ignore_ascii_case(pass));
        if is_pass { Ok(Self::Pass) } else { text.parse().map(Self::Place) }
    }
}

/// A position of a game on a board of some width, with the player to move.
///
/// Its text is the squares row by row, `X` for Black, `O` for White and `-` for an empty square,
/// then a space and the letter of the player to move.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Position {
    width: Width,
    board: Board,
    color: Color,
}

impl Position {
    /// The start: four discs in the center, Black to move.
    pub const fn start(width: Width) -> Self {
        let north_west = (width.get() / 2 - 1) * 9;
        let main_diagonal = (1 << north_west) | (1 << (north_west + 9));
        let other_diagonal = (1 << (north_west + 1)) | (1 << (north_west + 8));
        let board = Board { mover: other_diagonal, opponent: main_diagonal };
        Self { width, board, color: Color::Black }
    }

    /// The position on an 8x8 board with this player to move.
    pub const fn new(board: Board, color: Color) -> Self {
        Self { width: Width::EIGHT, board, color }
    }

    pub const fn width(&self) -> Width {
        self.width
    }

    /// The board as the player to move sees it.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The player to move.
    pub const fn color(&self) -> Color {
        self.color
    }

    pub const fn n_empties(&self) -> u32 {
        (self.board.empties() & self.width.area()).count_ones()
    }

    /// The squares where the player to move may place a disc.
    pub fn legal_moves(&self) -> u64 {
        self.board.legal_moves() & self.width.area()
    }

    /// Whether the player to move has no move and the opponent has one.
    pub fn must_pass(&self) -> bool {
        self.legal_moves() == 0 && self.swapped().legal_moves() != 0
    }

    /// Whether neither player can move.
    pub fn is_over(&self) -> bool {
        self.legal_moves() == 0 && self.swapped().legal_moves() == 0
    }

    /// The position after a move.
    pub fn play(&self, action: Move) -> Result<Self, PlayError> {
        match action {
            Move::Place(square) => {
                if self.width.area() & square.bit() == 0 {
                    return Err(PlayError::NotOnBoard);
                }
                if self.board.empties() & square.bit() == 0 {
                    return Err(PlayError::Occupied);
                }
                let flips = self.board.flips(square);
                if flips == 0 {
                    return Err(PlayError::FlipsNothing);
                }
                let board = self.board.place(square, flips);
                Ok(Self { board, color: !self.color, ..*self })
            }
            Move::Pass if self.must_pass() => Ok(self.swapped()),
            Move::Pass => Err(PlayError::NoPass),
        }
    }

    /// The position in which there is a move to choose or the game is over: a forced pass is made.
    #[must_use]
    pub fn after_forced_pass(&self) -> Self {
        if self.must_pass() { self.swapped() } else { *self }
    }

    /// The discs of a player.
    pub const fn discs(&self, color: Color) -> u64 {
        match (color, self.color) {
            (Color::Black, Color::Black) | (Color::White, Color::White) => self.board.mover,
            _ => self.board.opponent,
        }
    }

    /// The score of a game that is over: Black's discs less White's, where the winner gets the
    /// empty squares.
    pub const fn score(&self) -> i32 {
        let black = self.discs(Color::Black).count_ones() as i32;
        let white = self.discs(Color::White).count_ones() as i32;
        let difference = black - white;
        difference + difference.signum() * self.n_empties() as i32
    }

    /// The discs that touch no other disc: no game leads to a position that has any.
    pub const fn isolated_discs(&self) -> u64 {
        const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let discs = self.board.mover | self.board.opponent;
        let beside = ((discs << 1) & NOT_A) | ((discs >> 1) & NOT_H);
        let row = discs | beside;
        discs & !(beside | (row << 8) | (row >> 8))
    }

    const fn swapped(&self) -> Self {
        let color = match self.color {
            Color::Black => Color::White,
            Color::White => Color::Black,
        };
        Self { width: self.width, board: self.board.pass(), color }
    }
}

/// Why a move is not possible.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum PlayError {
    #[error("the square is not on the board")]
    NotOnBoard,
    #[error("the square has a disc")]
    Occupied,
    #[error("the move flips no disc")]
    FlipsNothing,
    #[error("a pass is possible only where there is no other move")]
    NoPass,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = [Color::Black, Color::White].map(|color| self.discs(color));
        let width = self.width.get();
        for index in (0..width).flat_map(|row| (0..width).map(move |column| row * 8 + column)) {
            let letter = if black >> index & 1 == 1 {
                Color::Black.letter()
            } else if white >> index & 1 == 1 {
                Color::White.letter()
            } else {
                '-'
            };
            write!(f, "{letter}")?;
        }
        write!(f, " {}", self.color.letter())
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads 16, 36 or 64 squares and the player to move. Blanks between them do not matter; `*`
    /// also stands for Black and `.` or `_` for an empty square.
    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let letters = text.chars().filter(|letter| !letter.is_whitespace()).collect::<Vec<char>>();
        let width = match letters.len() {
            17 => Width::FOUR,
            37 => Width::SIX,
            65 => Width::EIGHT,
            n_letters => return Err(ParsePositionError::Length(n_letters)),
        };
        let (mut black, mut white) = (0, 0);
        for (number, &letter) in letters[..letters.len() - 1].iter().enumerate() {
            let bit = 1u64 << (number / width.get() * 8 + number % width.get());
            match color_of(letter) {
                Some(Color::Black) => black |= bit,
                Some(Color::White) => white |= bit,
                None if matches!(letter, '-' | '.' | '_') => {}
                None => return Err(ParsePositionError::Square(letter)),
            }
        }
        let side = letters[letters.len() - 1];
        let color = color_of(side).ok_or(ParsePositionError::Side(side))?;
        let board = match color {
            Color::Black => Board { mover: black, opponent: white },
            Color::White => Board { mover: white, opponent: black },
        };
        Ok(Self { width, board, color })
    }
}

fn color_of(letter: char) -> Option<Color> {
    match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Color::Black),
        'O' | 'o' | '0' | 'W' | 'w' => Some(Color::White),
        _ => None,
    }
}

/// Why a text is no position.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ParsePositionError {
    #[error(
        "a position is 64 squares (or 36, or 16) and the player to move, not {0} \
         letters"
    )]
    Length(usize),
    #[error("{0:?} is no square: write X for Black, O for White, - for empty")]
    Square(char),
    #[error("{0:?} is no player: write X if Black is to move, O if White is")]
    Side(char),
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use stonegate_stones::check_text;

    use super::*;
    use crate::square::squares;

    proptest! {
        #[test]
        fn text_is_the_inverse_of_parsing(a: u64, b: u64, is_black: bool, width in 0..3_usize) {
            let width = [Width::FOUR, Width::SIX, Width::EIGHT][width];
            let board = Board::new(a & b & width.area(), a & !b & width.area()).unwrap();
            let color = if is_black { Color::Black } else { Color::White };
            let position = Position { width, board, color };
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }

        #[test]
        fn any_text_is_read_or_refused(text: String) {
            check_text::<Position>(&text);
        }
    }

    #[test]
    fn the_start() {
        let texts =
            [Width::FOUR, Width::SIX, Width::EIGHT].map(|width| Position::start(width).to_string());
        assert_eq!(texts[0], "-----OX--XO----- X");
        assert_eq!(texts[1], "--------------OX----XO-------------- X");
        assert_eq!(texts[2].parse(), Ok(Position::new(Board::START, Color::Black)));
    }

    #[test]
    fn moves_that_are_not_possible() {
        let start = Position::start(Width::FOUR);
        let play = |text: &str| start.play(text.parse().unwrap()).unwrap_err();
        assert_eq!(play("b2"), PlayError::Occupied);
        assert_eq!(play("a4"), PlayError::FlipsNothing);
        assert_eq!(play("h8"), PlayError::NotOnBoard);
        assert_eq!(play("pass"), PlayError::NoPass);
    }

    #[test]
    fn passes_and_the_end() {
        // Black has nothing to flip, White takes c1.
        let position: Position = "OX-------------- X".parse().unwrap();
        assert!(position.must_pass() && !position.is_over());
        let passed = position.after_forced_pass();
        assert_eq!(passed.color(), Color::White);
        assert_eq!(position.play(Move::Pass), Ok(passed));
        let end = passed.play("c1".parse().unwrap()).unwrap();
        assert!(end.is_over() && !end.must_pass());
        assert_eq!(end.score(), -16);
    }

    #[test]
    fn isolated_discs() {
        let isolated = |text: &str| {
            let position: Position = text.parse().unwrap();
            squares(position.isolated_discs()).map(|square| square.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(isolated("-----OX--XO----X X"), [""; 0]);
        assert_eq!(isolated("X-----X--XO----- X"), ["a1"]);
        assert_eq!(isolated("X--O------------ X"), ["a1", "d1"]);
    }
}
