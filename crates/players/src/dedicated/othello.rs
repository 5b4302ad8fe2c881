//! Othello in matches.

pub(crate) mod player;

use std::thread;

use stonegate_othello::{Engine, Pool};

/// Does some work on an engine while further threads help, so that all in all there are
/// `n_threads`.
pub fn with_helpers<T>(engine: &Engine, n_threads: usize, work: impl FnOnce(&Pool) -> T) -> T {
    let pool = Pool::new();
    thread::scope(|scope| {
        let closing = Closing(&pool);
        for _ in 1..n_threads {
            scope.spawn(|| engine.help(&pool));
        }
        work(closing.0)
    })
}

/// Sends the helpers home, even if the work ends in a panic.
struct Closing<'a>(&'a Pool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}
