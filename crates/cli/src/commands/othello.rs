//! `stonegate othello`: the game of Othello on a board of its own.

use std::process::ExitCode;

use crate::othello::analyze::{self, Analyze};
use crate::othello::depths::{self, Depths};
use crate::othello::probcut::{self, ProbCut};
use crate::othello::solve::{self, Solve};
use crate::othello::train::{self, Train};

/// Solve, analyze and train on the dedicated Othello board
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate othello analyze --seconds 1
  stonegate othello solve endgames.obf
  stonegate othello train --games 20000 --rounds 4 weights.bin
  stonegate othello depths --svg depths.svg")]
pub(crate) struct Othello {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand)]
enum Task {
    Solve(Solve),
    #[command(alias = "analyse")]
    Analyze(Analyze),
    Train(Train),
    #[command(name = "probcut")]
    ProbCut(ProbCut),
    Depths(Depths),
}

pub(crate) fn run(args: &Othello) -> anyhow::Result<ExitCode> {
    match &args.task {
        Task::Solve(args) => solve::run(args),
        Task::Analyze(args) => analyze::run(args),
        Task::Train(args) => train::run(args),
        Task::ProbCut(args) => probcut::run(args),
        Task::Depths(args) => depths::run(args),
    }
}
