//! Getting a game ready, tier by tier, while play can already begin.
//!
//! Machines are made of the canonical rules, without names, and named last. So a machine from the
//! cache is the one that compiling gives, bit for bit, whatever the names were when it was stored.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use stonegate_circuit::Effort;
use stonegate_gdl::{Canonical, Fingerprint, Rules};
use stonegate_ground::{Budget, GroundError, Machine, ground};
use stonegate_lanes::{Backend, Engine};
use stonegate_search::MachineGame;

use crate::cache::{Cache, CacheError};
use crate::reference_game::ReferenceGame;
use crate::speed::{lanes_speed, reference_speed};
use crate::stopwatch::Stopwatch;

/// Lanes with so many states per second are faster than the reference evaluator ever is.
const SURELY_FAST: f64 = 1e6;

/// How long to wait at a time where there is no limit.
const LONG: Duration = Duration::from_hours(1);

/// Rules can be nested deeply.
const STACK_BYTES: usize = 32 << 20;

/// What getting ready may cost, and what it is for.
#[derive(Clone, Debug)]
pub struct PrepareSettings {
    /// Give up grounding after so much work. Without a limit it goes on while somebody waits: in a
    /// long match a circuit is welcome whenever it comes.
    pub ground_time: Option<Duration>,
    /// Stop optimizing after so much work, with what was reached by then.
    pub optimize_time: Duration,
    /// Give up when there are more atoms, rows in a table or gates.
    pub max_rows: usize,
    /// Give up what would take more memory, in bytes.
    pub memory: usize,
    /// What the machine is to run on.
    pub backend: Backend,
    /// Where to look for the machine first, and to keep it.
    pub cache: Option<Cache>,
}

/// As long as somebody waits, half a minute of optimization and a few gigabytes, on the best back
/// end, without a cache.
impl Default for PrepareSettings {
    fn default() -> Self {
        Self {
            ground_time: None,
            optimize_time: Duration::from_secs(30),
            max_rows: 20_000_000,
            memory: 4 << 30,
            backend: Backend::best(),
            cache: None,
        }
    }
}

/// How well a game can be played.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Tier {
    /// One state at a time, straight from the clauses.
    Reference,
    /// On a circuit as grounding gives it, or nearly so.
    Quick,
    /// On the small circuit.
    Optimized,
}

impl Tier {
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Quick => "quick",
            Self::Optimized => "optimized",
        }
    }
}

/// Something that can play the game.
#[derive(Clone, Debug)]
pub enum Ready {
    Reference(Arc<ReferenceGame>),
    /// Of the tier [`Tier::Quick`] or [`Tier::Optimized`]; `game` is what search knows of it.
    Engine {
        tier: Tier,
        engine: Arc<Engine>,
        game: Arc<MachineGame>,
    },
}

impl Ready {
    pub fn tier(&self) -> Tier {
        match self {
            Self::Reference(_) => Tier::Reference,
            Self::Engine { tier, .. } => *tier,
        }
    }

    /// The names of the roles.
    pub fn roles(&self) -> Vec<&str> {
        match self {
            Self::Reference(game) => game.roles().iter().map(String::as_str).collect(),
            Self::Engine { engine, .. } => {
                engine.machine().roles.iter().map(|role| role.name.as_str()).collect()
            }
        }
    }
}

/// How far the work is.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Progress {
    Working,
    /// Nothing better is going to come.
    Finished,
    /// The game has no machine and stays with the reference evaluator.
    Failed(GroundError),
    /// The work broke off, which is the fault of this program or of the system: what was ready by
    /// then is the best there will be.
    BrokenOff(String),
}

/// A game that is getting ready in a thread of its own. The work is canceled when this is dropped.
///
/// All tiers name roles, moves and facts by the same texts. The two machines also agree on their
/// numbers; the registers of a state are others.
#[derive(Debug)]
pub struct Prepare {
    shared: Arc<Shared>,
    canonical: Arc<Canonical>,
    worker: Option<JoinHandle<()>>,
}

struct Shared {
    status: Mutex<Status>,
    /// The status has changed.
    changed: Condvar,
    canceled: AtomicBool,
}

struct Status {
    best: Ready,
    fastest: Ready,
    progress: Progress,
    from_cache: bool,
    notes: Vec<String>,
}

impl Prepare {
    /// Starts to work. The reference evaluator is ready when this returns.
    pub fn start(rules: &Rules, settings: PrepareSettings) -> Self {
        let shared = Arc::new(Shared::new(ReferenceGame::new(rules)));
        let canonical = Arc::new(Canonical::new(rules));
        let work =
            Work { shared: Arc::clone(&shared), canonical: Arc::clone(&canonical), settings };
        let worker = thread::Builder::new()
            .name("prepare".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || work.run(Work::prepare));
        let worker = worker.inspect_err(|error| {
            shared.lock().progress = Progress::BrokenOff(format!("there is no thread: {error}"));
        });
        Self { shared, canonical, worker: worker.ok() }
    }

    /// The rules that machines are made of.
    pub fn canonical(&self) -> &Canonical {
        &self.canonical
    }

    /// The best that there is at the moment.
    pub fn best(&self) -> Ready {
        self.shared.lock().best.clone()
    }

    /// What random games are fastest on at the moment: the best, unless the circuit is so large that
    /// the reference evaluator is faster.
    pub fn fastest(&self) -> Ready {
        self.shared.lock().fastest.clone()
    }

    /// Waits until nothing better is going to come or the time is up, and gives the best then.
    /// Without a time it waits for the end of the work.
    pub fn wait(&self, until: impl Into<Option<Instant>>) -> Ready {
        self.wait_for(Tier::Optimized, until)
    }

    /// Waits for a tier, but not longer than something better may come, nor than the given time.
    pub fn wait_for(&self, tier: Tier, until: impl Into<Option<Instant>>) -> Ready {
        let until = until.into();
        let mut status = self.shared.lock();
        while status.best.tier() < tier && status.progress == Progress::Working {
            let left = until.map_or(LONG, |until| until.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                break;
            }
            let woken = self.shared.changed.wait_timeout(status, left);
            status = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        status.best.clone()
    }

    pub fn progress(&self) -> Progress {
        self.shared.lock().progress.clone()
    }

    /// Whether the machine was in the cache.
    pub fn is_from_cache(&self) -> bool {
        self.shared.lock().from_cache
    }

    /// What else is good to know: a cache that cannot be used, a circuit that stays large.
    pub fn notes(&self) -> Vec<String> {
        self.shared.lock().notes.clone()
    }
}

impl Drop for Prepare {
    /// Waits for the thread, which ends within a moment: at the next look at the stop flag, or
    /// after generating code.
    fn drop(&mut self) {
        self.shared.canceled.store(true, Ordering::Relaxed);
        if let Some(worker) = self.worker.take() {
            // The thread catches its panics.
            let _ = worker.join();
        }
    }
}

impl Shared {
    fn new(game: ReferenceGame) -> Self {
        let reference = Ready::Reference(Arc::new(game));
        let status = Status {
            best: reference.clone(),
            fastest: reference,
            progress: Progress::Working,
            from_cache: false,
            notes: Vec::new(),
        };
        let (changed, canceled) = (Condvar::new(), AtomicBool::new(false));
        Self { status: Mutex::new(status), changed, canceled }
    }

    fn lock(&self) -> MutexGuard<'_, Status> {
        // The parts of the status are right each by itself, so poison does not matter.
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Status)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Something better is there; whether random games are faster on it is another question.
    fn hand_out(&self, ready: Ready, is_fast: bool) {
        self.change(|status| {
            if is_fast {
                status.fastest = ready.clone();
            }
            status.best = ready;
        });
    }

    fn is_canceled(&self) -> bool {
        self.canceled.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Status { best, progress, .. } = &*self.lock();
        f.debug_struct("Shared")
            .field("tier", &best.tier())
            .field("progress", progress)
            .finish_non_exhaustive()
    }
}

/// What the thread does.
struct Work {
    shared: Arc<Shared>,
    canonical: Arc<Canonical>,
    settings: PrepareSettings,
}

impl Work {
    /// Does the work, and tells how it ended, whatever happens.
    fn run(&self, prepare: impl FnOnce(&Self) -> Result<(), GroundError>) {
        // Nothing of what a panic leaves half-done is used again.
        let progress = match catch_unwind(AssertUnwindSafe(|| prepare(self))) {
            Ok(Ok(())) => Progress::Finished,
            Ok(Err(mut error)) => {
                // `name/arity`, the name being canonical.
                if let Some((name, arity)) = error.relation.rsplit_once('/') {
                    error.relation = format!("{}/{arity}", self.canonical.rename(name));
                }
                Progress::Failed(error)
            }
            Err(panic) => Progress::BrokenOff(panic_text(&*panic).to_owned()),
        };
        self.shared.change(|status| status.progress = progress);
    }

    fn prepare(&self) -> Result<(), GroundError> {
        let fingerprint = self.canonical.fingerprint();
        let stored = self.load(fingerprint);
        let is_optimized = matches!(stored, Some((Tier::Optimized, _)));
        let has_quick = stored.is_some();
        if let Some((tier, machine)) = stored {
            self.shared.change(|status| status.from_cache = true);
            self.publish(tier, &machine);
        }
        if is_optimized {
            return Ok(());
        }

        let rules = &self.canonical.rules;
        let work = Stopwatch::start();
        let budget = Budget {
            stop: &|| self.is_over(work, self.settings.ground_time),
            max_rows: self.settings.max_rows,
            max_bytes: self.settings.memory,
            progress: &|_| {},
        };
        let grounded = ground(rules, &budget)?;
        if !has_quick {
            let work = Stopwatch::start();
            let stop = || self.is_over(work, Some(self.settings.optimize_time));
            let quick = grounded.optimize(Effort::QUICK, &stop).machine;
            self.publish(Tier::Quick, &quick);
            self.store(fingerprint, Tier::Quick, &quick);
        }
        if grounded.bytes_to_optimize(Effort::FULL) > self.settings.memory {
            let note = "there is not enough memory to optimize the circuit".to_owned();
            self.shared.change(|status| status.notes.push(note));
            return Ok(());
        }
        let work = Stopwatch::start();
        let stop = || self.is_over(work, Some(self.settings.optimize_time));
        let optimized = grounded.optimize(Effort::FULL, &stop).machine;
        self.publish(Tier::Optimized, &optimized);
        self.store(fingerprint, Tier::Optimized, &optimized);
        Ok(())
    }

    fn is_over(&self, work: Stopwatch, limit: Option<Duration>) -> bool {
        self.shared.is_canceled() || limit.is_some_and(|limit| work.elapsed() > limit)
    }

    /// Names a machine, compiles it for the lanes and hands it out.
    fn publish(&self, tier: Tier, machine: &Machine) {
        if self.shared.is_canceled() {
            return;
        }
        // What is proven on one circuit of a game holds on the other.
        let before = self.shared.lock().best.clone();
        if let Ready::Engine { engine, .. } = &before {
            machine.learn_from(engine.machine());
        }
        machine.prove();
        if let Ready::Engine { engine, .. } = &before {
            engine.machine().learn_from(machine);
        }
        let machine = Arc::new(machine.renamed(&|text| self.canonical.rename(text)));
        let engine = Arc::new(Engine::new(Arc::clone(&machine), self.settings.backend));
        // Whoever changes over to it can go on at once.
        engine.compile_advance();
        let game = Arc::new(MachineGame::new(machine));
        let is_fast = self.is_faster_than_reference(&engine);
        self.shared.hand_out(Ready::Engine { tier, engine, game }, is_fast);
    }

    fn is_faster_than_reference(&self, engine: &Arc<Engine>) -> bool {
        let lanes = lanes_speed(engine);
        if lanes > SURELY_FAST || self.shared.is_canceled() {
            return true;
        }
        let reference = match &self.shared.lock().fastest {
            Ready::Reference(game) => game.another(),
            Ready::Engine { .. } => return true,
        };
        lanes > reference_speed(&reference)
    }

    /// Looks into the cache; a machine found there belongs to the sheet at hand.
    fn load(&self, game: Fingerprint) -> Option<(Tier, Machine)> {
        let found = self.settings.cache.as_ref()?.load(game);
        let (tier, mut machine) = found.unwrap_or_else(|error| {
            self.note(&error);
            None
        })?;
        machine.trace_to(&self.canonical.rules);
        Some((tier, machine))
    }

    /// Keeps a machine. What was cut short because nobody waits for it is not worth it.
    fn store(&self, game: Fingerprint, tier: Tier, machine: &Machine) {
        if let Some(cache) = &self.settings.cache
            && !self.shared.is_canceled()
            && let Err(error) = cache.store(game, tier, machine)
        {
            self.note(&error);
        }
    }

    fn note(&self, error: &CacheError) {
        let note = format!("the cache is of no use: {error}");
        self.shared.change(|status| status.notes.push(note));
    }
}

/// What a panic says.
fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "(role robot) (init start) (legal robot wait)
        (<= (next over) (true start)) (<= terminal (true over)) (goal robot 100)";

    /// Work that nobody does yet.
    fn work() -> (Work, Prepare) {
        let analysis = stonegate_gdl::analyze(SHEET);
        let game = ReferenceGame::new(&analysis.rules);
        let shared = Arc::new(Shared::new(game));
        let canonical = Arc::new(Canonical::new(&analysis.rules));
        let settings = PrepareSettings::default();
        let work =
            Work { shared: Arc::clone(&shared), canonical: Arc::clone(&canonical), settings };
        (work, Prepare { shared, canonical, worker: None })
    }

    #[test]
    fn a_panic_is_told_and_ends_the_waiting() {
        let (work, prepare) = work();
        work.run(|_| panic!("a wheel came off"));
        assert_eq!(prepare.progress(), Progress::BrokenOff("a wheel came off".to_owned()));
        assert_eq!(prepare.wait(None).tier(), Tier::Reference, "nobody waits for what never comes");
    }

    #[test]
    fn random_games_take_what_is_fastest() {
        let (work, prepare) = work();
        work.run(Work::prepare);
        let ready = prepare.best();
        assert_eq!((ready.tier(), prepare.fastest().tier()), (Tier::Optimized, Tier::Optimized));

        let (_, prepare) = self::work();
        prepare.shared.hand_out(ready, false);
        assert_eq!(prepare.best().tier(), Tier::Optimized);
        assert_eq!(prepare.fastest().tier(), Tier::Reference);
    }
}
