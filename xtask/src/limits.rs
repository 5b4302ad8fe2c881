//! `cargo xtask limits`: what the program promises of time and memory, measured on the program itself.

mod analyses;
mod circuits;
mod compile;
mod first_move;
mod hoard;
mod hostile;
mod lines;
mod managers;
mod player;
mod search;
mod soak;
mod tables;
mod visitors;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;

use crate::project::{self, root, say};

/// What is measured, and how.
struct Measurement {
    name: &'static str,
    /// What the program promises.
    promise: &'static str,
    /// Prints figures, and says whether the promise is kept.
    run: fn(&Setup) -> anyhow::Result<bool>,
}

const MEASUREMENTS: [Measurement; 12] = [
    Measurement {
        name: "tables",
        promise: "200 people play at once: 99 of 100 moves are answered within 0.1 s",
        run: tables::run,
    },
    Measurement {
        name: "visitors",
        promise: "1000 visitors are at their tables: 99 of 100 moves are answered within 0.1 s",
        run: visitors::run,
    },
    Measurement {
        name: "hostile",
        promise: "500 hostile sockets: 99 of 100 moves of others are answered within 0.1 s",
        run: hostile::run,
    },
    Measurement {
        name: "hoard",
        promise: "a visitor who wants 5000 tables gets 1000, and others play on",
        run: hoard::run,
    },
    Measurement {
        name: "analyses",
        promise: "a move of 0.2 s takes less than 0.5 s, whatever 150 others have analyzed",
        run: analyses::run,
    },
    Measurement {
        name: "circuits",
        promise: "a question is answered within 1 s, however many wait for circuits",
        run: circuits::run,
    },
    Measurement {
        name: "soak",
        promise: "a server on which games come and go takes less than 1 GB, and no more memory or files in the end",
        run: soak::run,
    },
    Measurement {
        name: "lines",
        promise: "a line of 100 MB costs no reader 64 MB of memory",
        run: lines::run,
    },
    Measurement {
        name: "managers",
        promise: "a GGP player is never busy after a match nor late, on a machine that is busy",
        run: managers::run,
    },
    Measurement {
        name: "compile",
        promise: "compiling ends within 1 s of work after its limits, and keeps to its memory",
        run: compile::run,
    },
    Measurement {
        name: "search",
        promise: "a GGP player searches from its first turn on, whatever its game runs on",
        run: search::run,
    },
    Measurement {
        name: "first-move",
        promise: "an engine that is started for one move of 0.05 s is done within 0.3 s",
        run: first_move::run,
    },
];

/// What is measured, and on what.
struct Setup {
    program: PathBuf,
    /// The rule sheet for those that need one.
    sheet: PathBuf,
    /// For those that take as long as they are told.
    time: Option<Duration>,
}

pub(crate) fn run(args: &[&str]) -> anyhow::Result<ExitCode> {
    let mut program = None;
    let mut setup = Setup {
        program: PathBuf::new(),
        // No other game of ours has a larger circuit.
        sheet: root().join("games/chess.kif"),
        time: None,
    };
    let mut chosen = Vec::new();
    let mut args = args.iter();
    while let Some(&arg) = args.next() {
        let mut value = || args.next().with_context(|| format!("`{arg}` needs a value"));
        match arg {
            "--program" => program = Some(PathBuf::from(value()?)),
            "--sheet" => setup.sheet = PathBuf::from(value()?),
            "--seconds" => setup.time = Some(Duration::from_secs(value()?.parse()?)),
            name => {
                let known = MEASUREMENTS.iter().find(|known| known.name == name);
                chosen.push(known.with_context(|| format!("`{name}` is not measured"))?);
            }
        }
    }
    if chosen.is_empty() {
        for Measurement { name, promise, .. } in &MEASUREMENTS {
            say(format_args!("{name:<11} {promise}"));
        }
        return Ok(ExitCode::SUCCESS);
    }
    setup.program = program.map_or_else(project::release, Ok)?;
    let mut is_kept = true;
    for Measurement { name, promise, run } in chosen {
        say(format_args!("{name}: {promise}"));
        is_kept &= run(&setup).with_context(|| format!("measuring {name}"))?;
    }
    Ok(if is_kept { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Prints a figure.
fn tell(name: &str, figure: impl std::fmt::Display) {
    say(format_args!("  {name:<28} {figure}"));
}

fn milliseconds(time: Duration) -> String {
    format!("{:.0} ms", time.as_secs_f64() * 1e3)
}

fn megabytes(bytes: usize) -> String {
    format!("{} MB", bytes >> 20)
}

/// The value below which so many percent of all are.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(index).copied().unwrap_or(Duration::MAX)
}
