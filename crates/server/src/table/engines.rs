//! The threads that think for all tables.
//!
//! Moves have threads of their own. Hints and analyses have others, and rest while moves take all
//! cores. On both, visitors take turns, and whoever thinks for long gives way to those who wait,
//! slice by slice. Time that is spent waiting is nobody's.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use stonegate_players::Thoughts;
use stonegate_tables::{Aim, Answer};

use super::kept::KeptEngines;
use super::question::{Means, NoAnswer, Question, StopSign};
use super::seating::Engine;
use super::slices::{MAX_REST, Queue, TICK};
use crate::pool::{Full, Pool};
use crate::visitor::Visitor;

/// An engine that cannot give way has a thread of its own kind if it thinks for
/// longer than this.
const LONG: f64 = 5.0;

/// An engine that did not get to know the position in its time is asked again so often, each time
/// with twice the time.
const MAX_RETRIES: u32 = 4;

#[derive(Debug)]
pub(crate) struct Engines(Arc<Threads>);

#[derive(Debug)]
struct Threads {
    moves: Pool,
    /// Moves of engines that cannot be interrupted and take long.
    long_moves: Pool,
    /// Hints and analyses.
    advice: Pool,
    n_cores: usize,
    moving: Moving,
    kept: KeptEngines,
    thinking: Thinking,
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

impl Engines {
    pub(crate) fn new() -> Self {
        let n_cores = thread::available_parallelism().map_or(2, NonZeroUsize::get);
        Self::with_cores(n_cores)
    }

    fn with_cores(n_cores: usize) -> Self {
        let pool = |name, queue: Queue| Pool::new(name, queue.bounds(n_cores));
        let threads = Arc::new(Threads {
            moves: pool("moves", Queue::Moves),
            long_moves: pool("long-moves", Queue::LongMoves),
            advice: pool("advice", Queue::Advice),
            n_cores,
            moving: Moving::default(),
            kept: KeptEngines::default(),
            thinking: Thinking::default(),
        });
        let watched = Arc::downgrade(&threads);
        thread::Builder::new()
            .name("slices".to_owned())
            .spawn(move || watch(&watched))
            .expect("the system has room for a thread");
        Self(threads)
    }

    /// Forgets what was thought for a table.
    pub(crate) fn forget(&self, table: &str) {
        self.0.kept.forget(table);
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
        if self.0.pool(queue_of(&question)).is_full(visitor) {
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
        let threads = Arc::downgrade(&self.0);
        game.when_prepared(move || {
            if let Some(threads) = threads.upgrade() {
                threads.queue(inquiry);
            }
        });
        Ok(())
    }
}

fn queue_of(question: &Question) -> Queue {
    let is_long = match question.engine {
        Engine::Method(_) => false,
        Engine::Player(_) => question.asked.seconds > LONG,
        // Nobody knows how long it takes, or whether it is still there.
        Engine::Board(_) => true,
    };
    match question.aim() {
        Aim::Move if is_long => Queue::LongMoves,
        Aim::Move => Queue::Moves,
        Aim::Hint | Aim::Analysis => Queue::Advice,
    }
}

impl Threads {
    fn pool(&self, queue: Queue) -> &Pool {
        match queue {
            Queue::Moves => &self.moves,
            Queue::LongMoves => &self.long_moves,
            Queue::Advice => &self.advice,
        }
    }

    /// Has a question thought about, or again, when it is the visitor's turn.
    fn queue(self: &Arc<Self>, inquiry: Inquiry) {
        let threads = Arc::downgrade(self);
        self.pool(queue_of(&inquiry.question)).go_on(inquiry.visitor, move || {
            if let Some(threads) = threads.upgrade() {
                inquiry.work(&threads);
            }
        });
    }

    /// Whether moves have all cores.
    fn is_busy(&self) -> bool {
        *self.moving.n_moves.lock() >= self.n_cores
    }

    /// How many threads may search for one question. Whoever thinks alone has the machine alone.
    fn threads(&self, queue: Queue) -> NonZeroUsize {
        let n_moves = *self.moving.n_moves.lock();
        let n_sharing = match queue {
            Queue::Moves | Queue::LongMoves => n_moves,
            Queue::Advice => n_moves + self.advice.n_running(),
        };
        NonZeroUsize::new(self.n_cores / n_sharing.max(1)).unwrap_or(NonZeroUsize::MIN)
    }

    /// Waits while moves need the cores, but not for ever.
    fn rest(&self, queue: Queue, sign: &StopSign) {
        let start = Instant::now();
        let mut n_moves = self.moving.n_moves.lock();
        while queue.rests(start.elapsed(), *n_moves >= self.n_cores) && !sign.is_canceled() {
            self.moving.one_less.wait_for(&mut n_moves, TICK);
        }
    }
}

/// How many moves are being thought about.
#[derive(Debug, Default)]
struct Moving {
    n_moves: Mutex<usize>,
    one_less: Condvar,
}

/// A move that is being thought about, until dropped.
struct MovingGuard<'a>(&'a Moving);

impl Moving {
    fn begin(&self) -> MovingGuard<'_> {
        *self.n_moves.lock() += 1;
        MovingGuard(self)
    }
}

impl Drop for MovingGuard<'_> {
    fn drop(&mut self) {
        *self.0.n_moves.lock() -= 1;
        self.0.one_less.notify_all();
    }
}

impl Inquiry {
    /// Thinks until there is an answer or others want the thread.
    fn work(mut self, threads: &Arc<Threads>) {
        let queue = queue_of(&self.question);
        threads.rest(queue, &self.sign);
        // A board takes none of our cores.
        let is_board = matches!(self.question.engine, Engine::Board(_));
        let takes_core = queue != Queue::Advice && !is_board;
        let _moving = takes_core.then(|| threads.moving.begin());
        self.sign.take_down();
        let outcome = if self.sign.is_canceled() {
            Err(NoAnswer::Canceled)
        } else {
            let begun = Cell::new(Instant::now());
            let outcome = self.think(threads, queue, &begun);
            self.spent += begun.get().elapsed();
            outcome
        };
        match outcome {
            Ok(answer) => self.finish(Ok(answer)),
            Err(NoAnswer::GaveWay) => threads.queue(self),
            Err(NoAnswer::NoTime) if self.n_retries < MAX_RETRIES => {
                self.n_retries += 1;
                self.spent = Duration::ZERO;
                self.question.asked.seconds *= 2.0;
                threads.queue(self);
            }
            Err(NoAnswer::NoTime) => {
                let seconds = self.question.asked.seconds;
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
        threads: &Threads,
        queue: Queue,
        begun: &Cell<Instant>,
    ) -> Result<Answer, NoAnswer> {
        // A player chooses its move by the time that it has: to stop and go on is for those who only
        // look.
        let can_wait = matches!(self.question.engine, Engine::Method(_)) || queue == Queue::Advice;
        let _thinking = can_wait.then(|| threads.thinking.begin(queue, &self.sign));
        let means = Means {
            threads: threads.threads(queue),
            kept: &threads.kept,
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
    queue: Queue,
    since: Instant,
    sign: Arc<StopSign>,
}

/// Ends when dropped.
struct ThinkingGuard<'a> {
    thinking: &'a Thinking,
    sign: &'a Arc<StopSign>,
}

impl Thinking {
    fn begin<'a>(&'a self, queue: Queue, sign: &'a Arc<StopSign>) -> ThinkingGuard<'a> {
        let begun = Begun { queue, since: Instant::now(), sign: Arc::clone(sign) };
        self.all.lock().push(begun);
        self.has_begun.notify_one();
        ThinkingGuard { thinking: self, sign }
    }

    /// Waits until something is being thought about, but not for ever.
    fn wait(&self) {
        let mut all = self.all.lock();
        if all.is_empty() {
            self.has_begun.wait_for(&mut all, MAX_REST);
        }
    }
}

impl Drop for ThinkingGuard<'_> {
    fn drop(&mut self) {
        self.thinking.all.lock().retain(|begun| !Arc::ptr_eq(&begun.sign, self.sign));
    }
}

/// Has those give way whose slice is over, as long as there are threads.
fn watch(threads: &Weak<Threads>) {
    while let Some(threads) = threads.upgrade() {
        threads.thinking.wait();
        let is_busy = threads.is_busy();
        for begun in &*threads.thinking.all.lock() {
            let is_wanted = threads.pool(begun.queue).is_wanted();
            if begun.queue.gives_way(begun.since.elapsed(), is_wanted, is_busy) {
                begun.sign.give_way();
            }
        }
        drop(threads);
        thread::sleep(TICK);
    }
}
