//! `stonegate patterns score`: how a file does against an opponent.

use std::io::{self, Write};
use std::process::ExitCode;

use stonegate_gomoku::learning::{Estimate, score};
use stonegate_gomoku::patterns::PatternMachine;
use stonegate_players::{PlayerSpec, SparringPartner};

use super::Source;

/// Play games from random openings, each with both colors, and count
#[derive(clap::Args)]
pub(crate) struct Score {
    #[command(flatten)]
    source: Source,

    /// Against whom, by the names that `stonegate match` knows
    #[arg(long, value_name = "PLAYER", default_value = "gomoku:depth=2")]
    against: PlayerSpec,

    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,

    /// The openings depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Openings with this bit in their seed are for scores: nobody learns from them.
pub(super) const HELD_BACK: u64 = 1 << 63;

pub(crate) fn run(args: &Score) -> anyhow::Result<ExitCode> {
    let machine = PatternMachine::new(&args.source.read()?);
    let mut opponent = SparringPartner::new(args.against.clone())?;
    let score = score(&machine, args.seed | HELD_BACK, args.games, &mut opponent);
    writeln!(io::stdout(), "{} against {}", Estimate(score), args.against)?;
    Ok(ExitCode::SUCCESS)
}
