//! The seam to search: questions in batches, asked without waiting for the answers.

use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use stonegate_ground::State;

use crate::engine::Engine;
use crate::expansions::Expansions;
use crate::job::{Job, Settings, Tally, divide};
use crate::lanes::Lanes;
use crate::states::Successors;
use crate::word::LANES;

/// A state and a move for each role.
pub type Step = (State, Vec<u32>);

/// A batch of questions of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// What holds in each state?
    Expand(Vec<State>),
    /// What comes after each state if these moves are made?
    Advance(Vec<Step>),
    /// How do random games end?
    Playouts(Vec<Job>, Settings),
}

/// The answers to a [`Request`], in the same order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Expand(Expansions),
    Advance(Successors),
    Playouts(Vec<Tally>),
}

/// The number of a request.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ticket(u64);

/// Answers questions about the states of one game.
///
/// All implementations give the same answers for states that play can reach. Requests are taken
/// without blocking, so that a search can prepare the next wave while this one is under way.
pub trait Reasoner {
    /// Hands in a request.
    fn submit(&self, request: Request) -> Ticket;

    /// The answer if it is there. Each answer is given once.
    fn poll(&self, ticket: Ticket) -> Option<Answer>;

    /// Waits for the answer.
    ///
    /// # Panics
    /// If the answer has been given before, or the work on it has panicked.
    fn wait(&self, ticket: Ticket) -> Answer;
}

/// Shares the work on requests among the threads of the caller.
///
/// It starts no threads: those that the caller wants to spend call [`work`](Self::work). A thread
/// that waits for an answer helps out, so that it also goes without any other thread.
pub struct Desk {
    engine: Arc<Engine>,
    shared: Mutex<Shared>,
    /// There is work, or there will be none.
    more: Condvar,
    /// A request has been answered.
    done: Condvar,
}

#[derive(Default)]
struct Shared {
    queue: VecDeque<Piece>,
    orders: HashMap<u64, Order>,
    n_orders: u64,
    n_workers: usize,
    closed: bool,
    /// Lanes that are not in use.
    idle: Vec<Lanes>,
}

/// A request in progress.
struct Order {
    n_left: usize,
    /// Of all pieces; playouts are added up in one.
    answers: Vec<Option<Answer>>,
    /// What the work on a piece has panicked with: a matter of who waits for the answer.
    panic: Option<Box<dyn Any + Send>>,
}

/// A part of a request that one thread does at a time.
struct Piece {
    order: u64,
    number: usize,
    request: Request,
    /// For playouts, the number of each job within the order.
    jobs: Vec<usize>,
}

impl Desk {
    pub fn new(engine: Arc<Engine>) -> Self {
        Self { engine, shared: Mutex::default(), more: Condvar::new(), done: Condvar::new() }
    }

    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Works on requests until [`close`](Self::close) is called and all work is done: for a thread
    /// to spend its life in.
    pub fn work(&self) {
        let mut shared = self.lock();
        shared.n_workers += 1;
        loop {
            if let Some(piece) = shared.queue.pop_front() {
                drop(shared);
                self.do_piece(&piece);
                shared = self.lock();
            } else if shared.closed {
                break;
            } else {
                shared = self.more.wait(shared).unwrap_or_else(PoisonError::into_inner);
            }
        }
        shared.n_workers -= 1;
    }

    /// Lets the threads in [`work`](Self::work) return when nothing is left to do.
    pub fn close(&self) {
        self.lock().closed = true;
        self.more.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // Shared is consistent whenever the lock is free, so poison does not matter.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn do_piece(&self, piece: &Piece) {
        let idle = self.lock().idle.pop();
        let mut lanes = idle.unwrap_or_else(|| Lanes::new(Arc::clone(&self.engine)));
        // Lanes that a panic has left halfway are dropped.
        let result = catch_unwind(AssertUnwindSafe(|| (answer(&mut lanes, &piece.request), lanes)));
        let mut shared = self.lock();
        let Shared { idle, orders, .. } = &mut *shared;
        let order = orders.get_mut(&piece.order).expect("an order stays until it is done");
        match result {
            Ok((Answer::Playouts(tallies), lanes)) => {
                order.merge(&piece.jobs, &tallies);
                idle.push(lanes);
            }
            Ok((answer, lanes)) => {
                order.answers[piece.number] = Some(answer);
                idle.push(lanes);
            }
            Err(panic) => order.panic = Some(panic),
        }
        order.n_left -= 1;
        if order.n_left == 0 {
            self.done.notify_all();
        }
    }
}

/// Answers a request with one set of lanes.
pub(crate) fn answer(lanes: &mut Lanes, request: &Request) -> Answer {
    match request {
        Request::Expand(states) => Answer::Expand(lanes.expand(states)),
        Request::Advance(steps) => {
            let steps = steps.iter().map(|(state, moves)| (state, &moves[..]));
            Answer::Advance(lanes.advance(steps))
        }
        Request::Playouts(jobs, settings) => Answer::Playouts(lanes.playouts(jobs, settings)),
    }
}

impl Reasoner for Desk {
    fn submit(&self, request: Request) -> Ticket {
        let mut shared = self.lock();
        let order = shared.n_orders;
        shared.n_orders += 1;
        let n_jobs = match &request {
            Request::Playouts(jobs, _) => jobs.len(),
            _ => 0,
        };
        let pieces = pieces(request, shared.n_workers.max(1));
        let mut answers: Vec<Option<Answer>> = pieces.iter().map(|_| None).collect();
        if n_jobs > 0 || pieces.is_empty() {
            let n_roles = self.engine.machine().roles.len();
            answers = vec![Some(Answer::Playouts(vec![Tally::new(n_roles); n_jobs]))];
        }
        shared.orders.insert(order, Order { n_left: pieces.len(), answers, panic: None });
        for (number, (request, jobs)) in pieces.into_iter().enumerate() {
            shared.queue.push_back(Piece { order, number, request, jobs });
        }
        self.more.notify_all();
        Ticket(order)
    }

    fn poll(&self, ticket: Ticket) -> Option<Answer> {
        let mut shared = self.lock();
        if shared.orders.get(&ticket.0)?.n_left > 0 {
            return None;
        }
        shared.orders.remove(&ticket.0).map(Order::finish)
    }

    fn wait(&self, ticket: Ticket) -> Answer {
        loop {
            let mut shared = self.lock();
            let order = shared.orders.get(&ticket.0).expect("an answer is given once");
            if order.n_left == 0 {
                let order = shared.orders.remove(&ticket.0).expect("just found");
                return order.finish();
            }
            if let Some(piece) = shared.queue.pop_front() {
                drop(shared);
                self.do_piece(&piece);
            } else {
                drop(self.done.wait(shared).unwrap_or_else(PoisonError::into_inner));
            }
        }
    }
}

impl Order {
    fn merge(&mut self, jobs: &[usize], parts: &[Tally]) {
        if let Some(Some(Answer::Playouts(tallies))) = self.answers.first_mut() {
            for (&job, part) in jobs.iter().zip(parts) {
                tallies[job].merge(part);
            }
        }
    }

    fn finish(self) -> Answer {
        if let Some(panic) = self.panic {
            resume_unwind(panic);
        }
        let mut answers = self.answers.into_iter().flatten();
        let mut whole = answers.next().expect("an order has an answer");
        for answer in answers {
            match (&mut whole, answer) {
                (Answer::Expand(all), Answer::Expand(more)) => all.append(more),
                (Answer::Advance(all), Answer::Advance(more)) => all.append(more),
                _ => unreachable!("all pieces are of one kind, and playouts have one answer"),
            }
        }
        whole
    }
}

/// Cuts a request into parts worth a thread's while, with the numbers of their jobs.
fn pieces(request: Request, n_workers: usize) -> Vec<(Request, Vec<usize>)> {
    fn cut<T: Clone>(all: &[T], make: impl Fn(Vec<T>) -> Request) -> Vec<(Request, Vec<usize>)> {
        if all.is_empty() {
            return vec![(make(Vec::new()), Vec::new())];
        }
        all.chunks(LANES).map(|chunk| (make(chunk.to_vec()), Vec::new())).collect()
    }
    match request {
        Request::Expand(states) => cut(&states, Request::Expand),
        Request::Advance(steps) => cut(&steps, Request::Advance),
        Request::Playouts(jobs, settings) => {
            let total: u64 = jobs.iter().map(|job| job.playouts).sum();
            let n = (total / (2 * LANES as u64)).clamp(1, n_workers as u64) as usize;
            let lists = divide(&jobs, n).into_iter().filter(|list| !list.is_empty());
            lists
                .map(|list| {
                    let (numbers, jobs) = list.into_iter().unzip();
                    (Request::Playouts(jobs, settings), numbers)
                })
                .collect()
        }
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("engine", &self.engine).finish_non_exhaustive()
    }
}
