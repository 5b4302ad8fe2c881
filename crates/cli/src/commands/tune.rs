//! `stonegate tune`: the best values of a player's parameters.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use stonegate_studies::{Method, Range, Spsa, StudyArgs, Tuning, Workshop};

use crate::interrupt;

/// Find the best values for the parameters of a player
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate tune --game nim --player mcts:iterations=9 --parameter c=0..1 --test-rounds 2
  stonegate tune --game joint-connect-four --opening 3 --player mcts:iterations=500 \\
      --parameter c=0.3..0.9 --parameter v=0.8..1 --rounds 20 --journal tune

  stonegate tune --game reversi --opening 4 --player mcts:iterations=500,c=0.55 \
      --parameter c=0.2..1 --spsa 300 --journal tune

The first player is tuned against the second, or against itself as it is: by a grid of values and
a finer grid around the best, or with --spsa by small steps towards whatever wins. In the end a
sequential test says whether what was found is better than the player as it was.")]
pub(crate) struct Tune {
    #[command(flatten)]
    study: StudyArgs,

    /// A parameter with its range: NAME=LOW..HIGH, or NAME=LOW..HIGH/STEPS; as often as there are parameters
    #[arg(long = "parameter", value_name = "RANGE", required = true)]
    parameters: Vec<Range>,

    /// How many values of each parameter are tried in a grid
    #[arg(long, value_name = "N", default_value_t = 4)]
    steps: usize,

    /// Search by N steps of simultaneous perturbation (SPSA) instead of grids
    #[arg(long, value_name = "N", conflicts_with = "steps")]
    spsa: Option<u32>,

    /// With --spsa, how many openings of each game are played in a step
    #[arg(long, value_name = "N", default_value_t = 1, requires = "spsa")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    batch: u32,

    /// With --spsa, what the last step changes parameters by, as a part of their range
    #[arg(long, value_name = "PART", default_value_t = 0.05, requires = "spsa")]
    change: f64,

    /// With --spsa, how far the last step goes for a pair that was won
    #[arg(long, value_name = "GAIN", default_value_t = 0.02, requires = "spsa")]
    gain: f64,

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
    let method = match args.spsa {
        None => Method::Grid { n_steps: args.steps },
        Some(n_steps) => Method::Spsa(Spsa {
            n_steps,
            batch: args.batch,
            last_change: args.change,
            last_gain: args.gain,
        }),
    };
    let tuning = Tuning::new(&args.study, args.parameters.clone(), method)?;
    let stop = interrupt::flag()?;
    let workshop = Workshop {
        resources: args.study.resources(),
        settings: args.study.settings(),
        journals: args.journal.clone(),
        reports: args.report.clone(),
        stop: &stop,
    };
    let is_complete = tuning.run(&workshop, args.test_rounds, &mut io::stdout())?;
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
