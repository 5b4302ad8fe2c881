//! How the paper is read: which turns count as wins.

use std::str::FromStr;

use crate::board::Board;
use crate::three_turn::{self, ThreeTurnWin, chain_win, non_chain_win};
use crate::two_turn::{TwoTurnWin, two_turn_types, two_turn_wins};
use stonegate_stones::Color;

/// Which turns of the seven-step machine count as two-turn and three-turn wins.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub enum Reading {
    /// Turns that do what their kind promises, whatever their lines have in common.
    #[default]
    Ours,
    /// Turns that are of one of the paper's kinds: five of two-turn wins, five of chain and six of
    /// non-chain three-turn wins.
    Paper,
}

impl Reading {
    pub(crate) fn two_turn_wins(
        self,
        board: &Board,
        color: Color,
        n_stones: usize,
    ) -> Vec<TwoTurnWin> {
        match self {
            Self::Ours => two_turn_wins(board, color, n_stones).collect(),
            Self::Paper => two_turn_types(board, color, n_stones),
        }
    }

    pub(crate) fn two_turn_win(
        self,
        board: &Board,
        color: Color,
        n_stones: usize,
    ) -> Option<TwoTurnWin> {
        match self {
            Self::Ours => two_turn_wins(board, color, n_stones).next(),
            Self::Paper => two_turn_types(board, color, n_stones).first().copied(),
        }
    }

    pub(crate) fn chain_win(self, board: &Board, color: Color) -> Option<ThreeTurnWin> {
        match self {
            Self::Ours => chain_win(board, color),
            Self::Paper => three_turn::chain_group(board, color),
        }
    }

    pub(crate) fn non_chain_win(self, board: &Board, color: Color) -> Option<ThreeTurnWin> {
        match self {
            Self::Ours => non_chain_win(board, color),
            Self::Paper => three_turn::non_chain_group(board, color),
        }
    }
}

impl FromStr for Reading {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "ours" => Ok(Self::Ours),
            "paper" => Ok(Self::Paper),
            _ => Err(()),
        }
    }
}
