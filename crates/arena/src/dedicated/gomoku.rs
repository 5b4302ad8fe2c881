//! Gomoku in matches.

pub(crate) mod player;
mod seated;

use stonegate_board::{Layout, Orientation};
use stonegate_gomoku::{Color, Engine, Limits, Outcome, Position, Rule, Setup, Size};

use super::{DedicatedError, TurnGame};

pub(crate) use seated::{Seated, text};

/// A game of Gomoku. Black is the first role.
#[derive(Debug)]
pub(crate) struct Game {
    position: Position,
}

impl Game {
    pub(crate) fn new(setup: Setup) -> Self {
        Self { position: setup.position() }
    }
}

/// Reads the size of the board and the rule.
pub(super) fn parse(size: &str, settings: &str) -> Result<Setup, DedicatedError> {
    format!("{size}:{settings}").parse().map_err(|error: stonegate_gomoku::ParseSetupError| {
        DedicatedError::Setting {
            game: "gomoku",
            setting: error.0,
            expected: "a size from 5 to 25 and a rule (freestyle, standard, renju or caro), as in \
                       `gomoku15:rule=renju`",
        }
    })
}

pub(super) fn layout(setup: Setup) -> Layout {
    let columns = ('a'..='z').take(setup.size.width()).map(String::from).collect();
    let rows = (1..=setup.size.height()).map(|row| row.to_string()).collect();
    Layout::of_squares(columns, rows, Orientation::default(), true)
}

/// The boards and rules to choose from.
pub(super) fn variants() -> Vec<(String, Setup)> {
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

/// How far ahead one side may be, by our own evaluation.
const MAX_ADVANTAGE: i32 = 80;

/// Whether neither side is far ahead.
pub(super) fn is_balanced(setup: Setup, line: &[Vec<String>]) -> bool {
    let mut game = Game::new(setup);
    for joint in line {
        game.play(&joint[game.mover()]);
    }
    if game.position.outcome().is_some() {
        return false;
    }
    let limits = Limits { depth: 6, ..Limits::default() };
    let report = Engine::new(1 << 20).think(&game.position, &limits, &|| false, &mut |_| {});
    report.value.abs() <= MAX_ADVANTAGE
}

impl TurnGame for Game {
    fn facts(&self) -> Vec<String> {
        let name = |color| if color == Color::Black { "black" } else { "white" };
        let stones = self.position.board().stones();
        let cells = stones.map(|(point, color)| format!("(cell {} {})", text(point), name(color)));
        cells.chain([format!("(control {})", name(self.position.turn()))]).collect()
    }

    fn mover(&self) -> usize {
        usize::from(self.position.turn() == Color::White)
    }

    fn moves(&self) -> Vec<String> {
        self.position.legal_moves().map(text).collect()
    }

    fn play(&mut self, action: &str) {
        let point = action.parse().expect("the move is legal");
        self.position.play(point).expect("the move is legal");
    }

    fn result(&self) -> Option<[u8; 2]> {
        self.position.outcome().map(|outcome| match outcome {
            Outcome::Win(Color::Black) => [100, 0],
            Outcome::Win(Color::White) => [0, 100],
            Outcome::Draw => [50, 50],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(points: &str, expected: bool) {
        let setup = Setup { size: Size::SIXTEEN, ..Setup::default() };
        let joint = |(number, point): (usize, &str)| {
            let mut joint = vec!["noop".to_owned(); 2];
            joint[number % 2] = point.to_owned();
            joint
        };
        let line: Vec<Vec<String>> = points.split(' ').enumerate().map(joint).collect();
        assert_eq!(is_balanced(setup, &line), expected, "{points}");
    }

    #[test]
    fn openings_with_an_advantage_are_not_balanced() {
        // Two stones side by side and the move are nearly won.
        check("h8 a1 i8 p16", false);
        // Black is to move, but only White's stones work together.
        check("k13 i10 m1 k9", false);
        // Black's stones are far away, and Black is to move.
        check("c3 h8 n14 j11", true);
    }
}
