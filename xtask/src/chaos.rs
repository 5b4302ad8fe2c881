//! `cargo xtask chaos`: a server to which everything happens at once, and what must hold all the
//! same.
//!
//! A seed says who plays what, and what happens when. Afterwards nothing that a player was shown
//! is lost, every table answers again, the server is within its bounds and has not panicked, no move
//! of its own engines was drawn, an engine that was killed plays again, and its file is sound.
//! `docs/security.md` tells which planted defects it finds.

mod board;
mod fault;
mod player;
mod site;
mod system;

use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use stonegate_stones::Random;

use crate::project::{self, say};
use fault::Fault;
use player::{Opponent, Player};
use site::Site;

const GAMES: [&str; 4] = ["tic-tac-toe", "connect-four", "breakthrough", "joint-connect-four"];

/// So many tables there are, if nothing else is said.
const N_PLAYERS: u64 = 6;

/// Between two faults there are at most so many milliseconds.
const MAX_QUIET: usize = 1500;

/// Who finds no table waits so long before the next attempt.
const PAUSE: Duration = Duration::from_millis(100);

/// A table answers by then when everything is well again.
const RECOVERY: Duration = Duration::from_mins(1);

struct Plan {
    program: PathBuf,
    /// What the server is loaded with, so that its disk can forget and its clock jump.
    system: PathBuf,
    seeds: std::ops::Range<u64>,
    time: Duration,
    n_players: u64,
    /// Happens whenever something does; anything, if nothing is said.
    fault: Option<Fault>,
}

/// What was done in a run.
#[derive(Default)]
struct Played {
    n_moves: usize,
    n_taken_back: usize,
}

pub(crate) fn run(args: &[&str]) -> anyhow::Result<ExitCode> {
    let plan = Plan::read(args)?;
    let mut failed = Vec::new();
    let mut sum = Played::default();
    for seed in plan.seeds.clone() {
        match plan.play(seed) {
            Ok(Played { n_moves, n_taken_back }) => {
                sum.n_moves += n_moves;
                sum.n_taken_back += n_taken_back;
            }
            Err(error) => {
                say(format_args!("seed {seed}: {error:#}"));
                failed.push(seed.to_string());
            }
        }
        let done = seed + 1 - plan.seeds.start;
        if done.is_multiple_of(10) {
            say(format_args!("{done} seeds, {} moves, {} violations", sum.n_moves, failed.len()));
        }
    }
    let n_seeds = plan.seeds.end - plan.seeds.start;
    let Played { n_moves, n_taken_back } = sum;
    say(format_args!(
        "{n_seeds} seeds, {n_moves} moves, {n_taken_back} taken back, {} violations",
        failed.len()
    ));
    if failed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    say(format_args!("again: cargo xtask chaos --seeds 1 --first {}", failed[0]));
    Ok(ExitCode::from(1))
}

impl Plan {
    fn read(args: &[&str]) -> anyhow::Result<Self> {
        let (mut program, mut n_seeds, mut first, mut seconds) = (None, 60, 0, 10);
        let (mut n_players, mut fault) = (N_PLAYERS, None);
        let mut args = args.iter();
        while let Some(&arg) = args.next() {
            let mut value = || args.next().with_context(|| format!("`{arg}` needs a value"));
            match arg {
                "--program" => program = Some(PathBuf::from(value()?)),
                "--seeds" => n_seeds = value()?.parse()?,
                "--first" => first = value()?.parse()?,
                "--seconds" => seconds = value()?.parse()?,
                "--tables" => n_players = value()?.parse()?,
                "--kill" => fault = Some(Fault::Kill),
                _ => anyhow::bail!("`{arg}` is not known"),
            }
        }
        let program = program.map_or_else(project::release, Ok)?;
        let system = system::library()?;
        let (seeds, time) = (first..first + n_seeds, Duration::from_secs(seconds));
        Ok(Self { program, system, seeds, time, n_players, fault })
    }

    /// One run; gives what players were shown.
    fn play(&self, seed: u64) -> anyhow::Result<Played> {
        let mut random = Random::new(seed, 0);
        let mut site = Site::open(&self.program, &self.system, seed)?;
        let mut players = Vec::new();
        for number in 1..=self.n_players {
            let (game, opponent) = match random.below(5) {
                0 => ("engine:othello", Opponent::Board),
                1 | 2 => (*choose(&mut random, &GAMES), Opponent::Engine),
                _ => (*choose(&mut random, &GAMES), Opponent::Human),
            };
            players.push(Player::sit_down(&site, Random::new(seed, number), game, opponent)?);
        }
        let until = Instant::now() + self.time;
        let playing = players.into_iter().map(|player| {
            let address = site.shared_address();
            thread::spawn(move || player.play(&address, until, RECOVERY))
        });
        let playing = playing.collect::<Vec<_>>();
        let mut told = Vec::new();
        while Instant::now() < until {
            thread::sleep(Duration::from_millis(random.below(MAX_QUIET) as u64));
            let fault = self.fault.unwrap_or_else(|| Fault::any(&mut random));
            told.push(fault.to_string());
            fault.happen(&mut site, &mut random).with_context(|| fault.to_string())?;
            site.check_bounds()?;
        }
        let seen =
            playing.into_iter().map(|player| player.join().expect("a player does not panic"));
        let what = || format!("after {}", told.join(", "));
        let seen = seen.collect::<anyhow::Result<Vec<_>>>().with_context(what)?;
        let (mut n_moves, mut n_taken_back) = (0, 0);
        for seen in seen {
            n_taken_back += seen.n_taken_back();
            n_moves += seen.check(&site.address()).with_context(what)?;
        }
        let guest = sit_down_soon(&site, &Random::new(seed, 0)).with_context(what)?;
        let seen = guest.insisting().play(&site.shared_address(), Instant::now(), RECOVERY);
        n_moves += seen.with_context(what)?.check(&site.address()).with_context(what)?;
        site.close().with_context(what)?;
        Ok(Played { n_moves, n_taken_back })
    }
}

/// Somebody who wants to play against the engine that was killed, as soon as there are tables again.
fn sit_down_soon(site: &Site, random: &Random) -> anyhow::Result<Player> {
    let until = Instant::now() + RECOVERY;
    loop {
        match Player::sit_down(site, random.clone(), "engine:othello", Opponent::Board) {
            Err(_) if Instant::now() < until => thread::sleep(PAUSE),
            player => return player,
        }
    }
}

/// Is the engine of a run, which can be killed.
pub(crate) fn be_board(port: u16) -> anyhow::Result<ExitCode> {
    board::be(port)
}

/// One of several, none of which is more likely.
fn choose<'a, T>(random: &mut Random, from: &'a [T]) -> &'a T {
    &from[random.below(from.len())]
}
