//! A game that is open: its rules, and what it can be played on.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustc_hash::FxHashSet;
use stonegate_board::Layout;
use stonegate_compile::{EvaluatorReferee, GameRules, MachineReferee, Referee, RefereeError, Tier};
use stonegate_ground::Machine;
use stonegate_players::{Prepare, Progress, Ready, Ruleset};
use stonegate_tables::{CircuitView, ConeView, Game, GameView, Refusal, Sitter, Situation, Times};
use tokio::sync::watch;

use super::PATIENCE;
use super::card::{Basis, Card};
use crate::house_board::HouseBoard;
use crate::table;
use crate::visitor::Visitor;

/// A game whose questions take longer than this is slow.
const SLOW: Duration = Duration::from_millis(100);

/// The rules of a game, in memory. All its tables share it.
pub(crate) struct OpenGame {
    pub(crate) card: Arc<Card>,
    pub(crate) ruleset: Ruleset,
    /// What a rule sheet becomes; nothing for a game that has a machine of its own.
    compiled: Option<Compiled>,
    listeners: Mutex<Vec<Listener>>,
    /// Changes with the tier.
    news: watch::Sender<()>,
    is_slow: AtomicBool,
    /// The board of the house, if it plays this game.
    pub(crate) board: Option<Arc<HouseBoard>>,
}

/// A rule sheet on its way to a circuit.
pub(super) struct Compiled {
    pub(super) game: Arc<GameRules>,
    /// Who has asked for it to get ready.
    pub(super) orders: Mutex<FxHashSet<Visitor>>,
    pub(super) prepare: OnceLock<Arc<Prepare>>,
    /// What is to be done once it gets ready.
    waiting: Mutex<Vec<Box<dyn FnOnce() + Send>>>,
    pub(super) times: Mutex<Times>,
}

/// Called when a game can be played on something better. Says whether it wants to hear
/// of the next time.
type Listener = Box<dyn Fn() -> bool + Send>;

impl OpenGame {
    pub(crate) fn new(card: Arc<Card>, board: Option<&Arc<HouseBoard>>) -> Result<Self, String> {
        let (ruleset, compiled) = match &card.basis {
            Basis::Dedicated(game) => (game.clone().into(), None),
            Basis::Sheet(text) => {
                let compiled = Compiled::new(text)?;
                (Ruleset::Sheet(Arc::clone(&compiled.game)), Some(compiled))
            }
        };
        let board = board.filter(|board| board.plays(&ruleset)).cloned();
        Ok(Self {
            card,
            ruleset,
            compiled,
            listeners: Mutex::default(),
            news: watch::Sender::new(()),
            is_slow: AtomicBool::new(false),
            board,
        })
    }

    pub(super) fn compiled(&self) -> Option<&Compiled> {
        self.compiled.as_ref()
    }

    /// The game getting ready, once its turn has come.
    pub(crate) fn prepare(&self) -> Option<&Arc<Prepare>> {
        self.compiled.as_ref()?.prepare.get()
    }

    /// Does something when the game gets ready: at once if it does already, or if there is
    /// nothing to get ready.
    pub(crate) fn when_prepared(&self, job: impl FnOnce() + Send + 'static) {
        if let Some(Compiled { prepare, waiting, .. }) = &self.compiled {
            let mut waiting = waiting.lock();
            if prepare.get().is_none() {
                waiting.push(Box::new(job));
                return;
            }
        }
        job();
    }

    /// Does what waited for the game to get ready.
    pub(super) fn tell_prepared(&self) {
        let Some(compiled) = &self.compiled else { return };
        let waiting = std::mem::take(&mut *compiled.waiting.lock());
        for job in waiting {
            job();
        }
    }

    /// Whether the game will not be played on anything better.
    pub(crate) fn is_settled(&self) -> bool {
        self.compiled.is_none()
            || self.tier() == Tier::Optimized
            || self.prepare().is_some_and(|prepare| prepare.progress() != Progress::Working)
    }

    /// Tells when the game can be played on something better, or never will.
    pub(crate) fn news(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }

    /// What the game takes in memory, about: for each gate of a circuit there are its name, its
    /// place in a program and native code.
    pub(crate) fn bytes(&self) -> usize {
        const GAME: usize = 1 << 20;
        const CHARACTER: usize = 32;
        const GATE: usize = 256;
        let n_gates = match self.ready() {
            Some(Ready::Engine { engine, .. }) => engine.machine().circuit.nodes().len(),
            Some(Ready::Clauses(_)) | None => 0,
        };
        GAME + self.card.text().len() * CHARACTER + n_gates * GATE
    }

    /// What a sheet can be played on at the moment, once it gets ready.
    fn ready(&self) -> Option<Ready> {
        self.compiled.as_ref()?.prepare.get().map(|prepare| prepare.best())
    }

    /// Whether questions about the rules were ever slow. Tables of such a game take
    /// their turns apart from the others.
    pub(crate) fn is_slow(&self) -> bool {
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
        self.listeners.lock().push(Box::new(listener));
    }

    pub(super) fn tell_better(&self) {
        if self.tier() > Tier::Reference {
            self.is_slow.store(false, Ordering::Relaxed);
        }
        // Listeners may not come back to this list.
        let listeners = std::mem::take(&mut *self.listeners.lock());
        let interested = listeners.into_iter().filter(|listener| listener()).collect::<Vec<_>>();
        self.listeners.lock().extend(interested);
        self.news.send_replace(());
    }

    /// The circuit in numbers, if there is one.
    pub(crate) fn circuit(&self) -> Result<CircuitView, String> {
        let (compiled, machine) = self.machine()?;
        let Compiled { game, times, .. } = compiled;
        Ok(CircuitView::new(&machine, &game.rules, &game.sheet, self.card.text(), *times.lock()))
    }

    /// The gates behind an output. `None` if there is no such output or position.
    pub(crate) fn cone(
        &self,
        output: &str,
        situation: &Situation,
    ) -> Result<Option<ConeView>, String> {
        let (compiled, machine) = self.machine()?;
        let source = (&compiled.game.rules, &compiled.game.sheet, self.card.text());
        Ok(ConeView::new(&machine, source, output, situation))
    }

    /// The best machine that there is, or why there is none.
    fn machine(&self) -> Result<(&Compiled, Arc<Machine>), String> {
        let Some(compiled) = &self.compiled else {
            return Err("the game has a machine of its own, and no circuit".to_owned());
        };
        let Some(prepare) = self.prepare() else {
            return Err("other games are being compiled: try again later".to_owned());
        };
        match (prepare.best(), prepare.progress()) {
            (Ready::Engine { engine, .. }, _) => Ok((compiled, Arc::clone(engine.machine()))),
            (Ready::Clauses(_), Progress::Failed(error)) => Err(error.to_string()),
            (Ready::Clauses(_), Progress::BrokenOff(reason)) => {
                Err(format!("compiling the game broke off: {reason}"))
            }
            (Ready::Clauses(_), _) => Err("the game is still being compiled".to_owned()),
        }
    }
}

impl Game for OpenGame {
    fn roles(&self) -> &[String] {
        &self.card.roles
    }

    fn layout(&self) -> Option<&Layout> {
        self.card.layout()
    }

    fn hides_moves(&self) -> bool {
        self.ruleset.hides_moves()
    }

    fn view(&self) -> GameView {
        let card = &self.card;
        GameView {
            id: card.id.clone(),
            kind: card.kind(),
            title: card.title.clone(),
            roles: card.roles.clone(),
        }
    }

    fn tier(&self) -> Tier {
        // A machine of its own is as good as it will ever be.
        if self.compiled.is_none() {
            return Tier::Optimized;
        }
        self.ready().map_or(Tier::Reference, |ready| ready.tier())
    }

    fn referee(&self) -> Result<(Tier, Box<dyn Referee>), RefereeError> {
        let game = match &self.ruleset {
            Ruleset::Dedicated(game) => return Ok((Tier::Optimized, game.referee())),
            Ruleset::Sheet(game) => game,
        };
        match self.ready() {
            Some(Ready::Engine { tier, engine, .. }) => {
                let machine = Arc::clone(engine.machine());
                Ok((tier, Box::new(MachineReferee::new(machine))))
            }
            Some(Ready::Clauses(_)) | None => {
                let referee = EvaluatorReferee::new(&game.rules, PATIENCE)?;
                Ok((Tier::Reference, Box::new(referee)))
            }
        }
    }

    fn sitter(&self, player: &str) -> Result<Sitter, Refusal> {
        match &self.board {
            Some(board) if board.name() == player => Ok(Sitter::Engine(player.to_owned())),
            _ => table::sitter(&self.ruleset, player),
        }
    }
}

impl Compiled {
    fn new(text: &str) -> Result<Self, String> {
        let game = GameRules::read(text).map_err(|error| error.to_string())?;
        Ok(Self {
            game: Arc::new(game),
            orders: Mutex::default(),
            prepare: OnceLock::new(),
            waiting: Mutex::default(),
            times: Mutex::default(),
        })
    }
}

impl fmt::Debug for OpenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenGame").field("id", &self.card.id).finish_non_exhaustive()
    }
}
