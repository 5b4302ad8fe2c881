//! Places for cameras, and the threads that look at their pictures.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use stonegate_tables::Refusal;

use super::super::Arena;
use crate::pool::{Bounds, Pool};
use crate::quota::{Quota, UsedUp};
use crate::visitor::Visitor;

/// So many cameras are open at a time, and so many of one visitor.
const MAX_CAMERAS: usize = 32;
const MAX_CAMERAS_EACH: usize = 4;

/// What all cameras share.
#[derive(Debug)]
pub(crate) struct Cameras {
    pool: Pool,
    places: Quota,
}

impl Cameras {
    pub(crate) fn new() -> Self {
        let n_cores = thread::available_parallelism().map_or(2, NonZeroUsize::get);
        let n_threads = n_cores.div_ceil(2);
        let bounds = Bounds {
            n_threads,
            running_each: n_threads.div_ceil(2),
            waiting_each: MAX_CAMERAS_EACH,
        };
        Self {
            pool: Pool::new("cameras", bounds),
            places: Quota::new(MAX_CAMERAS, MAX_CAMERAS_EACH, 0),
        }
    }
}

/// The place of one camera, until it is dropped.
pub(super) struct Place {
    arena: Arc<Arena>,
    pub(super) visitor: Visitor,
}

impl Place {
    pub(super) fn take(arena: &Arc<Arena>, visitor: Visitor) -> Result<Self, Refusal> {
        arena.cameras.places.take(visitor, 1).map_err(|used_up| match used_up {
            UsedUp::Each => Refusal::new(
                "quota",
                format!("you have as many cameras here as one visitor may: {MAX_CAMERAS_EACH}"),
            ),
            UsedUp::All => Refusal::new("full", "there are as many cameras as the server can see"),
        })?;
        Ok(Self { arena: Arc::clone(arena), visitor })
    }

    pub(super) fn pool(&self) -> &Pool {
        &self.arena.cameras.pool
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.arena.cameras.places.give_back(Some(self.visitor), 1);
    }
}
