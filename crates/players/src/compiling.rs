//! Compiling in the background, once for all who want the same game.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use stonegate_compile::{CacheError, Compilation, Tier};
use stonegate_gdl::{Canonical, Fingerprint};
use stonegate_ground::{Budget, GroundError, Machine};

use crate::prepare::PrepareSettings;
use crate::stopwatch::Stopwatch;

/// Rules can be nested deeply.
pub(crate) const STACK_BYTES: usize = 32 << 20;

/// How often somebody looks whether waiting has taken long enough.
const LOOK: Duration = Duration::from_millis(20);

/// How far the work is.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Progress {
    Working,
    /// Nothing better is going to come.
    Finished,
    /// The game has no machine and is played straight from its clauses.
    Failed(GroundError),
    /// The work broke off, which is the fault of this program or of the system: what was ready by
    /// then is the best there will be.
    BrokenOff(String),
}

/// A share in the compilation of a game, which ends when nobody has one any more.
///
/// Machines have canonical names, so that games which differ in names alone are compiled once.
pub struct Compiling {
    shared: Arc<Shared>,
    wanted: Tier,
}

/// All that is being compiled.
static RUNNING: Mutex<Vec<Arc<Shared>>> = Mutex::new(Vec::new());

struct Shared {
    game: Fingerprint,
    settings: PrepareSettings,
    state: Mutex<State>,
    /// The state has changed.
    changed: Condvar,
    is_canceled: AtomicBool,
    /// How long the thread has worked, in milliseconds.
    work: AtomicU64,
}

struct State {
    /// The best machine so far.
    best: Option<(Tier, Arc<Machine>)>,
    progress: Progress,
    is_from_cache: bool,
    notes: Vec<String>,
    n_shares: usize,
    /// How many of them want the small circuit.
    n_ambitious: usize,
    worker: Option<JoinHandle<()>>,
}

impl Compiling {
    /// Has a game compiled, unless that is done already. The small circuit is made as soon as
    /// somebody wants it.
    pub(crate) fn join(
        canonical: &Arc<Canonical>,
        settings: &PrepareSettings,
        wanted: Tier,
    ) -> Self {
        let game = canonical.fingerprint();
        let mut running = RUNNING.lock();
        let same = |it: &&Arc<Shared>| it.game == game && it.settings.compiles_like(settings);
        if let Some(shared) = running.iter().find(same) {
            let shared = Arc::clone(shared);
            shared.change(|state| {
                state.n_shares += 1;
                state.n_ambitious += usize::from(wanted == Tier::Optimized);
            });
            return Self { shared, wanted };
        }
        let shared = Arc::new(Shared::new(game, settings.clone(), wanted));
        shared.start(Arc::clone(canonical));
        running.push(Arc::clone(&shared));
        Self { shared, wanted }
    }

    /// Waits for a machine that is better than a tier, for the end of the work, or until `is_over`.
    pub(crate) fn wait_for_better(
        &self,
        than: Tier,
        is_over: impl Fn() -> bool,
    ) -> Option<(Tier, Arc<Machine>)> {
        let mut state = self.shared.state.lock();
        loop {
            if let Some((tier, machine)) = &state.best
                && *tier > than
            {
                return Some((*tier, Arc::clone(machine)));
            }
            if state.progress != Progress::Working || is_over() {
                return None;
            }
            self.shared.changed.wait_for(&mut state, LOOK);
        }
    }

    /// How long the thread has worked.
    pub(crate) fn work(&self) -> Duration {
        Duration::from_millis(self.shared.work.load(Ordering::Relaxed))
    }

    pub(crate) fn progress(&self) -> Progress {
        self.shared.state.lock().progress.clone()
    }

    pub(crate) fn is_from_cache(&self) -> bool {
        self.shared.state.lock().is_from_cache
    }

    pub(crate) fn notes(&self) -> Vec<String> {
        self.shared.state.lock().notes.clone()
    }
}

impl Drop for Compiling {
    /// Who is the last waits for the thread, which ends within a moment: at the next look at the
    /// stop flag.
    fn drop(&mut self) {
        let mut running = RUNNING.lock();
        let mut worker = None;
        self.shared.change(|state| {
            state.n_shares -= 1;
            state.n_ambitious -= usize::from(self.wanted == Tier::Optimized);
            if state.n_shares == 0 {
                worker = state.worker.take();
                self.shared.is_canceled.store(true, Ordering::Relaxed);
            }
        });
        if self.shared.is_canceled() {
            running.retain(|other| !Arc::ptr_eq(other, &self.shared));
        }
        drop(running);
        if let Some(worker) = worker {
            // The thread catches its panics.
            let _ = worker.join();
        }
    }
}

impl fmt::Debug for Compiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compiling")
            .field("game", &self.shared.game)
            .field("progress", &self.progress())
            .finish_non_exhaustive()
    }
}

impl Shared {
    fn new(game: Fingerprint, settings: PrepareSettings, wanted: Tier) -> Self {
        let state = State {
            best: None,
            progress: Progress::Working,
            is_from_cache: false,
            notes: Vec::new(),
            n_shares: 1,
            n_ambitious: usize::from(wanted == Tier::Optimized),
            worker: None,
        };
        Self {
            game,
            settings,
            state: Mutex::new(state),
            changed: Condvar::new(),
            is_canceled: AtomicBool::new(false),
            work: AtomicU64::new(0),
        }
    }

    fn start(self: &Arc<Self>, canonical: Arc<Canonical>) {
        let shared = Arc::clone(self);
        let worker = thread::Builder::new()
            .name("compile".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || shared.run(|| shared.compile(&canonical)));
        self.change(|state| match worker {
            Ok(worker) => state.worker = Some(worker),
            Err(error) => {
                state.progress = Progress::BrokenOff(format!("there is no thread: {error}"));
            }
        });
    }

    /// Does the work, and tells how it ended, whatever happens.
    fn run(&self, compile: impl FnOnce() -> Result<(), GroundError>) {
        // Nothing of what a panic leaves half-done is used again.
        let progress = match catch_unwind(AssertUnwindSafe(compile)) {
            Ok(Ok(())) => Progress::Finished,
            Ok(Err(error)) => Progress::Failed(error),
            Err(panic) => Progress::BrokenOff(panic_text(&*panic).to_owned()),
        };
        self.change(|state| state.progress = progress);
    }

    fn compile(&self, canonical: &Canonical) -> Result<(), GroundError> {
        let stored = self.load(canonical);
        let stored_tier = stored.as_ref().map(|(tier, _)| *tier);
        if let Some((tier, machine)) = stored {
            self.change(|state| state.is_from_cache = true);
            self.publish(tier, &Arc::new(machine));
        }
        if stored_tier == Some(Tier::Optimized) {
            return Ok(());
        }
        let clock = Stopwatch::start();
        let budget = Budget {
            stop: &|| self.is_over(clock, clock, self.settings.ground_time),
            max_rows: self.settings.max_rows,
            max_bytes: self.settings.memory,
            ..Budget::default()
        };
        let compilation = Compilation::new(&canonical.rules, &budget)?;
        if stored_tier.is_none() {
            let stage = Stopwatch::start();
            let stop = || self.is_over(clock, stage, Some(self.settings.optimize_time));
            let quick = compilation.quick(&stop).machine;
            self.publish_and_store(Tier::Quick, quick);
        }
        if compilation.bytes_to_optimize() > self.settings.memory {
            let note = "there is not enough memory to optimize the circuit".to_owned();
            self.change(|state| state.notes.push(note));
            return Ok(());
        }
        if !self.wait_for_ambition() {
            return Ok(());
        }
        let stage = Stopwatch::start();
        let stop = || self.is_over(clock, stage, Some(self.settings.optimize_time));
        let optimized = compilation.optimize(&stop).machine;
        self.publish_and_store(Tier::Optimized, optimized);
        Ok(())
    }

    fn is_over(&self, clock: Stopwatch, stage: Stopwatch, limit: Option<Duration>) -> bool {
        self.work.store(clock.elapsed().as_millis() as u64, Ordering::Relaxed);
        self.is_canceled() || limit.is_some_and(|limit| stage.elapsed() > limit)
    }

    /// Waits until somebody wants the small circuit. False if nobody wants anything any more.
    fn wait_for_ambition(&self) -> bool {
        let mut state = self.state.lock();
        let is_idle = |state: &mut State| state.n_ambitious == 0 && state.n_shares > 0;
        self.changed.wait_while(&mut state, is_idle);
        state.n_shares > 0
    }

    /// Hands a machine out, with what is proven of the game.
    fn publish(&self, tier: Tier, machine: &Arc<Machine>) {
        if let Some((_, before)) = &self.state.lock().best {
            machine.learn_from(before);
        }
        machine.is_zero_sum();
        self.change(|state| state.best = Some((tier, Arc::clone(machine))));
    }

    fn publish_and_store(&self, tier: Tier, machine: Machine) {
        let machine = Arc::new(machine);
        self.publish(tier, &machine);
        self.store(tier, &machine);
    }

    /// Looks into the cache; a machine found there belongs to the sheet at hand.
    fn load(&self, canonical: &Canonical) -> Option<(Tier, Machine)> {
        let found = self.settings.cache.as_ref()?.load(self.game);
        let (tier, mut machine) = found.unwrap_or_else(|error| {
            self.note(&error);
            None
        })?;
        machine.trace_to(&canonical.rules);
        Some((tier, machine))
    }

    /// Keeps a machine. What was cut short because nobody waits for it is not worth it.
    fn store(&self, tier: Tier, machine: &Machine) {
        if let Some(cache) = &self.settings.cache
            && !self.is_canceled()
        {
            // What nobody has waited for so far.
            machine.prove();
            if let Err(error) = cache.store(self.game, tier, machine) {
                self.note(&error);
            }
        }
    }

    fn note(&self, error: &CacheError) {
        let note = format!("the cache is of no use: {error}");
        self.change(|state| state.notes.push(note));
    }

    fn is_canceled(&self) -> bool {
        self.is_canceled.load(Ordering::Relaxed)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock());
        self.changed.notify_all();
    }
}

/// What a panic says.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why")
}
