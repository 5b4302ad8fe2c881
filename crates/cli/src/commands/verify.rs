//! `stonegate verify`: recorded games against our rules engines.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use stonegate_workbench::engine::{self, EngineChoice};
use stonegate_workbench::verification::{self, Found};

/// Replay recorded games and compare every state
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate verify tic-tac-toe games.jsonl
  stonegate verify my-game.kif records/*.jsonl
  stonegate verify othello games/*.json

A record has one JSON object on each line, told apart by the field `t`:
  {\"t\":\"game\",\"roles\":[..]}     first of all
  {\"t\":\"playout\"}               the next state is the initial one
  {\"t\":\"s\",\"true\":[..],\"legal\":[[..],..],\"move\":[..],\"goals\":[[..],..]}
  {\"t\":\"end\",\"true\":[..],\"goals\":[[..],..]}    the same for a terminal state
  {\"t\":\"cut\",\"true\":[..],\"goals\":[[..],..]}    where a record breaks off
  {\"t\":\"perft\",\"d\":[..]}        lines of 1, 2, .. joint moves
or is the record of a match, as `match --record`, `tournament --record`, `play --record` and the
page write it. Of a game in SGF, PGN, GGF or PSQ, it is told whether its moves are legal.

Exit codes: 0 all is equal, 1 something differs, 2 unreadable files")]
pub(crate) struct Verify {
    /// A file, the name of a built-in game, or - for standard input
    game: PathBuf,

    /// Recorded games
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,

    #[command(flatten)]
    engine: EngineChoice,

    /// Leave out perft counts that need more states than this
    #[arg(long, value_name = "STATES", default_value_t = 1_000_000)]
    perft_limit: u128,
}

pub(crate) fn run(args: &Verify) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let found = verification::compare(
        &args.game,
        &args.records,
        &args.engine,
        args.perft_limit,
        &mut |difference| writeln!(out, "{difference}"),
    );
    let Found { states, mismatches } = found.map_err(engine::explain)?;
    writeln!(out, "states {states} mismatches {mismatches}")?;
    Ok(if mismatches == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
