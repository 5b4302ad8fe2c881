//! How often compiling a sheet asks whether to stop.
//!
//!     cargo run --release --package stonegate-ground --example looks -- SHEET [SECONDS]
//!
//! Prints the longest stretches of processor time between two looks and where they ended, and how
//! long it takes to come back after a look said so, which is after so many seconds of optimization.

#![allow(clippy::print_stdout)]

use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};

use rustix::time::{ClockId, clock_gettime};
use stonegate_circuit::Effort;
use stonegate_ground::{Budget, ground};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("which sheet?")?;
    let seconds = args.next().map_or(Ok(30.0), |text| text.parse())?;
    let analysis = stonegate_gdl::analyze(&std::fs::read_to_string(path)?);

    let looks = Looks::new(f64::INFINITY);
    let stop = || looks.look();
    let budget = Budget { stop: &stop, ..Budget::default() };
    let grounded = ground(&analysis.rules, &budget)?;
    looks.report("ground", grounded.machine.circuit.n_ands());
    for (name, effort) in [("quick", Effort::QUICK), ("full", Effort::FULL)] {
        let looks = Looks::new(seconds);
        let optimized = grounded.optimize(effort, &|| looks.look());
        looks.report(name, optimized.machine.circuit.n_ands());
    }
    Ok(())
}

/// The time between two looks.
struct Stretch {
    length: f64,
    /// When it ended.
    end: f64,
    /// The lines at which it ended, if it was long.
    place: String,
}

/// Looks at the time of the processor, in seconds.
struct Looks {
    start: f64,
    limit: f64,
    last: Cell<f64>,
    stretches: RefCell<Vec<Stretch>>,
    stopped: Cell<Option<f64>>,
}

impl Looks {
    fn new(limit: f64) -> Self {
        let start = cpu_time();
        let last = Cell::new(start);
        Self { start, limit, last, stretches: RefCell::default(), stopped: Cell::default() }
    }

    fn look(&self) -> bool {
        let now = cpu_time();
        let stretch = now - self.last.replace(now);
        if self.stopped.get().is_none() {
            let place = if stretch > 0.05 { place() } else { String::new() };
            let stretch = Stretch { length: stretch, end: now - self.start, place };
            self.stretches.borrow_mut().push(stretch);
            // Nobody else has to pay for finding out where that was.
            self.last.set(cpu_time());
            self.stopped.set((now - self.start > self.limit).then_some(now));
        }
        self.stopped.get().is_some()
    }

    fn report(&self, name: &str, n_gates: usize) {
        let end = cpu_time();
        println!("{name}: {n_gates} gates after {:.1} s", end - self.start);
        if let Some(stopped) = self.stopped.get() {
            println!("  {:.2} s from the stop to the end", end - stopped);
        }
        let mut stretches = self.stretches.take();
        stretches.sort_unstable_by(|a, b| b.length.total_cmp(&a.length));
        for Stretch { length, end, place } in stretches.iter().take(6) {
            println!("  {:.0} ms without a look, until {end:.1} s {place}", length * 1e3);
        }
    }
}

/// The innermost lines of the compiler that are being run.
fn place() -> String {
    let trace = Backtrace::force_capture().to_string();
    let lines = trace.lines().filter_map(|line| line.split_once("crates/"));
    let lines = lines.map(|(_, line)| line).filter(|line| !line.contains("examples"));
    lines.take(6).collect::<Vec<_>>().join(" < ")
}

fn cpu_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
