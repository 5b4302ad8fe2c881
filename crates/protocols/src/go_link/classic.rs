//! The byte protocol of the machine of two FPGAs: 9600 baud, 8N1, one byte for each move.
//!
//! The high nibble is the row from the top, the low nibble the column from the left, both from 0
//! to 8, and `0xff` is a pass. The receiver is ready again a millisecond after a byte.

use std::time::Duration;

use super::message::Action;

pub const BAUD: u32 = 9600;

/// The board has so many columns and rows.
pub const SIDE: u8 = 9;

/// How long the wire is to be idle between two bytes.
pub const GAP: Duration = Duration::from_millis(1);

const PASS: u8 = 0xff;

/// The byte of a move; `None` if there is none for it.
pub const fn encode(action: Action) -> Option<u8> {
    match action {
        Action::Pass => Some(PASS),
        Action::Place { column, row } if column < SIDE && row < SIDE => {
            Some((SIDE - 1 - row) << 4 | column)
        }
        Action::Place { .. } | Action::Resign => None,
    }
}

/// The move of a byte; `None` if it is out of range.
pub const fn decode(byte: u8) -> Option<Action> {
    let (row, column) = (byte >> 4, byte & 15);
    match byte {
        PASS => Some(Action::Pass),
        _ if row < SIDE && column < SIDE => Some(Action::Place { column, row: SIDE - 1 - row }),
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
            assert_eq!(encode(action), Some(byte));
            assert_eq!(decode(byte), Some(action));
        }
        assert_eq!(encode(Action::Pass), Some(0xff));
        assert_eq!(encode(Action::Resign), None);
        assert_eq!(encode(Action::Place { column: 9, row: 0 }), None);
    }

    #[test]
    fn bytes_out_of_range_are_no_moves() {
        let n_moves = (0..=u8::MAX).filter(|&byte| decode(byte).is_some()).count();
        assert_eq!(n_moves, 82);
        for byte in [0x09, 0x90, 0xf0, 0x0f, 0x99, 0xfe] {
            assert_eq!(decode(byte), None, "{byte:#x}");
        }
    }
}
