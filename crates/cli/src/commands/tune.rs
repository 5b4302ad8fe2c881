//! `stonegate tune`: the best values of a player's parameters.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use stonegate_studies::{Range, StudyArgs, TuneFiles, Tuning};

use crate::interrupt;

/// Find the best values for the parameters of a player
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate tune --game tic-tac-toe --player mcts:iterations=20 --parameter c=0.2..0.8 \\
      --steps 2 --rounds 2 --test-rounds 2
  stonegate tune --game joint-connect-four --opening 3 --player mcts:iterations=500 \\
      --parameter c=0.3..0.9 --parameter v=0.8..1 --rounds 20 --journal tune

The first player is tuned against the second, or against itself as it is: by a grid of values,
by a finer grid around the best, and a sequential test of the best against the default.")]
pub(crate) struct Tune {
    #[command(flatten)]
    study: StudyArgs,

    /// A parameter with its range: NAME=LOW..HIGH; as often as there are parameters
    #[arg(long = "parameter", value_name = "RANGE", required = true)]
    parameters: Vec<Range>,

    /// How many values of each parameter are tried in a grid
    #[arg(long, value_name = "N", default_value_t = 4)]
    steps: usize,

    /// How many rounds the test in the end has at most
    #[arg(long, value_name = "N", default_value_t = 1000)]
    test_rounds: u32,

    /// Keep what is finished in files whose names begin so, and go on with what is missing
    #[arg(long, value_name = "PREFIX")]
    journal: Option<PathBuf>,

    /// Write reports into folders of this folder
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
}

pub(crate) fn run(args: &Tune) -> anyhow::Result<ExitCode> {
    let tuning = Tuning::new(&args.study, args.parameters.clone(), args.steps)?;
    let stop = interrupt::flag()?;
    let files = TuneFiles { journal: args.journal.clone(), reports: args.report.clone() };
    let is_complete =
        tuning.run(&args.study, args.test_rounds, &files, &stop, &mut io::stdout())?;
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
