//! `stonegate link`: games with another machine at the end of a wire.

use std::process::ExitCode;

use crate::link::connect6::{self, Connect6};
use crate::link::go::{self, Go};

/// Play with another machine over a serial line, a socket or a pseudo-terminal
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate link connect6 --pty
  stonegate link connect6 --port /dev/ttyUSB0 --player connect6:seven
  stonegate link connect6 --referee /dev/ttyUSB0 /dev/ttyUSB1
  stonegate link go --port /dev/ttyUSB0 --side white")]
pub(crate) struct Link {
    #[command(subcommand)]
    game: Game,
}

/// One for each game that has a protocol for wires.
#[derive(clap::Subcommand)]
enum Game {
    Connect6(Connect6),
    Go(Go),
}

pub(crate) fn run(args: &Link) -> anyhow::Result<ExitCode> {
    match &args.game {
        Game::Connect6(args) => connect6::run(args),
        Game::Go(args) => go::run(args),
    }
}
