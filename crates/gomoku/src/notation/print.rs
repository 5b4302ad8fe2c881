//! The board as the pattern machine prints it.

use std::fmt::Write;

use super::NotationError;
use crate::board::Board;
use crate::point::Point;
use crate::rule::Size;
use stonegate_stones::Color;

/// A board as text: columns are letters without `I`, rows are numbers from the bottom, `*` is
/// Black, `0` is White.
pub fn print_board(board: &Board) -> String {
    let size = board.size();
    let columns: String = (0..size.width()).flat_map(|x| [' ', column_letter(x)]).collect();
    let mut text = format!("  {columns}\n");
    // Writing into a string cannot fail.
    for y in (0..size.height()).rev() {
        let _ = write!(text, "{:2}", y + 1);
        for x in 0..size.width() {
            let stone = Point::new(x, y).and_then(|point| board.stone(point));
            let letter = match stone {
                None => '.',
                Some(Color::Black) => '*',
                Some(Color::White) => '0',
            };
            let _ = write!(text, " {letter}");
        }
        let _ = writeln!(text, " {}", y + 1);
    }
    let _ = writeln!(text, "  {columns}");
    text
}

/// Reads a board that was [printed](print_board), or rows from the top of `.`, `X` or `*` for
/// Black, and `O` or `0` for White.
pub fn parse_board(text: &str) -> Result<Board, NotationError> {
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(row) = parse_row(line) {
            rows.push(row);
        } else if !is_header(line) {
            let problem = format!(
                "line {}: a row has `.`, `X` (or `*`) and `O` (or `0`), not `{}`",
                number + 1,
                line.trim()
            );
            return Err(NotationError(problem));
        }
    }
    let width = rows.first().map_or(0, Vec::len);
    if let Some(row) = rows.iter().find(|row| row.len() != width) {
        return Err(NotationError(format!("a row has {} points, another {width}", row.len())));
    }
    let size = Size::new(width, rows.len()).ok_or_else(|| {
        NotationError(format!("a board has 5 to 25 lines each way, not {width}x{}", rows.len()))
    })?;
    let mut board = Board::new(size);
    for (y, row) in rows.into_iter().rev().enumerate() {
        for (x, stone) in row.into_iter().enumerate() {
            if let (Some(point), Some(color)) = (Point::new(x, y), stone) {
                board.place(point, color);
            }
        }
    }
    Ok(board)
}

/// The points of a row, with or without its number at both ends.
fn parse_row(line: &str) -> Option<Vec<Option<Color>>> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &&str| word.parse::<usize>().is_ok_and(|number| number > 0);
    if words.len() > 1 && words.first().is_some_and(is_number) {
        words.remove(0);
    }
    if words.len() > 1 && words.last().is_some_and(is_number) {
        words.pop();
    }
    let letters = words.into_iter().flat_map(str::chars);
    let stones = letters.map(|letter| match letter {
        '.' | '+' => Some(None),
        'X' | 'x' | '*' => Some(Some(Color::Black)),
        'O' | 'o' | '0' => Some(Some(Color::White)),
        _ => None,
    });
    stones.collect::<Option<Vec<_>>>().filter(|row| !row.is_empty())
}

/// Whether a line has nothing or the letters of the columns.
fn is_header(line: &str) -> bool {
    line.split_whitespace().enumerate().all(|(x, word)| word == column_letter(x).to_string())
}

/// The letter of a column, without `I`.
fn column_letter(x: usize) -> char {
    char::from(b'A' + (x + usize::from(x >= 8)) as u8 % 26)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_print_of_the_seed() {
        let mut board = Board::new(Size::new(10, 5).unwrap());
        board.place("A1".parse().unwrap(), Color::Black);
        board.place("J5".parse().unwrap(), Color::White);
        let expected = [
            "   A B C D E F G H J K",
            " 5 . . . . . . . . . 0 5",
            " 4 . . . . . . . . . . 4",
            " 3 . . . . . . . . . . 3",
            " 2 . . . . . . . . . . 2",
            " 1 * . . . . . . . . . 1",
            "   A B C D E F G H J K",
        ];
        assert_eq!(print_board(&board).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn plain_rows() {
        let board = parse_board(".....\n.X.O.\n.....\n.....\n.....\n").unwrap();
        assert_eq!(board.stone("B4".parse().unwrap()), Some(Color::Black));
        assert_eq!(board.stone("D4".parse().unwrap()), Some(Color::White));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let check = |text: &str, expected: &str| {
            let error = parse_board(text).expect_err("it is no board").to_string();
            assert!(error.contains(expected), "{error}");
        };
        check("", "not 0x0");
        check(".....\n..?..", "line 2: a row has");
        check(".....\n......", "a row has 6 points, another 5");
    }
}
