//! `stonegate tournament`: which of several players is better.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use stonegate_studies::{Report, StudyArgs, perform, play_unit, take_units};
use stonegate_workbench::backend::tell_refusal;
use stonegate_workbench::report::{count, print_note, print_warning};

use crate::interrupt;

/// Find out which of several players is better
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate tournament --game tic-tac-toe --player random --player greedy --rounds 5
  stonegate tournament study.toml --journal study.journal --concurrency 2
  stonegate tournament --game reversi --player mcts:c=0.4,iterations=2000 \\
      --player mcts:iterations=2000 --rounds 1000 --opening 4 --sprt 0,20
  stonegate tournament study.toml --unit 7
  stonegate tournament --game go9 --player go --player \"gtp:gnugo --mode gtp\" --rounds 50

With a journal, what is finished survives whatever happens, and the same command goes on
where it was. docs/experiments.md describes the file of a study and the reports.")]
pub(crate) struct Tournament {
    #[command(flatten)]
    study: StudyArgs,

    /// Keep what is finished in this file, and go on with what is missing in it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Write a report into this folder: a page, text, CSV, JSON, and results as PGN
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,

    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,

    /// Play unit N alone and print its result as a line of JSON, as it stands in a journal
    #[arg(long, value_name = "N", conflicts_with_all = ["journal", "report", "record"])]
    unit: Option<u64>,

    /// Put the results of units that were played elsewhere into the journal first
    #[arg(long, value_name = "FILE", requires = "journal")]
    take: Option<PathBuf>,
}

pub(crate) fn run(args: &Tournament) -> anyhow::Result<ExitCode> {
    tell_refusal();
    let study = args.study.study()?;
    if let Some(warning) = args.study.oversubscription(&study) {
        print_warning(&warning);
    }
    let stop = interrupt::flag()?;
    if let Some(number) = args.unit {
        let Some(result) = play_unit(&study, number, &stop)? else { return Ok(ExitCode::from(1)) };
        writeln!(io::stdout().lock(), "{}", result.to_json())?;
        return Ok(ExitCode::SUCCESS);
    }
    if let (Some(journal), Some(results)) = (&args.journal, &args.take) {
        let text = fs::read_to_string(results);
        let text = text.with_context(|| format!("reading {}", results.display()))?;
        let n_taken = take_units(&study, journal, &text)?;
        print_note(&format!("took {}", count(n_taken, "unit")));
    }
    let outcome = perform(&study, &args.study.settings(), args.journal.as_deref(), &stop)?;
    let report = Report::new(&study, &outcome.results, &outcome.roles);
    if let Some(folder) = &args.report {
        report.write(folder)?;
    }
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", report.to_json())?;
    } else {
        write!(out, "{}", report.to_text())?;
    }
    Ok(if outcome.is_complete { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
