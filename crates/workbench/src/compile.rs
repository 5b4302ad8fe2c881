//! From a rule sheet to a machine, within limits.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use stonegate_compile::Compilation;
use stonegate_gdl::{Rules, line_column};
use stonegate_ground::{Budget, GroundError, GroundErrorKind, Grounded, Optimized};
use stonegate_players::Stopwatch;

use crate::args::seconds_or_zero;
use crate::progress::Progress;
use crate::source::Source;

/// What compiling may cost.
#[derive(Copy, Clone, clap::Args, Debug)]
pub struct Limits {
    /// Give up grounding after so many seconds of work
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = limit)]
    pub ground_seconds: f64,

    /// Stop optimizing after so many seconds of work; 0 keeps the quick circuit
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = limit)]
    pub optimize_seconds: f64,

    /// Give up when there are more atoms, rows in a table or gates
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub max_rows: usize,
}

fn limit(text: &str) -> Result<f64, String> {
    seconds_or_zero(text).map(|time| time.as_secs_f64())
}

/// The limits that hold where nobody says otherwise.
impl Default for Limits {
    fn default() -> Self {
        Self { ground_seconds: 30.0, optimize_seconds: 10.0, max_rows: 20_000_000 }
    }
}

/// A game in both tiers, and how long each took.
#[derive(Debug)]
pub struct Compiled {
    pub grounded: Grounded,
    pub ground_time: Duration,
    pub optimized: Optimized,
    pub optimize_time: Duration,
}

pub fn compile(source: &Source, rules: &Rules, limits: Limits) -> anyhow::Result<Compiled> {
    let progress = RefCell::new(Progress::new());
    let (start, work) = (Instant::now(), Stopwatch::start());
    let budget = Budget {
        stop: &|| work.elapsed().as_secs_f64() > limits.ground_seconds,
        max_rows: limits.max_rows,
        progress: &|step| progress.borrow_mut().show(|| describe(step)),
        ..Budget::default()
    };
    let compilation = Compilation::new(rules, &budget);
    let compilation = compilation.map_err(|error| explain(source, &error, limits))?;
    let ground_time = start.elapsed();

    let (start, work) = (Instant::now(), Stopwatch::start());
    let is_quick = limits.optimize_seconds == 0.0;
    let limit = if is_quick { Limits::default() } else { limits }.optimize_seconds;
    let stop = || {
        progress
            .borrow_mut()
            .show(|| format!("optimizing, {:.1} s", start.elapsed().as_secs_f64()));
        work.elapsed().as_secs_f64() > limit
    };
    let optimized = if is_quick { compilation.quick(&stop) } else { compilation.optimize(&stop) };
    let grounded = compilation.grounded;
    Ok(Compiled { grounded, ground_time, optimized, optimize_time: start.elapsed() })
}

fn describe(step: stonegate_ground::Progress<'_>) -> String {
    match step {
        stonegate_ground::Progress::Reaching { relation, n_atoms } => {
            format!("grounding `{relation}`, {n_atoms} atoms")
        }
        stonegate_ground::Progress::Building { relation, n_gates } => {
            format!("building `{relation}`, {n_gates} gates")
        }
    }
}

/// The error, where it happened, and what can be done.
fn explain(source: &Source, error: &GroundError, limits: Limits) -> anyhow::Error {
    let (line, column) = line_column(&source.text, error.span.start);
    let hint = match error.kind {
        GroundErrorKind::Stopped => {
            format!("; the limit is {} s, see --ground-seconds", limits.ground_seconds)
        }
        GroundErrorKind::TooLarge => {
            format!("; the limit is {} rows, see --max-rows", limits.max_rows)
        }
        GroundErrorKind::Unsafe | GroundErrorKind::NegativeCycle | GroundErrorKind::NoRoles => {
            "; `stonegate check` tells more".to_owned()
        }
    };
    anyhow!("{}:{line}:{column}: {error}{hint}", source.name)
}
