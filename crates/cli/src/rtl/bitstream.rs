//! From a project to a bitstream: how many reasoners fit, and which clock holds.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};
use stonegate_lanes::{Backend, Engine, Job, Lanes, Settings};

use super::clock::Clock;
use super::make::make;
use super::project::BoardProject;
use super::target::Target;
use crate::progress::Progress;

/// What placement leaves free: a full chip cannot be routed.
const MAX_FILL: f64 = 0.92;

/// The clock of the first trial; the wish makes placement try hard.
const FIRST_CLOCK_HZ: f64 = 60e6;

/// A clock has to be held with something to spare.
const MARGIN: f64 = 0.98;

/// The most reasoners behind one line: more would wait for it.
const MAX_UNITS: u32 = 16;

/// What came of a bitstream.
pub(crate) struct Report {
    pub(crate) game: String,
    pub(crate) target: Target,
    pub(crate) bitstream: PathBuf,
    pub(crate) trial: Trial,
    pub(crate) clocks_per_step: u32,
    /// Clocks per state of random games, with what each game costs beside its steps.
    pub(crate) clocks_per_state: f64,
    pub(crate) time: Duration,
}

/// One way through synthesis, placement and routing.
#[derive(Clone)]
pub(crate) struct Trial {
    pub(crate) units: u32,
    pub(crate) clock: Clock,
    /// The fastest clock that this would hold.
    pub(crate) max_hz: f64,
    pub(crate) cells: u64,
    pub(crate) cells_available: u64,
    pub(crate) registers: Option<u64>,
}

impl Trial {
    fn holds(&self) -> bool {
        self.max_hz >= f64::from(self.clock.hz)
    }

    fn speed(&self) -> f64 {
        f64::from(self.units) * f64::from(self.clock.hz)
    }
}

/// Finds how many reasoners fit and what clock holds, and leaves the bitstream of the best trial.
pub(crate) fn bitstream(
    project: &BoardProject,
    target: Target,
    units: Option<u32>,
    limit: Duration,
) -> anyhow::Result<Report> {
    let start = Instant::now();
    for (tool, origin) in target.tools() {
        if !is_installed(tool) {
            bail!("there is no `{tool}`: it is in {origin}");
        }
    }
    let mut workshop = Workshop { project, target, start, limit, progress: Progress::new() };
    let trial = workshop.search(units)?;
    let file = project.folder.join("build").join(target.bitstream());
    let per_step = project.project.clocks.per_step(project.project.shape.roles);
    let report = Report {
        game: project.name.clone(),
        target,
        bitstream: file,
        trial,
        clocks_per_step: per_step,
        clocks_per_state: clocks_per_state(project),
        time: start.elapsed(),
    };
    let path = project.folder.join(format!("{}.report.json", target.name()));
    fs::write(&path, format!("{:#}\n", report.to_json()))
        .with_context(|| format!("writing {}", path.display()))?;
    Ok(report)
}

struct Workshop<'p> {
    project: &'p BoardProject,
    target: Target,
    start: Instant,
    limit: Duration,
    progress: Progress,
}

impl Workshop<'_> {
    /// The first trial tells how large reasoners are; then as many as there is room for, fewer while
    /// they do not fit, slower while the clock does not hold.
    fn search(&mut self, units: Option<u32>) -> anyhow::Result<Trial> {
        let first = self.target.clock(FIRST_CLOCK_HZ).context("there is no such clock")?;
        let first = self.attempt(units.unwrap_or(1), &first)?;
        let room = first.cells_available as f64 * MAX_FILL;
        let fitting = (room / first.cells as f64).floor() as u32;
        let mut n_units = units.unwrap_or(fitting).clamp(1, MAX_UNITS);
        let mut clock = self.slower(first.max_hz * MARGIN)?;
        let mut best: Option<Trial> = None;
        loop {
            let trial = match self.attempt(n_units, &clock) {
                Ok(trial) => trial,
                // With the time that is left, what was found before has to do.
                Err(_) if best.is_some() => break,
                Err(_) if n_units > 1 && self.start.elapsed() < self.limit => {
                    n_units -= 1;
                    continue;
                }
                Err(error) => return Err(error),
            };
            if trial.holds() {
                let could_be = self.slower(trial.max_hz * MARGIN)?;
                let is_worthwhile = f64::from(could_be.hz) > 1.08 * f64::from(trial.clock.hz);
                let is_best = best.as_ref().is_none_or(|best| trial.speed() > best.speed());
                if is_best {
                    best = Some(trial);
                }
                if !is_worthwhile || !is_best {
                    break;
                }
                clock = could_be;
            } else {
                if best.is_some() {
                    break;
                }
                clock = self.slower((trial.max_hz * MARGIN).min(f64::from(clock.hz) * 0.97))?;
            }
        }
        let best = best.context("no clock holds")?;
        // The last trial need not be the best one.
        self.attempt(best.units, &best.clock)
    }

    fn slower(&self, limit: f64) -> anyhow::Result<Clock> {
        self.target.clock(limit).with_context(|| format!("{:.1} MHz is too slow", limit / 1e6))
    }

    fn attempt(&mut self, units: u32, clock: &Clock) -> anyhow::Result<Trial> {
        let left = self.limit.saturating_sub(self.start.elapsed());
        if left.is_zero() {
            bail!("there is no bitstream after {} s: see --seconds", self.limit.as_secs());
        }
        let (name, mhz) = (self.target.name(), f64::from(clock.hz) / 1e6);
        let seconds = self.start.elapsed().as_secs();
        self.progress.show(|| format!("{name}: {units} reasoners at {mhz:.1} MHz, {seconds} s"));
        let mut variables = clock.dividers.clone();
        variables.push(("UNITS", units.to_string()));
        variables.push(("CLOCK_HZ", clock.hz.to_string()));
        // What is there is of this trial only if all its numbers are the same.
        let build = self.project.folder.join("build");
        let stamp = build.join(format!("{name}.trial"));
        let wanted = format!("{variables:?}");
        if !fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
            let _ = fs::remove_file(build.join(self.target.netlist()));
        }
        fs::create_dir_all(&build).with_context(|| format!("making {}", build.display()))?;
        fs::write(&stamp, wanted).with_context(|| format!("writing {}", stamp.display()))?;
        make(&self.project.folder, name, &variables, left)?;
        let report = build.join(format!("{name}.report.json"));
        read_trial(&report, self.target, units, clock)
    }
}

/// Reads what nextpnr reports.
fn read_trial(path: &Path, target: Target, units: u32, clock: &Clock) -> anyhow::Result<Trial> {
    let reading = || format!("reading {}", path.display());
    let text = fs::read_to_string(path).with_context(reading)?;
    let report: Value = serde_json::from_str(&text).with_context(reading)?;
    let cells = &report["utilization"][target.cell()];
    let count = |name: &str| {
        cells[name].as_u64().with_context(|| format!("{}: no {name} cells", path.display()))
    };
    let clocks = report["fmax"].as_object().into_iter().flat_map(|clocks| clocks.values());
    let slowest = clocks.filter_map(|clock| clock["achieved"].as_f64()).reduce(f64::min);
    let slowest = slowest.with_context(|| format!("{}: no clock", path.display()))?;
    Ok(Trial {
        units,
        clock: clock.clone(),
        max_hz: slowest * 1e6,
        cells: count("used")?,
        cells_available: count("available")?,
        registers: report["utilization"]["TRELLIS_FF"]["used"].as_u64(),
    })
}

/// What a state of random games takes on average: a game costs some clocks beside its steps.
fn clocks_per_state(project: &BoardProject) -> f64 {
    let (machine, clocks) = (&project.machine, &project.project.clocks);
    let engine = Engine::new(machine.clone(), Backend::best_interpreter());
    let mut lanes = Lanes::new(engine.into());
    let tally = lanes.playouts(&[Job::new(machine.initial(), 2_000, 0)], &Settings::new(1));
    let length = tally[0].steps as f64 / tally[0].playouts() as f64;
    let late_scores = f64::from(clocks.score.saturating_sub(clocks.legal + 2));
    let game = f64::from(clocks.legal) + 4.0 + late_scores;
    f64::from(clocks.per_step(project.project.shape.roles)) + game / length.max(1.0)
}

fn is_installed(tool: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(tool).is_file())
}

impl Report {
    pub(crate) fn states_per_second(&self) -> f64 {
        self.trial.speed() / self.clocks_per_state
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({
            "game": self.game,
            "target": self.target.name(),
            "bitstream": self.bitstream,
            "reasoners": self.trial.units,
            "cells": self.trial.cells,
            "cells_available": self.trial.cells_available,
            "registers": self.trial.registers,
            "max_mhz": self.trial.max_hz / 1e6,
            "clock_mhz": f64::from(self.trial.clock.hz) / 1e6,
            "clocks_per_step": self.clocks_per_step,
            "clocks_per_state": self.clocks_per_state,
            "states_per_second": self.states_per_second(),
            "power": self.target.power(),
            "seconds": self.time.as_secs_f64(),
        })
    }
}
