//! Choosing a move: from a list, on the board, or by typing a part of it.

use std::collections::BTreeSet;

use stonegate_board::{Board, Layout, Square};

/// Which part of the screen the arrow keys move in.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Focus {
    Board,
    List,
}

/// A direction on the board.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Way {
    Up,
    Down,
    Left,
    Right,
}

/// A legal move.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) action: String,
    /// What the person reads.
    pub(crate) name: String,
    /// The squares that it names.
    squares: Vec<Square>,
}

/// The legal moves and how far the person has come with choosing one.
#[derive(Debug)]
pub(crate) struct Chooser {
    moves: Vec<Candidate>,
    pub(crate) focus: Focus,
    /// What the person has typed.
    pub(crate) typed: String,
    /// The squares that were picked so far.
    pub(crate) picked: Vec<Square>,
    pub(crate) cursor: Option<Square>,
    /// The place in the list of candidates.
    pub(crate) selected: usize,
}

impl Chooser {
    /// All legal moves, with what the person reads.
    pub(crate) fn new(moves: Vec<(String, String)>, board: Option<(&Layout, &Board)>) -> Self {
        let squares = |action: &String| match board {
            Some((layout, board)) => layout.squares_on(board, action),
            None => Vec::new(),
        };
        let moves = moves.into_iter();
        let moves = moves.map(|(action, name)| {
            let squares = squares(&action);
            Candidate { action, name, squares }
        });
        let mut chooser = Self {
            moves: moves.collect(),
            focus: Focus::List,
            typed: String::new(),
            picked: Vec::new(),
            cursor: None,
            selected: 0,
        };
        chooser.cursor = chooser.targets().into_iter().next();
        if chooser.cursor.is_some() {
            chooser.focus = Focus::Board;
        }
        chooser
    }

    /// The moves that are still meant: those with the typed words in them that begin
    /// on the picked squares.
    pub(crate) fn candidates(&self) -> Vec<&Candidate> {
        let typed = self.typed.to_lowercase();
        let words = typed.split(|c: char| c.is_whitespace() || "()".contains(c));
        let words = words.filter(|word| !word.is_empty()).collect::<Vec<_>>();
        let is_candidate = |candidate: &&Candidate| {
            let Candidate { action, name, squares } = candidate;
            squares.starts_with(&self.picked)
                && (contains(action, &words) || contains(name, &words))
        };
        self.moves.iter().filter(is_candidate).collect()
    }

    /// The squares that can be picked next.
    pub(crate) fn targets(&self) -> BTreeSet<Square> {
        let candidates = self.candidates().into_iter();
        candidates.filter_map(|it| it.squares.get(self.picked.len())).copied().collect()
    }

    /// The move under the cursor of the list.
    fn selected(&self) -> Option<&Candidate> {
        self.candidates().get(self.selected).copied()
    }

    /// The squares of the move under the cursor of the list.
    pub(crate) fn selected_squares(&self) -> &[Square] {
        self.selected().map_or(&[], |candidate| &candidate.squares)
    }

    /// Moves the cursor. On the board it goes to the nearest square in that direction
    /// that can be picked.
    pub(crate) fn go(&mut self, way: Way) {
        match (self.focus, way) {
            (Focus::List, Way::Up) => self.selected = self.selected.saturating_sub(1),
            (Focus::List, Way::Down) => {
                self.selected = (self.selected + 1).min(self.candidates().len().saturating_sub(1));
            }
            (Focus::List, Way::Left | Way::Right) => {}
            (Focus::Board, way) => {
                let Some(from) = self.cursor else { return };
                let targets = self.targets();
                let ahead = targets.iter().filter_map(|&to| Some((distance(from, to, way)?, to)));
                if let Some((_, to)) = ahead.min() {
                    self.cursor = Some(to);
                }
            }
        }
    }

    /// Goes by many lines in the list.
    pub(crate) fn page(&mut self, n_lines: isize) {
        self.focus = Focus::List;
        let last = self.candidates().len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(n_lines).min(last);
    }

    pub(crate) fn switch_focus(&mut self) {
        self.focus = match self.focus {
            Focus::List if !self.targets().is_empty() => Focus::Board,
            _ => Focus::List,
        };
        self.settle();
    }

    /// Takes what is under the cursor. Gives the move if that makes it certain.
    pub(crate) fn enter(&mut self) -> Option<String> {
        match (self.focus, self.cursor) {
            (Focus::Board, Some(square)) => self.pick(square),
            _ => self.selected().map(|candidate| candidate.action.clone()),
        }
    }

    /// Picks a square. Gives the move if that makes it certain; where it does not, the
    /// rest is picked from the board or from the list.
    pub(crate) fn pick(&mut self, square: Square) -> Option<String> {
        if !self.targets().contains(&square) {
            return None;
        }
        self.picked.push(square);
        self.selected = 0;
        if let [only] = self.candidates()[..] {
            let is_whole = self.selected_squares().len() == self.picked.len();
            if is_whole {
                return Some(only.action.clone());
            }
        }
        self.focus = if self.targets().is_empty() { Focus::List } else { Focus::Board };
        self.settle();
        None
    }

    pub(crate) fn type_char(&mut self, c: char) {
        self.typed.push(c);
        self.focus = Focus::List;
        self.settle();
    }

    /// Takes back the last typed character or picked square. Says whether there was
    /// one.
    pub(crate) fn back(&mut self) -> bool {
        let had_something = self.typed.pop().is_some() || self.picked.pop().is_some();
        if self.typed.is_empty() && !self.targets().is_empty() {
            self.focus = Focus::Board;
        }
        self.settle();
        had_something
    }

    /// Puts the cursor of the board as near as possible to where it was.
    pub(crate) fn stay_near(&mut self, cursor: Option<Square>) {
        if let Some(cursor) = cursor {
            let nearest = self.targets().into_iter().min_by_key(|to| apart(cursor, *to));
            self.cursor = nearest.or(Some(cursor));
        }
    }

    /// Shows a move that was advised.
    pub(crate) fn point_at(&mut self, action: &str) {
        self.typed.clear();
        self.picked.clear();
        if let Some(place) =
            self.candidates().iter().position(|candidate| candidate.action == action)
        {
            self.selected = place;
            self.focus = Focus::List;
        }
    }

    /// Keeps the cursors on something that can be chosen.
    fn settle(&mut self) {
        self.selected = self.selected.min(self.candidates().len().saturating_sub(1));
        let targets = self.targets();
        if self.cursor.is_none_or(|square| !targets.contains(&square)) {
            let from = self.picked.last().copied();
            let nearest = targets.into_iter().min_by_key(|to| from.map(|from| apart(from, *to)));
            self.cursor = nearest.or(self.cursor);
        }
    }
}

/// Whether the typed words stand in a move one after the other; the last one may be
/// unfinished.
fn contains(action: &str, typed: &[&str]) -> bool {
    let Some((last, whole)) = typed.split_last() else { return true };
    let action = action.to_lowercase();
    let words = action.split(|c: char| c.is_whitespace() || "()".contains(c));
    let words = words.filter(|word| !word.is_empty()).collect::<Vec<_>>();
    words
        .windows(typed.len())
        .any(|window| window.starts_with(whole) && window[whole.len()].starts_with(last))
}

/// How far a square is in a direction: squares straight ahead come first. `None` for
/// squares that are not ahead.
fn distance(from: Square, to: Square, way: Way) -> Option<(usize, usize)> {
    let position = |square: Square| {
        // Boards stand side by side.
        let column = square.board as isize * 1000 + square.column as isize;
        (column, square.row as isize)
    };
    let (dx, dy) = (position(to).0 - position(from).0, position(to).1 - position(from).1);
    let (ahead, aside) = match way {
        Way::Up => (-dy, dx),
        Way::Down => (dy, dx),
        Way::Left => (-dx, dy),
        Way::Right => (dx, dy),
    };
    (ahead > 0).then(|| (ahead.unsigned_abs() + 2 * aside.unsigned_abs(), aside.unsigned_abs()))
}

fn apart(a: Square, b: Square) -> usize {
    a.board.abs_diff(b.board) * 1000 + a.column.abs_diff(b.column) + a.row.abs_diff(b.row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(column: usize, row: usize) -> Square {
        Square { board: 0, column, row }
    }

    /// A chooser of moves that go from one square to another.
    fn chooser(moves: &[(&str, &[(usize, usize)])]) -> Chooser {
        let mut chooser = Chooser::new(Vec::new(), None);
        for (action, squares) in moves {
            let squares = squares.iter().map(|&(column, row)| square(column, row));
            let (action, name) = ((*action).to_owned(), action.trim_matches(['(', ')']).to_owned());
            chooser.moves.push(Candidate { action, name, squares: squares.collect() });
        }
        chooser.focus = Focus::Board;
        chooser.settle();
        chooser
    }

    const MOVES: &[(&str, &[(usize, usize)])] = &[
        ("(move 1 1 1 2)", &[(0, 0), (0, 1)]),
        ("(move 1 1 2 2)", &[(0, 0), (1, 1)]),
        ("(move 4 1 4 2)", &[(3, 0), (3, 1)]),
        ("(move 11 1 4 2)", &[(10, 0), (3, 1)]),
        ("pass", &[]),
    ];

    #[test]
    fn the_cursor_skips_what_is_not_legal() {
        let mut chooser = chooser(MOVES);
        assert_eq!(chooser.cursor, Some(square(0, 0)));
        chooser.go(Way::Right);
        assert_eq!(chooser.cursor, Some(square(3, 0)));
        chooser.go(Way::Down);
        assert_eq!(chooser.cursor, Some(square(3, 0)));
        chooser.go(Way::Left);
        assert_eq!(chooser.enter(), None);
        assert_eq!(chooser.targets(), BTreeSet::from([square(0, 1), square(1, 1)]));
        chooser.go(Way::Right);
        assert_eq!(chooser.enter().as_deref(), Some("(move 1 1 2 2)"));
    }

    #[test]
    fn squares_are_put_back() {
        let mut chooser = chooser(MOVES);
        assert_eq!(chooser.pick(square(3, 1)), None);
        assert!(chooser.picked.is_empty());
        chooser.pick(square(0, 0));
        assert!(chooser.back());
        assert_eq!(chooser.candidates().len(), 5);
        assert!(!chooser.back());
    }

    #[test]
    fn moves_are_typed() {
        let mut chooser = chooser(MOVES);
        "(move 1 1 2".chars().for_each(|c| chooser.type_char(c));
        let names = chooser.candidates().into_iter().map(|it| it.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names, ["move 1 1 2 2"]);
        assert_eq!(chooser.enter().as_deref(), Some("(move 1 1 2 2)"));
        while chooser.back() {}
        "pa".chars().for_each(|c| chooser.type_char(c));
        assert_eq!(chooser.enter().as_deref(), Some("pass"));
        chooser.type_char('x');
        assert_eq!(chooser.enter(), None);
    }

    #[test]
    fn moves_on_the_same_squares_are_chosen_from_the_list() {
        let mut chooser = chooser(&[("(promote queen)", &[(0, 0)]), ("(promote rook)", &[(0, 0)])]);
        assert_eq!(chooser.enter(), None);
        assert_eq!(chooser.focus, Focus::List);
        chooser.go(Way::Down);
        assert_eq!(chooser.enter().as_deref(), Some("(promote rook)"));
    }
}
