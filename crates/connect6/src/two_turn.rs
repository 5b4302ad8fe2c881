//! Two-turn wins: a turn that makes more threats than the opponent can stop.

use std::fmt;

use crate::board::Board;
use crate::color::Color;
use crate::completion::{Completion, Completions, Form};
use crate::lines::Direction;
use crate::stones::Stones;
use crate::threats::Threats;

/// The five types of two-turn wins (2TW): two lines become one-turn wins in one turn, and at least
/// one of them with two threats.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum TwoTurnKind {
    TwoL3P2,
    L3P2CrossingL2P2,
    L3P2AndL3P1,
    L3P2CrossingL2P1,
    L3P1CrossingL2P2,
}

impl fmt::Display for TwoTurnKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TwoL3P2 => "two L3_P2s",
            Self::L3P2CrossingL2P2 => "L3_P2 crossing L2_P2",
            Self::L3P2AndL3P1 => "L3_P2 and L3_P1",
            Self::L3P2CrossingL2P1 => "L3_P2 crossing L2_P1",
            Self::L3P1CrossingL2P2 => "L3_P1 crossing L2_P2",
        })
    }
}

/// A turn after which the opponent would need at least three stones.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct TwoTurnWin {
    pub kind: TwoTurnKind,
    /// Where lines cross, one stone may be enough.
    pub stones: Stones,
}

impl fmt::Display for TwoTurnWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.kind, self.stones)
    }
}

/// All two-turn wins of a player who may place so many stones, by kind, for a board without one-turn
/// wins of either player. Each is a forced win.
pub fn two_turn_wins(
    board: &Board,
    color: Color,
    n_stones: usize,
) -> impl Iterator<Item = TwoTurnWin> {
    let candidates = candidates(&Completions::of(board, color), n_stones);
    candidates.into_iter().filter(move |win| {
        // The lines may share a cell that stops both.
        Threats::of(&board.with(color, win.stones.cells()), color).count() > 2
    })
}

/// The first two-turn win of a player.
pub fn two_turn_win(board: &Board, color: Color, n_stones: usize) -> Option<TwoTurnWin> {
    two_turn_wins(board, color, n_stones).next()
}

/// Pairs of lines that make three threats or four, if they do not get in each other's way.
fn candidates(completions: &Completions, n_stones: usize) -> Vec<TwoTurnWin> {
    let mut wins = Vec::new();
    let threes = completions.ones().collect::<Vec<Completion>>();
    let mut add = |first: &Completion, second: &Completion, stones: Stones| {
        if let Some(kind) = kind_of(first.form, second.form)
            && stones.len() <= n_stones
        {
            wins.push(TwoTurnWin { kind, stones });
        }
    };
    for (number, first) in threes.iter().enumerate() {
        let cell = first.stones.cells()[0];
        for second in &threes[number + 1..] {
            add(first, second, Stones::two(cell, second.stones.cells()[0]));
        }
        for direction in Direction::ALL.into_iter().filter(|&other| other != first.direction) {
            for second in completions.twos_with(cell, direction) {
                add(first, &second, second.stones);
            }
        }
    }
    wins.sort_by_key(|win| win.kind);
    wins
}

fn kind_of(first: Form, second: Form) -> Option<TwoTurnKind> {
    match (first, second) {
        (Form::L3P2, Form::L3P2) => Some(TwoTurnKind::TwoL3P2),
        (Form::L3P2, Form::L2P2) => Some(TwoTurnKind::L3P2CrossingL2P2),
        (Form::L3P2, Form::L3P1) | (Form::L3P1, Form::L3P2) => Some(TwoTurnKind::L3P2AndL3P1),
        (Form::L3P2, Form::L2P1) => Some(TwoTurnKind::L3P2CrossingL2P1),
        (Form::L3P1, Form::L2P2) => Some(TwoTurnKind::L3P1CrossingL2P2),
        _ => None,
    }
}
