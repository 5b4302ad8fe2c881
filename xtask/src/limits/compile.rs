//! How well compiling keeps to its limits.

use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;

use super::player::{Player, first_role, rules};
use super::{Setup, megabytes, tell};
use crate::project::tool;
use crate::usage::Usage;

/// The limits of work, in seconds.
const GROUND_SECONDS: f64 = 0.2;
const OPTIMIZE_SECONDS: f64 = 1.0;

/// Too little to optimize anything, where 0 would mean without proofs.
const NOTHING: f64 = 0.001;

/// Compiling ends so much later than its limit at the latest.
const GOAL: f64 = 1.0;

/// What a player may take for everything, and what it takes at most beside it.
const MEMORY: usize = 256 << 20;
const BESIDE: usize = 64 << 20;

const PATIENCE: Duration = Duration::from_mins(10);

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let grounding = work(setup, GROUND_SECONDS, OPTIMIZE_SECONDS)?;
    tell("limits of 0.2 s and 1 s", format_args!("{grounding:.2} s of work"));
    let without = work(setup, PATIENCE.as_secs_f64(), NOTHING)?;
    let optimizing = work(setup, PATIENCE.as_secs_f64(), OPTIMIZE_SECONDS)? - without;
    tell("optimizing, 1 s allowed", format_args!("{optimizing:.2} s of work"));

    let rules = rules(setup)?;
    let player = Player::start(setup, &["--memory", "256M"])?;
    player.ask(&format!("(start m {} ({rules}) 10 1)", first_role(&rules)?))?;
    tell("player with 256 MB", megabytes(player.peak_memory()));

    let is_kept = grounding < GROUND_SECONDS + OPTIMIZE_SECONDS + GOAL
        && optimizing < OPTIMIZE_SECONDS + GOAL
        && player.peak_memory() < MEMORY + BESIDE;
    Ok(is_kept)
}

/// The processor time of compiling a sheet within limits.
fn work(setup: &Setup, ground: f64, optimize: f64) -> anyhow::Result<f64> {
    let (ground, optimize) = (ground.to_string(), optimize.to_string());
    let limits = ["--ground-seconds", &ground, "--optimize-seconds", &optimize];
    let sheet = setup.sheet.to_string_lossy();
    let mut process = tool(&setup.program.to_string_lossy(), &["compile", &sheet, "--json"])
        .args(limits)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("starting the program")?;
    Ok(Usage::of(&mut process, PATIENCE)?.cpu.as_secs_f64())
}
