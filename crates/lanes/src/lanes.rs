//! One set of lanes: what a thread works with.

use std::borrow::Borrow;
use std::sync::Arc;

use stonegate_ground::{MoveId, State, StateBatch};

use crate::engine::Engine;
use crate::expansions::Expansions;
use crate::job::{Job, Settings, Tally};
use crate::playouts;
use crate::states::{StateLanes, Successors};
use crate::step::{self, PlayLanes};
use crate::stepping::BlockLanes;

/// The memory of 512 games, and the calls that work in it.
#[derive(Clone, Debug)]
pub struct Lanes {
    pub(crate) engine: Arc<Engine>,
    play: PlayLanes,
    states: StateLanes,
    pub(crate) blocks: BlockLanes,
}

/// A part of a step, for those who measure where the time goes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Legal moves, their counts and the end, and the goals if they are evaluated in every step.
    Legal,
    /// The draws of all lanes.
    Choice,
    /// Finding the chosen moves and making them.
    Next,
    /// The goals, if they are evaluated in a side batch.
    Goals,
}

impl Lanes {
    pub fn new(engine: Arc<Engine>) -> Self {
        let play = PlayLanes::new(&engine);
        Self { engine, play, states: StateLanes::default(), blocks: BlockLanes::default() }
    }

    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Plays the games of all jobs; one tally for each job.
    ///
    /// The results depend on the machine, the jobs, the seed and the step limit and on nothing else.
    pub fn playouts<S: Borrow<State>>(
        &mut self,
        jobs: &[Job<S>],
        settings: &Settings,
    ) -> Vec<Tally> {
        let tallies = self.try_playouts(jobs, settings, &|| false);
        tallies.expect("nobody stops it")
    }

    /// The same, unless `stop` says so, which is asked every few milliseconds: then there is
    /// nothing.
    pub fn try_playouts<S: Borrow<State>>(
        &mut self,
        jobs: &[Job<S>],
        settings: &Settings,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Tally>> {
        playouts::play(&self.engine, &mut self.play, jobs, settings, stop)
    }

    /// Does a part of a step `n` times over, on what the last playouts have left in the lanes.
    pub fn repeat(&mut self, part: Part, n: u32) {
        for _ in 0..n {
            step::repeat(&self.engine, &mut self.play, part);
        }
    }

    /// The legal moves, the end and the goals of each state.
    pub fn expand(&mut self, states: &StateBatch) -> Expansions {
        self.states.expand(&self.engine, states)
    }

    /// The states after joint moves and their expansions. For each state there is one legal move of
    /// each role, state by state.
    pub fn advance(&mut self, states: &StateBatch, joints: &[MoveId]) -> Successors {
        self.states.advance(&self.engine, states, joints)
    }
}
