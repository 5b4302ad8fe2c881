//! Othello as everybody who plays it needs it.

use stonegate_stones::{
    BoardGame, Color, Columns, Grid, IllegalMove, Lines, Outcome, board_facts, perft,
};

use crate::evaluation::Weights;
use crate::perft::count_lines;
use crate::position::{Move, Position, Width};
use crate::search::{Engine, Limits};
use crate::setup::Setup;
use crate::square::squares;

/// How many discs ahead one side may be in a balanced position, by our own evaluation.
const MAX_ADVANTAGE: i32 = 8;

impl BoardGame for Position {
    type Setup = Setup;
    type Move = Move;

    const NAME: &'static str = "othello";
    const TITLE: &'static str = "Othello";
    const ABOUT: &'static str = "Enclose the other's discs to turn them; most discs win.";

    fn variants() -> Vec<(String, Setup)> {
        [Width::EIGHT, Width::SIX, Width::FOUR]
            .map(|width| (format!("{0} × {0}", width.get()), Setup { width }))
            .to_vec()
    }

    fn grid(setup: &Setup) -> Grid {
        let width = setup.width.get();
        Grid { on_lines: false, ..Grid::new(Columns::All, width, width) }
    }

    fn start(setup: &Setup) -> Self {
        Self::start(setup.width)
    }

    fn turn(&self) -> Color {
        self.color()
    }

    fn legal(&self) -> Vec<Move> {
        if self.must_pass() {
            return vec![Move::Pass];
        }
        squares(self.legal_moves()).map(Move::Place).collect()
    }

    fn play(&mut self, action: Move) -> Result<(), IllegalMove> {
        *self = Self::play(self, action).map_err(|_| IllegalMove)?;
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::of_lead(self.score()))
    }

    fn facts(&self) -> Vec<String> {
        let board = self.board();
        let discs = squares(board.mover() | board.opponent()).map(|square| {
            let is_black = self.discs(Color::Black) & 1 << square.index() != 0;
            (square, if is_black { Color::Black } else { Color::White })
        });
        board_facts(discs, self.color())
    }

    fn count_lines(&self, depth: u32) -> Lines {
        match self.width() {
            Width::EIGHT => count_lines(self.board(), depth),
            _ => perft(self, depth),
        }
    }

    fn is_balanced(&self) -> bool {
        if self.is_over() {
            return false;
        }
        if self.width() != Width::EIGHT {
            return true;
        }
        let engine = Engine::new(Weights::trained(), 1 << 20);
        let limits = Limits { depth: 10, ..Limits::default() };
        engine.think(self.board(), &limits, &|| false).value.abs() <= MAX_ADVANTAGE
    }
}

#[cfg(test)]
mod tests {
    use stonegate_stones::check_conformance;

    use super::*;

    #[test]
    fn it_keeps_to_the_rules_of_board_games() {
        check_conformance::<Position>(10);
    }
}
