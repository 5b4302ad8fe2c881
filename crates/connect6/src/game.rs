//! Connect6 as everybody who plays it needs it: each move is one stone.

use stonegate_stones::{
    BoardGame, Color, Columns, Grid, IllegalMove, Outcome, board_facts, in_a_row,
};

use crate::cell::{Cell, Size};
use crate::position::Position;
use crate::setup::Setup;

impl BoardGame for Position {
    type Setup = Setup;
    type Move = Cell;

    const NAME: &'static str = "connect6";
    const TITLE: &'static str = "Connect6";
    const ABOUT: &'static str = "Place two stones a turn; six or more in a row win.";

    fn variants() -> Vec<(String, Setup)> {
        let sizes = [19, 15, 13].into_iter().filter_map(Size::new);
        sizes.map(|size| (format!("{0} × {0}", size.get()), Setup { size })).collect()
    }

    fn grid(setup: &Setup) -> Grid {
        Grid::new(Columns::All, setup.size.get(), setup.size.get())
    }

    fn start(setup: &Setup) -> Self {
        Self::start(setup.size)
    }

    fn turn(&self) -> Color {
        self.color()
    }

    fn legal(&self) -> Vec<Cell> {
        match self.outcome() {
            Some(_) => Vec::new(),
            None => self.board().empties().into_iter().collect(),
        }
    }

    fn play(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        *self = self.place(cell).map_err(|_| IllegalMove)?;
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn facts(&self) -> Vec<String> {
        let board = self.board();
        let color = |cell| {
            let is_black = board.stones(Color::Black).contains(cell);
            if is_black { Color::Black } else { Color::White }
        };
        let stones = board.area().without(board.empties()).into_iter();
        let mut facts = board_facts(stones.map(|cell| (cell, color(cell))), self.color());
        facts.push(format!("(stones_left {})", self.stones_left()));
        facts
    }

    fn decisive(&self) -> Vec<String> {
        match self.outcome() {
            Some(Outcome::Win(color)) => in_a_row(&self.facts(), color, 6),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use stonegate_stones::check_conformance;

    use super::*;

    #[test]
    fn it_keeps_to_the_rules_of_board_games() {
        check_conformance::<Position>(3);
    }
}
