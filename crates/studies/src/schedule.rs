//! Who meets whom.

mod knockout;
mod swiss;

use std::fmt;
use std::str::FromStr;

use crate::results::Results;
use crate::unit::Unit;

use knockout::Knockout;
use swiss::Swiss;

/// How players meet.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub enum Schedule {
    /// Everybody meets everybody else, in each round.
    #[default]
    RoundRobin,
    /// The first player meets everybody else, in each round.
    Gauntlet,
    /// In each round, players with about as many points meet who have not met before.
    Swiss,
    /// Who loses is out. A round is a pair of games; who has not won after the last one and three
    /// more loses against the one that was named earlier.
    Knockout,
}

/// Makes the units of a study, a stage at a time.
#[derive(Debug)]
pub(crate) struct Planner {
    pairing: Pairing,
    /// How many play each game.
    seats: Vec<usize>,
    games_left: u64,
    n_units: u64,
    n_stages: u32,
    rounds: u32,
}

#[derive(Debug)]
enum Pairing {
    RoundRobin { n_players: usize },
    Gauntlet { n_players: usize },
    Swiss(Swiss),
    Knockout(Knockout),
}

impl Planner {
    /// Plans for a number of players, and games that are played by so many of them.
    pub(crate) fn new(
        schedule: Schedule,
        n_players: usize,
        seats: Vec<usize>,
        rounds: u32,
        max_games: Option<u64>,
    ) -> anyhow::Result<Self> {
        let needs_two = matches!(schedule, Schedule::Swiss | Schedule::Knockout);
        anyhow::ensure!(
            !needs_two || seats.iter().all(|&n_seats| n_seats == 2),
            "a {schedule} tournament needs games for two"
        );
        let pairing = match schedule {
            Schedule::RoundRobin => Pairing::RoundRobin { n_players },
            Schedule::Gauntlet => Pairing::Gauntlet { n_players },
            Schedule::Swiss => Pairing::Swiss(Swiss::new(n_players)),
            Schedule::Knockout => Pairing::Knockout(Knockout::new(n_players)),
        };
        let games_left = max_games.unwrap_or(u64::MAX);
        Ok(Self { pairing, seats, games_left, n_units: 0, n_stages: 0, rounds })
    }

    /// Whether a stage depends on the results of those before.
    pub(crate) fn depends_on_results(&self) -> bool {
        matches!(self.pairing, Pairing::Swiss(_) | Pairing::Knockout(_))
    }

    /// How many units there are at most, where that is known.
    pub(crate) fn n_units_at_most(&self) -> Option<u64> {
        let per_round = self.seats.iter().map(|&n_seats| match self.pairing {
            Pairing::RoundRobin { n_players } => Some(groups(n_players, n_seats).len() as u64),
            Pairing::Gauntlet { n_players } => Some(with_first(n_players, n_seats).len() as u64),
            Pairing::Swiss(ref swiss) => Some(swiss.n_pairs() as u64),
            Pairing::Knockout(_) => None,
        });
        let per_round = per_round.sum::<Option<u64>>()?;
        let by_rounds = per_round.saturating_mul(self.rounds.into());
        let fewest = self.seats.iter().copied().min().unwrap_or(1).max(1) as u64;
        let by_games = self.games_left.saturating_add(fewest - 1) / fewest;
        Some(by_rounds.min(by_games.saturating_add(self.n_units)))
    }

    /// The units of the next stage; none when the tournament is over. What depends on results wants
    /// those of all units so far.
    pub(crate) fn next_stage(&mut self, results: &Results) -> Vec<Unit> {
        let stage = self.n_stages;
        self.n_stages += 1;
        let (round, n_repeats, pairs) = match &mut self.pairing {
            Pairing::Knockout(knockout) => {
                let Some((n_repeats, pairs)) = knockout.next_pairs(results, self.rounds) else {
                    return Vec::new();
                };
                (knockout.n_openings(n_repeats), n_repeats, Some(pairs))
            }
            _ if stage >= self.rounds => return Vec::new(),
            Pairing::Swiss(swiss) => (stage, 1, Some(swiss.next_pairs(results))),
            Pairing::RoundRobin { .. } | Pairing::Gauntlet { .. } => (stage, 1, None),
        };
        let mut units = Vec::new();
        for repeat in 0..n_repeats {
            for (game, &n_seats) in self.seats.iter().enumerate() {
                let groups = match (&pairs, &self.pairing) {
                    (Some(pairs), _) => pairs.clone(),
                    (None, Pairing::Gauntlet { n_players }) => with_first(*n_players, n_seats),
                    (None, Pairing::RoundRobin { n_players }) => groups(*n_players, n_seats),
                    (None, _) => Vec::new(),
                };
                for group in groups {
                    let n_games = (group.len() as u64).min(self.games_left);
                    if n_games == 0 {
                        continue;
                    }
                    self.games_left -= n_games;
                    units.push(Unit {
                        number: self.n_units,
                        game,
                        round: round + repeat,
                        group,
                        n_games: n_games as usize,
                    });
                    self.n_units += 1;
                }
            }
        }
        units
    }
}

/// All choices of so many players, in their order.
fn groups(n_players: usize, size: usize) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new()];
    for _ in 0..size {
        let longer = groups.iter().flat_map(|group: &Vec<usize>| {
            let next = group.last().map_or(0, |last| last + 1);
            (next..n_players).map(move |player| [&group[..], &[player]].concat())
        });
        groups = longer.collect();
    }
    groups
}

/// The choices with the first player in them.
fn with_first(n_players: usize, size: usize) -> Vec<Vec<usize>> {
    let mut groups = groups(n_players, size);
    groups.retain(|group| group.first() == Some(&0) || size == 1);
    groups
}

/// The names of the schedules.
const NAMES: [(&str, Schedule); 4] = [
    ("round-robin", Schedule::RoundRobin),
    ("gauntlet", Schedule::Gauntlet),
    ("swiss", Schedule::Swiss),
    ("knockout", Schedule::Knockout),
];

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, schedule)| schedule == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = NAMES.iter().find(|(name, _)| *name == text);
        let names = NAMES.map(|(name, _)| name).join(", ");
        found.map(|(_, schedule)| *schedule).ok_or_else(|| format!("it is one of {names}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(planner: &mut Planner) -> Vec<(usize, Vec<usize>)> {
        let units = planner.next_stage(&Results::new(3, None));
        units.into_iter().map(|unit| (unit.game, unit.group)).collect()
    }

    #[test]
    fn everybody_meets_everybody() {
        let mut planner =
            Planner::new(Schedule::RoundRobin, 3, vec![2, 3, 1], 1, None).expect("fits");
        let expected = [
            (0, vec![0, 1]),
            (0, vec![0, 2]),
            (0, vec![1, 2]),
            (1, vec![0, 1, 2]),
            (2, vec![0]),
            (2, vec![1]),
            (2, vec![2]),
        ];
        assert_eq!(planner.n_units_at_most(), Some(7));
        assert_eq!(stage(&mut planner), expected);
        assert!(stage(&mut planner).is_empty());
        let mut planner = Planner::new(Schedule::Gauntlet, 3, vec![2], 1, None).expect("fits");
        assert_eq!(stage(&mut planner), [(0, vec![0, 1]), (0, vec![0, 2])]);
    }

    #[test]
    fn the_number_of_games_may_be_odd() {
        let mut planner = Planner::new(Schedule::RoundRobin, 2, vec![2], 9, Some(3)).expect("fits");
        assert_eq!(planner.n_units_at_most(), Some(2));
        let results = Results::new(2, None);
        let units = [0; 3].map(|_| planner.next_stage(&results));
        let n_games = units.map(|units| units.iter().map(|unit| unit.n_games).collect::<Vec<_>>());
        assert_eq!(n_games, [vec![2], vec![1], vec![]]);
    }

    #[test]
    fn names_are_read_as_they_are_printed() {
        for (name, schedule) in NAMES {
            assert_eq!(name.parse(), Ok(schedule));
            assert_eq!(schedule.to_string(), name);
        }
        assert!("cup".parse::<Schedule>().is_err());
    }
}
