//! `stonegate othello`: the game of Othello on a board of its own.

use std::process::ExitCode;

use crate::othello::analyse::{self, Analyse};
use crate::othello::depths::{self, Depths};
use crate::othello::perft::{self, Perft};
use crate::othello::solve::{self, Solve};
use crate::othello::train::{self, Train};

/// Solve, analyse and train on the dedicated Othello board
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate othello perft 6
  stonegate othello solve endgames.obf
  stonegate othello analyse --seconds 5
  stonegate othello train --games 20000 --rounds 4 weights.bin
  stonegate othello depths --svg depths.svg")]
pub(crate) struct Othello {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand)]
enum Task {
    Solve(Solve),
    Analyse(Analyse),
    Train(Train),
    Perft(Perft),
    Depths(Depths),
}

pub(crate) fn run(args: &Othello) -> anyhow::Result<ExitCode> {
    match &args.task {
        Task::Solve(args) => solve::run(args),
        Task::Analyse(args) => analyse::run(args),
        Task::Train(args) => train::run(args),
        Task::Perft(args) => perft::run(args),
        Task::Depths(args) => depths::run(args),
    }
}
