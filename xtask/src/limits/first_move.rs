//! How long engines take for the first move that they are asked for.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::Context;

use super::{Setup, milliseconds, tell};
use crate::project::tool;

const GAMES: [&str; 2] = ["othello", "go"];

const GOAL: Duration = Duration::from_millis(100);

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let mut is_kept = true;
    for game in GAMES {
        let args = ["gtp", "--game", game, "--seconds", "0.05", "--threads", "1"];
        let mut process = tool(&setup.program.to_string_lossy(), &args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("starting the program")?;
        let mut input = process.stdin.take().context("its input")?;
        let mut output = BufReader::new(process.stdout.take().context("its output")?);
        let mut ask = |question: &str| -> anyhow::Result<Duration> {
            let start = Instant::now();
            writeln!(input, "{question}").context("asking")?;
            let mut line = String::new();
            while line.trim().is_empty() {
                line.clear();
                output.read_line(&mut line).context("reading an answer")?;
            }
            Ok(start.elapsed())
        };
        ask("name")?;
        let time = ask("genmove b")?;
        tell(game, format_args!("{} for a move of 50 ms", milliseconds(time)));
        is_kept &= time < GOAL;
        drop(input);
        process.wait().context("waiting for the program")?;
    }
    Ok(is_kept)
}
