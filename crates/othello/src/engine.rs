//! The engine and the classic solver as everybody who plays asks them.

use stonegate_stones::{
    BoardEngine, BoardGame, Crew, Decision, Rating, Task, Tell, Thought, decided_goal,
    expected_goal,
};

use crate::classic::{ClassicSolver, Heuristic};
use crate::position::{Move, Position, Width};
use crate::search::{Engine, Limits, Pool, Ranked, Report};
use crate::square::Square;

/// A search for the best move knows little of the others. So all moves are compared first, for this
/// share of the time and no deeper than this.
const RANKING_SHARE: f64 = 0.05;
const RANKING_DEPTH: u32 = 12;

/// So many discs ahead win three games of four.
const THREE_OF_FOUR: f64 = 8.0;

impl BoardEngine for Engine {
    type Game = Position;
    type Limits = Limits;

    fn decide(&mut self, task: &Task<'_, Self>, tell: Tell<'_, Position>) -> Decision<Move> {
        let Task { position, limits, loan } = *task;
        if position.width() != Width::EIGHT {
            // There are no patterns for smaller boards.
            let mut solver = ClassicSolver::new(position.width(), Heuristic::Location);
            return solver.decide(&Task { position, limits: &(), loan }, tell);
        }
        if let [only] = position.legal()[..] {
            return Decision::Play(vec![only]);
        }
        let report = self.helped_by(loan.crew, |pool| {
            let ranked = self.compare(task, pool);
            let mut tell = |report: &Report| tell(&thought(report, &ranked));
            self.think_with(position.board(), limits, &|| loan.is_over(), pool, &mut tell)
        });
        Decision::Play(vec![placed(report.best)])
    }
}

impl Engine {
    /// Does some work while the others of a crew help.
    pub fn helped_by<T>(&self, crew: &dyn Crew, work: impl FnOnce(&Pool) -> T) -> T {
        let pool = Pool::new();
        let (mut work, mut result) = (Some(work), None);
        let mut lead = || {
            let closing = Closing(&pool);
            result = work.take().map(|work| work(closing.0));
        };
        crew.work(&mut lead, &|_| self.help(&pool));
        result.expect("a crew does the work")
    }

    /// The moves with what a short look at all of them says, the best first.
    fn compare(&self, task: &Task<'_, Self>, pool: &Pool) -> Vec<Ranked> {
        let Task { position, limits, loan } = task;
        let depth = limits.depth.min(RANKING_DEPTH);
        let limits = Limits { depth, exact_from: 0, ..**limits };
        let stop = || (loan.elapsed)() >= RANKING_SHARE;
        // Only values to the same depth can be compared: an unfinished depth does not count.
        let mut ranked = Vec::new();
        let mut keep = |moves: &[Ranked]| ranked = moves.to_vec();
        self.rank(position.board(), usize::MAX, &limits, &stop, pool, &mut keep);
        ranked
    }
}

/// Sends the helpers home, even if the work ends in a panic.
struct Closing<'a>(&'a Pool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

fn placed(square: Option<Square>) -> Move {
    square.map_or(Move::Pass, Move::Place)
}

fn thought(report: &Report, ranked: &[Ranked]) -> Thought<Move> {
    let action = placed(report.best);
    let value = goal(report.value, report.is_exact);
    let best = Rating { action, value, visits: 0, is_proven: report.is_exact };
    let others = ranked.iter().filter(|other| report.best != Some(other.square));
    let others = others.map(|other| Rating {
        action: Move::Place(other.square),
        // The deeper search says that no move is better than the best.
        value: goal(other.value, other.is_exact).min(value),
        visits: 0,
        is_proven: other.is_exact,
    });
    Thought {
        moves: [best].into_iter().chain(others).collect(),
        line: vec![action],
        value: Some(value),
        depth: report.depth,
        n_states: report.n_nodes,
        ..Thought::default()
    }
}

fn goal(value: i32, is_exact: bool) -> f64 {
    if is_exact { decided_goal(value) } else { expected_goal(value, THREE_OF_FOUR) }
}

impl BoardEngine for ClassicSolver {
    type Game = Position;
    type Limits = ();

    /// To the depth of its table, if the time does not say otherwise. It has no thoughts to tell.
    fn decide(&mut self, task: &Task<'_, Self>, _tell: Tell<'_, Position>) -> Decision<Move> {
        let Task { position, loan, .. } = task;
        if let [only] = position.legal()[..] {
            return Decision::Play(vec![only]);
        }
        let found = self.on(position.width()).play(position, &|| loan.is_over());
        Decision::Play(vec![placed(found.square)])
    }
}

#[cfg(test)]
mod tests {
    use stonegate_stones::check_engine;

    use super::*;
    use crate::evaluation::Weights;

    #[test]
    fn they_keep_to_the_rules_of_engines() {
        let limits = Limits { depth: 4, ..Limits::default() };
        check_engine(|| Engine::new(Weights::location(), 1 << 20), &limits);
        check_engine(|| ClassicSolver::new(Width::EIGHT, Heuristic::Location), &());
    }

    #[test]
    fn the_table_is_kept_for_the_next_move() {
        let limits = Limits { depth: 8, ..Limits::default() };
        let engine = Engine::new(Weights::location(), 1 << 20);
        let start = Position::start(Width::EIGHT);
        let n_nodes = |engine: &Engine, position: &Position| {
            engine.think(position.board(), &limits, &|| false).n_nodes
        };
        let first = start.play("d3".parse().unwrap()).unwrap();
        let then = first.play("c3".parse().unwrap()).unwrap();
        n_nodes(&engine, &first);
        let fresh = Engine::new(Weights::location(), 1 << 20);
        assert!(n_nodes(&engine, &then) < n_nodes(&fresh, &then));
    }
}
