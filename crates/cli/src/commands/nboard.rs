//! `stonegate nboard`: the Othello engine for boards that speak the NBoard protocol.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use stonegate_frontends::nboard::{Session, Settings, serve};
use stonegate_protocols::nboard::Reply;
use stonegate_workbench::args::seconds;

use crate::othello::Setup;

/// Be an Othello engine for NBoard and other boards that speak its protocol
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate nboard
  stonegate nboard --seconds 5 --threads 2

Boards start this command and talk to it on standard input and output, in version 2 of the
protocol: `set game`, `set depth`, `move`, `hint`, `go`, `analyze`, `ping`, `learn`. The board
says how deep to search in the middle of the game; the last moves are played perfectly.
`set contempt` changes nothing, and there is no book to learn into.")]
pub(crate) struct NBoard {
    /// Think about a move for this long at most [default: as long as the depth takes]
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,

    #[command(flatten)]
    setup: Setup,
}

pub(crate) fn run(args: &NBoard) -> anyhow::Result<ExitCode> {
    let settings = Settings { crew: args.setup.crew(), time: args.seconds };
    let session = Session::new(args.setup.engine()?, settings);
    let say = |reply: &Reply| {
        let mut out = io::stdout().lock();
        writeln!(out, "{reply}")?;
        out.flush()
    };
    serve(io::stdin().lock(), session, say)?;
    Ok(ExitCode::SUCCESS)
}
