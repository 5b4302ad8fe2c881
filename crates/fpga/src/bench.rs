//! How fast a board plays.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::{Value, json};
use stonegate_ground::RoleId;
use stonegate_lanes::Tally;
use stonegate_players::BoardAddress;
use stonegate_rtl::protocol::{Identity, Job};
use stonegate_rtl::{Look, Statistics};
use stonegate_stones::derive_seed;
use stonegate_workbench::compile::Limits;
use stonegate_workbench::source::Source;

use super::project::BoardGame;

/// A request should keep a reasoner busy for about so long.
const REQUEST_TIME: Duration = Duration::from_millis(100);

/// What a board has done.
#[derive(Debug)]
pub struct BoardBench {
    game: String,
    roles: Vec<String>,
    identity: Identity,
    tally: Tally,
    statistics: Statistics,
    time: Duration,
}

impl BoardBench {
    /// Lets all reasoners of a board play from the initial state for some time.
    pub fn measure(
        source: &Source,
        address: &BoardAddress,
        seconds: f64,
        seed: u64,
        limits: Limits,
    ) -> anyhow::Result<Self> {
        let BoardGame { machine, numbering, .. } = BoardGame::compile(source, limits)?;
        let station = address.station(&numbering, None);
        station.connect().with_context(|| format!("asking the board at {address}"))?;
        let initial = numbering.board().initial();
        let mut tally = Tally::new(machine.roles.len());
        let mut playouts: u16 = 10;
        let mut n_requests = 0;
        let start = Instant::now();
        while start.elapsed().as_secs_f64() < seconds {
            let asked = Instant::now();
            let (identity, examined) = station.with(|board| {
                // Two for each reasoner: one that it works on, one that waits.
                let looks = (0..2 * u64::from(board.identity().units)).map(|number| {
                    let seed = derive_seed(seed, 0, n_requests + number);
                    let job = Job { playouts, step_limit: 10_000, seed };
                    Look { state: &initial, joint: None, job: Some(job) }
                });
                let examined = board.examine(&looks.collect::<Vec<_>>())?;
                Ok((*board.identity(), examined))
            })?;
            n_requests += 2 * u64::from(identity.units);
            examined
                .iter()
                .filter_map(|part| part.tally.as_ref())
                .for_each(|part| tally.merge(part));
            if asked.elapsed() < REQUEST_TIME {
                playouts = playouts.saturating_mul(2);
            }
        }
        let time = start.elapsed();
        let (identity, statistics) =
            station.with(|board| Ok((*board.identity(), board.statistics())))?;
        let roles = machine.roles.iter().map(|role| role.name.clone()).collect();
        Ok(Self { game: source.name.clone(), roles, identity, tally, statistics, time })
    }

    fn per_second(&self, number: u64) -> f64 {
        number as f64 / self.time.as_secs_f64()
    }

    pub fn to_json(&self) -> Value {
        let means = RoleId::first(self.roles.len()).map(|role| self.tally.mean(role));
        json!({
            "game": self.game,
            "reasoners": self.identity.units,
            "clock_hz": self.identity.clock_hz,
            "seconds": self.time.as_secs_f64(),
            "playouts": self.tally.playouts(),
            "states": self.tally.steps,
            "states_per_second": self.per_second(self.tally.steps),
            "roles": self.roles,
            "means": means.collect::<Vec<_>>(),
            "requests": self.statistics.requests,
            "repeated": self.statistics.repeated,
            "damaged": self.statistics.damaged,
        })
    }

    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { game, identity, tally, statistics, .. } = self;
        let mhz = f64::from(identity.clock_hz) / 1e6;
        writeln!(out, "{game} on a board with {} reasoners at {mhz} MHz", identity.units)?;
        writeln!(out, "  states      {:.0} a second", self.per_second(tally.steps))?;
        writeln!(out, "  games       {:.0} a second", self.per_second(tally.playouts()))?;
        for (role, name) in RoleId::enumerate(&self.roles) {
            let (mean, error) = (tally.mean(role), tally.standard_error(role));
            writeln!(out, "  {name:<11} {mean:.2} ± {error:.2} on average")?;
        }
        let Statistics { requests, repeated, damaged } = statistics;
        writeln!(out, "  requests    {requests}, {repeated} repeated, {damaged} replies damaged")
    }
}
