//! `stonegate record`: games that were played before.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use stonegate_matches::notation::Format;
use stonegate_workbench::recorded::Recorded;

/// Show recorded games, or write them in another format
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate record game.sgf
  stonegate record games/*.json --to pgn --output games.pgn
  stonegate record transcripts.txt --game othello --to ggf
  stonegate record game.sgf --to json > game.json && stonegate play --from game.json

Read are the records that `match`, `tournament`, `play` and the page write, SGF (Go, Gomoku,
Connect6), PGN (chess), GGF and OBF (Othello), PSQ and openings of Gomocup, and moves on a
line. Written are json, text, sgf, pgn, ggf and psq, where the game has that format.")]
pub(crate) struct ShowRecord {
    /// Files of recorded games
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,

    /// The game, where the file does not tell: a file, or the name of a game
    #[arg(long, value_name = "GAME")]
    game: Option<PathBuf>,

    /// What to write: json, text, sgf, pgn, ggf or psq
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    to: Format,

    /// Show what this role was told, in a game with hidden information
    #[arg(long, value_name = "ROLE", conflicts_with = "to")]
    seat: Option<String>,

    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &ShowRecord) -> anyhow::Result<ExitCode> {
    let mut texts = Vec::new();
    for path in &args.records {
        let reading = || format!("reading {}", path.display());
        let recorded = Recorded::read(path, args.game.as_deref())?;
        for record in recorded.records().with_context(reading)? {
            let text = match &args.seat {
                Some(role) => record.seen_by(role).with_context(reading)?,
                None => record.write_as(args.to).with_context(reading)?,
            };
            texts.push(text.trim_end().to_owned() + "\n");
        }
    }
    // Games that take several lines each have an empty one between them.
    let separator = if matches!(args.to, Format::Text | Format::Pgn) { "\n" } else { "" };
    let text = texts.join(separator);
    match &args.output {
        Some(path) => {
            fs::write(path, text).with_context(|| format!("writing {}", path.display()))?;
        }
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
