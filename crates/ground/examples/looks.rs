//! How often compiling a sheet asks whether to stop.
//!
//!     cargo run --release --package stonegate-ground --example looks -- SHEET [SECONDS]
//!
//! Prints the longest stretches of processor time between two looks, and how long it takes to come
//! back after a look said so, which is after so many seconds of optimization.

#![allow(clippy::print_stdout)]

use std::cell::{Cell, RefCell};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use stonegate_circuit::Effort;
use stonegate_ground::{Budget, ground};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("which sheet?")?;
    let seconds = args.next().map_or(Ok(30.0), |text| text.parse())?;
    let analysis = stonegate_gdl::analyze(&std::fs::read_to_string(path)?);

    let looks = Looks::new(Duration::MAX);
    let stop = || looks.look();
    let budget = Budget { stop: &stop, ..Budget::default() };
    let grounded = ground(&analysis.rules, &budget)?;
    looks.report("ground");
    println!("{} gates", grounded.machine.circuit.n_ands());

    for (name, effort) in [("quick", Effort::QUICK), ("full", Effort::FULL)] {
        let looks = Looks::new(Duration::from_secs_f64(seconds));
        let optimized = grounded.optimize(effort, &|| looks.look());
        looks.report(name);
        println!("{} gates", optimized.machine.circuit.n_ands());
    }
    Ok(())
}

/// The longest stretches, and when each ended.
struct Looks {
    start: Duration,
    limit: Duration,
    last: Cell<Duration>,
    stretches: RefCell<Vec<(Duration, Duration)>>,
    stopped: Cell<Option<Duration>>,
}

impl Looks {
    fn new(limit: Duration) -> Self {
        let start = cpu_time();
        Self {
            start,
            limit,
            last: Cell::new(start),
            stretches: RefCell::default(),
            stopped: Cell::default(),
        }
    }

    fn look(&self) -> bool {
        let now = cpu_time();
        let stretch = now - self.last.replace(now);
        if self.stopped.get().is_none() && stretch > Duration::from_millis(20) {
            self.stretches.borrow_mut().push((stretch, now - self.start));
            if stretch > Duration::from_millis(100) && std::env::var_os("TRACE").is_some() {
                println!("{stretch:?}\n{}", std::backtrace::Backtrace::force_capture());
            }
        }
        if now - self.start > self.limit && self.stopped.get().is_none() {
            self.stopped.set(Some(now));
        }
        self.stopped.get().is_some()
    }

    fn report(&self, name: &str) {
        let end = cpu_time();
        let mut stretches = self.stretches.take();
        match self.stopped.get() {
            Some(stopped) => println!("{name}: {:.2?} from the stop to the end", end - stopped),
            None => stretches.push((end - self.last.get(), end - self.start)),
        }
        println!("{name}: {:.2?} in all", end - self.start);
        stretches.sort_unstable();
        for (stretch, at) in stretches.iter().rev().take(12) {
            println!(
                "{:>8.0} ms without a look, until {:.2} s",
                stretch.as_secs_f64() * 1e3,
                at.as_secs_f64()
            );
        }
    }
}

fn cpu_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}
