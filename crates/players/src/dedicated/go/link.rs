//! What the protocol between two Go machines says, in the words of the game.

use stonegate_go::{Board, Color, Move, Refusal, Rules, Setup, Size};
use stonegate_protocols::go_link::{self, Action, Settings, Side};

/// The CRC-32 of the points in the order A1, B1 and so on, a byte for each (0 empty, 1 Black,
/// 2 White), and of one more byte for the player to move (1 or 2).
pub fn position_hash(board: &Board, to_move: Color) -> u32 {
    let code = |color: Option<Color>| match color {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    };
    let points = board.size().points().map(|point| code(board.at(point)));
    crc32fast::hash(&points.chain([code(Some(to_move))]).collect::<Vec<_>>())
}

/// The rules that have a number on the wire, which is their place here.
const NUMBERED_RULES: [Rules; 4] =
    [Rules::FPGA, Rules::TROMP_TAYLOR, Rules::CHINESE, Rules::FPGA_SUPERKO];

/// What the end of a color tells of itself, if its rules have a number.
pub fn settings(setup: Setup, color: Color) -> Option<Settings> {
    let is_this = |preset: &Rules| preset.preset() == setup.rules.preset();
    Some(Settings {
        width: setup.size.width() as u8,
        height: setup.size.height() as u8,
        rules: NUMBERED_RULES.iter().position(is_this)? as u8,
        komi: (2.0 * setup.rules.komi) as i16,
        side: if color == Color::Black { Side::Black } else { Side::White },
    })
}

/// The settings of the other end in words.
pub fn described(settings: Settings) -> String {
    let Settings { width, height, rules, komi, side } = settings;
    let rules = NUMBERED_RULES.get(usize::from(rules)).and_then(Rules::preset);
    format!(
        "it plays {} on {width}x{height} by {} rules with komi {}",
        match side {
            Side::Black => "Black",
            Side::White => "White",
        },
        rules.unwrap_or("unknown"),
        f32::from(komi) / 2.0
    )
}

pub fn to_wire(action: Move) -> Action {
    match action {
        Move::Pass => Action::Pass,
        Move::Place(point) => {
            Action::Place { column: point.column() as u8, row: point.row() as u8 }
        }
    }
}

/// The move of an action; none if it is a resignation, or beside the board.
pub fn from_wire(action: Action, size: Size) -> Option<Move> {
    match action {
        Action::Pass => Some(Move::Pass),
        Action::Place { column, row } => {
            size.point(usize::from(column), usize::from(row)).map(Move::Place)
        }
        Action::Resign => None,
    }
}

/// Why the other end refuses a move, in the words of our own board where it has some.
pub fn refusal_text(refusal: go_link::Refusal) -> String {
    match refusal {
        go_link::Refusal::OffBoard => Refusal::OffBoard.to_string(),
        go_link::Refusal::Occupied => Refusal::Occupied.to_string(),
        go_link::Refusal::Ko => Refusal::Ko.to_string(),
        go_link::Refusal::Suicide => Refusal::Suicide.to_string(),
        go_link::Refusal::GameOver => Refusal::GameOver.to_string(),
        go_link::Refusal::OutOfTurn => "it is not this player's turn".to_owned(),
        go_link::Refusal::PositionsDiffer => "the boards differ".to_owned(),
    }
}

pub const fn to_wire_refusal(refusal: Refusal) -> go_link::Refusal {
    match refusal {
        Refusal::OffBoard => go_link::Refusal::OffBoard,
        Refusal::Occupied => go_link::Refusal::Occupied,
        Refusal::Ko => go_link::Refusal::Ko,
        Refusal::Suicide => go_link::Refusal::Suicide,
        Refusal::GameOver => go_link::Refusal::GameOver,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_told_in_words() {
        let setup = Setup::even(Size::NINE, Rules::CHINESE.with_komi(7.5));
        let settings = settings(setup, Color::White).expect("the rules have a number");
        assert_eq!(described(settings), "it plays White on 9x9 by chinese rules with komi 7.5");
        let unknown = Settings { rules: 9, komi: 0, ..settings };
        assert_eq!(described(unknown), "it plays White on 9x9 by unknown rules with komi 0");
    }
}
