//! Regression games: whether a changed file plays better than the one it was made of.

use super::arena::{Opening, Opponent, play_game, replay, worth};
use crate::patterns::PatternMachine;
use crate::position::Position;
use stonegate_stones::Random;

/// After so many games it is asked again whether to go on.
const N_BATCH: usize = 20;
/// A change that makes no difference in so many games will hardly make any.
const N_IDLE: usize = 200;

/// How the machine does from a set of openings, and whether another would do better.
///
/// Both play from the same openings, and the differences are added up until they say enough: a
/// sequential test (Wald, 1945) with the deviation of the differences as its measure.
#[derive(Debug)]
pub(super) struct Trial {
    seed: u64,
    /// Twice as many as a trial has at most: it begins with any of them.
    games: Vec<Option<Game>>,
}

/// A game of the machine, or of the one before it.
#[derive(Clone, Debug)]
struct Game {
    position: Position,
    is_current: bool,
}

/// What a trial of another machine came to.
#[derive(Debug)]
pub(super) struct Verdict {
    /// The games that differ, and the numbers of their openings.
    changed: Vec<(usize, Position)>,
    first: usize,
    /// How many points more the other machine has.
    pub(super) gain: f32,
    pub(super) n_games: usize,
}

/// How much better a changed machine has to be.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Demand {
    /// Clearly better: nothing else speaks for the change.
    Better,
    /// Not worse: the teacher speaks for the change.
    NotWorse,
    /// Clearly better, or the same as long as it is looked for: the change makes the file smaller.
    BetterOrSame,
    /// Clearly better, or the same in every game of the trial: the teacher speaks for the change, and
    /// there is room.
    BetterOrHarmless,
}

impl Trial {
    /// Trials of at most so many games, from the openings of a seed.
    pub(super) fn new(seed: u64, n_games: usize) -> Self {
        Self { seed, games: vec![None; 2 * n_games] }
    }

    /// Plays until it is clear whether another machine does as well as it has to.
    pub(super) fn hold(
        &mut self,
        machine: &PatternMachine,
        other: &PatternMachine,
        demand: Demand,
        random: &mut Random,
        opponent: &mut dyn Opponent,
    ) -> Option<Verdict> {
        const CLEARLY: f32 = 3.0;
        let needed = match demand {
            Demand::Better | Demand::BetterOrSame | Demand::BetterOrHarmless => 1.0,
            Demand::NotWorse => 0.3,
        };
        let n_openings = self.games.len();
        let n_games = n_openings / 2;
        let n_idle = if demand == Demand::BetterOrHarmless { n_games } else { N_IDLE.min(n_games) };
        let first = random.below(n_openings);
        let mut verdict = Verdict { changed: Vec::new(), first, gain: 0.0, n_games: 0 };
        let mut squares: f32 = 0.0;
        while verdict.n_games < n_games {
            let number = (first + verdict.n_games) % n_openings;
            let opening = Opening::new(self.seed, number as u64);
            let before = self.game(machine, number, opponent);
            if let Some(after) = replay(other, opening, before, opponent) {
                let color = opening.color();
                let difference = worth(&after, color) - worth(before, color);
                verdict.gain += difference;
                squares += difference.powi(2);
                verdict.changed.push((number, after));
            }
            verdict.n_games += 1;
            if verdict.n_games.is_multiple_of(N_BATCH) {
                let deviation = squares.sqrt();
                if verdict.changed.is_empty() && verdict.n_games >= n_idle {
                    break;
                }
                // It may be unlucky at first, but less and less so.
                let played = verdict.n_games as f32 / n_games as f32;
                if verdict.gain < (played * (1.0 + needed) - 1.0) * deviation {
                    return None;
                }
                if verdict.gain > CLEARLY * deviation && verdict.n_games >= N_IDLE {
                    return Some(verdict);
                }
            }
        }
        let is_accepted = if verdict.changed.is_empty() {
            matches!(demand, Demand::BetterOrSame | Demand::BetterOrHarmless)
        } else {
            verdict.gain > 0.0 && verdict.gain >= needed * squares.sqrt()
        };
        is_accepted.then_some(verdict)
    }

    /// The machine's game from an opening.
    fn game(
        &mut self,
        machine: &PatternMachine,
        number: usize,
        opponent: &mut dyn Opponent,
    ) -> &Position {
        let opening = Opening::new(self.seed, number as u64);
        let game = match self.games[number].take() {
            Some(game) if game.is_current => game.position,
            Some(game) => {
                replay(machine, opening, &game.position, opponent).unwrap_or(game.position)
            }
            None => play_game(machine, opening, opponent),
        };
        &self.games[number].insert(Game { position: game, is_current: true }).position
    }

    /// From here on the other machine is the one to be compared with.
    pub(super) fn adopt(&mut self, verdict: Verdict) {
        let n_openings = self.games.len();
        let is_played =
            |number: usize| (number + n_openings - verdict.first) % n_openings < verdict.n_games;
        for (number, game) in self.games.iter_mut().enumerate() {
            if let Some(game) = game {
                game.is_current &= is_played(number);
            }
        }
        for (number, position) in verdict.changed {
            self.games[number] = Some(Game { position, is_current: true });
        }
    }
}

impl Verdict {
    /// What an entry of the file says of the games that it was taken in for.
    pub(super) fn describe(&self) -> String {
        format!("{:+.1} points in {} games", self.gain, self.n_games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::PatternFile;
    use crate::two_ply::TwoPly;

    /// Whether the minimal file without some of its entries stands the test.
    #[track_caller]
    fn check(removed: &[usize], demand: Demand, expected: bool) {
        let mut other = PatternFile::minimal();
        for &entry in removed.iter().rev() {
            other.entries.remove(entry);
        }
        let machine = PatternMachine::new(&PatternFile::minimal());
        let other = PatternMachine::new(&other);
        let mut random = Random::new(1, 1);
        let mut trial = Trial::new(5, 40);
        let verdict = trial.hold(&machine, &other, demand, &mut random, &mut TwoPly::new(0));
        assert_eq!(verdict.is_some(), expected, "{verdict:?}");
        if let Some(verdict) = verdict {
            trial.adopt(verdict);
            assert!(trial.games.iter().flatten().all(|game| game.is_current));
        }
    }

    #[test]
    fn a_machine_that_does_not_block_is_worse() {
        check(&[4, 5, 6, 7], Demand::NotWorse, false);
    }

    #[test]
    fn the_same_machine_is_not_better_and_not_worse() {
        check(&[], Demand::Better, false);
        check(&[], Demand::BetterOrSame, true);
        check(&[], Demand::BetterOrHarmless, true);
    }
}
