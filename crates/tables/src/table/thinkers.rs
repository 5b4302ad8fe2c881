//! The threads that think for all tables.
//!
//! Moves have threads of their own. Hints and analyses have others, and rest while moves take all
//! cores. On both, visitors take turns, and whoever thinks for long gives way to those who wait,
//! slice by slice. Time that is spent waiting is nobody's.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use stonegate_players::Thoughts;

use super::seat::Engine;
use super::shelf::Shelf;
use super::think::{Aim, Answer, Means, NoAnswer, Question, StopSign};
use crate::catalog::lock;
use crate::pool::{Bounds, Full, Pool};
use crate::visitor::Visitor;

/// Whoever has thought for so long gives way to those who wait.
const SLICE: Duration = Duration::from_millis(500);

/// How often it is looked who is to give way.
const TICK: Duration = Duration::from_millis(50);

/// An analysis rests for so long at most while moves take all cores.
const MAX_REST: Duration = Duration::from_secs(1);

/// An engine that cannot go on where it stopped has a thread of its own kind if it thinks for
/// longer than this.
const LONG: f64 = 5.0;

/// So many hints and analyses of one visitor wait.
const MAX_WAITING: usize = 8;

/// An engine that did not get to know the position in its time is asked again so often, each time
/// with twice the time.
const MAX_RETRIES: u32 = 4;

#[derive(Debug)]
pub(crate) struct Thinkers(Arc<Office>);

#[derive(Debug)]
struct Office {
    moves: Pool,
    /// Moves of engines that cannot be interrupted and take long.
    long_moves: Pool,
    /// Hints and analyses.
    advice: Pool,
    n_cores: usize,
    shelf: Shelf,
    thinking: Thinking,
}

/// Which threads think about a question.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Bench {
    Moves,
    LongMoves,
    Advice,
}

/// Hears the answer, or why there is none.
type Done = Box<dyn FnOnce(Result<Answer, String>) + Send>;

/// A question on its way to an answer.
struct Inquiry {
    question: Question,
    visitor: Visitor,
    sign: Arc<StopSign>,
    tell: Box<dyn Fn(&Thoughts) + Send>,
    done: Option<Done>,
    /// How long has been thought about it.
    spent: Duration,
    n_retries: u32,
}

impl Thinkers {
    pub(crate) fn new() -> Self {
        let n_cores = thread::available_parallelism().map_or(2, NonZeroUsize::get);
        Self::with_cores(n_cores)
    }

    fn with_cores(n_cores: usize) -> Self {
        let pool = |name, n_threads: usize, running_each, waiting_each| {
            Pool::new(name, Bounds { n_threads, running_each, waiting_each })
        };
        // More threads than cores, so that thinking long does not hold up the quick, and one
        // visitor never has all of them. A table waits for its engines: moves have no bound.
        let n_moves = (2 * n_cores).max(4);
        let n_advice = n_cores.div_ceil(2).max(2);
        let office = Arc::new(Office {
            moves: pool("moves", n_moves, n_moves * 3 / 4, usize::MAX),
            long_moves: pool("long-moves", n_moves / 2, n_moves / 2 - 1, usize::MAX),
            advice: pool("advice", n_advice, n_advice / 2, MAX_WAITING),
            n_cores,
            shelf: Shelf::default(),
            thinking: Thinking::default(),
        });
        let watched = Arc::downgrade(&office);
        thread::Builder::new()
            .name("slices".to_owned())
            .spawn(move || watch(&watched))
            .expect("the system has room for a thread");
        Self(office)
    }

    /// Forgets what was thought for a table.
    pub(crate) fn forget(&self, table: &str) {
        self.0.shelf.forget(table);
    }

    /// Asks a question for a visitor. `tell` hears thoughts on the way, `done` the answer, or why
    /// there is none.
    pub(super) fn ask(
        &self,
        visitor: Visitor,
        question: Question,
        sign: Arc<StopSign>,
        tell: impl Fn(&Thoughts) + Send + 'static,
        done: impl FnOnce(Result<Answer, String>) + Send + 'static,
    ) -> Result<(), Full> {
        if self.0.pool(Bench::of(&question)).is_full(visitor) {
            return Err(Full);
        }
        let game = Arc::clone(&question.game);
        let inquiry = Inquiry {
            question,
            visitor,
            sign,
            tell: Box::new(tell),
            done: Some(Box::new(done)),
            spent: Duration::ZERO,
            n_retries: 0,
        };
        let office = Arc::downgrade(&self.0);
        game.when_prepared(move || {
            if let Some(office) = office.upgrade() {
                office.queue(inquiry);
            }
        });
        Ok(())
    }
}

impl Bench {
    fn of(question: &Question) -> Self {
        let is_long = matches!(question.engine, Engine::Player(_)) && question.seconds > LONG;
        match question.aim {
            Aim::Move if is_long => Self::LongMoves,
            Aim::Move => Self::Moves,
            Aim::Hint | Aim::Analysis => Self::Advice,
        }
    }
}

impl Office {
    fn pool(&self, bench: Bench) -> &Pool {
        match bench {
            Bench::Moves => &self.moves,
            Bench::LongMoves => &self.long_moves,
            Bench::Advice => &self.advice,
        }
    }

    /// Has a question thought about, or again, when it is the visitor's turn.
    fn queue(self: &Arc<Self>, inquiry: Inquiry) {
        let office = Arc::downgrade(self);
        self.pool(Bench::of(&inquiry.question)).go_on(inquiry.visitor, move || {
            if let Some(office) = office.upgrade() {
                inquiry.work(&office);
            }
        });
    }

    /// Whether moves have all cores.
    fn is_busy(&self) -> bool {
        self.moves.n_running() + self.long_moves.n_running() >= self.n_cores
    }

    /// How many threads may search for one question. Whoever thinks alone has the machine alone.
    fn threads(&self, bench: Bench) -> NonZeroUsize {
        let n_moves = self.moves.n_running() + self.long_moves.n_running();
        let n_sharing = match bench {
            Bench::Moves | Bench::LongMoves => n_moves,
            Bench::Advice => n_moves + self.advice.n_running(),
        };
        NonZeroUsize::new(self.n_cores / n_sharing.max(1)).unwrap_or(NonZeroUsize::MIN)
    }

    /// Waits while moves need the cores, but not for ever.
    fn rest(&self, sign: &StopSign) {
        let start = Instant::now();
        while self.is_busy() && start.elapsed() < MAX_REST && !sign.is_canceled() {
            thread::sleep(TICK);
        }
    }
}

impl Inquiry {
    /// Thinks until there is an answer or others want the thread.
    fn work(mut self, office: &Arc<Office>) {
        let bench = Bench::of(&self.question);
        if bench == Bench::Advice {
            office.rest(&self.sign);
        }
        self.sign.take_down();
        let outcome = if self.sign.is_canceled() {
            Err(NoAnswer::Canceled)
        } else {
            let begun = Cell::new(Instant::now());
            let outcome = self.think(office, bench, &begun);
            self.spent += begun.get().elapsed();
            outcome
        };
        match outcome {
            Ok(answer) => self.finish(Ok(answer)),
            Err(NoAnswer::GaveWay) => office.queue(self),
            Err(NoAnswer::NoTime) if self.n_retries < MAX_RETRIES => {
                self.n_retries += 1;
                self.spent = Duration::ZERO;
                self.question.seconds *= 2.0;
                office.queue(self);
            }
            Err(NoAnswer::NoTime) => {
                let seconds = self.question.seconds;
                self.finish(Err(format!(
                    "the rules take too long: there was no move after {seconds} s"
                )));
            }
            Err(NoAnswer::Canceled) => self.finish(Err("the question was taken back".to_owned())),
            Err(NoAnswer::Failed(reason)) => self.finish(Err(reason)),
        }
    }

    fn think(
        &self,
        office: &Office,
        bench: Bench,
        begun: &Cell<Instant>,
    ) -> Result<Answer, NoAnswer> {
        // A player begins anew when it is asked again: that is for those who only look.
        let can_wait = matches!(self.question.engine, Engine::Method(_)) || bench == Bench::Advice;
        let _thinking = can_wait.then(|| office.thinking.begin(bench, &self.sign));
        let means = Means {
            threads: office.threads(bench),
            shelf: &office.shelf,
            sign: &self.sign,
            begun,
            tell: &self.tell,
        };
        self.question.think(self.spent, &means)
    }

    fn finish(&mut self, answer: Result<Answer, String>) {
        if let Some(done) = self.done.take() {
            done(answer);
        }
    }
}

/// A table that asked hears of it, also if the engine panicked.
impl Drop for Inquiry {
    fn drop(&mut self) {
        self.finish(Err("the engine has failed".to_owned()));
    }
}

/// What is being thought about that can give way.
#[derive(Debug, Default)]
struct Thinking {
    all: Mutex<Vec<Begun>>,
    has_begun: Condvar,
}

#[derive(Debug)]
struct Begun {
    bench: Bench,
    since: Instant,
    sign: Arc<StopSign>,
}

/// Ends when dropped.
struct ThinkingGuard<'a> {
    thinking: &'a Thinking,
    sign: &'a Arc<StopSign>,
}

impl Thinking {
    fn begin<'a>(&'a self, bench: Bench, sign: &'a Arc<StopSign>) -> ThinkingGuard<'a> {
        let begun = Begun { bench, since: Instant::now(), sign: Arc::clone(sign) };
        lock(&self.all).push(begun);
        self.has_begun.notify_one();
        ThinkingGuard { thinking: self, sign }
    }

    /// Waits until something is being thought about, but not for ever.
    fn wait(&self) {
        let all = lock(&self.all);
        if all.is_empty() {
            let woken = self.has_begun.wait_timeout(all, MAX_REST);
            drop(woken.unwrap_or_else(PoisonError::into_inner));
        }
    }
}

impl Drop for ThinkingGuard<'_> {
    fn drop(&mut self) {
        lock(&self.thinking.all).retain(|begun| !Arc::ptr_eq(&begun.sign, self.sign));
    }
}

/// Has those give way whose slice is over, as long as there is an office.
fn watch(office: &Weak<Office>) {
    while let Some(office) = office.upgrade() {
        office.thinking.wait();
        let is_busy = office.is_busy();
        for begun in &*lock(&office.thinking.all) {
            let is_wanted = || office.pool(begun.bench).is_wanted();
            let is_over = begun.since.elapsed() >= SLICE && is_wanted();
            if is_over || (begun.bench == Bench::Advice && is_busy) {
                begun.sign.give_way();
            }
        }
        drop(office);
        thread::sleep(TICK);
    }
}
