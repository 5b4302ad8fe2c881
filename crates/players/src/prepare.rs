//! Getting a game ready, tier by tier, while play can already begin.
//!
//! Machines are made of the canonical rules, without names, and named last. So a machine from the
//! cache is the one that compiling gives, bit for bit, whatever the names were when it was stored,
//! and what several want is compiled once.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use stonegate_compile::{Cache, ClauseGame, GameRules, Tier};
use stonegate_gdl::Canonical;
use stonegate_ground::{GroundError, Machine};
use stonegate_lanes::{Backend, Engine};
use stonegate_search::MachineGame;

use crate::compiling::{Compiling, Progress, STACK_BYTES, panic_text};
use crate::speed::{clauses_speed, lanes_speed};
use crate::stopwatch::now;

/// Circuits of so few gates are faster than the clauses ever are. It is not measured, so
/// that the same search gives the same moves every time.
const SMALL_CIRCUIT: usize = 50_000;

/// Lanes with so many states per second are faster than the clauses ever are.
const SURELY_FAST: f64 = 1e6;

/// How long to wait at a time where there is no limit.
const LONG: Duration = Duration::from_hours(1);

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
    pub cache: Option<Arc<dyn Cache>>,
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

impl PrepareSettings {
    /// Whether compiling by these settings gives the same machines.
    pub(crate) fn compiles_like(&self, other: &Self) -> bool {
        let limits = |it: &Self| (it.ground_time, it.optimize_time, it.max_rows, it.memory);
        let is_same_cache = match (&self.cache, &other.cache) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        limits(self) == limits(other) && is_same_cache
    }
}

/// Something that can play the game.
#[derive(Clone, Debug)]
pub enum Ready {
    Clauses(Arc<ClauseGame>),
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
            Self::Clauses(_) => Tier::Reference,
            Self::Engine { tier, .. } => *tier,
        }
    }

    /// The names of the roles.
    pub fn roles(&self) -> Vec<&str> {
        match self {
            Self::Clauses(game) => game.roles().iter().map(String::as_str).collect(),
            Self::Engine { engine, .. } => {
                engine.machine().roles.iter().map(|role| role.name.as_str()).collect()
            }
        }
    }
}

/// A game that is getting ready in the background. The work is canceled when this is dropped, unless
/// others wait for it as well.
///
/// All tiers name roles, moves and facts by the same texts. The two machines also agree on their
/// numbers; the registers of a state are others.
#[derive(Debug)]
pub struct Prepare {
    game: Arc<GameRules>,
    settings: PrepareSettings,
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
    gain: f64,
    progress: Progress,
    from_cache: bool,
    notes: Vec<String>,
}

/// What is getting ready for several.
static JOINED: Mutex<Vec<Weak<Prepare>>> = Mutex::new(Vec::new());

impl Prepare {
    /// Takes part in what is getting ready for others already, as long as they want it, or starts
    /// to work.
    pub fn join(game: &Arc<GameRules>, settings: &PrepareSettings) -> Arc<Self> {
        let mut joined = JOINED.lock();
        joined.retain(|prepare| prepare.strong_count() > 0);
        let is_same = |prepare: &Arc<Self>| {
            Arc::ptr_eq(&prepare.game, game)
                && prepare.settings.compiles_like(settings)
                && prepare.settings.backend == settings.backend
        };
        if let Some(prepare) = joined.iter().filter_map(Weak::upgrade).find(is_same) {
            return prepare;
        }
        let prepare = Arc::new(Self::start(game, settings));
        joined.push(Arc::downgrade(&prepare));
        prepare
    }

    /// Starts to work. The game straight from its clauses is ready when this returns.
    pub fn start(game: &Arc<GameRules>, settings: &PrepareSettings) -> Self {
        let canonical = Arc::new(Canonical::new(&game.rules));
        let compiling = Compiling::join(&canonical, settings, Tier::Optimized);
        let shared = Arc::new(Shared::new(ClauseGame::new(Arc::clone(game), now)));
        let namer = Namer {
            shared: Arc::clone(&shared),
            canonical: Arc::clone(&canonical),
            backend: settings.backend,
        };
        let worker = thread::Builder::new()
            .name("prepare".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || namer.run(|| namer.follow(&compiling)));
        let worker = worker.inspect_err(|error| {
            shared.status.lock().progress =
                Progress::BrokenOff(format!("there is no thread: {error}"));
        });
        let (game, settings) = (Arc::clone(game), settings.clone());
        Self { game, settings, shared, canonical, worker: worker.ok() }
    }

    /// The rules that machines are made of.
    pub fn canonical(&self) -> &Canonical {
        &self.canonical
    }

    /// The best that there is at the moment.
    pub fn best(&self) -> Ready {
        self.shared.status.lock().best.clone()
    }

    /// What random games are fastest on at the moment: the best, unless the circuit is so large that
    /// the game is faster straight from its clauses.
    pub fn fastest(&self) -> Ready {
        self.shared.status.lock().fastest.clone()
    }

    /// How many times as fast as straight from the clauses random games are on the latest machine:
    /// without measure, if that is beyond doubt.
    pub fn gain(&self) -> f64 {
        self.shared.status.lock().gain
    }

    /// Waits until nothing better is going to come or the time is up, and gives the best then.
    /// Without a time it waits for the end of the work.
    pub fn wait(&self, until: impl Into<Option<Instant>>) -> Ready {
        self.wait_for(Tier::Optimized, until)
    }

    /// Waits for a tier, but not longer than something better may come, nor than the given time.
    pub fn wait_for(&self, tier: Tier, until: impl Into<Option<Instant>>) -> Ready {
        let until = until.into();
        let mut status = self.shared.status.lock();
        while status.best.tier() < tier && status.progress == Progress::Working {
            let left = until.map_or(LONG, |until| until.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                break;
            }
            self.shared.changed.wait_for(&mut status, left);
        }
        status.best.clone()
    }

    pub fn progress(&self) -> Progress {
        self.shared.status.lock().progress.clone()
    }

    /// Whether the machine was in the cache.
    pub fn is_from_cache(&self) -> bool {
        self.shared.status.lock().from_cache
    }

    /// What else is good to know: a cache that cannot be used, a circuit that stays large.
    pub fn notes(&self) -> Vec<String> {
        self.shared.status.lock().notes.clone()
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
    fn new(game: ClauseGame) -> Self {
        let clauses = Ready::Clauses(Arc::new(game));
        let status = Status {
            best: clauses.clone(),
            fastest: clauses,
            gain: f64::INFINITY,
            progress: Progress::Working,
            from_cache: false,
            notes: Vec::new(),
        };
        let (changed, canceled) = (Condvar::new(), AtomicBool::new(false));
        Self { status: Mutex::new(status), changed, canceled }
    }

    fn change(&self, change: impl FnOnce(&mut Status)) {
        change(&mut self.status.lock());
        self.changed.notify_all();
    }

    /// Something better is there; how much faster random games are on it is another question.
    fn hand_out(&self, ready: Ready, gain: f64) {
        self.change(|status| {
            if gain > 1.0 {
                status.fastest = ready.clone();
            }
            status.gain = gain;
            status.best = ready;
        });
    }

    fn is_canceled(&self) -> bool {
        self.canceled.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Status { best, progress, .. } = &*self.status.lock();
        f.debug_struct("Shared")
            .field("tier", &best.tier())
            .field("progress", progress)
            .finish_non_exhaustive()
    }
}

/// Takes machines as they come, and gives them names.
struct Namer {
    shared: Arc<Shared>,
    canonical: Arc<Canonical>,
    backend: Backend,
}

impl Namer {
    /// Does the work, and tells how it ended, whatever happens.
    fn run(&self, follow: impl FnOnce() -> Progress) {
        // Nothing of what a panic leaves half-done is used again.
        let progress = catch_unwind(AssertUnwindSafe(follow));
        let progress =
            progress.unwrap_or_else(|panic| Progress::BrokenOff(panic_text(&*panic).to_owned()));
        self.shared.change(|status| status.progress = progress);
    }

    fn follow(&self, compiling: &Compiling) -> Progress {
        let mut tier = Tier::Reference;
        while let Some((better, machine)) =
            compiling.wait_for_better(tier, || self.shared.is_canceled())
        {
            tier = better;
            self.shared.change(|status| {
                status.from_cache = compiling.is_from_cache();
                status.notes = compiling.notes();
            });
            self.publish(tier, &machine);
        }
        self.shared.change(|status| status.notes = compiling.notes());
        match compiling.progress() {
            Progress::Failed(error) => Progress::Failed(self.named(error)),
            other => other,
        }
    }

    /// An error with the names of the sheet: `name/arity`, the name being canonical.
    fn named(&self, mut error: GroundError) -> GroundError {
        if let Some((name, arity)) = error.relation.rsplit_once('/') {
            error.relation = format!("{}/{arity}", self.canonical.rename(name));
        }
        error
    }

    /// Names a machine, compiles it for the lanes and hands it out.
    fn publish(&self, tier: Tier, machine: &Machine) {
        if self.shared.is_canceled() {
            return;
        }
        let machine = Arc::new(machine.renamed(&|text| self.canonical.rename(text)));
        // What is proven on one circuit of a game holds on the other.
        if let Ready::Engine { engine, .. } = &self.shared.status.lock().best {
            engine.machine().learn_from(&machine);
        }
        let engine = Arc::new(Engine::new(Arc::clone(&machine), self.backend));
        // Whoever changes over to it can go on at once.
        engine.compile_advance();
        let game = Arc::new(MachineGame::new(machine));
        let gain = self.gain_over_clauses(&engine);
        self.shared.hand_out(Ready::Engine { tier, engine, game }, gain);
    }

    fn gain_over_clauses(&self, engine: &Arc<Engine>) -> f64 {
        if engine.machine().circuit.nodes().len() <= SMALL_CIRCUIT || self.shared.is_canceled() {
            return f64::INFINITY;
        }
        let lanes = lanes_speed(engine);
        if lanes > SURELY_FAST {
            return f64::INFINITY;
        }
        let clauses = match &self.shared.status.lock().fastest {
            Ready::Clauses(game) => game.another(),
            Ready::Engine { .. } => return f64::INFINITY,
        };
        lanes / clauses_speed(&clauses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "(role robot) (init start) (legal robot wait)
        (<= (next over) (true start)) (<= terminal (true over)) (goal robot 100)";

    /// Work that nobody does yet.
    fn work() -> (Namer, Prepare) {
        let game = Arc::new(GameRules::read(SHEET).expect("it can be played"));
        let canonical = Arc::new(Canonical::new(&game.rules));
        let shared = Arc::new(Shared::new(ClauseGame::new(Arc::clone(&game), now)));
        let settings = PrepareSettings::default();
        let namer = Namer {
            shared: Arc::clone(&shared),
            canonical: Arc::clone(&canonical),
            backend: settings.backend,
        };
        (namer, Prepare { game, settings, shared, canonical, worker: None })
    }

    #[test]
    fn a_panic_is_told_and_ends_the_waiting() {
        let (namer, prepare) = work();
        namer.run(|| panic!("a wheel came off"));
        assert_eq!(prepare.progress(), Progress::BrokenOff("a wheel came off".to_owned()));
        assert_eq!(prepare.wait(None).tier(), Tier::Reference, "nobody waits for what never comes");
    }

    #[test]
    fn a_game_gets_ready_once_for_all_who_want_it() {
        let game = Arc::new(GameRules::read(SHEET).expect("it can be played"));
        let settings = PrepareSettings::default();
        let first = Prepare::join(&game, &settings);
        first.wait(None);
        let second = Prepare::join(&game, &settings);
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!(second.best().tier(), Tier::Optimized, "there is nothing to wait for");
        let larger = PrepareSettings { memory: 2 * settings.memory, ..settings };
        assert!(!Arc::ptr_eq(&first, &Prepare::join(&game, &larger)));
    }

    #[test]
    fn random_games_take_what_is_fastest() {
        let (namer, prepare) = work();
        let settings = PrepareSettings::default();
        let compiling = Compiling::join(&namer.canonical, &settings, Tier::Optimized);
        namer.run(|| namer.follow(&compiling));
        let ready = prepare.best();
        assert_eq!((ready.tier(), prepare.fastest().tier()), (Tier::Optimized, Tier::Optimized));

        let (_, prepare) = work();
        prepare.shared.hand_out(ready, 0.9);
        assert_eq!(prepare.best().tier(), Tier::Optimized);
        assert_eq!((prepare.fastest().tier(), prepare.gain()), (Tier::Reference, 0.9));
    }
}
