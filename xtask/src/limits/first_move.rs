//! How long engines take for the first move that they are asked for.

use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::Context;

use super::{Setup, milliseconds, tell};
use crate::project::tool;

const GAMES: [&str; 2] = ["othello", "go"];

const GOAL: Duration = Duration::from_millis(300);

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let mut is_kept = true;
    for game in GAMES {
        let args = ["gtp", "--game", game, "--seconds", "0.05", "--threads", "1"];
        let start = Instant::now();
        let mut process = tool(&setup.program.to_string_lossy(), &args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .context("starting the program")?;
        let mut input = process.stdin.take().context("its input")?;
        writeln!(input, "genmove b\nquit").context("asking")?;
        process.wait().context("waiting for the program")?;
        let time = start.elapsed();
        tell(game, format_args!("{} from its start to its end", milliseconds(time)));
        is_kept &= time < GOAL;
    }
    Ok(is_kept)
}
