//! The engine, the pattern machine and the small opponent as everybody who plays asks them.

use stonegate_stones::{BoardEngine, Color, Decision, Rating, Task, Tell, Thought, expected_goal};

use crate::patterns::{Firing, Pattern, PatternFile, PatternMachine};
use crate::point::Point;
use crate::position::Position;
use crate::search::{Engine, Limits, Report};
use crate::two_ply::TwoPly;

/// A value that wins three games of four.
const THREE_OF_FOUR: f64 = 330.0;

impl BoardEngine for Engine {
    type Game = Position;
    type Limits = Limits;

    fn decide(&mut self, task: &Task<'_, Self>, tell: Tell<'_, Position>) -> Decision<Point> {
        let Task { position, limits, loan } = task;
        let mut tell = |report: &Report| tell(&thought(report, position.turn()));
        let report = self.think(position, limits, &|| loan.is_over(), &mut tell);
        play(position, report.best)
    }
}

/// A pattern knows nothing of rules, and on a tiny board none may match: then any move does.
fn play(position: &Position, point: Option<Point>) -> Decision<Point> {
    let legal = point.filter(|&point| position.check(point).is_ok());
    Decision::Play(legal.or_else(|| position.legal_moves().next()).into_iter().collect())
}

fn thought(report: &Report, color: Color) -> Thought<Point> {
    let value = match report.win {
        Some((winner, _)) if winner == color => 100.0,
        Some(_) => 0.0,
        None => expected_goal(report.value, THREE_OF_FOUR),
    };
    let is_proven = report.win.is_some();
    let rating = |action| Rating { action, value, visits: 0, is_proven };
    Thought {
        moves: report.best.map(rating).into_iter().collect(),
        line: report.line.clone(),
        value: Some(value),
        depth: report.depth,
        n_states: report.n_nodes,
        ..Thought::default()
    }
}

/// The pattern machine, which tells which pattern fired.
impl BoardEngine for PatternFile {
    type Game = Position;
    type Limits = ();

    fn decide(&mut self, task: &Task<'_, Self>, tell: Tell<'_, Position>) -> Decision<Point> {
        let position = task.position;
        let machine = PatternMachine::new(self);
        let firing = machine.fire(position.board(), position.turn());
        if let Some(firing) = &firing {
            let rating = Rating { action: firing.point, value: 50.0, visits: 1, is_proven: false };
            tell(&Thought {
                moves: vec![rating],
                reason: self.reason(firing.entry),
                marks: marks(&machine, firing),
                ..Thought::default()
            });
        }
        play(position, firing.map(|firing| firing.point))
    }
}

impl PatternFile {
    /// What to tell of an entry that fires.
    pub fn reason(&self, entry: usize) -> String {
        let comments = self.entries[entry].comments.join(" ");
        format!("pattern {} of {}: {comments}", entry + 1, self.entries.len())
    }
}

/// The points that the pattern asks something of.
fn marks(machine: &PatternMachine, firing: &Firing) -> Vec<String> {
    let pattern = machine.patterns().nth(firing.number);
    let demands = pattern.into_iter().flat_map(Pattern::demands);
    demands.map(|(spot, _)| firing.window.translate(spot).to_string()).collect()
}

impl BoardEngine for TwoPly {
    type Game = Position;
    type Limits = ();

    fn decide(&mut self, task: &Task<'_, Self>, _tell: Tell<'_, Position>) -> Decision<Point> {
        play(task.position, self.choose(task.position))
    }
}

#[cfg(test)]
mod tests {
    use stonegate_stones::check_engine;

    use super::*;
    use crate::setup::Setup;

    #[test]
    fn they_keep_to_the_rules_of_engines() {
        check_engine(|| Engine::new(1 << 20), &Limits { depth: 4, ..Limits::default() });
        check_engine(PatternFile::shipped, &());
        check_engine(|| TwoPly::new(1), &());
    }

    #[test]
    fn the_table_is_kept_for_the_next_move() {
        let think = |position: &Position, engine: &mut Engine, depth: u32| {
            let limits = Limits { depth, ..Limits::default() };
            engine.think(position, &limits, &|| false, &mut |_| {})
        };
        let (mut n_kept, mut n_fresh) = (0, 0);
        for opening in ["h8 i9 j8", "h8 h9 j10", "g8 i8 h10"] {
            let mut position = Setup::default().position();
            let mut engine = Engine::new(1 << 22);
            for text in opening.split(' ') {
                position.play(text.parse().unwrap()).unwrap();
            }
            // Two plies later the search to depth 5 was made already.
            let first = think(&position, &mut engine, 7);
            for &point in &first.line[..2] {
                position.play(point).unwrap();
            }
            n_kept += think(&position, &mut engine, 5).n_nodes;
            n_fresh += think(&position, &mut Engine::new(1 << 22), 5).n_nodes;
        }
        assert!(n_kept < n_fresh, "{n_kept} {n_fresh}");
    }
}
