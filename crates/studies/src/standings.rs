//! How players compare after some games.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::results::Results;
use crate::unit::{Faults, GameResult};

/// The results of each player.
#[derive(Debug)]
pub struct Standings {
    rows: Vec<Row>,
}

#[derive(Debug)]
pub(crate) struct Row {
    name: String,
    pub(crate) games: u32,
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    /// The sum of all goals.
    goals: u64,
    /// Answers that came late.
    pub(crate) late: usize,
    /// Moves that were illegal.
    pub(crate) illegal: usize,
    /// Answers that were missing or could not be read.
    pub(crate) failed: usize,
    /// How long the player has thought.
    milliseconds: u64,
}

impl Standings {
    fn new(names: Vec<String>) -> Self {
        let row = |name| Row {
            name,
            games: 0,
            wins: 0,
            draws: 0,
            goals: 0,
            late: 0,
            illegal: 0,
            failed: 0,
            milliseconds: 0,
        };
        Self { rows: names.into_iter().map(row).collect() }
    }

    /// The standings after some games. Without goals, only what went wrong counts.
    pub fn of(names: Vec<String>, results: &Results) -> Self {
        let mut standings = Self::new(names);
        for (_, game) in results.games() {
            standings.add(game);
        }
        standings
    }

    pub(crate) fn of_player(&self, player: usize) -> &Row {
        &self.rows[player]
    }

    /// Whether a player has won all its games, or lost them all.
    pub(crate) fn is_one_sided(&self, player: usize) -> bool {
        let Row { games, wins, draws, .. } = self.rows[player];
        games > 0 && (wins == games || wins + draws == 0)
    }

    fn add(&mut self, game: &GameResult) {
        for (role, player) in game.seating.iter().enumerate() {
            let Some(player) = player else { continue };
            let row = &mut self.rows[*player];
            let Faults { late, illegal, failed } =
                game.faults.get(role).copied().unwrap_or_default();
            row.late += late;
            row.illegal += illegal;
            row.failed += failed;
            row.milliseconds += game.times.get(role).copied().unwrap_or_default();
            let mine = game.players().find(|(other, ..)| *other == role);
            let Some((.., goal)) = mine else { continue };
            let others = game.players().filter(|(other, ..)| *other != role);
            let best_other = others.map(|(.., other)| other).max();
            row.games += 1;
            row.goals += u64::from(goal);
            row.wins += u32::from(best_other.map_or(goal == 100, |other| goal > other));
            row.draws += u32::from(best_other == Some(goal));
        }
    }

    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let names = self.rows.iter().map(|row| row.name.len());
        let width = names.max().unwrap_or_default().max("player".len());
        writeln!(
            out,
            "{:<width$}  games  wins  draws  losses  score  {:>14}  late  illegal  failed",
            "player", "95 % between"
        )?;
        for row in &self.rows {
            let (low, high) = row.interval();
            let interval = format!("{low:.1} and {high:.1}");
            writeln!(
                out,
                "{:<width$}  {:>5}  {:>4}  {:>5}  {:>6}  {:>5.1}  {interval:>14}  {:>4}  {:>7}  {:>6}",
                row.name,
                row.games,
                row.wins,
                row.draws,
                row.losses(),
                row.score(),
                row.late,
                row.illegal,
                row.failed
            )?;
        }
        Ok(())
    }

    pub fn to_json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            let (low, high) = row.interval();
            json!({
                "player": row.name,
                "games": row.games,
                "wins": row.wins,
                "draws": row.draws,
                "losses": row.losses(),
                "score": row.score(),
                "interval": [low, high],
                "late": row.late,
                "illegal": row.illegal,
                "failed": row.failed,
                "seconds": row.seconds(),
            })
        });
        Value::Array(rows.collect())
    }
}

impl Row {
    pub(crate) fn losses(&self) -> u32 {
        self.games - self.wins - self.draws
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.milliseconds as f64 / 1000.0
    }

    /// The mean goal, from 0 to 100.
    pub(crate) fn score(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.goals as f64 / f64::from(self.games) }
    }

    /// The score is between these with a confidence of 95 %.
    fn interval(&self) -> (f64, f64) {
        let (low, high) = wilson(self.score() / 100.0, f64::from(self.games));
        (low * 100.0, high * 100.0)
    }
}

/// The interval of Wilson ("Probable Inference", 1927) around a mean of values
/// between 0 and 1, of which those that are only 0 or 1 vary the most.
fn wilson(mean: f64, n: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    if n == 0.0 {
        return (0.0, 1.0);
    }
    let denominator = 1.0 + Z * Z / n;
    let center = mean + Z * Z / (2.0 * n);
    let spread = Z * (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((center - spread) / denominator, (center + spread) / denominator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_win_or_lose_everything_are_known() {
        let mut standings = Standings::new(["a", "b", "c", "d"].map(str::to_owned).to_vec());
        for (player, (games, wins, draws)) in
            [(3, 3, 0), (3, 0, 0), (3, 2, 1), (0, 0, 0)].into_iter().enumerate()
        {
            let row = &mut standings.rows[player];
            (row.games, row.wins, row.draws) = (games, wins, draws);
        }
        let one_sided = (0..4).map(|player| standings.is_one_sided(player));
        assert_eq!(one_sided.collect::<Vec<_>>(), [true, true, false, false]);
    }

    #[test]
    fn intervals_are_those_of_the_tables() {
        let check = |mean: f64, n: f64, expected: (f64, f64)| {
            let (low, high) = wilson(mean, n);
            assert!((low - expected.0).abs() < 5e-4 && (high - expected.1).abs() < 5e-4);
        };
        check(0.5, 10.0, (0.2366, 0.7634));
        check(1.0, 20.0, (0.8389, 1.0));
        check(0.0, 0.0, (0.0, 1.0));
    }
}
