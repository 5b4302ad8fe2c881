//! Getting a game ready, tier by tier, while play can already begin.
//!
//! Machines are made of the canonical rules, without names, and named last. So a machine from the
//! cache is the one that compiling gives, bit for bit, whatever the names were when it was stored.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use stonegate_circuit::Effort;
use stonegate_gdl::{Canonical, Dependencies, Fingerprint, Rules};
use stonegate_ground::{Budget, GroundError, Machine, ground};
use stonegate_lanes::{Backend, Engine};

use crate::cache::{Cache, CacheError};
use crate::reference_game::ReferenceGame;

/// Rules can be nested deeply.
const STACK_BYTES: usize = 32 << 20;

/// What getting ready may cost, and what it is for.
#[derive(Clone, Debug)]
pub struct PrepareSettings {
    /// Give up grounding after this time.
    pub ground_time: Duration,
    /// Stop optimizing after this time, with what was reached by then.
    pub optimize_time: Duration,
    /// Give up when there are more atoms, rows in a table or gates: the bound on memory.
    pub max_rows: usize,
    /// What the machine is to run on.
    pub backend: Backend,
    /// Where to look for the machine first, and to keep it.
    pub cache: Option<Cache>,
}

/// Half a minute for each part and a few gigabytes, on the best back end, without a cache.
impl Default for PrepareSettings {
    fn default() -> Self {
        Self {
            ground_time: Duration::from_secs(30),
            optimize_time: Duration::from_secs(30),
            max_rows: 20_000_000,
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
    /// Of the tier [`Tier::Quick`] or [`Tier::Optimized`].
    Engine {
        tier: Tier,
        engine: Arc<Engine>,
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
    progress: Progress,
    from_cache: bool,
    notes: Vec<String>,
}

impl Prepare {
    /// Starts to work. The reference evaluator is ready when this returns.
    pub fn start(rules: &Rules, dependencies: &Dependencies, settings: PrepareSettings) -> Self {
        let best = Ready::Reference(Arc::new(ReferenceGame::new(rules, dependencies)));
        let shared = Arc::new(Shared {
            status: Mutex::new(Status {
                best,
                progress: Progress::Working,
                from_cache: false,
                notes: Vec::new(),
            }),
            changed: Condvar::new(),
            canceled: AtomicBool::new(false),
        });
        let canonical = Arc::new(Canonical::new(rules));
        let work =
            Work { shared: Arc::clone(&shared), canonical: Arc::clone(&canonical), settings };
        let worker = thread::Builder::new()
            .name("prepare".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || work.run());
        let worker = worker.inspect_err(|error| {
            let mut status = shared.lock();
            status.notes.push(format!("the game is not compiled: {error}"));
            status.progress = Progress::Finished;
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

    /// Waits until nothing better is going to come or the time is up, and gives the best then.
    pub fn wait(&self, until: Instant) -> Ready {
        self.wait_for(Tier::Optimized, until)
    }

    /// Waits for a tier, but not longer than something better may come, nor than the given time.
    pub fn wait_for(&self, tier: Tier, until: Instant) -> Ready {
        let mut status = self.shared.lock();
        while status.best.tier() < tier && status.progress == Progress::Working {
            let left = until.saturating_duration_since(Instant::now());
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

    /// What else is good to know: a cache that cannot be used.
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
            // A panic has been reported by the thread itself.
            let _ = worker.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Status> {
        // Every change of the status is a single assignment, so poison does not matter.
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Status)) {
        change(&mut self.lock());
        self.changed.notify_all();
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
    fn run(&self) {
        let progress = match self.prepare() {
            Ok(()) => Progress::Finished,
            Err(mut error) => {
                // `name/arity`, the name being canonical.
                if let Some((name, arity)) = error.relation.rsplit_once('/') {
                    error.relation = format!("{}/{arity}", self.canonical.rename(name));
                }
                Progress::Failed(error)
            }
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
        let start = Instant::now();
        let budget = Budget {
            stop: &|| self.is_over(start, self.settings.ground_time),
            max_rows: self.settings.max_rows,
            progress: &|_| {},
        };
        let grounded = ground(rules, &Dependencies::new(rules), &budget)?;
        if !has_quick {
            let start = Instant::now();
            let stop = || self.is_over(start, self.settings.optimize_time);
            let quick = grounded.optimize(Effort::QUICK, &stop).machine;
            self.publish(Tier::Quick, &quick);
            self.store(fingerprint, Tier::Quick, &quick);
        }
        let start = Instant::now();
        let stop = || self.is_over(start, self.settings.optimize_time);
        let optimized = grounded.optimize(Effort::FULL, &stop).machine;
        self.publish(Tier::Optimized, &optimized);
        self.store(fingerprint, Tier::Optimized, &optimized);
        Ok(())
    }

    fn is_over(&self, start: Instant, limit: Duration) -> bool {
        self.shared.is_canceled() || start.elapsed() > limit
    }

    /// Names a machine, compiles it for the lanes and hands it out.
    fn publish(&self, tier: Tier, machine: &Machine) {
        if self.shared.is_canceled() {
            return;
        }
        let machine = machine.renamed(&|text| self.canonical.rename(text));
        let engine = Arc::new(Engine::new(Arc::new(machine), self.settings.backend));
        self.shared.change(|status| status.best = Ready::Engine { tier, engine });
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
