//! What our own players think with.

use std::sync::Arc;

use stonegate_compile::Cache;
use stonegate_players::{CacheFolder, Resources};

use crate::args::{Memory, Threads};

/// The options of commands that play.
#[derive(clap::Args, Debug)]
pub struct Thinking {
    /// How many threads a player thinks with [default: all]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,

    /// How much memory a player thinks with
    #[arg(long, value_name = "SIZE", default_value_t = Memory(2 << 30))]
    memory: Memory,

    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Do not keep compiled games for the next time
    #[arg(long)]
    no_cache: bool,
}

/// How large the folder of compiled games may grow.
const CACHE_BYTES: u64 = 512 << 20;

impl Thinking {
    pub fn resources(&self) -> Resources {
        Resources {
            threads: self.threads.unwrap_or_else(Threads::all).count(),
            memory: self.memory.0,
            seed: self.seed,
            ponder: false,
            cache: cache(self.no_cache),
        }
    }
}

/// Where compiled games are kept, unless nobody wants that.
pub fn cache(is_unwanted: bool) -> Option<Arc<dyn Cache>> {
    let directory = CacheFolder::default_directory().filter(|_| !is_unwanted)?;
    Some(Arc::new(CacheFolder::new(directory, CACHE_BYTES)))
}
