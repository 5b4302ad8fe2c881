//! Plays rule sheets that nobody has written by the reference evaluator, the circuit and all back
//! ends of the lanes, and says where they differ.
//!
//! Usage: `random_sheets [SHEETS] [SEED]`

#![allow(clippy::print_stdout)]

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use stonegate_lanes::Settings;
use stonegate_measure::{Agreement, Comparison};
use stonegate_oracles::random_sheets::{RandomSheet, numbered};
use stonegate_workbench::compile::Limits;
use stonegate_workbench::source::Source;

/// How long the reference evaluator plays a sheet.
const SECONDS: f64 = 0.01;

/// So often it is told how far it has come.
const ROUND: u64 = 1000;

/// What came of all sheets so far.
#[derive(Default)]
struct Sum {
    begun: AtomicU64,
    equal: AtomicU64,
    different: AtomicU64,
    not_compared: AtomicU64,
    states: AtomicU64,
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let (Ok(n_sheets), Ok(seed)) = (args.next().unwrap_or(Ok(1000)), args.next().unwrap_or(Ok(1)))
    else {
        println!("usage: random_sheets [SHEETS] [SEED]");
        return ExitCode::from(2);
    };
    let sum = Sum::default();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| work(&sum, n_sheets, seed));
        }
    });
    let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
    println!(
        "{} sheets equal, {} different, {} not compared; {} states",
        count(&sum.equal),
        count(&sum.different),
        count(&sum.not_compared),
        count(&sum.states)
    );
    if count(&sum.different) == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn work(sum: &Sum, n_sheets: u64, seed: u64) {
    let settings = Settings { step_limit: 20, ..Settings::new(seed) };
    let agreement = Agreement { seconds: SECONDS, settings, limits: Limits::default() };
    loop {
        let number = sum.begun.fetch_add(1, Ordering::Relaxed);
        if number >= n_sheets {
            return;
        }
        let RandomSheet(text) = numbered(seed, number);
        let source = Source::of_text(format!("sheet {number} of seed {seed}"), text);
        let compared = catch_unwind(AssertUnwindSafe(|| agreement.compare(&source)));
        // A program that breaks on a sheet is told apart from the reference, too.
        let panicked = |_| Comparison::Different(anyhow::anyhow!("a part of the program panicked"));
        match compared.unwrap_or_else(panicked) {
            Comparison::Equal(compared) => {
                sum.equal.fetch_add(1, Ordering::Relaxed);
                sum.states.fetch_add(compared.states as u64, Ordering::Relaxed);
            }
            Comparison::Different(error) => {
                sum.different.fetch_add(1, Ordering::Relaxed);
                println!("{}: {error:#}\n{}\n", source.name, source.text);
            }
            Comparison::NotCompared(error) => {
                sum.not_compared.fetch_add(1, Ordering::Relaxed);
                println!("{}: not compared: {error:#}", source.name);
            }
        }
        if (number + 1).is_multiple_of(ROUND) {
            println!("{} sheets", number + 1);
        }
    }
}
