//! Simultaneous perturbation (Spall, 1992), with the gains that fishtest uses: in each step the
//! player meets itself with all parameters a little up or down, and goes where the winner was.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use anyhow::Context;
use serde_json::json;
use stonegate_lanes::Key;
use stonegate_workbench::progress::Progress;

use super::range::Range;
use super::{Tuning, with_options};
use crate::journal::Journal;
use crate::run::RunSettings;
use crate::study::{Contestant, Study};
use crate::unit::{Unit, UnitResult};
use crate::venue::{Venue, With};

/// How a search goes.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    /// How many steps there are.
    pub n_steps: u32,
    /// How many openings of each game are played in a step.
    pub batch: u32,
    /// What the last step changes a parameter by in each direction, as a part of its range.
    pub last_change: f64,
    /// How far the last step goes for a pair that was won, as a part of the square of that change.
    pub last_gain: f64,
}

impl Default for Spsa {
    fn default() -> Self {
        Self { n_steps: 500, batch: 1, last_change: 0.05, last_gain: 0.02 }
    }
}

/// The exponents of both gains, and the steps that the second waits for, as a part of all.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
const DELAY: f64 = 0.1;

/// What the signs of a step are drawn by.
const SIGNS: u64 = 0x5057;

/// Where a search has been.
#[derive(Debug)]
pub(super) struct Course {
    /// The values before each step, and after the last one.
    pub(super) points: Vec<Vec<f64>>,
    pub(super) is_complete: bool,
}

impl Spsa {
    /// The changes of all parameters in a step, and how far it goes for each of them.
    fn step(&self, ranges: &[Range], seed: u64, number: u32) -> Vec<(f64, f64)> {
        let n = f64::from(self.n_steps);
        let k = f64::from(number) + 1.0;
        let key = Key::new(seed, SIGNS, number.into());
        let changes = ranges.iter().enumerate().map(|(index, range)| {
            let last = self.last_change * (range.high - range.low);
            let change = last * (n / k).powf(GAMMA);
            let delay = DELAY * n;
            let gain = self.last_gain * ((delay + n) / (delay + k)).powf(ALPHA) * last * last;
            let sign = if key.draw(2, index as u32) == 0 { 1.0 } else { -1.0 };
            (sign * change, sign * gain / change)
        });
        changes.collect()
    }

    /// Where a step leads that began at a point: `score` is what the player with the changes has won
    /// more than the one with the contrary, on average over pairs, from -2 to 2.
    fn follow(
        &self,
        ranges: &[Range],
        seed: u64,
        number: u32,
        point: &[f64],
        score: f64,
    ) -> Vec<f64> {
        let steps = self.step(ranges, seed, number);
        let moved = point.iter().zip(steps).zip(ranges).map(|((&value, (_, gain)), range)| {
            (value + gain * score).clamp(range.low, range.high)
        });
        moved.collect()
    }
}

impl Tuning {
    /// Searches, or goes on with what the journal has, and gives back the way that it took.
    pub(super) fn search(
        &self,
        spsa: &Spsa,
        study: &Study,
        settings: &RunSettings,
        journal: Option<&Path>,
        stop: &AtomicBool,
    ) -> anyhow::Result<Course> {
        let mut definition = study.definition();
        definition["spsa"] = json!({
            "parameters": self.ranges.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "steps": spsa.n_steps,
            "batch": spsa.batch,
            "change": spsa.last_change,
            "gain": spsa.last_gain,
        });
        let journal = journal.map(|path| Journal::open(path, &definition)).transpose()?;
        let (mut journal, finished) = journal.unzip();
        let finished = finished.unwrap_or_default().into_iter();
        let mut finished = finished.map(|unit| (unit.unit, unit)).collect::<BTreeMap<_, _>>();
        let venue = Venue::open(study, stop)?;
        let seed = study.resources.seed;
        let mut point =
            self.ranges.iter().map(|range| range.start(&self.player)).collect::<Vec<_>>();
        let mut points = vec![point.clone()];
        let mut progress = Progress::new();
        for number in 0..spsa.n_steps {
            let units = units(study, spsa.batch, number);
            let missing = units.iter().filter(|unit| !finished.contains_key(&unit.number));
            let missing = missing.cloned().collect::<Vec<_>>();
            if !missing.is_empty() {
                let players = self.both(spsa, seed, number, &point)?;
                let played = play_all(&venue, &players, &missing, settings, stop, &mut |unit| {
                    journal
                        .as_mut()
                        .map_or(Ok(()), |journal| journal.append(std::slice::from_ref(unit)))
                })?;
                finished.extend(played.into_iter().map(|unit| (unit.unit, unit)));
            }
            let results = units.iter().map(|unit| finished.get(&unit.number));
            let Some(results) = results.collect::<Option<Vec<_>>>() else {
                return Ok(Course { points, is_complete: false });
            };
            let lead = results.iter().map(|unit| unit.points(0) - unit.points(1)).sum::<f64>();
            point = spsa.follow(&self.ranges, seed, number, &point, lead / results.len() as f64);
            points.push(point.clone());
            progress.show(|| {
                let values = self.ranges.iter().zip(&point);
                let values = values.map(|(range, value)| format!("{}={value:.4}", range.name));
                let values = values.collect::<Vec<_>>().join(", ");
                format!("step {} of {}: {values}", number + 1, spsa.n_steps)
            });
        }
        Ok(Course { points, is_complete: true })
    }

    /// The player with the changes of a step, and with the contrary.
    fn both(
        &self,
        spsa: &Spsa,
        seed: u64,
        number: u32,
        point: &[f64],
    ) -> anyhow::Result<Vec<Contestant>> {
        let steps = spsa.step(&self.ranges, seed, number);
        let players = [1.0, -1.0].map(|direction| {
            let values = point.iter().zip(&steps).zip(&self.ranges);
            let values = values.map(|((value, (change, _)), range)| {
                (range.name.as_str(), range.rounded(value + direction * change))
            });
            let text = with_options(&self.player, &values.collect::<Vec<_>>());
            let spec = text.parse().with_context(|| format!("`{text}` is no player"))?;
            let name = if direction > 0.0 { "up" } else { "down" };
            Ok(Contestant { name: name.to_owned(), spec })
        });
        players.into_iter().collect()
    }
}

/// What a step plays: each game from some openings.
fn units(study: &Study, batch: u32, number: u32) -> Vec<Unit> {
    let n_games = study.games.len() as u64;
    let rounds = number * batch..(number + 1) * batch;
    let units = rounds.flat_map(|round| {
        (0..study.games.len()).map(move |game| Unit {
            number: u64::from(round) * n_games + game as u64,
            game,
            round,
            group: vec![0, 1],
            n_games: 2,
        })
    });
    units.collect()
}

/// Plays units, some at a time. `keep` hears of each as soon as it is finished.
fn play_all(
    venue: &Venue<'_>,
    players: &[Contestant],
    units: &[Unit],
    settings: &RunSettings,
    stop: &AtomicBool,
    keep: &mut dyn FnMut(&UnitResult) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<UnitResult>> {
    let next = AtomicUsize::new(0);
    let (played, results) = channel();
    thread::scope(|scope| {
        for _ in 0..settings.concurrency.get().min(units.len()) {
            let (played, next) = (played.clone(), &next);
            scope.spawn(move || {
                while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let records = settings.records.as_deref();
                    let with = With { players, records, stop, watch: &|_, _| {} };
                    let result = venue.play(unit, with);
                    if played.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(played);
        let mut all = Vec::new();
        for result in results {
            if let Some(unit) = result? {
                keep(&unit)?;
                all.push(unit);
            }
        }
        Ok(all)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a hill whose top is known, the search goes to the top.
    #[test]
    fn it_climbs() {
        let ranges = ["a=0..1", "b=-10..10"].map(|text| text.parse::<Range>().expect("a range"));
        let spsa = Spsa { n_steps: 2_000, last_gain: 0.05, ..Spsa::default() };
        let top = [0.7, -4.0];
        let value = |point: &[f64]| {
            let far = point.iter().zip(top).zip(&ranges);
            let far =
                far.map(|((value, top), range)| ((value - top) / (range.high - range.low)).powi(2));
            -far.sum::<f64>()
        };
        let mut point = vec![0.1, 8.0];
        for number in 0..spsa.n_steps {
            let steps = spsa.step(&ranges, 1, number);
            let [up, down] = [1.0, -1.0].map(|direction| {
                let moved =
                    point.iter().zip(&steps).map(|(it, (change, _))| it + direction * change);
                value(&moved.collect::<Vec<_>>())
            });
            // A pair of games tells little: it is won or lost, and more often won by the better one.
            let key = Key::new(7, 3, number.into());
            let chance = 1.0 / (1.0 + (-(up - down) * 40.0).exp());
            let is_won = f64::from(key.draw(1 << 24, 0)) / f64::from(1 << 24) < chance;
            point = spsa.follow(&ranges, 1, number, &point, if is_won { 2.0 } else { -2.0 });
        }
        assert!((point[0] - top[0]).abs() < 0.1 && (point[1] - top[1]).abs() < 2.0, "{point:?}");
    }

    #[test]
    fn steps_become_smaller_and_stay_in_the_range() {
        let ranges = ["c=0..1".parse::<Range>().expect("a range")];
        let spsa = Spsa { n_steps: 100, ..Spsa::default() };
        let size = |number| spsa.step(&ranges, 1, number)[0].0.abs();
        assert!(size(0) > size(50) && size(50) > size(99));
        assert!((size(99) - 0.05).abs() < 1e-9);
        let end = spsa.follow(&ranges, 1, 0, &[1.0], 1000.0);
        assert!((0.0..=1.0).contains(&end[0]));
    }
}
