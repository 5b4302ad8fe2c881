//! The board updater: what a stone does to the board, or why it may not be placed.

use crate::board::Board;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::pruner::prune;
use crate::rules::Suicide;
use stonegate_stones::Color;

/// A board after a stone was placed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Update {
    pub board: Board,
    /// Stones of the opponent that were captured.
    pub captured: PointSet,
    /// Stones of the mover that died by the move.
    pub suicided: PointSet,
}

/// Why a move is not accepted.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, thiserror::Error)]
pub enum Refusal {
    #[error("the point is not on the board")]
    OffBoard,
    #[error("there is a stone already")]
    Occupied,
    /// The board would be one that was there before.
    #[error("the move repeats a position: ko")]
    Ko,
    #[error("the move is suicide")]
    Suicide,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

/// Places a stone: first stones of the opponent without liberties are taken, then own ones, if the
/// rules allow that. `is_repeated` tells whether the board that comes out is forbidden by ko.
pub fn update_board(
    board: &Board,
    color: Color,
    point: Point,
    suicide: Suicide,
    is_repeated: impl Fn(&Board) -> bool,
) -> Result<Update, Refusal> {
    if !board.size().contains(point) {
        return Err(Refusal::OffBoard);
    }
    if board.at(point).is_some() {
        return Err(Refusal::Occupied);
    }
    let mut next = *board;
    next.set(point, Some(color));
    let captured = prune(&next, !color);
    next.remove(captured);
    let suicided = prune(&next, color);
    let is_allowed = match suicide {
        Suicide::Forbidden => suicided.is_empty(),
        Suicide::SeveralStones => suicided.len() != 1,
        Suicide::Allowed => true,
    };
    if !is_allowed {
        return Err(Refusal::Suicide);
    }
    next.remove(suicided);
    if is_repeated(&next) {
        return Err(Refusal::Ko);
    }
    Ok(Update { board: next, captured, suicided })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(text: &str, point: &str, suicide: Suicide) -> Result<String, Refusal> {
        let board = text.parse::<Board>().unwrap();
        update_board(&board, Color::Black, point.parse().unwrap(), suicide, |_| false)
            .map(|update| update.board.to_string())
    }

    #[test]
    fn verdicts() {
        let check = |text, point| update(text, point, Suicide::Forbidden);
        assert_eq!(check("..\nO.", "A1"), Err(Refusal::Occupied));
        assert_eq!(check("..\nX.", "A1"), Err(Refusal::Occupied));
        assert_eq!(check("..\n..", "C1"), Err(Refusal::OffBoard));
        assert_eq!(check("O.\n.O", "A1"), Err(Refusal::Suicide));
        assert_eq!(check("OO.\nX.O\n.O.", "B2"), Ok("OO.\nXXO\n.O.".to_owned()));
    }

    #[test]
    fn capturing_comes_before_suicide() {
        assert_eq!(update("OX\n.O", "A1", Suicide::Forbidden), Ok(".X\nX.".to_owned()));
    }

    #[test]
    fn suicide_of_several_stones_is_a_rule_of_its_own() {
        let text = "OO.\n.XO\nXO.";
        assert_eq!(update(text, "A2", Suicide::Forbidden), Err(Refusal::Suicide));
        for suicide in [Suicide::SeveralStones, Suicide::Allowed] {
            assert_eq!(update(text, "A2", suicide), Ok("OO.\n..O\n.O.".to_owned()));
        }
        let text = "O.\n.O";
        assert_eq!(update(text, "A1", Suicide::SeveralStones), Err(Refusal::Suicide));
        assert_eq!(update(text, "A1", Suicide::Allowed), Ok(text.to_owned()));
    }

    #[test]
    fn ko_compares_the_board_behind_the_captures() {
        let board = ".XO.\nX.XO\n.XO.".parse::<Board>().unwrap();
        let before = "....".parse::<Board>().unwrap();
        assert_ne!(board, before);
        let point = "B2".parse().unwrap();
        let taken = update_board(&board, Color::White, point, Suicide::Forbidden, |_| false);
        let taken = taken.unwrap().board;
        assert_eq!(taken.to_string(), ".XO.\nXO.O\n.XO.");
        let again =
            update_board(&taken, Color::Black, "C2".parse().unwrap(), Suicide::Forbidden, |next| {
                *next == board
            });
        assert_eq!(again, Err(Refusal::Ko));
    }
}
