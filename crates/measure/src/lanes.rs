//! The lanes as a player.

use std::ops::Range;
use std::sync::Arc;

use stonegate_ground::State;
use stonegate_lanes::{Engine, Job, LANES, Lanes, Settings, Tally};

use crate::measure::{Measure, Player, Trial, measure};

/// One set of lanes, for one thread.
#[derive(Debug)]
pub struct LanesPlayer {
    lanes: Lanes,
    starts: Vec<State>,
    settings: Settings,
}

impl LanesPlayer {
    /// Measures games from these states.
    pub fn measure(
        engine: &Arc<Engine>,
        starts: &[State],
        trial: &Trial,
        what: &str,
    ) -> anyhow::Result<Measure> {
        let player = || Self {
            lanes: Lanes::new(Arc::clone(engine)),
            starts: starts.to_vec(),
            settings: trial.settings,
        };
        measure((0..trial.threads).map(|_| player()).collect(), trial, what)
    }
}

impl Player for LanesPlayer {
    /// With fewer, most of the time is spent on the last games while lanes stand idle.
    const MIN_GAMES: u64 = 4 * LANES as u64;

    fn play(&mut self, games: Range<u64>) -> anyhow::Result<Vec<Tally>> {
        let jobs = self.starts.iter().enumerate().map(|(number, state)| Job {
            state: state.clone(),
            playouts: games.end - games.start,
            stream: number as u64,
            first: games.start,
        });
        Ok(self.lanes.playouts(&jobs.collect::<Vec<_>>(), &self.settings))
    }
}
