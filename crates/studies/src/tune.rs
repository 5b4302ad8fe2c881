//! Looking for the best values of the parameters of a player.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use stonegate_statistics::Ratings;

use crate::args::StudyArgs;
use crate::file::{PlayerFile, StudyFile};
use crate::perform::perform;
use crate::report::Report;

/// Parameters of a player that are to be tuned against an opponent.
///
/// A grid of values meets the opponent, then a finer one around the best, and in the end a test says
/// whether what was found is better than the player as it was.
#[derive(Debug)]
pub struct Tuning {
    /// The study without its players.
    file: StudyFile,
    player: String,
    opponent: String,
    ranges: Vec<Range>,
    n_steps: usize,
}

/// The values that a parameter may have: `c=0.2..0.8`.
#[derive(Clone, PartialEq, Debug)]
pub struct Range {
    pub name: String,
    pub low: f64,
    pub high: f64,
    /// Whether the ends of the range are whole numbers: so are all values then.
    is_whole: bool,
}

/// What is kept of a tuning.
#[derive(Clone, Debug)]
pub struct TuneFiles {
    /// How the names of journals begin.
    pub journal: Option<PathBuf>,
    /// The folder for reports, one for each stage.
    pub reports: Option<PathBuf>,
}

impl Tuning {
    /// Does all of it, or what is missing, and prints what each stage has found out. Says whether it
    /// has come to its end.
    pub fn run(
        &self,
        args: &StudyArgs,
        test_rounds: u32,
        files: &TuneFiles,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> anyhow::Result<bool> {
        let mut stage = |name: &str, file: &StudyFile| -> anyhow::Result<(Ratings, bool)> {
            let study = args.open(file)?;
            let journal = files.journal.as_ref().map(|prefix| prefix.with_added_extension(name));
            let outcome = perform(&study, &args.settings(), journal.as_deref(), stop)?;
            let report = Report::new(&study, &outcome.results, &outcome.roles);
            if let Some(folder) = &files.reports {
                report.write(&folder.join(name))?;
            }
            writeln!(out, "{}", report.to_text())?;
            Ok((outcome.results.ratings(study.model, study.anchor), outcome.is_complete))
        };
        let mut ranges = self.ranges.clone();
        let mut best = Vec::new();
        for name in ["coarse", "fine"] {
            let (ratings, is_complete) = stage(name, &self.grid(name, &ranges))?;
            if !is_complete {
                return Ok(false);
            }
            best = self.best(&ranges, &ratings);
            ranges = self.narrowed(&ranges, &best);
        }
        Ok(stage("test", &self.test(&best, test_rounds))?.1)
    }

    /// The player to tune is the first of a study, its opponent the second, or the same as it is.
    pub fn new(args: &StudyArgs, ranges: Vec<Range>, n_steps: usize) -> anyhow::Result<Self> {
        let mut file = args.file()?;
        let players = std::mem::take(&mut file.players);
        ensure!(
            (1..=2).contains(&players.len()),
            "name the player to tune with --player, and its opponent if it is another one"
        );
        ensure!(!ranges.is_empty(), "name what to tune with --parameter, as in c=0.2..0.8");
        let player = players[0].player.clone();
        let opponent = players.last().map_or_else(String::new, |player| player.player.clone());
        Ok(Self { file, player, opponent, ranges, n_steps: n_steps.max(2) })
    }

    /// The study in which a grid of values meets the opponent.
    fn grid(&self, stage: &str, ranges: &[Range]) -> StudyFile {
        let mut players =
            vec![PlayerFile { name: Some("opponent".to_owned()), player: self.opponent.clone() }];
        players.extend(self.points(ranges).iter().map(|point| self.contestant(point)));
        StudyFile {
            name: format!("{}-{stage}", self.file.name),
            schedule: "gauntlet".to_owned(),
            sprt: None,
            players,
            ..self.file.clone()
        }
    }

    /// The values of the grid with the best rating.
    fn best(&self, ranges: &[Range], ratings: &Ratings) -> Vec<f64> {
        let points = self.points(ranges);
        // The first player is the opponent.
        let rated = points.into_iter().zip(ratings.players.iter().skip(1));
        let best = rated.max_by(|(_, one), (_, other)| one.elo.total_cmp(&other.elo));
        best.map(|(point, _)| point).unwrap_or_default()
    }

    /// Narrower ranges around some values: as far as the next ones in the grid.
    fn narrowed(&self, ranges: &[Range], best: &[f64]) -> Vec<Range> {
        let narrow = |(range, &value): (&Range, &f64)| {
            let step = (range.high - range.low) / (self.n_steps - 1) as f64;
            let (low, high) = ((value - step).max(range.low), (value + step).min(range.high));
            Range { low, high, ..range.clone() }
        };
        ranges.iter().zip(best).map(narrow).collect()
    }

    /// The test of what was found against the player as it was.
    fn test(&self, best: &[f64], rounds: u32) -> StudyFile {
        let default = PlayerFile { name: Some("default".to_owned()), player: self.player.clone() };
        StudyFile {
            name: format!("{}-test", self.file.name),
            rounds,
            sprt: Some(self.file.sprt.clone().unwrap_or_default()),
            players: vec![self.contestant(best), default],
            // Other openings than those that have chosen it.
            seed: self.file.seed.wrapping_add(1),
            ..self.file.clone()
        }
    }

    /// All combinations of values.
    fn points(&self, ranges: &[Range]) -> Vec<Vec<f64>> {
        let mut points = vec![Vec::new()];
        for range in ranges {
            let values = range.values(self.n_steps);
            let longer = points.iter().flat_map(|point: &Vec<f64>| {
                values.iter().map(move |&value| [&point[..], &[value]].concat())
            });
            points = longer.collect();
        }
        points
    }

    /// The player with some values of its parameters.
    fn contestant(&self, values: &[f64]) -> PlayerFile {
        let options = self.ranges.iter().zip(values);
        let options = options.map(|(range, value)| format!("{}={value}", range.name));
        let options = options.collect::<Vec<_>>().join(",");
        let separator = if self.player.contains(':') { ',' } else { ':' };
        PlayerFile { player: format!("{}{separator}{options}", self.player), name: Some(options) }
    }
}

impl Range {
    /// Values at equal distances, the ends among them.
    fn values(&self, n: usize) -> Vec<f64> {
        let values = (0..n).map(|index| {
            let value = self.low + (self.high - self.low) * index as f64 / (n - 1) as f64;
            // No more digits than anybody wants to read.
            if self.is_whole { value.round() } else { (value * 1e4).round() / 1e4 }
        });
        let mut values = values.collect::<Vec<_>>();
        values.dedup();
        values
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').and_then(|(name, range)| {
            let (low, high) = range.split_once("..")?;
            let is_whole = [low, high].iter().all(|end| end.trim().parse::<i64>().is_ok());
            let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
            let name = name.trim().to_owned();
            Some(Self { name, low, high, is_whole })
        });
        let range = parts.filter(|range| range.low < range.high && range.high.is_finite());
        range.ok_or_else(|| format!("`{text}` is no range: write NAME=LOW..HIGH, as in c=0.2..0.8"))
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}..{}", self.name, self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning(ranges: &[&str]) -> Tuning {
        Tuning {
            file: StudyFile::default(),
            player: "mcts:iterations=10".to_owned(),
            opponent: "random".to_owned(),
            ranges: ranges.iter().map(|text| text.parse().expect("a range")).collect(),
            n_steps: 3,
        }
    }

    #[test]
    fn a_grid_has_all_combinations() {
        let tuning = tuning(&["c=0.2..0.8", "playouts=1..4"]);
        let study = tuning.grid("coarse", &tuning.ranges);
        assert_eq!((study.players.len(), study.schedule.as_str()), (10, "gauntlet"));
        assert_eq!(study.players[0].player, "random");
        assert_eq!(study.players[5].player, "mcts:iterations=10,c=0.5,playouts=3");
    }

    #[test]
    fn the_finer_grid_lies_around_the_best() {
        let tuning = tuning(&["c=0.2..0.8"]);
        let middle = tuning.narrowed(&tuning.ranges, &[0.5]);
        assert_eq!(middle[0].values(3), [0.2, 0.5, 0.8]);
        let end = tuning.narrowed(&tuning.ranges, &[0.8]);
        assert_eq!(end[0].values(3), [0.5, 0.65, 0.8]);
        let test = tuning.test(&[0.65], 100);
        assert_eq!(test.players[0].name.as_deref(), Some("c=0.65"));
        assert_eq!((test.players[1].player.as_str(), test.rounds), ("mcts:iterations=10", 100));
        assert!(test.sprt.is_some());
    }

    #[test]
    fn ranges_are_read() {
        for text in ["c=0.2..0.8", "playouts=1..16"] {
            assert_eq!(text.parse::<Range>().expect("a range").to_string(), text);
        }
        for text in ["c", "c=1", "c=2..1", "c=a..b", "c=0..inf"] {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
    }
}
