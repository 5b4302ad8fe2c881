//! The player: Monte Carlo tree search on the games of the lanes.
//!
//! A leaf of the tree is worth what a block of random games from there says. What the games say of
//! moves that were made later in them goes to the tree as well (all moves as first, RAVE: Gelly
//! and Silver, 2007), and knowledge of captures, ataris and shapes tells where to look first.
//!
//! A [`Search`] is shared by all threads that [work](Search::work) on it; an [`Engine`] keeps its
//! tree from one move to the next.

mod amaf;
mod choose;
mod node;
mod pattern;
mod prior;
mod search;
mod seki;
mod status;
mod tactics;

pub use choose::Choice;
pub use search::{Candidate, Report, Search};
pub use seki::seki_stones;
pub use status::{dead_stones, final_score};

use std::cell::{Cell, RefCell};

use stonegate_stones::{BoardEngine, Crew, Decision, Rating, Task, Tell, Thought};

use crate::counted::CountedGame;
use crate::game::Game;
use crate::point::Move;

/// How far the player thinks, and how it decides.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Limits {
    /// Stops after so many random games.
    pub max_games: u64,
    pub choice: Choice,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_games: u64::MAX, choice: Choice::default() }
    }
}

/// The player: a search that goes on from move to move.
#[derive(Debug)]
pub struct Engine {
    search: Option<Search>,
    /// Memory for the tree.
    n_bytes: usize,
    seed: u64,
}

/// How many random games there are between two reports.
const REPORT_INTERVAL: u64 = 1 << 13;

impl Engine {
    /// An engine whose tree has at most so many bytes.
    pub const fn new(n_bytes: usize, seed: u64) -> Self {
        Self { search: None, n_bytes, seed }
    }

    /// Forgets all it knows of positions.
    pub fn clear(&mut self) {
        self.search = None;
    }

    /// What is known of the last position that was thought about.
    pub fn report(&self) -> Option<Report> {
        self.search.as_ref().map(Search::report)
    }

    /// Thinks about the position of a game with all of a crew, until so many more random games are
    /// played or `stop` says so. Tells `progress` now and then what was found.
    pub fn think(
        &mut self,
        game: &Game,
        max_games: u64,
        crew: &dyn Crew,
        stop: &(dyn Fn() -> bool + Sync),
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        let search = match self.search.take() {
            Some(mut search) => {
                search.advance(game);
                search
            }
            None => Search::new(game, self.n_bytes),
        };
        let search = self.search.insert(search);
        let is_done = |n_games: u64| stop() || n_games >= max_games;
        let n_moves = game.n_moves() as u64;
        let seed = |thread: u64| self.seed.wrapping_add(n_moves << 32).wrapping_add(thread << 16);
        let (n_told, progress) = (Cell::new(0), RefCell::new(progress));
        let mut lead = || {
            search.work(seed(0), &|| {
                let n_games = search.n_games();
                if n_games >= n_told.get() + REPORT_INTERVAL {
                    n_told.set(n_games);
                    (progress.borrow_mut())(&search.report());
                }
                is_done(n_games)
            });
        };
        let help = |thread| search.work(seed(thread as u64), &|| is_done(search.n_games()));
        crew.work(&mut lead, &help);
        search.report()
    }
}

impl BoardEngine for Engine {
    type Game = CountedGame;
    type Limits = Limits;

    fn decide(&mut self, task: &Task<'_, Self>, tell: Tell<'_, CountedGame>) -> Decision<Move> {
        let Task { position, limits, loan } = task;
        let game = position.game();
        let mut tell = |report: &Report| tell(&thought(report));
        let stop = || loan.is_over();
        let report = self.think(game, limits.max_games, loan.crew, &stop, &mut tell);
        tell(&report);
        let action = limits.choice.choose(game, &report);
        action.map_or(Decision::Resign, |action| Decision::Play(vec![action]))
    }
}

fn thought(report: &Report) -> Thought<Move> {
    let moves = report.candidates.iter().map(|candidate| Rating {
        action: candidate.action,
        value: 100.0 * candidate.value,
        visits: candidate.n_games,
        is_proven: false,
    });
    let line = report.candidates.first().map_or(&[][..], |best| &best.line);
    Thought {
        moves: moves.collect(),
        line: line.to_vec(),
        value: Some(100.0 * report.value),
        depth: line.len() as u32,
        n_playouts: report.n_games,
        n_nodes: report.n_nodes as u64,
        ..Thought::default()
    }
}

#[cfg(test)]
mod tests {
    use stonegate_stones::{Alone, check_engine};

    use super::*;
    use crate::rules::Rules;
    use crate::size::Size;

    #[test]
    fn it_keeps_to_the_rules_of_engines() {
        let limits = Limits { max_games: 64, ..Limits::default() };
        check_engine(|| Engine::new(1 << 22, 1), &limits);
    }

    #[test]
    fn the_tree_is_kept_for_the_next_move() {
        let mut game = Game::new(Size::square(5).unwrap(), Rules::CHINESE);
        let mut engine = Engine::new(1 << 22, 1);
        let think = |game: &Game, engine: &mut Engine| {
            engine.think(game, 2048, &Alone, &|| false, &mut |_| {})
        };
        let first = think(&game, &mut engine);
        for &action in &first.candidates[0].line[..2] {
            game.play(action).unwrap();
        }
        let then = think(&game, &mut engine);
        let n_visits = then.candidates.iter().map(|it| it.n_games).sum::<u64>();
        assert!(n_visits > then.n_games, "{n_visits} visits by {} games", then.n_games);
    }
}
