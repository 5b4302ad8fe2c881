//! From a project to a bitstream: how many reasoners fit, and which clock holds.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use stonegate_lanes::{Backend, Engine, Job, Lanes, Settings};
use stonegate_players::Chip;
use stonegate_workbench::progress::Progress;

use super::clock::Clock;
use super::figures::Figures;
use super::make::make;
use super::project::BoardProject;
use super::report::Report;
use super::target;

/// What placement leaves free: a full chip is hard to route.
const MAX_FILL: f64 = 0.85;

/// The clock of the first trial, slow enough for the longest ways, so that there is a bitstream
/// early on.
const FIRST_CLOCK_HZ: f64 = 10e6;

/// The next trial does not come out exactly as the last one.
const MARGIN: f64 = 0.95;

/// A trial is not worthwhile for less than this.
const WORTHWHILE: f64 = 1.06;

/// The most reasoners behind one line: more would wait for it.
const MAX_UNITS: u32 = 16;

const MAX_TRIALS: u32 = 6;

/// How much of the time that is left a trial may be expected to take. Half of it leaves time for
/// another one that knows better; what would not be worthwhile then may take nearly all.
const TIME_SHARES: [f64; 2] = [0.5, 0.9];

/// One way through synthesis, placement and routing.
struct Trial {
    units: u32,
    clock: Clock,
    figures: Figures,
}

impl Trial {
    fn holds(&self) -> bool {
        self.figures.max_hz >= f64::from(self.clock.hz)
    }

    fn speed(&self) -> f64 {
        f64::from(self.units) * f64::from(self.clock.hz)
    }
}

/// Finds how many reasoners fit and what clock holds, and leaves the bitstream of the best trial in
/// the folder of the project. One that the library has already is as good.
pub fn bitstream(
    project: &BoardProject,
    chip: Chip,
    units: Option<u32>,
    limit: Duration,
) -> anyhow::Result<Report> {
    let layout_hash = project.project.hashes.layout.map(|byte| format!("{byte:02x}")).concat();
    if project.is_in_library
        && let Some(report) = Report::read(&project.folder, chip)
        && report.layout_hash == layout_hash
        && report.levels == project.levels
        && units.is_none_or(|units| units == report.reasoners)
    {
        return Ok(report);
    }
    let start = Instant::now();
    target::check_tools(chip)?;
    project.write()?;
    let mut workshop = Workshop::new(project, chip, start, limit);
    let best = workshop.search(units)?;
    let clocks_per_state = clocks_per_state(project);
    let report = Report {
        game: project.name.clone(),
        chip: chip.to_string(),
        layout_hash,
        levels: project.levels,
        bitstream: workshop.best_file(),
        reasoners: best.units,
        cells: best.figures.cells,
        cells_available: best.figures.cells_available,
        lookup_tables: best.figures.lookup_tables,
        registers: best.figures.registers,
        clock_mhz: f64::from(best.clock.hz) / 1e6,
        max_mhz: best.figures.max_hz / 1e6,
        clocks_per_step: project.project.clocks.per_step(project.project.shape.roles),
        clocks_per_state,
        states_per_second: best.speed() / clocks_per_state,
        power: target::power(chip).to_owned(),
        trials: workshop.trials,
        seconds: start.elapsed().as_secs_f64(),
    };
    report.write(&project.folder, chip)?;
    Ok(report)
}

struct Workshop<'p> {
    project: &'p BoardProject,
    chip: Chip,
    start: Instant,
    limit: Duration,
    trials: u32,
    /// How long the last trial took for each reasoner.
    time_per_unit: Duration,
    progress: Progress,
}

impl<'p> Workshop<'p> {
    fn new(project: &'p BoardProject, chip: Chip, start: Instant, limit: Duration) -> Self {
        let (time_per_unit, progress) = (Duration::ZERO, Progress::new());
        Self { project, chip, start, limit, trials: 0, time_per_unit, progress }
    }

    /// The first trial gives a slow bitstream, and tells how large a board with one reasoner is and
    /// how fast it could be. Those that follow have as many as there seems to be room and time for,
    /// fewer while they do not fit, and a clock that the trial before would have held, until the time
    /// is up or little is to be won.
    fn search(&mut self, units: Option<u32>) -> anyhow::Result<Trial> {
        let slow = self.clock(FIRST_CLOCK_HZ).context("there is no slow clock")?;
        let first = self.attempt(units.unwrap_or(1), &slow)?;
        let room = (first.figures.cells_available as f64 * MAX_FILL) as u64;
        let (first_units, first_cells) = (first.units, first.figures.cells);
        let mut most = units.unwrap_or(MAX_UNITS);
        // Rounded up, because what all reasoners share is there only once.
        let mut n_units = units.unwrap_or(room.div_ceil(first_cells) as u32).clamp(1, most);
        let mut wish = first.figures.max_hz * MARGIN;
        let mut best = first.holds().then_some(first);
        if best.is_some() {
            self.keep()?;
        }
        while self.trials < MAX_TRIALS {
            let Some(clock) = self.clock(wish) else { break };
            let is_worthwhile = |tried: u32| {
                let speed = f64::from(tried) * f64::from(clock.hz);
                tried >= units.unwrap_or(1)
                    && best.as_ref().is_none_or(|best| speed >= WORTHWHILE * best.speed())
            };
            let in_time = TIME_SHARES.map(|share| n_units.min(self.units_in_time(share)));
            let Some(tried) = in_time.into_iter().find(|&tried| is_worthwhile(tried)) else {
                break;
            };
            match self.attempt(tried, &clock) {
                Ok(trial) => {
                    wish = trial.figures.max_hz * MARGIN;
                    let more_units = trial.units.saturating_sub(first_units);
                    let more_cells = trial.figures.cells.saturating_sub(first_cells);
                    if more_units > 0 && more_cells > 0 {
                        let left = room.saturating_sub(trial.figures.cells);
                        let extra = left * u64::from(more_units) / more_cells;
                        n_units = (trial.units + extra as u32).min(most);
                    }
                    if trial.holds() {
                        self.keep()?;
                        best = Some(trial);
                    }
                }
                // It does not fit, or takes too long.
                Err(_) if units.is_none() && tried > 1 => {
                    most = tried - 1;
                    n_units = most;
                }
                Err(error) if best.is_none() => return Err(error),
                Err(_) => break,
            }
        }
        best.context("no clock holds: try --levels, which cuts long ways, or more --seconds")
    }

    fn clock(&self, limit: f64) -> Option<Clock> {
        target::clock(self.chip, limit)
    }

    /// How many reasoners a trial may have that takes this share of the time that is left.
    fn units_in_time(&self, share: f64) -> u32 {
        let left = self.limit.saturating_sub(self.start.elapsed());
        (left.as_secs_f64() * share / self.time_per_unit.as_secs_f64()) as u32
    }

    /// Where the best bitstream is.
    fn best_file(&self) -> PathBuf {
        self.project.folder.join(self.chip.bitstream())
    }

    /// The last trial is the best one.
    fn keep(&self) -> anyhow::Result<()> {
        let (from, to) =
            (self.project.folder.join("build").join(self.chip.bitstream()), self.best_file());
        fs::copy(&from, &to).with_context(|| format!("writing {}", to.display()))?;
        Ok(())
    }

    fn attempt(&mut self, units: u32, clock: &Clock) -> anyhow::Result<Trial> {
        let start = Instant::now();
        let left = self.limit.saturating_sub(self.start.elapsed());
        self.trials += 1;
        let mut variables = clock.dividers.clone();
        variables.push(("UNITS", units.to_string()));
        variables.push(("CLOCK_HZ", clock.hz.to_string()));
        // What is left of another trial has other numbers in it.
        let netlist = self.project.folder.join("build").join(target::netlist(self.chip));
        let _ = fs::remove_file(netlist.with_extension("json"));
        let (chip, trials, mhz) = (self.chip, self.trials, f64::from(clock.hz) / 1e6);
        let Self { project, progress, start: begun, .. } = self;
        make(&project.folder, chip.name(), &variables, left, || {
            let seconds = begun.elapsed().as_secs();
            progress.show(|| {
                format!("{chip}, trial {trials}: {units} reasoners at {mhz:.1} MHz, {seconds} s")
            });
        })?;
        self.time_per_unit = start.elapsed() / units;
        Ok(Trial { units, clock: clock.clone(), figures: Figures::read(&project.folder, chip)? })
    }
}

/// What a state of random games takes on average: a game costs some clocks beside its steps.
fn clocks_per_state(project: &BoardProject) -> f64 {
    let (machine, clocks) = (&project.game.machine, &project.project.clocks);
    let engine = Engine::new(machine.clone(), Backend::best_interpreter());
    let mut lanes = Lanes::new(engine.into());
    let tally = lanes.playouts(&[Job::new(machine.initial(), 2_000, 0)], &Settings::new(1));
    let length = tally[0].steps as f64 / tally[0].playouts() as f64;
    let late_scores = f64::from(clocks.score.saturating_sub(clocks.legal + 2));
    let game = f64::from(clocks.legal) + 4.0 + late_scores;
    f64::from(clocks.per_step(project.project.shape.roles)) + game / length.max(1.0)
}
