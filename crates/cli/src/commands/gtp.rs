//! `stonegate gtp`: the Go engine for boards and servers that speak GTP.

use std::io::{self, BufReader};
use std::process::ExitCode;
use std::time::Duration;

use stonegate_frontends::gtp::{OthelloSettings, Session, Settings, serve, serve_othello};
use stonegate_go::{Rules, Setup, Size};
use stonegate_players::ThreadCrew;
use stonegate_workbench::args::seconds;
use stonegate_workbench::thinking::Thinking;

/// Be a Go or Othello engine for boards, servers and match runners that speak GTP
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate gtp --size 9
  stonegate gtp --size 13 --rules tromp-taylor --seconds 5
  stonegate gtp --game othello --seconds 1

The program reads commands of the Go Text Protocol, version 2, from standard input. Try
`list_commands`. Without a clock a move takes `--seconds`; `time_settings`, `time_left` and
`kgs-time_settings` set one. In Othello a move takes no longer than `--seconds` with a clock.")]
pub(crate) struct Gtp {
    /// What is played
    #[arg(long, value_name = "GAME", default_value = "go")]
    game: Game,

    /// The size of the board: `9`, or width and height as in `9x7`
    #[arg(long, value_name = "N", default_value = "9")]
    size: Size,

    /// The rules: `chinese`, `tromp-taylor`, `fpga` or `fpga-superko`
    #[arg(long, value_name = "NAME", default_value = "chinese", value_parser = rules)]
    rules: Rules,

    /// Points for White [default: as the rules say]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<f64>,

    /// How long a move takes
    #[arg(long, value_name = "S", default_value = "2", value_parser = seconds)]
    seconds: Duration,

    /// Stop thinking about a move after so many random games
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Give up when winning is less likely than this on 9x9, in percent, and sooner on larger
    /// boards, where chances are less clear; 0 for never
    #[arg(long, value_name = "PERCENT", default_value_t = 6.0)]
    resign: f64,

    #[command(flatten)]
    thinking: Thinking,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum Game {
    Go,
    Othello,
}

fn rules(text: &str) -> Result<Rules, String> {
    text.parse().map_err(|error| format!("{error}"))
}

pub(crate) fn run(args: &Gtp) -> anyhow::Result<ExitCode> {
    match args.game {
        Game::Go => run_go(args),
        Game::Othello => run_othello(args),
    }
}

fn run_othello(args: &Gtp) -> anyhow::Result<ExitCode> {
    let resources = args.thinking.resources();
    let settings = OthelloSettings {
        crew: ThreadCrew { n_threads: resources.threads.get() },
        n_bytes: resources.memory.min(1 << 27),
        time: args.seconds,
    };
    serve_othello(BufReader::new(io::stdin()), settings, &mut io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

fn run_go(args: &Gtp) -> anyhow::Result<ExitCode> {
    let komi = args.komi.unwrap_or(args.rules.komi);
    anyhow::ensure!(komi.abs() <= 400.0, "komi is at most 400 points");
    let resources = args.thinking.resources();
    let settings = Settings {
        setup: Setup::even(args.size, args.rules.with_komi(komi)),
        crew: ThreadCrew { n_threads: resources.threads.get() },
        n_bytes: resources.memory,
        seed: resources.seed,
        max_games: args.games.unwrap_or(u64::MAX),
        time: args.seconds,
        resign_below: args.resign / 100.0,
    };
    serve(BufReader::new(io::stdin()), Session::new(settings), &mut io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
