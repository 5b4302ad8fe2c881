//! The report as text.

use std::fmt::{self, Write};

use stonegate_statistics::Estimate;

use super::{Report, margin};
use crate::run::Standing;
use crate::study::Study;

impl Report<'_> {
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut text);
        text
    }

    fn write_text(&self, out: &mut String) -> fmt::Result {
        let n_games = self.results.games().count();
        writeln!(out, "{}: {} units, {n_games} games", self.study.name, self.results.n_units())?;
        writeln!(out)?;
        let mut table = Vec::new();
        // Writing to memory cannot fail.
        let _ = self.standings.print(&mut table);
        out.push_str(&String::from_utf8_lossy(&table));
        writeln!(out)?;
        self.write_ratings(out)?;
        if self.study.players.len() > 2 {
            writeln!(out)?;
            self.write_cross_table(out)?;
        }
        writeln!(out)?;
        self.write_roles(out)?;
        if self.study.players.len() == 2 {
            writeln!(out)?;
            let pairs = self.results.pairs(0, 1);
            let estimate = Estimate::careful(&pairs);
            let counts = pairs.counts().iter().map(ToString::to_string).collect::<Vec<_>>();
            writeln!(out, "pairs with 0, 1/2, 1, 3/2, 2 points: {}", counts.join(", "))?;
            let superiority = 100.0 * estimate.superiority;
            writeln!(out, "Elo {}, superiority {superiority:.1} %", margin(&estimate))?;
            writeln!(out, "normalized Elo {}", margin(&Estimate::normalized(&pairs)))?;
        }
        if let Some(trial) = self.trial() {
            writeln!(out, "{}", trial.words())?;
            if trial.verdict.is_some() {
                writeln!(out, "Elo after the test {}", margin(&trial.estimate))?;
            }
        }
        Ok(())
    }

    fn write_ratings(&self, out: &mut String) -> fmt::Result {
        let width = self.width();
        writeln!(out, "{:<width$}  {:>7}  {:>17}", "rating", "Elo", "95 % between")?;
        for player in self.order() {
            let Estimate { elo, low, high, .. } = self.ratings.players[player];
            let between = format!("{low:.1} and {high:.1}");
            writeln!(out, "{:<width$}  {elo:>7.1}  {between:>17}", self.name(player))?;
        }
        self.caveat().map_or(Ok(()), |caveat| writeln!(out, "{caveat}"))
    }

    fn write_cross_table(&self, out: &mut String) -> fmt::Result {
        let (width, order) = (self.width(), self.order());
        write!(out, "{:<width$}", "points of games")?;
        for place in 1..=order.len() {
            write!(out, "  {place:>9}")?;
        }
        writeln!(out)?;
        for &player in &order {
            write!(out, "{:<width$}", self.name(player))?;
            for &other in &order {
                let [wins, draws, losses] = self.results.score(player, other);
                let n = wins + draws + losses;
                let points = f64::from(wins) + f64::from(draws) / 2.0;
                let cell =
                    if player == other || n == 0 { String::new() } else { format!("{points}/{n}") };
                write!(out, "  {cell:>9}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_roles(&self, out: &mut String) -> fmt::Result {
        let width = self.width();
        writeln!(out, "{:<width$}  mean goal in each role (games)", "role")?;
        for player in 0..self.study.players.len() {
            let mut parts = Vec::new();
            for (game, roles) in self.roles.iter().enumerate() {
                for (role, name) in roles.iter().enumerate() {
                    let (mean, n) = self.by_role(player, game, role);
                    if n > 0 {
                        let game = &self.study.games[game].name;
                        parts.push(format!("{game} {name} {mean:.0} ({n})"));
                    }
                }
            }
            writeln!(out, "{:<width$}  {}", self.name(player), parts.join(", "))?;
        }
        Ok(())
    }

    fn width(&self) -> usize {
        let names = self.study.players.iter().map(|player| player.name.chars().count());
        names.max().unwrap_or_default().max("points of games".len())
    }
}

/// How far a study is, in a few lines.
pub fn progress(study: &Study, standing: &Standing<'_>) -> String {
    let Standing { results, n_units, n_played, elapsed } = standing;
    let n_done = results.n_units();
    let n_games = results.games().count();
    let mut text = match n_units {
        Some(n_units) => format!("{}: unit {n_done} of {n_units}, {n_games} games", study.name),
        None => format!("{}: unit {n_done}, {n_games} games", study.name),
    };
    let seconds = elapsed.as_secs_f64();
    if *n_played > 0 && seconds > 0.0 {
        let rate = *n_played as f64 / seconds;
        let games_each = n_games as f64 / n_done.max(1) as f64;
        let _ = write!(text, ", {:.1} games/s", rate * games_each);
        if let Some(n_units) = n_units {
            let left = n_units.saturating_sub(n_done) as f64 / rate;
            let _ = write!(text, ", {} left", duration(left));
        }
    }
    if let [first, second] = &study.players[..] {
        let [wins, draws, losses] = results.score(0, 1);
        let estimate = Estimate::careful(&results.pairs(0, 1));
        let _ = write!(
            text,
            "\n{first} against {second}: {wins} won, {draws} drawn, {losses} lost, Elo {}",
            margin(&estimate)
        );
    } else if *n_played > 0 || n_done > 0 {
        let ratings = results.ratings(study.model, study.anchor);
        let mut order = (0..study.players.len()).collect::<Vec<_>>();
        order.sort_by(|&one, &other| {
            ratings.players[other].elo.total_cmp(&ratings.players[one].elo)
        });
        for player in order.into_iter().take(MAX_LIVE) {
            let rating = margin(&ratings.players[player]);
            let _ = write!(text, "\n{}: {rating}", study.players[player]);
        }
    }
    if let Some(test) = &study.test {
        let ratio = results.path().last().copied().unwrap_or_default();
        let (low, high) = test.bounds();
        let _ = write!(text, "\nLLR {ratio:.2} between {low:.2} and {high:.2}");
    }
    text
}

/// No more players are shown while the study goes on.
const MAX_LIVE: usize = 12;

fn duration(seconds: f64) -> String {
    let seconds = seconds.min(1e9) as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02} min"),
        (hours, minutes, _) => format!("{hours}:{minutes:02} h"),
    }
}
