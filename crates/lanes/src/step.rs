//! The memory of random play, and the parts of a step that do not care for jobs.

use crate::backend::Kernel;
use crate::choose::{Draw, Turn, choose};
use crate::draw::Keys;
use crate::engine::{Engine, Goals};
use crate::lanes::Part;
use crate::plan::MAX_SHARED;
use crate::queue::Game;
use crate::word::{LANES, Word};

/// The memory of one set of lanes for playouts.
#[derive(Clone, Debug)]
pub(crate) struct PlayLanes {
    pub(crate) memory: Vec<Word>,
    /// Of the deferred goals.
    pub(crate) side: Vec<Word>,
    pub(crate) keys: Box<Keys>,
    /// The game of each lane, and the step in which it began.
    pub(crate) games: Box<[Game; LANES]>,
    pub(crate) starts: Box<[u64; LANES]>,
    pub(crate) lanes: Box<[Lane; LANES]>,
}

/// What else is known of a lane.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Lane {
    /// The job of its game in the side batch.
    pub(crate) side_job: u32,
    /// The job whose state is staged.
    pub(crate) staged: Option<u32>,
    /// The game that it has claimed, if any.
    pub(crate) claim: Game,
}

impl PlayLanes {
    pub(crate) fn new(engine: &Engine) -> Self {
        let side = match &engine.goals {
            Goals::InPlace { .. } => Vec::new(),
            Goals::Deferred { kernel, .. } => kernel.memory(),
        };
        Self {
            memory: engine.play.memory(),
            side,
            keys: Box::new(Keys::new()),
            games: Box::new([Game::default(); LANES]),
            starts: Box::new([0; LANES]),
            lanes: vec![Lane::default(); LANES].try_into().expect("one for each lane"),
        }
    }
}

/// Does a part of a step, and nothing with the results.
pub(crate) fn repeat(engine: &Engine, lanes: &mut PlayLanes, part: Part) {
    match part {
        Part::Legal => engine.play.run(0, &mut lanes.memory),
        Part::Choice => draw(engine, &engine.play, &mut lanes.memory, &lanes.keys, 0),
        Part::Next => engine.play.run(1, &mut lanes.memory),
        Part::Goals => {
            if let Goals::Deferred { kernel, .. } = &engine.goals {
                kernel.run(0, &mut lanes.side);
            }
        }
    }
}

/// Draws for all choosers, in the memory of a kernel of random play.
#[inline(always)]
pub(crate) fn draw(engine: &Engine, kernel: &Kernel, memory: &mut [Word], keys: &Keys, step: u64) {
    let layout = kernel.program.layout;
    let n_roles = engine.machine().roles.len() as u32;
    for chooser in &engine.choosers {
        let (before, from_outputs) = memory.split_at_mut(layout.outputs as usize);
        let mut turns = [Turn { lanes: Word::ZERO, later: 0 }; MAX_SHARED];
        let roles = &chooser.roles;
        let first = u32::from(roles[0]);
        for (index, role) in roles[1..].iter().enumerate() {
            let lanes = from_outputs[chooser.masks + index];
            turns[index] = Turn { lanes, later: u32::from(*role) - first };
        }
        let number = (step as u32).wrapping_mul(n_roles).wrapping_add(first);
        let draw = Draw { keys, number, turns: &turns[..roles.len() - 1] };
        let counts = &from_outputs[chooser.count.0..][..chooser.count.1];
        let picks = &mut before[layout.inputs as usize + chooser.pick.0..][..chooser.pick.1];
        choose(engine.backend(), draw, counts, picks);
    }
}
