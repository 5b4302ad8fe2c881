//! How strong a player is by the values of its parameters.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Context;
use stonegate_statistics::{Estimate, Frequencies};

use super::range::Range;
use super::spsa::Course;
use crate::report::plot::{self, Series, Spot};
use crate::results::Results;

/// What each value of each parameter is worth against the opponent, over all values of the others.
#[derive(Default, Debug)]
pub(super) struct Curves(Vec<CurvePoint>);

#[derive(Debug)]
struct CurvePoint {
    parameter: String,
    stage: &'static str,
    value: f64,
    n_games: u64,
    estimate: Estimate,
}

impl Curves {
    /// Adds what a grid has shown, whose opponent is the first player.
    pub(super) fn add(
        &mut self,
        stage: &'static str,
        ranges: &[Range],
        points: &[Vec<f64>],
        results: &Results,
    ) {
        for (index, range) in ranges.iter().enumerate() {
            let mut values = points.iter().map(|point| point[index]).collect::<Vec<_>>();
            values.sort_by(f64::total_cmp);
            values.dedup();
            for value in values {
                let mut pairs = [0; 5];
                for (player, point) in (1..).zip(points) {
                    if point[index].total_cmp(&value).is_eq() {
                        let counts = results.pairs(player, 0);
                        let sums = pairs.iter_mut().zip(counts.counts());
                        sums.for_each(|(sum, count)| *sum += count);
                    }
                }
                let pairs = Frequencies::Pairs(pairs);
                if pairs.n() > 0 {
                    self.0.push(CurvePoint {
                        parameter: range.name.clone(),
                        stage,
                        value,
                        n_games: pairs.n_games(),
                        estimate: Estimate::careful(&pairs),
                    });
                }
            }
        }
    }

    /// Writes the curves as a page and as a table.
    pub(super) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let mut table = "parameter,stage,value,games,elo,low,high\n".to_owned();
        for CurvePoint { parameter, stage, value, n_games, estimate } in &self.0 {
            let Estimate { elo, low, high, .. } = estimate;
            // Writing into a string cannot fail.
            let _ = writeln!(
                table,
                "{parameter},{stage},{value},{n_games},{elo:.1},{low:.1},{high:.1}"
            );
        }
        let mut names = self.0.iter().map(|point| point.parameter.as_str()).collect::<Vec<_>>();
        names.dedup();
        names.sort_unstable();
        names.dedup();
        let plots = names.into_iter().map(|name| {
            let series = ["coarse", "fine"].map(|stage| {
                let spots = self.0.iter().filter(|it| it.parameter == name && it.stage == stage);
                let spots = spots.map(|CurvePoint { value, estimate, .. }| Spot {
                    x: *value,
                    y: estimate.elo,
                    low: estimate.low,
                    high: estimate.high,
                });
                Series { name: stage, spots: spots.collect(), is_line: false }
            });
            (
                format!("{name}: Elo against the opponent, with 95 % intervals"),
                plot::curve(name, &series),
            )
        });
        write(folder, "curves", &plots.collect::<Vec<_>>(), &table)
    }
}

impl Course {
    /// Writes the way of a search as a page and as a table.
    pub(super) fn write(&self, ranges: &[Range], folder: &Path) -> anyhow::Result<()> {
        let names = ranges.iter().map(|range| range.name.as_str()).collect::<Vec<_>>();
        let mut table = format!("step,{}\n", names.join(","));
        for (number, point) in self.points.iter().enumerate() {
            let values = point.iter().map(|value| format!("{value:.5}")).collect::<Vec<_>>();
            let _ = writeln!(table, "{number},{}", values.join(","));
        }
        let plots = names.iter().enumerate().map(|(index, name)| {
            let spots = self.points.iter().enumerate().map(|(number, point)| {
                let y = point[index];
                Spot { x: number as f64, y, low: y, high: y }
            });
            let series = Series { name: "value", spots: spots.collect(), is_line: true };
            (format!("{name} by step"), plot::curve(name, &[series]))
        });
        write(folder, "spsa", &plots.collect::<Vec<_>>(), &table)
    }
}

fn write(folder: &Path, name: &str, plots: &[(String, String)], table: &str) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    for (ending, text) in [("html", plot::page(name, plots)), ("csv", table.to_owned())] {
        let path = folder.join(format!("{name}.{ending}"));
        fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}
