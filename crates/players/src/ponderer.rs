//! Thinking on while others do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use stonegate_gdl::RoleId;

use crate::player::Turn;
use crate::thinker::Thinker;

/// Longer than anybody lets a player wait.
const LONG: Duration = Duration::from_hours(365 * 24);

/// A thinker that goes on thinking in a thread of its own until it is needed.
#[derive(Debug)]
pub(crate) struct Ponderer {
    thinker: Arc<Mutex<Thinker>>,
    pondering: Option<Pondering>,
}

#[derive(Debug)]
struct Pondering {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Ponderer {
    pub(crate) fn new(thinker: Thinker) -> Self {
        Self { thinker: Arc::new(Mutex::new(thinker)), pondering: None }
    }

    /// The thinker, which stops pondering.
    pub(crate) fn wake(&mut self) -> MutexGuard<'_, Thinker> {
        self.stop();
        self.thinker.lock()
    }

    /// Thinks on about the position, from a role's point of view.
    pub(crate) fn ponder(&mut self, role: RoleId) {
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        let (thinker, canceled) = (Arc::clone(&self.thinker), Arc::clone(&stop));
        let think = move || {
            let deadline = Instant::now() + LONG;
            let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| {} };
            thinker.lock().think(role, &turn);
        };
        // Where there is no room for a thread, nobody ponders.
        let thread = thread::Builder::new().name("pondering".to_owned()).spawn(think).ok();
        self.pondering = thread.map(|thread| Pondering { stop, thread });
    }

    fn stop(&mut self) {
        let Some(Pondering { stop, thread }) = self.pondering.take() else { return };
        stop.store(true, Ordering::Relaxed);
        thread.thread().unpark();
        // A panic has been reported by the thread itself.
        let _ = thread.join();
    }
}

impl Drop for Ponderer {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use stonegate_compile::GameRules;

    use super::*;
    use crate::mind::Method;
    use crate::prepare::{Prepare, PrepareSettings};

    const TIC_TAC_TOE: &str = include_str!("../../../games/tic-tac-toe.kif");

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    /// Waits until pondering has found something out.
    fn visits(ponderer: &mut Ponderer) -> u64 {
        let until = soon();
        while Instant::now() < until {
            ponderer.ponder(RoleId::new(0));
            thread::sleep(Duration::from_millis(20));
            let visits = ponderer.wake().thoughts(RoleId::new(0), Instant::now()).iterations;
            if visits > 0 {
                return visits;
            }
        }
        0
    }

    #[test]
    fn pondering_goes_on_until_it_is_stopped_with_a_circuit_and_without() {
        for max_rows in [1, 1_000_000] {
            let game = Arc::new(GameRules::read(TIC_TAC_TOE).expect("it can be played"));
            let settings = PrepareSettings { max_rows, ..PrepareSettings::default() };
            let prepare = Prepare::start(&game, &settings);
            prepare.wait(soon());
            let method = Method::Mcts(stonegate_search::Options::default());
            let deadline = Instant::now() + Duration::from_millis(50);
            let thinker = Thinker::new(Arc::new(prepare), method, NonZeroUsize::MIN, deadline);
            let mut ponderer = Ponderer::new(thinker);
            // What a deadline was for is over.
            thread::sleep(deadline.saturating_duration_since(Instant::now()));
            assert!(visits(&mut ponderer) > 0, "{max_rows}");
            let center = vec!["(mark 2 2)".to_owned(), "noop".to_owned()];
            ponderer.wake().go_to(&[center], soon()).expect("it is legal");
            assert!(ponderer.wake().has_choice(RoleId::new(1)));
        }
    }
}
