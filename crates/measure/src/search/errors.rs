//! How far the values of the first moves are from those of a long search, as in table 6.2 of
//! C. Siwek's thesis: one visit at a time, waves on one thread, and waves on all threads.

use std::io::{self, Write};

use serde_json::{Value, json};
use stonegate_search::{Options, Report};
use stonegate_stones::derive_seed;

use crate::search::{Bed, Run};
use crate::units::grouped;

/// The thesis counts values from 0 to 64.
const SCALE: f64 = 64.0;

/// The iterations of the baseline and of the configurations, about those of the thesis.
const BASELINE: u64 = 200_000;
const ITERATIONS: [u64; 3] = [1_300, 12_000, 25_000];

/// Fewer tell nothing.
const MIN_ITERATIONS: u64 = 10;

/// Runs of each configuration, each with a seed of its own.
const RUNS: u64 = 6;

/// The table.
#[derive(Debug)]
pub struct Errors {
    game: String,
    n_baseline: u64,
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    configuration: String,
    iterations: u64,
    /// Of one run, on average.
    seconds: f64,
    /// The mean squared difference from the baseline over all moves, for each run.
    errors: Vec<f64>,
}

impl Errors {
    /// Measures with a part of the iterations, where `scale` is less than one.
    pub fn measure(bed: &Bed, options: &Options, scale: f64) -> Self {
        let scaled = |iterations: u64| ((iterations as f64 * scale) as u64).max(MIN_ITERATIONS);
        let n_baseline = scaled(BASELINE);
        let sequential = Options { max_wave: 1, ..options.clone() };
        let one = bed.with_threads(1);
        let long =
            Options { iterations: n_baseline, seed: options.seed ^ 0xba5e, ..sequential.clone() };
        let baseline = one.search(&long, None, "baseline");
        let configurations = [
            ("one visit at a time".to_owned(), &one, &sequential),
            ("waves, 1 thread".to_owned(), &one, options),
            (format!("waves, {} threads", bed.threads), bed, options),
        ];
        let mut rows = Vec::new();
        for (configuration, bed, options) in &configurations {
            for iterations in ITERATIONS.map(scaled) {
                let runs: Vec<Run> = (0..RUNS)
                    .map(|run| {
                        let seed = derive_seed(options.seed, 0, run);
                        let options = Options { iterations, seed, ..(*options).clone() };
                        bed.search(&options, None, configuration)
                    })
                    .collect();
                rows.push(Row {
                    configuration: configuration.clone(),
                    iterations,
                    seconds: runs.iter().map(|run| run.seconds).sum::<f64>() / RUNS as f64,
                    errors: runs.iter().map(|run| error(&run.report, &baseline.report)).collect(),
                });
            }
        }
        Self { game: bed.name.clone(), n_baseline, rows }
    }

    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let baseline = grouped(self.n_baseline as usize);
        writeln!(out, "{}: squared errors of the first moves' values, 0 to 64,", self.game)?;
        writeln!(out, "against {baseline} iterations one at a time, in {RUNS} runs\n")?;
        writeln!(out, "{:22} {:>10} {:>8} {:>8}  runs", "", "iterations", "seconds", "mean")?;
        for row in &self.rows {
            write!(
                out,
                "{:22} {:>10} {:>8.3} {:>8.2} ",
                row.configuration,
                grouped(row.iterations as usize),
                row.seconds,
                row.mean(),
            )?;
            for error in &row.errors {
                write!(out, " {error:.2}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    pub fn to_json(&self) -> Value {
        let row = |row: &Row| {
            json!({
                "configuration": row.configuration,
                "iterations": row.iterations,
                "seconds": row.seconds,
                "errors": row.errors,
                "mean_error": row.mean(),
            })
        };
        let rows = self.rows.iter().map(row).collect::<Vec<_>>();
        json!({ "game": self.game, "baseline_iterations": self.n_baseline, "rows": rows })
    }
}

impl Row {
    fn mean(&self) -> f64 {
        self.errors.iter().sum::<f64>() / self.errors.len() as f64
    }
}

/// The mean squared difference of the moves' values, of the role that has the most moves.
fn error(report: &Report, baseline: &Report) -> f64 {
    let roles = report.moves.iter().zip(&baseline.moves);
    let Some((moves, expected)) = roles.max_by_key(|(moves, _)| moves.len()) else { return 0.0 };
    let squares = moves.iter().filter_map(|report| {
        let same = expected.iter().find(|other| other.action == report.action)?;
        Some(((report.mean - same.mean) / 100.0 * SCALE).powi(2))
    });
    squares.sum::<f64>() / moves.len().max(1) as f64
}
