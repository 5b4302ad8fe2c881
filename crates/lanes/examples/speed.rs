//! States per second of random play, in time on the core and by the wall clock:
//! `speed [--threads N] [--seconds S] [--jobs N] SHEET...`
#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Instant;

use stonegate_circuit::Effort;
use stonegate_ground::{Budget, Machine, ground};
use stonegate_lanes::{Backend, Engine, Job, Lanes, Part, Settings};

fn main() {
    let mut threads = 1;
    let mut seconds = 1.0;
    let mut n_jobs = 1_u64;
    let mut backends = vec![Backend::best()];
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("the option has a value");
        match arg.as_str() {
            "--threads" => threads = value().parse().expect("a number"),
            "--seconds" => seconds = value().parse().expect("a number"),
            "--jobs" => n_jobs = value().parse().expect("a number"),
            "--backend" => backends = vec![value().parse().expect("a back end")],
            "--all" => {
                backends = Backend::ALL.into_iter().filter(|b| b.is_available()).collect();
            }
            path => measure(path, &backends, threads, seconds, n_jobs),
        }
    }
}

/// Seconds that this thread has been on a core: other work on the machine does not count.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").expect("this is Linux");
    stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).expect("nanoseconds") / 1e9
}

/// Prints what the parts of a step cost.
fn profile(engine: &Arc<Engine>, machine: &Machine) {
    let mut lanes = Lanes::new(Arc::clone(engine));
    lanes.playouts(&[Job::new(machine.initial(), 600, 0)], &Settings::new(1));
    let size = engine.size();
    let parts = [
        (Part::Legal, size.legal),
        (Part::Choice, 0),
        (Part::Next, size.next),
        (Part::Goals, size.deferred_goals),
    ];
    for (part, n_tables) in parts {
        // The best of many short runs: the one that nothing interrupted.
        let best = (0..400)
            .map(|_| {
                let begin = Instant::now();
                lanes.repeat(part, 100);
                begin.elapsed().as_secs_f64() * 1e7
            })
            .fold(f64::INFINITY, f64::min);
        print!("    {part:?} {best:.0} ns");
        if n_tables > 0 {
            print!(" ({n_tables} tables, {:.3} ns each)", best / n_tables as f64);
        }
    }
    println!();
}

fn measure(path: &str, backends: &[Backend], threads: usize, seconds: f64, n_jobs: u64) {
    let begin = Instant::now();
    let rules = std::fs::read_to_string(path).expect("the sheet can be read");
    let analysis = stonegate_gdl::analyze(&rules);
    let budget = Budget::default();
    let grounded = ground(&analysis.rules, &analysis.dependencies, &budget).expect("it grounds");
    let effort =
        if grounded.machine.circuit.n_ands() < 30_000 { Effort::FULL } else { Effort::QUICK };
    let machine = Arc::new(grounded.optimize(effort, &|| false).machine);
    let ready = begin.elapsed().as_secs_f64() * 1e3;
    for &backend in backends {
        let begin = Instant::now();
        let engine = Arc::new(Engine::new(Arc::clone(&machine), backend));
        let compiled = begin.elapsed().as_secs_f64() * 1e3;
        let begin = Instant::now();
        let play = |thread: u64| {
            let mut lanes = Lanes::new(Arc::clone(&engine));
            let cpu = cpu_seconds();
            let (mut steps, mut playouts) = (0, 0);
            let mut n = 8192 / n_jobs;
            let mut round = 0;
            while begin.elapsed().as_secs_f64() < seconds {
                let jobs: Vec<Job> = (0..n_jobs)
                    .map(|job| Job::new(machine.initial(), n, (round * n_jobs + job) * 99 + thread))
                    .collect();
                for tally in lanes.playouts(&jobs, &Settings::new(1)) {
                    steps += tally.steps;
                    playouts += tally.playouts();
                }
                n = if n_jobs == 1 { n * 2 } else { n }.min(1 << 20);
                round += 1;
            }
            (steps, playouts, cpu_seconds() - cpu)
        };
        let totals: Vec<(u64, u64, f64)> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads)
                .map(|thread| {
                    scope.spawn({
                        let play = &play;
                        move || play(thread as u64)
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        let wall = begin.elapsed().as_secs_f64();
        let rate: f64 = totals.iter().map(|&(steps, _, time)| steps as f64 / time).sum();
        let (steps, playouts): (u64, u64) =
            totals.iter().fold((0, 0), |sum, total| (sum.0 + total.0, sum.1 + total.1));
        profile(&engine, &machine);
        let name = path.rsplit('/').next().unwrap_or(path);
        println!(
            "{name:28} {backend:18} {:8.1} M states/s ({:.1} M by the wall clock), {:7.2} M playouts/s, length {:5.1}, {:6.0} ns \
             per pass, sheet {ready:.0} ms + {compiled:.1} ms, {:?}",
            rate / 1e6,
            steps as f64 / wall / 1e6,
            playouts as f64 * rate / steps as f64 / 1e6,
            steps as f64 / playouts as f64,
            512e9 / rate * threads as f64,
            engine.size(),
        );
    }
}
