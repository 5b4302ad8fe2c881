//! Threads for engines that can use several.

use std::thread;

use stonegate_stones::Crew;

/// Threads that begin and end with a piece of work.
#[derive(Copy, Clone, Debug)]
pub struct ThreadCrew {
    /// All in all, the one that leads included.
    pub n_threads: usize,
}

impl Crew for ThreadCrew {
    fn work(&self, lead: &mut dyn FnMut(), help: &(dyn Fn(usize) + Sync)) {
        thread::scope(|scope| {
            for number in 1..self.n_threads {
                // Where the system has no room for threads, there is less help.
                let _ = thread::Builder::new().spawn_scoped(scope, move || help(number));
            }
            lead();
        });
    }
}
