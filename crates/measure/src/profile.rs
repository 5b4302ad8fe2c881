//! Where the time of a step goes.

use std::io::{self, Write};
use std::slice;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use stonegate_lanes::{Engine, Job, LANES, Lanes, Part, Settings};

use crate::clock::cpu_time;
use crate::units::grouped;

/// How long each part is repeated at a time.
const SECONDS: f64 = 0.02;
/// Of so many times the shortest counts: the others were disturbed.
const ROUNDS: usize = 7;
/// The fewest games that are played at a time: so many that the lanes that stand idle
/// beside the last ones do not matter.
const MIN_GAMES: u64 = 32 * LANES as u64;

/// The cost of one pass: a step in all lanes on one thread.
#[derive(Debug)]
pub struct Profile {
    rows: Vec<Row>,
    nanoseconds: f64,
}

#[derive(Debug)]
struct Row {
    part: &'static str,
    nanoseconds: f64,
    /// Nothing for a part that is not a circuit.
    circuit: Option<Circuit>,
}

#[derive(Debug)]
struct Circuit {
    tables: usize,
    nanoseconds_per_table: f64,
}

impl Profile {
    pub fn of(engine: &Arc<Engine>, settings: &Settings) -> Self {
        let mut lanes = Lanes::new(Arc::clone(engine));
        let settings = Settings { lanes: LANES, ..*settings };
        let mut job = Job::new(engine.machine().initial(), MIN_GAMES, 0);
        let mut play = |job: &Job| {
            let start = now();
            let tally = lanes.playouts(slice::from_ref(job), &settings).swap_remove(0);
            (now() - start, tally)
        };
        while play(&job).0 < SECONDS {
            job.playouts *= 2;
        }
        let (mut nanoseconds, mut batches_per_pass) = (f64::INFINITY, 0.0);
        for _ in 0..ROUNDS {
            let (seconds, tally) = play(&job);
            // A lane takes a pass for each step, and one to notice the end.
            let passes = (tally.steps + tally.playouts()) as f64 / LANES as f64;
            nanoseconds = nanoseconds.min(seconds * 1e9 / passes);
            batches_per_pass = tally.finished as f64 / LANES as f64 / passes;
        }
        let size = engine.size();
        let mut cost = |part| best_of(|n| lanes.repeat(part, n));
        let mut rows = vec![
            Row::circuit("legal", cost(Part::Legal), size.legal),
            Row { part: "choice", nanoseconds: cost(Part::Choice), circuit: None },
            Row::circuit("next", cost(Part::Next), size.next),
        ];
        if size.deferred_goals > 0 {
            // They are evaluated once for as many finished games as there are lanes.
            let mut row = Row::circuit("goals", cost(Part::Goals), size.deferred_goals);
            row.nanoseconds *= batches_per_pass;
            rows.push(row);
        }
        let parts = rows.iter().map(|row| row.nanoseconds).sum::<f64>();
        let rest = (nanoseconds - parts).max(0.0);
        rows.push(Row { part: "rest", nanoseconds: rest, circuit: None });
        Self { rows, nanoseconds }
    }

    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\n  step         ns/pass  share   tables  ns/table")?;
        for row in &self.rows {
            let share = 100.0 * row.nanoseconds / self.nanoseconds;
            write!(out, "  {:<10} {:>9.1}  {share:>3.0} %", row.part, row.nanoseconds)?;
            match &row.circuit {
                Some(Circuit { tables, nanoseconds_per_table }) => {
                    writeln!(out, " {:>8}  {nanoseconds_per_table:>8.3}", grouped(*tables))?;
                }
                None => writeln!(out)?,
            }
        }
        let per_lane = self.nanoseconds / LANES as f64;
        writeln!(out, "  {:<10} {:>9.1}  100 %", "all", self.nanoseconds)?;
        writeln!(
            out,
            "\n  A pass is a step in {LANES} lanes on one thread: {per_lane:.3} ns for each lane.\n  \
             A table costs {:.3} ns in legal and next together. The rest is to take the\n  \
             results of finished games, to start the next ones, and what the parts cost\n  \
             each other in the caches.",
            self.per_table()
        )
    }

    /// The cost of a table that is evaluated in each pass.
    fn per_table(&self) -> f64 {
        let circuits = self.rows.iter().filter(|row| ["legal", "next"].contains(&row.part));
        let (nanoseconds, tables) = circuits.fold((0.0, 0), |(nanoseconds, tables), row| {
            let more = row.circuit.as_ref().map_or(0, |circuit| circuit.tables);
            (nanoseconds + row.nanoseconds, tables + more)
        });
        nanoseconds / tables.max(1) as f64
    }

    pub fn to_json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            json!({
                "part": row.part,
                "ns_per_pass": row.nanoseconds,
                "tables": row.circuit.as_ref().map(|circuit| circuit.tables),
                "ns_per_table": row.circuit.as_ref().map(|circuit| circuit.nanoseconds_per_table),
            })
        });
        json!({
            "ns_per_pass": self.nanoseconds,
            "ns_per_table": self.per_table(),
            "parts": rows.collect::<Vec<_>>(),
        })
    }
}

impl Row {
    /// A part that is evaluated in each pass.
    fn circuit(part: &'static str, nanoseconds: f64, tables: usize) -> Self {
        let nanoseconds_per_table = nanoseconds / tables.max(1) as f64;
        Self { part, nanoseconds, circuit: Some(Circuit { tables, nanoseconds_per_table }) }
    }
}

/// Seconds on a clock that stands still, if possible, while other programs run.
fn now() -> f64 {
    thread_local!(static START: Instant = Instant::now());
    match cpu_time() {
        Some(time) => time.as_secs_f64(),
        None => START.with(|start| start.elapsed().as_secs_f64()),
    }
}

/// Nanoseconds for one of `n` repetitions.
fn best_of(mut repeat: impl FnMut(u32)) -> f64 {
    let mut time = |n: u32| {
        let start = now();
        repeat(n);
        now() - start
    };
    let mut n = 1;
    while time(n) < SECONDS / 2.0 && n < 1 << 30 {
        n *= 2;
    }
    let seconds = (0..ROUNDS).map(|_| time(n)).fold(f64::INFINITY, f64::min);
    seconds * 1e9 / f64::from(n)
}
