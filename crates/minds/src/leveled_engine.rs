//! Engines of dedicated games that play below their strength.

use std::time::Duration;

use stonegate_stones::{
    BoardEngine, BoardGame, Decision, Loan, Outcome, Random, Rating, Task, Tell, Thought, place_of,
};

use crate::level::Level;
use crate::thoughts::Thoughts;

/// An engine that can think less.
pub trait Limited: BoardEngine {
    /// How far it thinks at a level; as far as it can at the last one.
    fn limits(level: Level) -> Self::Limits;

    /// How far it thinks of a position at a glance.
    fn glance() -> Self::Limits;
}

impl Limited for stonegate_go::Engine {
    fn limits(level: Level) -> Self::Limits {
        let mut limits = Self::Limits::default();
        if let Some(max_games) = level.pick([48, 300, 650, 1_100, 2_300, 8_000]) {
            limits.max_games = max_games;
            // Whoever makes mistakes hopes for those of others.
            limits.choice.resign_below = 0.0;
        }
        limits
    }

    fn glance() -> Self::Limits {
        Self::Limits { max_games: 64, ..Self::Limits::default() }
    }
}

impl Limited for stonegate_gomoku::Engine {
    fn limits(level: Level) -> Self::Limits {
        let limited = level.pick([
            (1, 300, false),
            (2, 700, false),
            (2, 2_000, false),
            (4, 8_000, true),
            (7, 60_000, true),
            (10, 150_000, true),
        ]);
        limited.map_or_else(Self::Limits::default, |(depth, nodes, uses_threats)| Self::Limits {
            depth,
            nodes,
            uses_threats,
        })
    }

    fn glance() -> Self::Limits {
        Self::Limits { depth: 1, nodes: 200, uses_threats: false }
    }
}

impl Limited for stonegate_othello::Engine {
    fn limits(level: Level) -> Self::Limits {
        let limits = Self::Limits::default();
        let limited = level.pick([(1, 1), (1, 2), (1, 3), (2, 4), (2, 6), (3, 8)]);
        limited.map_or(limits, |(depth, exact_from)| Self::Limits { depth, exact_from, ..limits })
    }

    fn glance() -> Self::Limits {
        Self::Limits { depth: 1, exact_from: 1, ..Self::Limits::default() }
    }
}

impl Limited for stonegate_connect6::Engine {
    fn limits(level: Level) -> Self::Limits {
        let limits = Self::Limits::default();
        level.pick([1, 1, 2, 3, 5, 10]).map_or(limits, |n_rounds| Self::Limits { n_rounds })
    }

    fn glance() -> Self::Limits {
        Self::Limits { n_rounds: 1 }
    }
}

/// So many moves are looked at by an engine that knows only its best one.
const MAX_GLANCES: usize = 24;

/// An engine that thinks less than it could and then chooses as a level does.
#[derive(Debug)]
pub struct LeveledEngine<E> {
    engine: E,
    level: Level,
    random: Random,
}

impl<E: Limited> LeveledEngine<E> {
    pub fn new(engine: E, level: Level, seed: u64) -> Self {
        Self { engine, level, random: Random::new(seed, 0) }
    }

    /// What the moves near others are worth at a glance.
    fn glance(&mut self, task: &Task<'_, Self>) -> Vec<Rating<MoveOf<E>>> {
        let mut moves = near_moves(task.position);
        let mut ratings = Vec::new();
        while !moves.is_empty() && ratings.len() < MAX_GLANCES && !task.loan.is_over() {
            let action = moves.swap_remove(self.random.below(moves.len()));
            let mut after = task.position.clone();
            if after.play(action).is_ok() {
                let value = self.value(&after, task);
                ratings.push(Rating { action, value, visits: 0, is_proven: false });
            }
        }
        ratings
    }

    /// What a position after a move is worth to who has made it.
    fn value(&mut self, after: &E::Game, task: &Task<'_, Self>) -> f64 {
        let own = task.position.turn();
        match after.outcome() {
            Some(Outcome::Win(color)) => return if color == own { 100.0 } else { 0.0 },
            Some(Outcome::Draw) => return 50.0,
            None => {}
        }
        let (limits, mut value) = (E::glance(), 50.0);
        let task = Task { position: after, limits: &limits, loan: task.loan };
        self.engine.decide(&task, &mut |thought| value = thought.value.unwrap_or(value));
        if after.turn() == own { value } else { 100.0 - value }
    }
}

type MoveOf<E> = <<E as BoardEngine>::Game as BoardGame>::Move;

impl<E: Limited> BoardEngine for LeveledEngine<E> {
    type Game = E::Game;
    type Limits = E::Limits;

    fn decide(&mut self, task: &Task<'_, Self>, tell: Tell<'_, Self::Game>) -> Decision<MoveOf<E>> {
        if self.level == Level::MAX {
            let Task { position, limits, loan } = *task;
            return self.engine.decide(&Task { position, limits, loan }, tell);
        }
        // How long the limits take is nobody's concern as long as there is time.
        let Loan { elapsed: whole, crew } = task.loan;
        let elapsed = || if whole() >= 1.0 { 1.0 } else { 0.0 };
        let loan = Loan { elapsed: &elapsed, crew };
        let mut last = Thought::default();
        let inner = Task { position: task.position, limits: task.limits, loan };
        let decision = self.engine.decide(&inner, &mut |thought| {
            tell(thought);
            last = thought.clone();
        });
        let Decision::Play(moves) = &decision else { return decision };
        let Some(&best) = moves.first() else { return decision };
        // Who would pass has nothing to gain by anything else.
        if best.to_string() == PASS {
            return decision;
        }
        let mut ratings = last.moves;
        if ratings.len() < 2 {
            // What a glance says cannot be compared with what a search says.
            if !self.level.overlooks_best(&mut self.random) {
                return decision;
            }
            ratings = self.glance(task);
            ratings.retain(|rating| rating.action != best);
        }
        ratings.retain(|rating| rating.action.to_string() != PASS);
        let thought = Thought { moves: ratings, ..Thought::default() };
        let Thoughts { opinions, .. } = Thoughts::of(&thought, task.position, Duration::ZERO);
        match self.level.choose(&opinions, &mut self.random) {
            Some(place) if thought.moves[place].action != best => {
                Decision::Play(vec![thought.moves[place].action])
            }
            _ => decision,
        }
    }
}

/// What the games call it when somebody does not move.
const PASS: &str = "pass";

/// The legal moves that are near stones, or all where none is.
fn near_moves<G: BoardGame>(position: &G) -> Vec<G::Move> {
    const REACH: i32 = 2;
    let facts = position.facts();
    let stones = facts.iter().filter_map(|fact| {
        let rest = fact.strip_prefix("(cell ")?;
        place_of(rest.split_whitespace().next()?)
    });
    let stones = stones.collect::<Vec<_>>();
    let is_near = |action: &G::Move| {
        place_of(&action.to_string()).is_some_and(|(column, row)| {
            let reaches =
                |&(x, y): &(i32, i32)| (x - column).abs() <= REACH && (y - row).abs() <= REACH;
            stones.iter().any(reaches)
        })
    };
    let legal = position.legal();
    let near = legal.iter().copied().filter(is_near).collect::<Vec<_>>();
    if near.is_empty() { legal } else { near }
}

#[cfg(test)]
mod tests {
    use stonegate_stones::Alone;

    use super::*;

    /// How many stones or discs Black is ahead of, in goals, if a level plays another from the start.
    fn goal<E: Limited>(make: impl Fn() -> E, levels: [Level; 2], seed: u64) -> f64 {
        let mut players = levels.map(|level| LeveledEngine::new(make(), level, seed));
        let mut game = E::Game::start(&<E::Game as BoardGame>::Setup::default());
        let loan = Loan { elapsed: &|| 0.0, crew: &Alone };
        while game.outcome().is_none() {
            let place = game.turn().index();
            let limits = E::limits(levels[place]);
            let task = Task { position: &game, limits: &limits, loan };
            let Decision::Play(moves) = players[place].decide(&task, &mut |_| {}) else { break };
            game.play(moves[0]).expect("the move is legal");
        }
        match game.outcome() {
            Some(Outcome::Win(color)) => f64::from(color.index() == 0),
            _ => 0.5,
        }
    }

    fn level(number: &str) -> Level {
        number.parse().expect("a level")
    }

    #[test]
    fn a_beginner_loses_to_an_advanced_player() {
        let othello =
            || stonegate_othello::Engine::new(stonegate_othello::Weights::trained(), 1 << 20);
        let gomoku = || stonegate_gomoku::Engine::new(1 << 20);
        for seed in 1..3 {
            assert!(goal(othello, [level("1"), level("5")], seed) < 0.5, "seed {seed}");
            assert!(goal(gomoku, [level("1"), level("5")], seed) < 0.5, "seed {seed}");
        }
    }

    #[test]
    fn a_level_repeats_itself() {
        let gomoku = || stonegate_gomoku::Engine::new(1 << 20);
        let line = |seed| {
            let mut engine = LeveledEngine::new(gomoku(), level("2"), seed);
            let mut game = stonegate_gomoku::Position::start(&stonegate_gomoku::Setup::default());
            let loan = Loan { elapsed: &|| 0.0, crew: &Alone };
            let limits = stonegate_gomoku::Engine::limits(level("2"));
            let mut line = Vec::new();
            while line.len() < 12 && game.outcome().is_none() {
                let task = Task { position: &game, limits: &limits, loan };
                let Decision::Play(moves) = engine.decide(&task, &mut |_| {}) else { break };
                game.play(moves[0]).expect("the move is legal");
                line.push(moves[0].to_string());
            }
            line
        };
        assert_eq!(line(1), line(1));
        assert_ne!(line(1), line(2));
    }
}
