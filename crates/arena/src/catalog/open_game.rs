//! A game that is open: its rules, and what it can be played on.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use stonegate_gdl::{Dependencies, Rules, Sheet};
use stonegate_ground::Machine;

use super::card::Card;
use super::{PATIENCE, lock, sheet};
use crate::prepare::{Prepare, Progress, Ready, Tier};
use crate::referee::{EvaluatorReferee, MachineReferee, Referee, RefereeError};
use crate::view::{CircuitView, ConeView, PositionView, Scene, Situation, Times};

/// A game whose questions take longer than this is slow.
const SLOW: Duration = Duration::from_millis(100);

/// The rules of a game, in memory. All its tables share it.
pub struct OpenGame {
    pub card: Arc<Card>,
    pub sheet: Arc<Sheet>,
    pub(super) rules: Rules,
    pub(super) dependencies: Dependencies,
    /// Whether somebody has asked for it to get ready.
    pub(super) is_ordered: AtomicBool,
    pub(super) prepare: OnceLock<Arc<Prepare>>,
    pub(super) times: Mutex<Times>,
    listeners: Mutex<Vec<Listener>>,
    is_slow: AtomicBool,
}

/// Called when a game can be played on something better. Says whether it wants to hear
/// of the next time.
type Listener = Box<dyn Fn() -> bool + Send>;

impl OpenGame {
    pub(crate) fn new(card: Arc<Card>) -> Result<Self, String> {
        let (sheet, rules, dependencies) =
            sheet::rules(&card.text).map_err(|diagnostic| diagnostic.message)?;
        Ok(Self {
            card,
            sheet: Arc::new(sheet),
            rules,
            dependencies,
            is_ordered: AtomicBool::new(false),
            prepare: OnceLock::new(),
            times: Mutex::default(),
            listeners: Mutex::default(),
            is_slow: AtomicBool::new(false),
        })
    }

    /// The game getting ready, once its turn has come.
    pub(crate) fn prepare(&self, until: Instant) -> Option<&Arc<Prepare>> {
        while self.prepare.get().is_none() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.prepare.get()
    }

    pub fn roles(&self) -> &[String] {
        &self.card.roles
    }

    /// What the game can be played on at the moment, once it gets ready.
    pub fn ready(&self) -> Option<Ready> {
        self.prepare.get().map(|prepare| prepare.best())
    }

    pub fn tier(&self) -> Tier {
        self.ready().map_or(Tier::Reference, |ready| ready.tier())
    }

    /// Whether questions about the rules were ever slow. Tables of such a game take
    /// their turns apart from the others.
    pub fn is_slow(&self) -> bool {
        self.is_slow.load(Ordering::Relaxed)
    }

    /// Does something that asks about the rules, and notices how long it takes.
    pub(crate) fn timed<T>(&self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        // A circuit is never slow, only the machine that it runs on.
        if start.elapsed() > SLOW && self.tier() == Tier::Reference {
            self.is_slow.store(true, Ordering::Relaxed);
        }
        result
    }

    /// Has a function called whenever the tier gets better.
    pub(crate) fn on_better(&self, listener: impl Fn() -> bool + Send + 'static) {
        lock(&self.listeners).push(Box::new(listener));
    }

    pub(super) fn tell_better(&self) {
        if self.tier() > Tier::Reference {
            self.is_slow.store(false, Ordering::Relaxed);
        }
        // Listeners may not come back to this list.
        let listeners = std::mem::take(&mut *lock(&self.listeners));
        let interested = listeners.into_iter().filter(|listener| listener()).collect::<Vec<_>>();
        lock(&self.listeners).extend(interested);
    }

    /// Somebody who knows the rules, at the initial position, on the best there is.
    pub fn referee(&self) -> Result<(Tier, Box<dyn Referee>), RefereeError> {
        match self.ready() {
            Some(Ready::Engine { tier, engine }) => {
                let machine = Arc::clone(engine.machine());
                Ok((tier, Box::new(MachineReferee::new(machine))))
            }
            Some(Ready::Reference(_)) | None => {
                let referee = EvaluatorReferee::new(&self.rules, &self.dependencies, PATIENCE)?;
                Ok((Tier::Reference, Box::new(referee)))
            }
        }
    }

    /// The initial position, drawn.
    pub fn initial(&self) -> Result<PositionView, RefereeError> {
        let (_, mut referee) = self.referee()?;
        let facts = referee.facts()?;
        let legal = referee.legal()?.to_vec();
        let scene = Scene {
            ply: 0,
            roles: self.roles(),
            facts: &facts,
            legal: &legal,
            before: None,
            over: None,
        };
        Ok(PositionView::new(self.card.layout(), scene))
    }

    /// The circuit in numbers, if there is one by the given time.
    pub fn circuit(&self, until: Instant) -> Result<CircuitView, String> {
        let machine = self.machine(Tier::Optimized, until)?;
        let times = *lock(&self.times);
        Ok(CircuitView::new(&machine, &self.rules, &self.sheet, &self.card.text, times))
    }

    /// The gates behind an output. `None` if there is no such output or position.
    pub fn cone(
        &self,
        output: &str,
        situation: &Situation,
        until: Instant,
    ) -> Result<Option<ConeView>, String> {
        let machine = self.machine(Tier::Optimized, until)?;
        let source = (&self.rules, &*self.sheet, &*self.card.text);
        Ok(ConeView::new(&machine, source, output, situation))
    }

    /// The machine, waiting for a tier or the given time; or why there is none.
    fn machine(&self, tier: Tier, until: Instant) -> Result<Arc<Machine>, String> {
        let Some(prepare) = self.prepare(until) else {
            return Err("other games are being compiled: try again later".to_owned());
        };
        match (prepare.wait_for(tier, until), prepare.progress()) {
            (Ready::Engine { engine, .. }, _) => Ok(Arc::clone(engine.machine())),
            (Ready::Reference(_), Progress::Failed(error)) => Err(error.to_string()),
            (Ready::Reference(_), _) => Err("the game is still being compiled".to_owned()),
        }
    }
}

impl fmt::Debug for OpenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenGame").field("id", &self.card.id).finish_non_exhaustive()
    }
}
