//! `stonegate tournament`: which of several players is better.

use std::fs;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use stonegate_studies::{
    Report, Stage, StudyArgs, UnitResult, n_units, perform, play_units, take_units,
};
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
  stonegate tournament study.toml --journal study.journal --live 127.0.0.1:7421
  stonegate tournament study.toml --unit 7
  stonegate tournament study.toml --unit 100..200
  stonegate tournament --game go9 --player go --player \"gtp:gnugo --mode gtp\" --rounds 50

With a journal, what is finished survives whatever happens, and the same command goes on
where it was. With --live, the browser shows the table, the ratings and the boards
as they are played, until Ctrl-C. docs/experiments.md describes the file of a study and the reports.")]
pub(crate) struct Tournament {
    #[command(flatten)]
    study: StudyArgs,

    /// Keep what is finished in this file, and go on with what is missing in it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Write a report into this folder: a page, text, CSV, JSON, and results as PGN
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,

    /// Show the tournament in the browser at this address, also after its end until Ctrl-C
    #[arg(long, value_name = "ADDRESS:PORT")]
    live: Option<SocketAddr>,

    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,

    /// Play unit N alone, or those FROM..TO, and print each result as a line of JSON, as it stands in
    /// a journal
    #[arg(long, value_name = "N", value_parser = units, conflicts_with_all = ["journal", "report", "record", "live"])]
    unit: Option<Range<u64>>,

    /// Print how many units there are, and play none
    #[arg(long, conflicts_with_all = ["unit", "journal", "report", "record", "live"])]
    count: bool,

    /// Put the results of units that were played elsewhere into the journal first
    #[arg(long, value_name = "FILE", requires = "journal")]
    take: Option<PathBuf>,
}

pub(crate) fn run(args: &Tournament) -> anyhow::Result<ExitCode> {
    tell_refusal();
    let study = Arc::new(args.study.study()?);
    if let Some(warning) = args.study.oversubscription(&study) {
        print_warning(&warning);
    }
    let stop = interrupt::flag()?;
    if args.count {
        writeln!(io::stdout().lock(), "{}", n_units(&study, &stop)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(numbers) = &args.unit {
        let tell = |result: &UnitResult| writeln!(io::stdout().lock(), "{}", result.to_json());
        let is_complete = play_units(&study, numbers.clone(), &stop, tell)?;
        return Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(1) });
    }
    if let (Some(journal), Some(results)) = (&args.journal, &args.take) {
        let text = fs::read_to_string(results);
        let text = text.with_context(|| format!("reading {}", results.display()))?;
        let n_taken = take_units(&study, journal, &text)?;
        print_note(&format!("took {}", count(n_taken, "unit")));
    }
    let stage = args.live.map(|address| Stage::open(address, &study)).transpose()?;
    let live = stage.as_ref().map(Stage::live);
    let (settings, journal) = (args.study.settings(), args.journal.as_deref());
    let outcome = perform(&study, &settings, journal, &stop, live)?;
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
    out.flush()?;
    if let Some(stage) = stage {
        stage.stay_until(&stop);
    }
    Ok(if outcome.is_complete { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// A number of a unit, or the first and the one behind the last.
fn units(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => (number(from)?, number(to)?),
        None => (number(text)?, number(text)?.saturating_add(1)),
    };
    if from < to { Ok(from..to) } else { Err(format!("there is nothing in {text}")) }
}
