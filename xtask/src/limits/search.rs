//! How much a GGP player searches in its first turns, and what it takes in memory.

use std::time::Duration;

use super::player::{Player, first_role, rules};
use super::{Setup, megabytes, tell};

const N_TURNS: usize = 3;
const TURN: Duration = Duration::from_secs(10);

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let rules = rules(setup)?;
    let role = first_role(&rules)?;
    let seconds = setup.time.unwrap_or(TURN).as_secs();
    let player = Player::start(setup, &["--player", "mcts"])?;
    let start = format!("(start m {role} ({rules}) {seconds} {seconds})");
    player.ask(&start)?;
    let mut is_kept = true;
    for turn in 1..=N_TURNS {
        player.ask("(play m nil)")?;
        let line = player.logged("play").unwrap_or_default();
        let iterations = line.split(" iterations").next().filter(|rest| *rest != line);
        let iterations = iterations.and_then(|rest| rest.rsplit(' ').next()).unwrap_or("0");
        tell(&format!("iterations in turn {turn}"), format_args!("{iterations} in {seconds} s"));
        is_kept &= iterations != "0";
    }
    tell("memory", megabytes(player.peak_memory()));
    Ok(is_kept)
}
