//! Moves as people write them: `d3`, `e2-e4`, `Nf3`, `drop 4`.

use crate::board::{Board, Square};
use crate::chess::Chessboard;
use crate::layout::{Action, Layout};
use crate::relation::pick;
use crate::term::{Flat, functor, words};

/// How the moves in one position are written.
///
/// A move on the board is the name of its square, or of its squares with `-` between them, or `x`
/// where something is taken; a piece that is not of the commonest kind has its letter in front. What
/// else the move says, and its verb where several would be written alike, stands beside that. A move
/// that is not on the board is written as its words. Chess has its algebraic notation.
#[derive(Clone, Debug)]
pub struct Notation<'a> {
    layout: Option<&'a Layout>,
    /// What columns and rows are called.
    labels: (Vec<String>, Vec<String>),
    board: Option<Board>,
    chess: Option<Chessboard>,
}

impl<'a> Notation<'a> {
    /// The notation in a position.
    pub fn new(layout: Option<&'a Layout>, facts: &[String]) -> Self {
        let board = layout.map(|layout| layout.draw(facts.iter().map(String::as_str)));
        let chess = layout.and_then(|_| Chessboard::of(facts));
        Self { board, chess, ..Self::anywhere(layout) }
    }

    /// The notation of moves in positions that are not known: nothing is seen to be taken.
    pub fn anywhere(layout: Option<&'a Layout>) -> Self {
        let labels = layout.map(Layout::labels).unwrap_or_default();
        Self { layout, labels, board: None, chess: None }
    }

    /// A move as people write it. The legal moves are those of the same role, from which it has to
    /// be told.
    pub fn write(&self, action: &str, legal: &[String]) -> String {
        let algebraic = self.chess.as_ref().and_then(|board| board.san(action, legal));
        algebraic.or_else(|| self.on_board(action)).unwrap_or_else(|| words(action))
    }

    /// The legal move that a text means: one that is written so, in capitals or not.
    pub fn read(&self, text: &str, legal: &[String]) -> Option<String> {
        let text = text.trim();
        if let Some(action) = self.chess.as_ref().and_then(|board| board.read(text, legal)) {
            return Some(action);
        }
        let is_meant = |action: &&String| self.write(action, legal).eq_ignore_ascii_case(text);
        let mut meant = legal.iter().filter(is_meant);
        // What could be two moves is none.
        meant.next().filter(|_| meant.next().is_none()).cloned()
    }

    fn on_board(&self, action: &str) -> Option<String> {
        let layout = self.layout?;
        let flat = layout.flattener.flatten(action);
        let own = layout.actions.get(&flat.shape)?;
        let squares = layout.squares_of(action);
        if own.line.is_some() || squares.is_empty() {
            return None;
        }
        let names = squares.iter().map(|&square| self.name(square)).collect::<Vec<_>>();
        let sign = if self.takes(&squares) { "x" } else { "-" };
        let mut text = pick(&flat.leaves, &own.planes);
        let squares = format!("{}{}", self.piece(&squares), names.join(sign));
        text.push(&squares);
        let rest = rest(&flat, own);
        text.extend(&rest);
        let text = text.join(" ");
        let needs_verb = !rest.is_empty() || layout.has_another_verb(&flat.shape, own);
        Some(if needs_verb { format!("{} {text}", functor(&flat.shape)) } else { text })
    }

    /// The name of a square: its letter before its number, where it has both.
    fn name(&self, square: Square) -> String {
        let (columns, rows) = &self.labels;
        let (column, row) = (&columns[square.column], &rows[square.row]);
        let is_number = |text: &str| text.parse::<u32>().is_ok();
        match (column.as_str(), row.as_str()) {
            (name, "") | ("", name) => name.to_owned(),
            (number, letter) | (letter, number) if is_number(number) && !is_number(letter) => {
                format!("{letter}{number}")
            }
            (column, row) => format!("{column} {row}"),
        }
    }

    /// Whether a piece moves to a square that is not empty.
    fn takes(&self, squares: &[Square]) -> bool {
        let (Some(board), [_, .., target]) = (&self.board, squares) else { return false };
        board.cell(*target).is_some_and(|cell| !cell.symbol.is_empty())
    }

    /// The letter of the piece that moves, if it has one.
    fn piece(&self, squares: &[Square]) -> String {
        let (Some(layout), Some(board), [from, _, ..]) = (self.layout, &self.board, squares) else {
            return String::new();
        };
        let letter = board.cell(*from).and_then(|cell| layout.symbols.letter(&cell.words));
        letter.unwrap_or_default()
    }
}

/// What a move says beside its squares and its board.
fn rest<'a>(flat: &Flat<'a>, action: &Action) -> Vec<&'a str> {
    let is_said = |position: &usize| {
        action.planes.contains(position)
            || action.squares.iter().any(|square| square.contains(position))
    };
    let rest = (0..flat.leaves.len()).filter(|position| !is_said(position)).collect::<Vec<_>>();
    pick(&flat.leaves, &rest)
}

impl Layout {
    /// Whether moves with another verb are written with as many squares.
    fn has_another_verb(&self, shape: &str, action: &Action) -> bool {
        self.actions.iter().any(|(other, its)| {
            functor(other) != functor(shape)
                && its.line.is_none()
                && its.squares.len() == action.squares.len()
        })
    }
}
