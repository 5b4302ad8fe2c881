//! How a GGP player keeps up on a machine that has more to do than it can.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use super::player::{Player, first_role, rules};
use super::{Setup, milliseconds, percentile, tell};

/// Clients that begin a request and do not go on.
const N_DAWDLERS: usize = 140;

/// Threads that keep the machine busy.
const N_BUSY: usize = 15;

const N_MATCHES: usize = 5;
const N_TURNS: usize = 15;
const TURN: Duration = Duration::from_secs(1);

/// With dawdlers around, a question takes no longer than this.
const GOAL: Duration = Duration::from_secs(1);

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let rules = rules(setup)?;
    let start = format!("({rules})");
    let role = first_role(&rules)?;
    let player = Player::start(setup, &["--player", "mcts:threads=1"])?;

    let dawdlers = (0..N_DAWDLERS).map(|_| {
        let mut stream = TcpStream::connect(&player.address)?;
        stream.write_all(b"POST / HTTP/1.0\r\n")?;
        Ok(stream)
    });
    let dawdlers = dawdlers.collect::<std::io::Result<Vec<_>>>().context("connecting")?;
    let (_, time) = player.ask("(info)")?;
    tell(&format!("info beside {N_DAWDLERS} dawdlers"), milliseconds(time));
    drop(dawdlers);

    let busy = Busy::new();
    let mut n_refused = 0;
    for number in 0..N_MATCHES {
        let (answer, _) = player.ask(&format!("(start s{number} {role} {start} 2 1)"))?;
        n_refused += usize::from(answer == "busy");
        player.ask(&format!("(stop s{number} nil)"))?;
    }
    tell("starts that were refused", format_args!("{n_refused} of {N_MATCHES}"));

    // Somebody who is refused may ask again.
    while player.ask(&format!("(start m {role} {start} 5 {})", TURN.as_secs()))?.0 == "busy" {
        thread::sleep(TURN);
    }
    let mut times = Vec::new();
    for _ in 0..N_TURNS {
        times.push(player.ask("(play m nil)")?.1);
    }
    drop(busy);
    times.sort_unstable();
    let n_late = times.iter().filter(|&&time| time > TURN).count();
    let slowest = milliseconds(percentile(&times, 100));
    tell("slowest answer in 1 s", format_args!("{slowest} with {N_BUSY} busy threads beside it"));
    tell("late answers", format_args!("{n_late} of {N_TURNS}"));
    Ok(time < GOAL && n_refused == 0 && n_late == 0)
}

/// Threads that do nothing, as fast as they can, until it is dropped.
struct Busy(Arc<AtomicBool>);

impl Busy {
    fn new() -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        for _ in 0..N_BUSY {
            let is_over = Arc::clone(&is_over);
            thread::spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        Self(is_over)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
