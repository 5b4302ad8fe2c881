//! Looking for the best values of the parameters of a player.

mod curves;
mod range;
mod spsa;

use std::io::Write;

use anyhow::ensure;
use stonegate_statistics::Ratings;

use crate::args::StudyArgs;
use crate::file::{PlayerFile, StudyFile};
use crate::perform::Workshop;
use crate::report::Report;
use crate::results::Results;

use curves::Curves;
pub use range::Range;
pub use spsa::Spsa;

/// Parameters of a player that are to be tuned.
///
/// A search finds values, and in the end a test says whether the player is better with them than as
/// it was.
#[derive(Debug)]
pub struct Tuning {
    /// The study without its players.
    file: StudyFile,
    player: String,
    opponent: String,
    ranges: Vec<Range>,
    method: Method,
}

/// How values are searched for.
#[derive(Clone, PartialEq, Debug)]
pub enum Method {
    /// A grid with so many values of each parameter meets the opponent, and then a finer one around
    /// the best.
    Grid { n_steps: usize },
    /// The player meets itself with other values, and follows the winner.
    Spsa(Spsa),
}

impl Tuning {
    /// The player to tune is the first of a study, its opponent the second, or the same as it is.
    pub fn new(args: &StudyArgs, ranges: Vec<Range>, method: Method) -> anyhow::Result<Self> {
        let mut file = args.file()?;
        let players = std::mem::take(&mut file.players);
        ensure!(
            (1..=2).contains(&players.len()),
            "name the player to tune with --player, and its opponent if it is another one"
        );
        let player = players[0].player.clone();
        let opponent = players.last().map_or_else(String::new, |player| player.player.clone());
        Self::of(file, player, opponent, ranges, method)
    }

    /// The tuning of a player, in the games of a study.
    pub(crate) fn of(
        file: StudyFile,
        player: String,
        opponent: String,
        ranges: Vec<Range>,
        method: Method,
    ) -> anyhow::Result<Self> {
        ensure!(!ranges.is_empty(), "name what to tune with --parameter, as in c=0.2..0.8");
        let is_grid = !matches!(method, Method::Grid { n_steps: 0 | 1 });
        ensure!(is_grid, "a grid has two values of each parameter at least");
        Ok(Self { file, player, opponent, ranges, method })
    }

    /// Does all of it, or what is missing, and prints what each stage has found out. Says whether it
    /// has come to its end.
    pub fn run(
        &self,
        workshop: &Workshop<'_>,
        test_rounds: u32,
        out: &mut dyn Write,
    ) -> anyhow::Result<bool> {
        let mut desk = Desk { workshop, out };
        let best = match &self.method {
            Method::Grid { n_steps } => self.try_grids(&mut desk, *n_steps)?,
            Method::Spsa(spsa) => self.climb(&mut desk, spsa)?,
        };
        let Some(best) = best else { return Ok(false) };
        if test_rounds == 0 {
            return Ok(true);
        }
        Ok(desk.perform("test", &self.test(&best, test_rounds))?.is_complete)
    }

    /// The best of two grids; nothing if there was no time for it.
    fn try_grids(&self, desk: &mut Desk<'_>, n_steps: usize) -> anyhow::Result<Option<Vec<f64>>> {
        let mut ranges = self.ranges.clone();
        let mut best = Vec::new();
        let mut curves = Curves::default();
        for name in ["coarse", "fine"] {
            let points = points(&ranges, n_steps);
            let stage = desk.perform(name, &self.grid(name, &points))?;
            curves.add(name, &self.ranges, &points, &stage.results);
            if let Some(folder) = &desk.workshop.reports {
                curves.write(folder)?;
            }
            if !stage.is_complete {
                return Ok(None);
            }
            best = best_of(&points, &stage.ratings);
            let around = ranges.iter().zip(&best);
            ranges = around.map(|(range, &value)| range.narrowed(value, n_steps)).collect();
        }
        Ok(Some(best))
    }

    /// Where a search by perturbations ends; nothing if there was no time for it.
    fn climb(&self, desk: &mut Desk<'_>, spsa: &Spsa) -> anyhow::Result<Option<Vec<f64>>> {
        let plain = || PlayerFile { name: None, player: self.player.clone() };
        let file = StudyFile {
            name: format!("{}-spsa", self.file.name),
            sprt: None,
            players: vec![plain(), plain()],
            ..self.file.clone()
        };
        let Workshop { resources, settings, stop, .. } = desk.workshop;
        let study = file.open(resources.clone())?;
        let journal = desk.workshop.journal("spsa");
        let course = self.search(spsa, &study, settings, journal.as_deref(), stop)?;
        let last = course.points.last().cloned().unwrap_or_default();
        let last = last.iter().zip(&self.ranges).map(|(&value, range)| range.rounded(value));
        let last = last.collect::<Vec<_>>();
        if let Some(folder) = &desk.workshop.reports {
            course.write(&self.ranges, folder)?;
        }
        let n_steps = course.points.len().saturating_sub(1);
        let name = self.contestant(&last).name.unwrap_or_default();
        writeln!(desk.out, "{} after {n_steps} of {} steps: {name}\n", file.name, spsa.n_steps)?;
        Ok(course.is_complete.then_some(last))
    }

    /// The study in which a grid of values meets the opponent.
    fn grid(&self, stage: &str, points: &[Vec<f64>]) -> StudyFile {
        let mut players =
            vec![PlayerFile { name: Some("opponent".to_owned()), player: self.opponent.clone() }];
        players.extend(points.iter().map(|point| self.contestant(point)));
        StudyFile {
            name: format!("{}-{stage}", self.file.name),
            schedule: "gauntlet".to_owned(),
            sprt: None,
            players,
            ..self.file.clone()
        }
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

    /// The player with some values of its parameters.
    fn contestant(&self, values: &[f64]) -> PlayerFile {
        let named = self.ranges.iter().zip(values);
        let named = named.map(|(range, &value)| (range.name.as_str(), value)).collect::<Vec<_>>();
        let name = named.iter().map(|(name, value)| format!("{name}={value}"));
        let name = name.collect::<Vec<_>>().join(",");
        PlayerFile { player: with_options(&self.player, &named), name: Some(name) }
    }
}

/// Where the stages of a tuning are performed, and who hears of them.
struct Desk<'a> {
    workshop: &'a Workshop<'a>,
    out: &'a mut dyn Write,
}

/// What a stage has found out.
struct Stage {
    results: Results,
    ratings: Ratings,
    is_complete: bool,
}

impl Desk<'_> {
    fn perform(&mut self, name: &str, file: &StudyFile) -> anyhow::Result<Stage> {
        let study = file.open(self.workshop.resources.clone())?;
        let outcome = self.workshop.perform(name, &study)?;
        writeln!(self.out, "{}", Report::new(&study, &outcome.results, &outcome.roles).to_text())?;
        let ratings = outcome.results.ratings(study.model, study.anchor);
        Ok(Stage { results: outcome.results, ratings, is_complete: outcome.is_complete })
    }
}

/// All combinations of values.
fn points(ranges: &[Range], n_steps: usize) -> Vec<Vec<f64>> {
    let mut points = vec![Vec::new()];
    for range in ranges {
        let values = range.values(n_steps);
        let longer = points.iter().flat_map(|point: &Vec<f64>| {
            values.iter().map(move |&value| [&point[..], &[value]].concat())
        });
        points = longer.collect();
    }
    points
}

/// The values of a grid with the best rating.
fn best_of(points: &[Vec<f64>], ratings: &Ratings) -> Vec<f64> {
    // The first player is the opponent.
    let rated = points.iter().zip(ratings.players.iter().skip(1));
    let best = rated.max_by(|(_, one), (_, other)| one.elo.total_cmp(&other.elo));
    best.map(|(point, _)| point.clone()).unwrap_or_default()
}

/// A player with other values of some options.
fn with_options(player: &str, values: &[(&str, f64)]) -> String {
    let (name, options) = player.split_once(':').unwrap_or((player, ""));
    let is_kept = |option: &&str| {
        let key = option.split('=').next().unwrap_or_default();
        !option.is_empty() && values.iter().all(|(name, _)| *name != key)
    };
    let kept = options.split(',').filter(is_kept).map(str::to_owned);
    let new = values.iter().map(|(name, value)| format!("{name}={value}"));
    format!("{name}:{}", kept.chain(new).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning(ranges: &[&str]) -> Tuning {
        let ranges = ranges.iter().map(|text| text.parse().expect("a range")).collect();
        let method = Method::Grid { n_steps: 3 };
        let (player, opponent) = ("mcts:iterations=10,c=0.3".to_owned(), "random".to_owned());
        Tuning::of(StudyFile::default(), player, opponent, ranges, method).expect("it is sound")
    }

    #[test]
    fn a_grid_has_all_combinations() {
        let tuning = tuning(&["c=0.2..0.8", "playouts=1..4"]);
        let study = tuning.grid("coarse", &points(&tuning.ranges, 3));
        assert_eq!((study.players.len(), study.schedule.as_str()), (10, "gauntlet"));
        assert_eq!(study.players[0].player, "random");
        assert_eq!(study.players[5].player, "mcts:iterations=10,c=0.5,playouts=3");
        assert_eq!(with_options("mcts", &[("c", 1.0)]), "mcts:c=1");
    }

    #[test]
    fn the_finer_grid_lies_around_the_best() {
        let tuning = tuning(&["c=0.2..0.8"]);
        let range = &tuning.ranges[0];
        assert_eq!(range.narrowed(0.5, 3).values(3), [0.3, 0.5, 0.7]);
        assert_eq!(range.narrowed(0.8, 3).values(3), [0.6, 0.7, 0.8]);
        assert_eq!(range.narrowed(0.2, 2).values(2), [0.2, 0.5]);
        let test = tuning.test(&[0.65], 100);
        assert_eq!(test.players[0].name.as_deref(), Some("c=0.65"));
        assert_eq!(test.players[1].player, "mcts:iterations=10,c=0.3");
        assert!(test.sprt.is_some() && test.rounds == 100);
    }
}
