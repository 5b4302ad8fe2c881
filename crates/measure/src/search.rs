//! How fast a position is searched, and how well.

mod errors;
mod stopwatch;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stonegate_lanes::{Engine, LANES};
use stonegate_search::{LanesReasoner, MachineGame, Options, Report, Search};
use stonegate_workbench::progress::Progress;

use crate::clock::{cpu_time, since};
use crate::units::{grouped, si};

pub use errors::Errors;
use stopwatch::Stopwatch;

/// A position searched with different numbers of playouts per leaf.
#[derive(Debug)]
pub struct SearchReport {
    game: String,
    threads: usize,
    runs: Vec<Run>,
}

/// One search.
#[derive(Debug)]
struct Run {
    options: Options,
    report: Report,
    seconds: f64,
    /// Of all threads together, where the system tells.
    cpu_seconds: Option<f64>,
    waves: u64,
    leaves: u64,
    /// The part of the threads' time that was spent in the lanes.
    in_lanes: f64,
}

/// What is searched, and by how many threads.
#[derive(Debug)]
pub struct Bed {
    name: String,
    engine: Arc<Engine>,
    game: Arc<MachineGame>,
    threads: usize,
}

impl Bed {
    pub fn new(name: String, engine: Arc<Engine>, threads: usize) -> Self {
        let game = Arc::new(MachineGame::new(Arc::clone(engine.machine())));
        Self { name, engine, game, threads }
    }

    /// The same for another number of threads.
    fn with_threads(&self, threads: usize) -> Self {
        Self {
            name: self.name.clone(),
            engine: Arc::clone(&self.engine),
            game: Arc::clone(&self.game),
            threads,
        }
    }

    /// Searches the initial position for some seconds, or until its value is proven, or for as many
    /// iterations as the options say.
    fn search(&self, options: &Options, seconds: Option<f64>, what: &str) -> Run {
        let search = Search::new(Arc::clone(&self.game), options.clone());
        let start = Instant::now();
        let limit = seconds.map(Duration::from_secs_f64);
        let stop = || limit.is_some_and(|limit| start.elapsed() >= limit);
        let n_running = AtomicUsize::new(self.threads);
        let counts = thread::scope(|scope| {
            let work = || {
                let reasoner = LanesReasoner::new(Arc::clone(&self.engine), options);
                let mut reasoner = Stopwatch::new(reasoner);
                let cpu_start = cpu_time();
                let wall_start = Instant::now();
                search.work(&mut reasoner, &stop);
                n_running.fetch_sub(1, Ordering::Relaxed);
                (reasoner.counts, since(cpu_start), wall_start.elapsed())
            };
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            let mut progress = Progress::new();
            while n_running.load(Ordering::Relaxed) > 0 {
                thread::sleep(Duration::from_millis(2));
                progress.show(|| format!("{what} {:.1} s", start.elapsed().as_secs_f64()));
            }
            let join = |thread: thread::ScopedJoinHandle<'_, _>| match thread.join() {
                Ok(counts) => counts,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            threads.into_iter().map(join).collect::<Vec<_>>()
        });
        let seconds = start.elapsed().as_secs_f64();
        let cpu = counts.iter().map(|(_, cpu, _)| *cpu).sum::<Option<Duration>>();
        let in_lanes: f64 = counts.iter().map(|(counts, ..)| counts.time.as_secs_f64()).sum();
        let all: f64 = counts.iter().map(|(.., wall)| wall.as_secs_f64()).sum();
        Run {
            options: options.clone(),
            report: search.report(),
            seconds,
            cpu_seconds: cpu.map(|cpu| cpu.as_secs_f64()),
            waves: counts.iter().map(|(counts, ..)| counts.waves).sum(),
            leaves: counts.iter().map(|(counts, ..)| counts.leaves).sum(),
            in_lanes: in_lanes / all.max(1e-9),
        }
    }
}

impl Run {
    fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.seconds
    }

    fn per_cpu_second(&self, count: u64) -> Option<f64> {
        self.cpu_seconds.map(|seconds| count as f64 / seconds)
    }

    /// How many leaves a wave has, as a part of the lanes.
    fn filled(&self) -> f64 {
        self.leaves as f64 / (self.waves.max(1) * LANES as u64) as f64
    }

    fn to_json(&self) -> Value {
        let Self { report, .. } = self;
        json!({
            "options": self.options.to_string(),
            "playouts_per_leaf": self.options.playouts,
            "iterations": report.iterations,
            "iterations_per_second": self.per_second(report.iterations),
            "iterations_per_cpu_second": self.per_cpu_second(report.iterations),
            "playouts_per_second": self.per_second(report.playouts),
            "states_per_second": self.per_second(report.states),
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "nodes": report.nodes,
            "memory_bytes": report.memory,
            "depth": report.depth,
            "values": report.values,
            "proven": report.proven,
            "time_in_lanes": self.in_lanes,
            "leaves_per_lane": self.filled(),
        })
    }
}

impl SearchReport {
    /// Searches for some seconds with one playout per leaf, with those of the options, and with ten.
    pub fn measure(bed: &Bed, options: &Options, seconds: f64) -> Self {
        let playouts = BTreeSet::from([1, options.playouts, 10]);
        let all = playouts.into_iter().map(|playouts| Options { playouts, ..options.clone() });
        let runs = all.map(|options| bed.search(&options, Some(seconds), &bed.name));
        Self { game: bed.name.clone(), threads: bed.threads, runs: runs.collect() }
    }

    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}, {} threads", self.game, self.threads)?;
        let mut row = |name: &str, value: &dyn Fn(&Run) -> String| {
            write!(out, "  {name:<22}")?;
            for run in &self.runs {
                write!(out, " {:>12}", value(run))?;
            }
            writeln!(out)
        };
        let cpu = |rate: Option<f64>| rate.map_or("-".to_owned(), si);
        row("playouts per leaf", &|run| run.options.playouts.to_string())?;
        row("iterations/s", &|run| si(run.per_second(run.report.iterations)))?;
        row("  per CPU second", &|run| cpu(run.per_cpu_second(run.report.iterations)))?;
        row("playouts/s", &|run| si(run.per_second(run.report.playouts)))?;
        row("states/s", &|run| si(run.per_second(run.report.states)))?;
        row("nodes", &|run| grouped(run.report.nodes))?;
        row("bytes per node", &|run| grouped(run.report.memory / run.report.nodes.max(1)))?;
        row("depth", &|run| run.report.depth.to_string())?;
        row("time in the lanes", &|run| format!("{:.0} %", 100.0 * run.in_lanes))?;
        row("leaves per lane", &|run| format!("{:.2}", run.filled()))?;
        row("threads busy", &|run| {
            let busy = run.cpu_seconds.map(|cpu| cpu / run.seconds);
            busy.map_or("-".to_owned(), |busy| format!("{busy:.2}"))
        })?;
        row("proven", &|run| {
            let is_proven = run.report.proven.iter().all(Option::is_some);
            if is_proven { "yes" } else { "no" }.to_owned()
        })
    }

    pub fn to_json(&self) -> Value {
        let runs = self.runs.iter().map(Run::to_json);
        json!({ "game": self.game, "threads": self.threads, "runs": runs.collect::<Vec<_>>() })
    }
}
