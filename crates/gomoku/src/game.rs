//! Gomoku as everybody who plays it needs it.

use stonegate_stones::{
    BoardGame, Color, Columns, Grid, IllegalMove, Outcome, board_facts, in_a_row,
};

use crate::point::Point;
use crate::position::Position;
use crate::rule::{Rule, Size};
use crate::search::{Engine, Limits};
use crate::setup::Setup;

/// How far ahead one side may be in a balanced position, by our own evaluation: it should win no
/// more than five games of eight.
const MAX_ADVANTAGE: i32 = 150;

impl BoardGame for Position {
    type Setup = Setup;
    type Move = Point;

    const NAME: &'static str = "gomoku";
    const TITLE: &'static str = "Gomoku";
    const ABOUT: &'static str = "Place one stone a turn; five in a row win.";

    fn variants() -> Vec<(String, Setup)> {
        let boards = [Size::FIFTEEN, Size::SIXTEEN, Size::square(20).expect("it is a size")];
        let boards = boards.map(|size| Setup { size, ..Setup::default() });
        let rules = [Rule::Standard, Rule::Renju, Rule::Caro];
        let rules = rules.map(|rule| Setup { rule, ..Setup::default() });
        let title = |setup: Setup| {
            let (width, height) = (setup.size.width(), setup.size.height());
            (format!("{width} × {height} {}", setup.rule), setup)
        };
        boards.into_iter().chain(rules).map(title).collect()
    }

    fn grid(setup: &Setup) -> Grid {
        let grid = Grid::new(Columns::All, setup.size.width(), setup.size.height());
        Grid { is_upward: true, ..grid }
    }

    fn start(setup: &Setup) -> Self {
        setup.position()
    }

    fn turn(&self) -> Color {
        self.turn()
    }

    fn legal(&self) -> Vec<Point> {
        self.legal_moves().collect()
    }

    fn play(&mut self, point: Point) -> Result<(), IllegalMove> {
        self.play(point).map_err(|_| IllegalMove)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn facts(&self) -> Vec<String> {
        board_facts(self.board().stones(), self.turn())
    }

    fn decisive(&self) -> Vec<String> {
        match self.outcome() {
            Some(Outcome::Win(color)) => in_a_row(&self.facts(), color, 5),
            _ => Vec::new(),
        }
    }

    fn is_balanced(&self) -> bool {
        if self.outcome().is_some() {
            return false;
        }
        let limits = Limits { depth: 10, ..Limits::default() };
        let report = Engine::new(1 << 20).think(self, &limits, &|| false, &mut |_| {});
        report.value.abs() <= MAX_ADVANTAGE
    }
}

#[cfg(test)]
mod tests {
    use stonegate_stones::check_conformance;

    use super::*;

    #[test]
    fn it_keeps_to_the_rules_of_board_games() {
        check_conformance::<Position>(2);
    }

    #[track_caller]
    fn check_balance(points: &str, expected: bool) {
        let mut position = Setup { size: Size::SIXTEEN, ..Setup::default() }.position();
        for point in points.split(' ') {
            position.play(point.parse().unwrap()).unwrap();
        }
        assert_eq!(position.is_balanced(), expected, "{points}");
    }

    #[test]
    fn openings_with_an_advantage_are_not_balanced() {
        // Two stones side by side and the move are nearly won.
        check_balance("h8 a1 i8 p16", false);
        // Black is to move, but only White's stones work together.
        check_balance("k13 i10 m1 k9", false);
        // Black's stones are far away, and White's two in the middle are worth more than the move.
        check_balance("c3 h8 n14 j11", false);
        // No two stones work together.
        check_balance("e5 h8 l12 k4", true);
    }
}
