//! Two-turn wins: a turn that makes more threats than the opponent can stop.

use std::fmt;

use crate::board::Board;
use crate::cell::{Cell, STRIDE};
use crate::completion::{Completion, Completions, Form};
use crate::lines::{Direction, LENGTH, Lines};
use crate::reading::Reading;
use crate::stones::Stones;
use crate::threats::Threats;
use stonegate_stones::Color;

/// The five types of two-turn wins (2TW), in which two lines become one-turn wins in one turn and at
/// least one of them with two threats, and what else makes three threats.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum TwoTurnKind {
    TwoL3P2,
    L3P2CrossingL2P2,
    L3P2AndL3P1,
    L3P2CrossingL2P1,
    L3P1CrossingL2P2,
    /// No type of the paper, but its definition: an L3_P1 that gets both stones and crosses another
    /// one, or three lines that get a threat each.
    L3P1AndMore,
}

impl fmt::Display for TwoTurnKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TwoL3P2 => "two L3_P2s",
            Self::L3P2CrossingL2P2 => "L3_P2 crossing L2_P2",
            Self::L3P2AndL3P1 => "L3_P2 and L3_P1",
            Self::L3P2CrossingL2P1 => "L3_P2 crossing L2_P1",
            Self::L3P1CrossingL2P2 => "L3_P1 crossing L2_P2",
            Self::L3P1AndMore => "L3_P1 and more",
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
    two_turn_wins_among(&Lines::of(board, color), n_stones)
}

pub(crate) fn two_turn_wins_among(
    lines: &Lines,
    n_stones: usize,
) -> impl Iterator<Item = TwoTurnWin> + use<> {
    let lines = *lines;
    let candidates = candidates(&Completions::among(&lines), n_stones, Reading::Ours);
    candidates.into_iter().filter(move |win| makes_three_threats(&lines, win.stones))
}

/// Whether a turn wins: lines may share a cell that stops both.
fn makes_three_threats(lines: &Lines, stones: Stones) -> bool {
    Threats::among(&lines.with_stones(stones.cells())).count() > 2
}

/// Whether a player with these lines has two-turn wins that no single stone on their cells takes
/// away.
pub(crate) fn has_separate_wins(lines: &Lines) -> bool {
    // The cells that all wins need.
    let mut shared: Option<Vec<Cell>> = None;
    for win in candidates(&Completions::among(lines), 2, Reading::Ours) {
        let needs_all = |shared: &Vec<Cell>| shared.iter().all(|&cell| win.stones.contains(cell));
        if shared.as_ref().is_some_and(needs_all) || !makes_three_threats(lines, win.stones) {
            continue;
        }
        let cells = shared.get_or_insert_with(|| win.stones.cells().to_vec());
        cells.retain(|&cell| win.stones.contains(cell));
        if cells.is_empty() {
            return true;
        }
    }
    false
}

/// The first two-turn win of a player.
pub fn two_turn_win(board: &Board, color: Color, n_stones: usize) -> Option<TwoTurnWin> {
    two_turn_wins(board, color, n_stones).next()
}

/// The turns that are of one of the paper's five types, by type, whether or not they make three
/// threats.
pub(crate) fn two_turn_types(board: &Board, color: Color, n_stones: usize) -> Vec<TwoTurnWin> {
    candidates(&Completions::of(board, color), n_stones, Reading::Paper)
}

/// Pairs of lines that may make three threats or four. Without an L3 there are no more than two.
fn candidates(completions: &Completions, n_stones: usize, reading: Reading) -> Vec<TwoTurnWin> {
    let mut wins = Vec::new();
    let threes = completions.ones().collect::<Vec<Completion>>();
    // How many threats a stone on a cell makes.
    let mut alone = [0_u8; STRIDE * STRIDE];
    for three in &threes {
        alone[three.stones.cells()[0].index()] += if three.form == Form::L3P2 { 2 } else { 1 };
    }
    let mut add = |first: &Completion, second: &Completion, stones: Stones| {
        let kind = kind_of(first.form, second.form);
        let is_type = kind != TwoTurnKind::L3P1AndMore;
        let is_promising = match reading {
            Reading::Ours => is_type || most_threats(&alone, second.form, stones) > 2,
            // Two stones in one line are not two lines.
            Reading::Paper => is_type && !(first.direction == second.direction && in_line(stones)),
        };
        if is_promising && stones.len() <= n_stones {
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

/// No turn makes more threats than its stones make alone, and together in a line that holds both.
fn most_threats(alone: &[u8], second: Form, stones: Stones) -> u8 {
    let together = if stones.len() == 2 && in_line(stones) { 2 } else { 0 };
    let together = if second == Form::L2P1 { 1 } else { together };
    stones.cells().iter().map(|cell| alone[cell.index()]).sum::<u8>() + together
}

/// Whether some line holds both cells.
fn in_line(stones: Stones) -> bool {
    let [first, second] = stones.sorted();
    let rows = first.row().abs_diff(second.row());
    let columns = first.column().abs_diff(second.column());
    rows.max(columns) < LENGTH && (rows == 0 || columns == 0 || rows == columns)
}

fn kind_of(first: Form, second: Form) -> TwoTurnKind {
    match (first, second) {
        (Form::L3P2, Form::L3P2) => TwoTurnKind::TwoL3P2,
        (Form::L3P2, Form::L2P2) => TwoTurnKind::L3P2CrossingL2P2,
        (Form::L3P2, Form::L3P1) | (Form::L3P1, Form::L3P2) => TwoTurnKind::L3P2AndL3P1,
        (Form::L3P2, Form::L2P1) => TwoTurnKind::L3P2CrossingL2P1,
        (Form::L3P1, Form::L2P2) => TwoTurnKind::L3P1CrossingL2P2,
        _ => TwoTurnKind::L3P1AndMore,
    }
}
