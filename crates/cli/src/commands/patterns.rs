//! `stonegate patterns`: the files that the Gomoku pattern machine plays by.

use std::process::ExitCode;

use crate::patterns::bench::{self, Bench};
use crate::patterns::build::{self, Build};
use crate::patterns::check::{self, Check};
use crate::patterns::dump::{self, Dump};
use crate::patterns::explain::{self, Explain};
use crate::patterns::learn::{self, Learn};
use crate::patterns::score::{self, Score};
use crate::patterns::stats::{self, Stats};

/// Build, check, explain and learn the patterns of the Gomoku machine
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate patterns stats
  stonegate patterns check my-patterns.txt
  stonegate patterns explain board.txt --patterns my-patterns.txt
  stonegate patterns build my-patterns.txt -o image.bin
  stonegate patterns learn --games 300 -o learned.txt --svg curve.svg
  stonegate patterns score --patterns learned.txt
  stonegate match gomoku16 gomoku:pattern=learned.txt gomoku:depth=2 --opening 4

A pattern is five rows of five letters: `.` is anything, `b` a blank point, `B` a blank point
where to play, `X` a stone of the opponent's, `O` an own one. The first pattern that matches,
rotated or mirrored, anywhere on the board, says where to play.")]
pub(crate) struct Patterns {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand)]
enum Task {
    Build(Build),
    Dump(Dump),
    Check(Check),
    Explain(Explain),
    Stats(Stats),
    Bench(Bench),
    Learn(Learn),
    Score(Score),
}

pub(crate) fn run(args: &Patterns) -> anyhow::Result<ExitCode> {
    match &args.task {
        Task::Build(args) => build::run(args),
        Task::Dump(args) => dump::run(args),
        Task::Check(args) => check::run(args),
        Task::Explain(args) => explain::run(args),
        Task::Stats(args) => stats::run(args),
        Task::Bench(args) => bench::run(args),
        Task::Learn(args) => learn::run(args),
        Task::Score(args) => score::run(args),
    }
}
