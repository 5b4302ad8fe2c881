//! One opening, played in all seatings.

use serde::{Deserialize, Serialize};
use stonegate_gdl::RoleId;
use stonegate_matches::Record;

/// What is played as a whole: an opening with all seatings of a group of players.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Unit {
    pub number: u64,
    /// Which game of the study.
    pub game: usize,
    /// Units of the same round and game begin with the same opening.
    pub round: u32,
    /// The players, in the order in which they take the roles at first.
    pub group: Vec<usize>,
    /// How many of the seatings are played.
    pub n_games: usize,
}

/// What happened in a unit.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct UnitResult {
    pub unit: u64,
    pub game: usize,
    pub round: u32,
    pub group: Vec<usize>,
    pub games: Vec<GameResult>,
}

/// What happened in a game of a unit.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct GameResult {
    /// Who played each role; nobody plays that of chance.
    pub seating: Vec<Option<usize>>,
    /// What each role has got; empty if the game did not end.
    pub goals: Vec<u8>,
    /// How many of the moves were the opening.
    pub n_opening: usize,
    pub moves: Vec<Vec<String>>,
    /// What went wrong, for each role.
    pub faults: Vec<Faults>,
    /// How long each role has thought, in milliseconds.
    pub times: Vec<u64>,
    /// How many iterations a second each role has searched in each step, if that was noted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub speeds: Vec<Vec<u64>>,
    /// Why the game did not end by its rules.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// How often something went wrong for a role.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Faults {
    /// Answers that came late.
    pub late: usize,
    /// Moves that were illegal.
    pub illegal: usize,
    /// Answers that were missing or could not be read.
    pub failed: usize,
}

impl GameResult {
    pub(crate) fn new(record: &Record, seating: Vec<Option<usize>>) -> Self {
        let faults = RoleId::first(seating.len()).map(|role| {
            let of_kind = |kind| record.n_errors_of_kind(role, kind);
            let (late, illegal) = (of_kind("TO"), of_kind("IL"));
            let failed = record.n_errors(role) - late - illegal - of_kind("BO");
            Faults { late, illegal, failed }
        });
        Self {
            faults: faults.collect(),
            seating,
            goals: if record.is_completed { record.goal_values.clone() } else { Vec::new() },
            n_opening: record.n_opening_moves,
            moves: record.moves.clone(),
            times: record.thinking_times.clone(),
            speeds: record.speeds.clone(),
            note: record.note.clone(),
        }
    }

    /// Whether the game has a result.
    pub fn is_completed(&self) -> bool {
        !self.goals.is_empty()
    }

    /// Each player with its role and goal, if the game has a result.
    pub fn players(&self) -> impl Iterator<Item = (usize, usize, u8)> {
        let seats = self.seating.iter().enumerate();
        seats.filter_map(|(role, player)| Some((role, (*player)?, *self.goals.get(role)?)))
    }

    /// The share of others that a player has beaten, ties counting half; for one alone, its goal.
    fn points(&self, player: usize) -> f64 {
        let Some((role, _, goal)) = self.players().find(|(_, other, _)| *other == player) else {
            return 0.0;
        };
        let others = self.players().filter(|(other, ..)| *other != role);
        let beaten = others.map(|(_, _, other)| match goal.cmp(&other) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        });
        let (sum, n) = beaten.fold((0.0, 0), |(sum, n), beaten: f64| (sum + beaten, n + 1));
        if n == 0 { f64::from(goal) / 100.0 } else { sum / f64::from(n) }
    }
}

impl UnitResult {
    /// One line of JSON, as a journal has it.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }

    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The points of a player, one for each game that it has won.
    pub fn points(&self, player: usize) -> f64 {
        self.games.iter().map(|game| game.points(player)).sum()
    }

    /// Whether all games were played and have a result.
    pub fn is_whole(&self) -> bool {
        self.games.len() == self.group.len() && self.games.iter().all(GameResult::is_completed)
    }
}

/// Who plays which role in a game of a unit: everybody moves on by one role each time.
pub(crate) fn seating(is_chance: &[bool], group: &[usize], game: usize) -> Vec<Option<usize>> {
    let mut next = game;
    let seats = is_chance.iter().map(|is_chance| {
        (!is_chance).then(|| {
            next += 1;
            group[(next - 1) % group.len()]
        })
    });
    seats.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_plays_every_role() {
        let is_chance = [false, true, false, false];
        let group = [4, 5, 7];
        assert_eq!(seating(&is_chance, &group, 0), [Some(4), None, Some(5), Some(7)]);
        assert_eq!(seating(&is_chance, &group, 1), [Some(5), None, Some(7), Some(4)]);
        assert_eq!(seating(&is_chance, &group, 3), seating(&is_chance, &group, 0));
    }
}
