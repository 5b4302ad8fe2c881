//! Go as everybody who plays it needs it: to the end, and to the count.

use stonegate_stones::{BoardGame, Color, Columns, Count, Grid, IllegalMove, Outcome, board_facts};

use crate::game::Game;
use crate::point::Move;
use crate::setup::Setup;
use crate::size::Size;
use crate::tally::Tally;

/// A game that is counted when it is over.
#[derive(Clone, Debug)]
pub struct CountedGame {
    game: Game,
    /// Once the game is over.
    tally: Option<Tally>,
}

/// What the count says of points, with the signs for it: see [`Tally::facts`].
const COUNT_MARKS: &[(&str, &str)] = &[("dead", "x"), ("black_point", "b"), ("white_point", "w")];

impl CountedGame {
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// A game with cycles that the ko rule does not forbid ends nevertheless.
    fn max_moves(&self) -> usize {
        4 * self.game.size().n_points() + 20
    }
}

impl BoardGame for CountedGame {
    type Setup = Setup;
    type Move = Move;

    const NAME: &'static str = "go";
    const TITLE: &'static str = "Go";
    const ABOUT: &'static str = "Surround more of the board than the other.";

    fn variants() -> Vec<(String, Setup)> {
        let sizes = [9, 13, 19].into_iter().filter_map(Size::square);
        let setup = |size| Setup { size, ..Setup::default() };
        sizes.map(|size| (format!("{0} × {0}", size.width()), setup(size))).collect()
    }

    fn grid(setup: &Setup) -> Grid {
        let grid = Grid::new(Columns::WithoutI, setup.size.width(), setup.size.height());
        Grid { is_upward: true, marks: COUNT_MARKS, ..grid }
    }

    fn start(setup: &Setup) -> Self {
        Self { game: setup.game(), tally: None }
    }

    fn turn(&self) -> Color {
        self.game.to_move()
    }

    fn legal(&self) -> Vec<Move> {
        if self.tally.is_some() {
            return Vec::new();
        }
        let points = self.game.legal_points(self.game.to_move());
        points.iter().map(Move::Place).chain([Move::Pass]).collect()
    }

    fn play(&mut self, action: Move) -> Result<(), IllegalMove> {
        if self.tally.is_some() {
            return Err(IllegalMove);
        }
        self.game.play(action).map_err(|_| IllegalMove)?;
        if self.game.is_over() || self.game.n_moves() >= self.max_moves() {
            self.tally = Some(Tally::new(&self.game));
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.tally.as_ref().map(Tally::outcome)
    }

    fn facts(&self) -> Vec<String> {
        let board = self.game.board();
        let stones = board.area() - board.empty();
        let stones = stones.iter().filter_map(|point| Some((point, board.at(point)?)));
        let mut facts = board_facts(stones, self.game.to_move());
        let captures = self.game.captures();
        let captured =
            Color::ALL.map(|color| format!("(captured {} {})", color.name(), captures[color]));
        // Who has the turn comes behind.
        let last = facts.len() - 1;
        facts.splice(last..last, captured);
        facts.extend(self.tally.iter().flat_map(Tally::facts));
        facts
    }

    fn count(&mut self) -> Option<&mut dyn Count> {
        let people_count = self.game.rules().removes_dead && self.game.is_over();
        self.tally.as_mut().filter(|_| people_count).map(|tally| tally as &mut dyn Count)
    }
}

#[cfg(test)]
mod tests {
    use stonegate_stones::check_conformance;

    use super::*;

    #[test]
    fn it_keeps_to_the_rules_of_board_games() {
        check_conformance::<CountedGame>(1);
    }
}
