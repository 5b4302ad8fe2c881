//! How well compiling keeps to its limits.

use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;

use super::player::{Player, first_role, rules};
use super::usage::Usage;
use super::{Setup, megabytes, tell};
use crate::project::tool;

/// Limits of work.
const GROUND_SECONDS: f64 = 0.2;
const OPTIMIZE_SECONDS: f64 = 1.0;

/// Compiling ends so much work after its limit at the latest.
const GOAL: Duration = Duration::from_secs(1);

/// What a player may take for everything, and what it takes at most beside it.
const MEMORY: usize = 256 << 20;
const BESIDE: usize = 64 << 20;

const PATIENCE: Duration = Duration::from_mins(10);

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let grounding = work(setup, GROUND_SECONDS, 0.0)?;
    tell("grounding, 0.2 s allowed", seconds(grounding));
    let whole = work(setup, PATIENCE.as_secs_f64(), 0.0)?;
    let optimizing = work(setup, PATIENCE.as_secs_f64(), OPTIMIZE_SECONDS)?.saturating_sub(whole);
    tell("grounding without a limit", seconds(whole));
    tell("optimizing, 1 s allowed", seconds(optimizing));

    let rules = rules(setup)?;
    let player = Player::start(setup, &["--memory", "256M"])?;
    player.ask(&format!("(start m {} ({rules}) 10 1)", first_role(&rules)?))?;
    tell("player with 256 MB", megabytes(player.peak_memory()));

    let over = grounding.saturating_sub(Duration::from_secs_f64(GROUND_SECONDS));
    let over = over.max(optimizing.saturating_sub(Duration::from_secs_f64(OPTIMIZE_SECONDS)));
    Ok(over < GOAL && player.peak_memory() < MEMORY + BESIDE)
}

/// The processor time of compiling a sheet within limits.
fn work(setup: &Setup, ground_seconds: f64, optimize_seconds: f64) -> anyhow::Result<Duration> {
    let (ground, optimize) = (ground_seconds.to_string(), optimize_seconds.to_string());
    let limits = ["--ground-seconds", &ground, "--optimize-seconds", &optimize];
    let sheet = setup.sheet.to_string_lossy();
    let mut process = tool(&setup.program.to_string_lossy(), &["compile", &sheet, "--json"])
        .args(limits)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("starting the program")?;
    Ok(Usage::of(&mut process, PATIENCE)?.cpu)
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s of work", time.as_secs_f64())
}
