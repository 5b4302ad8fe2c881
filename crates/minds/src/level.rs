//! How strong an engine is to play, from a beginner to all that it can.
//!
//! A level thinks less, by a number of iterations or plies and not by the clock, so that it plays
//! alike on a busy machine. And it makes mistakes as people do: it overlooks moves, and of those
//! that it sees it takes one that looks about as good as the best.

use std::fmt;
use std::str::FromStr;

use stonegate_stones::Random;

use crate::thoughts::Opinion;

/// A level from 1 to 7. The last one is the engine as it is.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Level(u8);

/// What a level below the last one does.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Weakness {
    /// How many iterations of a tree search a move is worth.
    pub(crate) iterations: u64,
    /// Which share of the moves it does not see.
    pub(crate) blindness: f64,
    /// How many points of the goal two moves are apart when it takes the better one about three
    /// times in four.
    pub(crate) vagueness: f64,
    /// How many points a move may lose that it takes for as good as the best it sees.
    pub(crate) max_loss: f64,
}

const fn weakness(iterations: u64, blindness: f64, vagueness: f64, max_loss: f64) -> Weakness {
    Weakness { iterations, blindness, vagueness, max_loss }
}

/// By the level. `docs/levels.md` tells how to measure them against each other.
const WEAKNESSES: [Weakness; 6] = [
    weakness(24, 0.60, 12.0, 60.0),
    weakness(70, 0.42, 8.0, 45.0),
    weakness(150, 0.26, 5.0, 30.0),
    weakness(1_000, 0.15, 3.0, 20.0),
    weakness(2_800, 0.07, 1.5, 11.0),
    weakness(12_000, 0.015, 0.5, 5.0),
];

/// A game with more gates than this is large: what a move is worth has to be done in its time.
const MANY_GATES: f64 = 4_096.0;

/// How many points a single visit may be wrong by.
const DOUBT: f64 = 50.0;

impl Level {
    /// The engine as it is.
    pub const MAX: Self = Self(7);

    /// What levels are called when they are asked for.
    pub const EXPECTED: &str = "a number from 1 to 7";

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MAX.0).map(Self)
    }

    /// How many iterations of a tree search a move is worth.
    pub fn iterations(self) -> u64 {
        self.weakness().map_or(u64::MAX, |weakness| weakness.iterations)
    }

    /// The same in a game with so many gates. In large games iterations are dear, and the better a
    /// level is, the more of them it does without.
    pub fn iterations_of(self, n_gates: usize) -> u64 {
        let Some(Weakness { iterations, .. }) = self.weakness() else { return u64::MAX };
        let share = (MANY_GATES / n_gates as f64).min(1.0);
        let place = f64::from(self.0 - 1) / (WEAKNESSES.len() - 1) as f64;
        (iterations as f64 * share.powf(place)).ceil() as u64
    }

    /// The value of a table for this level; nothing for the last one.
    pub(crate) fn pick<T: Copy>(self, table: [T; 6]) -> Option<T> {
        table.get(usize::from(self.0 - 1)).copied()
    }

    fn weakness(self) -> Option<Weakness> {
        self.pick(WEAKNESSES)
    }

    /// Whether the best move of an engine is overlooked that says nothing of others.
    pub(crate) fn overlooks_best(self, random: &mut Random) -> bool {
        self.pick([0.72, 0.58, 0.42, 0.20, 0.10, 0.035]).is_some_and(|share| unit(random) < share)
    }

    /// The place of the move that is made, among the opinions of an engine on all moves that it has
    /// looked at, the best first. `None` for the last level, which does as the engine says.
    pub fn choose(self, opinions: &[Opinion], random: &mut Random) -> Option<usize> {
        let Weakness { blindness, vagueness, max_loss, .. } = self.weakness()?;
        let is_known = |opinion: &Opinion| opinion.visits > 0 || opinion.is_proven;
        // Engines that do not count visits know what they tell.
        let counts_visits = opinions.iter().any(|opinion| opinion.visits > 0);
        let known = opinions.iter().enumerate().filter(|(_, it)| !counts_visits || is_known(it));
        let known = known.map(|(place, it)| (place, trusted(it))).collect::<Vec<_>>();
        let mut seen = known.clone();
        seen.retain(|_| unit(random) >= blindness);
        // Whoever overlooks everything looks again.
        let seen = if seen.is_empty() { known } else { seen };
        let best = seen.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        let per_e = vagueness / 3.0_f64.ln();
        let weight = |value: f64| {
            if best - value > max_loss { 0.0 } else { ((value - best) / per_e).exp() }
        };
        let total = seen.iter().map(|(_, value)| weight(*value)).sum::<f64>();
        let mut left = unit(random) * total;
        let chosen = seen.iter().find(|(_, value)| {
            left -= weight(*value);
            left < 0.0
        });
        chosen.or(seen.first()).map(|(place, _)| *place)
    }
}

/// What a move is worth at least, about: few visits tell little.
fn trusted(opinion: &Opinion) -> f64 {
    let doubt = if opinion.visits == 0 || opinion.is_proven { 0.0 } else { DOUBT };
    opinion.value - doubt / (opinion.visits.max(1) as f64).sqrt()
}

/// A number from 0 to 1.
fn unit(random: &mut Random) -> f64 {
    const N: usize = 1 << 30;
    random.below(N) as f64 / N as f64
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let level = text.parse::<u8>().map_err(drop)?;
        Self::all().find(|known| known.0 == level).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinions(values: &[f64]) -> Vec<Opinion> {
        let opinion = |(place, &value): (usize, &f64)| Opinion {
            action: place.to_string(),
            value,
            visits: 10,
            is_proven: false,
        };
        values.iter().enumerate().map(opinion).collect()
    }

    /// How often each move is chosen in a thousand times.
    fn counts(level: Level, values: &[f64]) -> Vec<usize> {
        let (opinions, mut random) = (opinions(values), Random::new(1, 0));
        let mut counts = vec![0; values.len()];
        for _ in 0..1000 {
            counts[level.choose(&opinions, &mut random).expect("it makes mistakes")] += 1;
        }
        counts
    }

    #[test]
    fn names_are_numbers() {
        assert_eq!(Level::all().map(|level| level.to_string()).collect::<String>(), "1234567");
        assert!(Level::all().all(|level| level.to_string().parse() == Ok(level)));
        assert!(["0", "8", "", "x"].into_iter().all(|text| text.parse::<Level>().is_err()));
    }

    #[test]
    fn large_games_get_fewer_iterations_and_better_levels_more() {
        let iterations = |n_gates| {
            let below = Level::all().filter(|level| *level < Level::MAX);
            below.map(|level| level.iterations_of(n_gates)).collect::<Vec<_>>()
        };
        assert_eq!(iterations(500), WEAKNESSES.map(|weakness| weakness.iterations));
        let large = iterations(30_000);
        assert!(large.is_sorted() && large[0] == 24 && large[5] < 3_000, "{large:?}");
        assert_eq!(Level::MAX.iterations_of(30_000), u64::MAX);
    }

    #[test]
    fn better_levels_take_the_best_move_more_often() {
        let levels = Level::all().filter(|level| *level < Level::MAX);
        let best = levels.map(|level| counts(level, &[60.0, 55.0, 40.0, 5.0])[0]);
        let best = best.collect::<Vec<_>>();
        assert!(best.is_sorted() && best[0] < 700 && best[5] > 950, "{best:?}");
        assert_eq!(Level::MAX.choose(&opinions(&[1.0]), &mut Random::new(1, 0)), None);
    }

    #[test]
    fn what_loses_too_much_is_not_taken_unless_nothing_else_is_seen() {
        let [_, bad] = counts(Level(4), &[60.0, 5.0])[..] else { unreachable!() };
        // It overlooks the better one sometimes, and both seldom.
        assert!((70..220).contains(&bad), "{bad}");
    }

    #[test]
    fn moves_that_were_not_looked_at_are_not_taken() {
        let mut opinions = opinions(&[10.0, 50.0]);
        opinions[1].visits = 0;
        let mut random = Random::new(1, 0);
        assert!((0..100).all(|_| Level(1).choose(&opinions, &mut random) == Some(0)));
        assert_eq!(Level(1).choose(&[], &mut random), None);
    }
}
