//! A game in progress.

use crate::board::Board;
use crate::forbidden::{Forbidden, forbidden};
use crate::point::Point;
use crate::rule::{Rule, Size};
use crate::shape::{Shape, Shapes};
use stonegate_stones::{Color, Outcome};

/// A game so far: the rule, the moves made, the board and who is to move.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Position {
    rule: Rule,
    board: Board,
    moves: Vec<(Point, Color)>,
    turn: Color,
    winner: Option<Color>,
}

/// Why a move cannot be made.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum PlayError {
    #[error("{0} is not on the board")]
    OffBoard(Point),
    #[error("{0} has a stone already")]
    Taken(Point),
    #[error("the game is over")]
    GameOver,
    #[error("{0} is forbidden: it makes {1}")]
    Forbidden(Point, Forbidden),
}

impl Position {
    /// An empty board, Black to move.
    pub fn new(rule: Rule, size: Size) -> Self {
        Self { rule, board: Board::new(size), moves: Vec::new(), turn: Color::Black, winner: None }
    }

    pub const fn rule(&self) -> Rule {
        self.rule
    }

    pub const fn board(&self) -> &Board {
        &self.board
    }

    pub const fn size(&self) -> Size {
        self.board.size()
    }

    /// Who is to move, also when the game is over.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Says who is to move, for positions that are set up.
    pub const fn set_turn(&mut self, turn: Color) {
        self.turn = turn;
    }

    /// The moves made and stones set up, in their order.
    pub fn moves(&self) -> &[(Point, Color)] {
        &self.moves
    }

    /// Whether the player to move may move to a point.
    pub fn check(&self, point: Point) -> Result<(), PlayError> {
        if self.outcome().is_some() {
            return Err(PlayError::GameOver);
        }
        if Point::on(self.size(), point.x(), point.y()).is_none() {
            return Err(PlayError::OffBoard(point));
        }
        if !self.board.is_empty(point) {
            return Err(PlayError::Taken(point));
        }
        match self.is_restricted().then(|| forbidden(&self.board, point)).flatten() {
            Some(reason) => Err(PlayError::Forbidden(point, reason)),
            None => Ok(()),
        }
    }

    /// The points that the player to move may move to.
    pub fn legal_moves(&self) -> impl Iterator<Item = Point> {
        self.board.empty_points().filter(|&point| self.check(point).is_ok())
    }

    /// Makes a move.
    pub fn play(&mut self, point: Point) -> Result<(), PlayError> {
        self.check(point)?;
        self.put(point, self.turn);
        self.turn = !self.turn;
        Ok(())
    }

    /// Sets a stone up: whoever is to move, and even if it is forbidden.
    pub fn set_up(&mut self, point: Point, color: Color) -> Result<(), PlayError> {
        if Point::on(self.size(), point.x(), point.y()).is_none() {
            return Err(PlayError::OffBoard(point));
        }
        if !self.board.is_empty(point) {
            return Err(PlayError::Taken(point));
        }
        self.put(point, color);
        Ok(())
    }

    /// Takes the last move back and gives the turn to the one who made it.
    pub fn take_back(&mut self) -> Option<(Point, Color)> {
        let (point, color) = self.moves.pop()?;
        self.board.remove(point);
        self.turn = color;
        self.winner = None;
        Some((point, color))
    }

    /// How the game ended, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner {
            return Some(Outcome::Win(winner));
        }
        let is_allowed = |point| !self.is_restricted() || forbidden(&self.board, point).is_none();
        let is_stuck = !self.board.empty_points().any(is_allowed);
        is_stuck.then_some(Outcome::Draw)
    }

    /// Whether the player to move has forbidden moves.
    fn is_restricted(&self) -> bool {
        self.rule == Rule::Renju && self.turn == Color::Black
    }

    fn put(&mut self, point: Point, color: Color) {
        if makes_five(&self.board, self.rule, point, color) {
            self.winner = self.winner.or(Some(color));
        }
        self.board.place(point, color);
        self.moves.push((point, color));
    }
}

/// Whether a stone on an empty point wins.
pub fn makes_five(board: &Board, rule: Rule, point: Point, color: Color) -> bool {
    let shapes = Shapes::of(rule, color);
    (0..4).any(|direction| shapes.get(board.stretch(point, direction)) == Shape::Five)
}
