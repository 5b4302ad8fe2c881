//! `stonegate go`: looking into the Go machine.

use std::process::ExitCode;

use crate::go::{playouts, step};

/// Look into the Go machine: liberties step by step, random games, lines of play
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate go step
  stonegate go step board.txt --once
  stonegate go playouts --size 9 --seconds 2

`stonegate gtp` plays for boards that speak GTP, `stonegate link go` over a wire, and the player
`go` in matches: `stonegate match go9 go random`.")]
pub(crate) struct Go {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Step(step::Step),
    Playouts(playouts::Playouts),
}

pub(crate) fn run(args: &Go) -> anyhow::Result<ExitCode> {
    match &args.action {
        Action::Step(args) => step::run(args),
        Action::Playouts(args) => playouts::run(args),
    }
}
