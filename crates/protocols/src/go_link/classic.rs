//! The byte protocol of the machine of two FPGAs: 9600 baud, 8N1, one byte for each move.
//!
//! The high nibble is the row from the top, the low nibble the column from the left, both from 0
//! on, and `0xff` is a pass: so boards of up to 15 lines have a byte for each move. The receiver is
//! ready again a millisecond after a byte.

use std::time::Duration;

use super::message::Action;

pub const BAUD: u32 = 9600;

/// The largest board: the nibbles of a pass are those of a point on a larger one.
pub const MAX_SIDE: u8 = 15;

/// How long the wire is to be idle between two bytes.
pub const GAP: Duration = Duration::from_millis(1);

const PASS: u8 = 0xff;

/// The byte of a move on a board with so many lines; `None` if there is none for it.
pub const fn encode(action: Action, side: u8) -> Option<u8> {
    match action {
        Action::Pass => Some(PASS),
        Action::Place { column, row } if side <= MAX_SIDE && column < side && row < side => {
            Some((side - 1 - row) << 4 | column)
        }
        Action::Place { .. } | Action::Resign => None,
    }
}

/// The move of a byte on a board with so many lines; `None` if it is out of range.
pub const fn decode(byte: u8, side: u8) -> Option<Action> {
    let (row, column) = (byte >> 4, byte & 15);
    match byte {
        PASS => Some(Action::Pass),
        _ if row < side && column < side => Some(Action::Place { column, row: side - 1 - row }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_rows_from_the_top_and_columns_from_the_left() {
        let corners = [(0x00, 0, 8), (0x80, 0, 0), (0x08, 8, 8), (0x88, 8, 0), (0x44, 4, 4)];
        for (byte, column, row) in corners {
            let action = Action::Place { column, row };
            assert_eq!(encode(action, 9), Some(byte));
            assert_eq!(decode(byte, 9), Some(action));
        }
        assert_eq!(encode(Action::Pass, 9), Some(0xff));
        assert_eq!(encode(Action::Resign, 9), None);
        assert_eq!(encode(Action::Place { column: 9, row: 0 }, 9), None);
    }

    #[test]
    fn larger_boards_have_bytes_too() {
        let corner = Action::Place { column: 12, row: 0 };
        assert_eq!(encode(corner, 13), Some(0xcc));
        assert_eq!(decode(0xcc, 13), Some(corner));
        assert_eq!(decode(0xcc, 9), None);
        assert_eq!(encode(corner, 19), None);
    }

    #[test]
    fn bytes_out_of_range_are_no_moves() {
        let n_moves = (0..=u8::MAX).filter(|&byte| decode(byte, 9).is_some()).count();
        assert_eq!(n_moves, 82);
        for byte in [0x09, 0x90, 0xf0, 0x0f, 0x99, 0xfe] {
            assert_eq!(decode(byte, 9), None, "{byte:#x}");
        }
    }
}
