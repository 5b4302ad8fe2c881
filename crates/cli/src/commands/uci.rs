//! `stonegate uci`: chess for boards and match runners that speak UCI.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use stonegate_frontends::uci::{Settings, serve};
use stonegate_players::PlayerSpec;
use stonegate_workbench::args::seconds;
use stonegate_workbench::thinking::Thinking;

/// Be a chess engine for boards, servers and match runners that speak UCI
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate uci
  stonegate uci --player mcts:level=3
  stonegate uci --player mcts:weights=auto --threads 1

Plays chess by the built-in rule sheet, which draws a game after 200 moves of both sides and knows
neither the fifty-move rule nor repetition. A position can be given in FEN; then its circuit is
compiled when the board asks `isready`. Clocks, `movetime`, `nodes`, `infinite` and pondering are
understood; `depth`, `mate` and `searchmoves` are not, and a move takes `--seconds` then.")]
pub(crate) struct Uci {
    /// Who plays, as for `stonegate match`
    #[arg(long, value_name = "PLAYER", default_value = "mcts")]
    player: PlayerSpec,

    /// How long a move takes, where the board says nothing
    #[arg(long, value_name = "S", default_value = "2", value_parser = seconds)]
    seconds: Duration,

    #[command(flatten)]
    thinking: Thinking,
}

pub(crate) fn run(args: Uci) -> anyhow::Result<ExitCode> {
    let settings =
        Settings { player: args.player, resources: args.thinking.resources(), time: args.seconds };
    serve(io::stdin().lock(), settings, io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
