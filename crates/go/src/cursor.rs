//! The cursor of the user interface: it stands where a stone could go.

use crate::board::Board;
use crate::point::Point;

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];
}

/// The next empty point in a direction, over occupied ones. If there is none before the edge, the
/// cursor stays where it is.
pub fn move_cursor(board: &Board, cursor: Point, direction: Direction) -> Point {
    let (right, up) = match direction {
        Direction::Up => (0, 1),
        Direction::Down => (0, -1),
        Direction::Left => (-1, 0),
        Direction::Right => (1, 0),
    };
    let mut place = (cursor.column(), cursor.row());
    loop {
        let column = place.0.checked_add_signed(right);
        let row = place.1.checked_add_signed(up);
        let next = column.zip(row).and_then(|(column, row)| board.size().point(column, row));
        match next {
            None => return cursor,
            Some(point) if board.at(point).is_none() => return point,
            Some(point) => place = (point.column(), point.row()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::Size;
    use stonegate_stones::Color;

    fn moved(board: &Board, from: &str, direction: Direction) -> String {
        move_cursor(board, from.parse().unwrap(), direction).to_string()
    }

    /// In the seed, up at the upper edge and down at the lower one set the row to the column.
    #[test]
    fn edges_stop_the_cursor() {
        let board = Board::new(Size::NINE);
        for (from, direction) in [
            ("D9", Direction::Up),
            ("E1", Direction::Down),
            ("A5", Direction::Left),
            ("J5", Direction::Right),
        ] {
            assert_eq!(moved(&board, from, direction), from);
        }
    }

    #[test]
    fn occupied_points_are_skipped_in_all_directions() {
        let mut board = Board::new(Size::NINE);
        for text in ["E5", "E6", "D5", "F5", "E4", "E9", "E8"] {
            board.set(text.parse().unwrap(), Some(Color::Black));
        }
        assert_eq!(moved(&board, "C5", Direction::Right), "G5");
        assert_eq!(moved(&board, "G5", Direction::Left), "C5");
        assert_eq!(moved(&board, "E3", Direction::Up), "E7");
        assert_eq!(moved(&board, "E7", Direction::Down), "E3");
        assert_eq!(moved(&board, "E7", Direction::Up), "E7", "only stones up to the edge");
    }

    #[test]
    fn the_cursor_never_leaves_the_board() {
        let size = Size::new(5, 3).unwrap();
        let board = Board::new(size);
        for point in size.points() {
            for direction in Direction::ALL {
                assert!(size.contains(move_cursor(&board, point, direction)));
            }
        }
    }
}
