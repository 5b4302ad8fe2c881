//! The threads that think, in worlds that a seed has made up, with a clock that is a number: modest
//! visitors who ask one thing at a time, and greedy ones who ask for as much as they can. Whatever
//! comes when, some things hold.

use std::time::Duration;

use stonegate_stones::Random;

use super::*;
use crate::lines::Lines;
use crate::visitor::Visitor;

const N_WORLDS: u64 = 100;

/// Questions come for so long.
const TIME: Duration = Duration::from_secs(10);

/// All of them are answered by then.
const END: Duration = Duration::from_hours(1);

const QUEUES: [Queue; 3] = [Queue::Moves, Queue::LongMoves, Queue::Advice];

/// What engines that cannot be interrupted take at most.
const MAX_RUN: u64 = 1000;

/// A question.
#[derive(Clone, Debug)]
struct Job {
    /// How long is still to be thought about it.
    left: Duration,
    can_wait: bool,
    /// When it came into its line, at first or again.
    came: Duration,
}

/// A thread that is at a question.
#[derive(Debug)]
struct Thread {
    visitor: Visitor,
    job: Job,
    /// Since when it has rested or thought.
    since: Duration,
    is_resting: bool,
    /// For how long at a stretch moves have wanted all cores while it was thinking.
    in_the_way: Duration,
}

/// The threads of one kind.
#[derive(Debug)]
struct Crew {
    queue: Queue,
    bounds: Bounds,
    lines: Lines<Job>,
    running: Vec<Thread>,
    /// For each visitor, how often each other one has begun something since it waits, though it may
    /// begin.
    overtaken: Vec<Option<Vec<usize>>>,
}

#[derive(Debug)]
struct World {
    random: Random,
    now: Duration,
    next_tick: Duration,
    n_cores: usize,
    /// The first of them is greedy.
    n_visitors: usize,
    crews: Vec<Crew>,
    /// Whether all engines can be interrupted.
    all_can_wait: bool,
}

fn visitor(number: usize) -> Visitor {
    Visitor::at([127, 0, 0, number as u8].into())
}

impl Crew {
    fn new(queue: Queue, n_cores: usize, n_visitors: usize) -> Self {
        let bounds = queue.bounds(n_cores);
        let lines = Lines::new(bounds);
        Self { queue, bounds, lines, running: Vec::new(), overtaken: vec![None; n_visitors] }
    }

    fn n_running(&self, number: usize) -> usize {
        self.running.iter().filter(|thread| thread.visitor == visitor(number)).count()
    }

    /// Threads that have nothing to do begin with what waits.
    fn begin(&mut self, now: Duration, waiting: &mut [usize]) {
        while self.running.len() < self.bounds.n_threads
            && let Some((who, job)) = self.lines.take()
        {
            let number = (0..waiting.len()).find(|&number| visitor(number) == who);
            let number = number.expect("nobody else is there");
            waiting[number] -= 1;
            self.overtaken[number] = None;
            for overtaken in self.overtaken.iter_mut().flatten() {
                overtaken[number] += 1;
                assert!(overtaken[number] <= 1, "somebody was overtaken twice");
            }
            let is_resting = self.queue == Queue::Advice;
            let in_the_way = Duration::ZERO;
            self.running.push(Thread { visitor: who, job, since: now, is_resting, in_the_way });
            assert!(self.n_running(number) <= self.bounds.running_each, "one has too many threads");
        }
        for number in 0..waiting.len() {
            let may_begin =
                waiting[number] > 0 && self.n_running(number) < self.bounds.running_each;
            let is_idle = self.running.len() < self.bounds.n_threads;
            assert!(!(may_begin && is_idle), "a thread is idle though somebody waits");
            if !may_begin {
                self.overtaken[number] = None;
            } else if self.overtaken[number].is_none() {
                self.overtaken[number] = Some(vec![0; waiting.len()]);
            }
        }
    }
}

impl World {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let n_cores = 1 + random.below(8);
        let n_visitors = 2 + random.below(9);
        let all_can_wait = random.below(2) == 0;
        let crews = QUEUES.map(|queue| Crew::new(queue, n_cores, n_visitors)).into();
        let (now, next_tick) = (Duration::ZERO, TICK);
        Self { random, now, next_tick, n_cores, n_visitors, crews, all_can_wait }
    }

    /// Whether moves have all cores.
    fn is_busy(&self) -> bool {
        let moves = self.crews.iter().filter(|crew| crew.queue != Queue::Advice);
        moves.map(|crew| crew.running.len()).sum::<usize>() >= self.n_cores
    }

    /// How much of each visitor waits.
    fn waiting(&self, crew: usize) -> Vec<usize> {
        let count = |number| self.crews[crew].lines.n_waiting_of(visitor(number));
        (0..self.n_visitors).map(count).collect()
    }

    /// Somebody asks something.
    fn ask(&mut self) {
        let (at, number) = (self.random.below(QUEUES.len()), self.random.below(self.n_visitors));
        let n_asked = if number == 0 { 1 + self.random.below(30) } else { 1 };
        let queue = QUEUES[at];
        let is_modest = number > 0;
        for _ in 0..n_asked {
            let can_wait = match queue {
                Queue::Moves => self.all_can_wait || self.random.below(4) > 0,
                Queue::LongMoves => false,
                Queue::Advice => true,
            };
            let most = if can_wait { 5 * MAX_RUN } else { MAX_RUN };
            let left = Duration::from_millis(1 + self.random.below(most as usize) as u64);
            let crew = &mut self.crews[at];
            let n_waiting = crew.lines.n_waiting_of(visitor(number));
            if is_modest && n_waiting + crew.n_running(number) > 0 {
                return;
            }
            let job = Job { left, can_wait, came: self.now };
            let is_taken = crew.lines.add(visitor(number), job).is_ok();
            assert_eq!(is_taken, n_waiting < crew.bounds.waiting_each, "a line has its bound");
        }
    }

    /// When something happens next.
    fn next(&self) -> Duration {
        let threads = self.crews.iter().flat_map(|crew| &crew.running);
        let ends = threads.map(|thread| {
            thread.since + if thread.is_resting { MAX_REST } else { thread.job.left }
        });
        ends.fold(self.next_tick, Duration::min).max(self.now)
    }

    /// Lets time pass until something happens, and that happen.
    fn go_on(&mut self) {
        let (before, is_busy) = (self.now, self.is_busy());
        self.now = self.next();
        let now = self.now;
        let is_tick = now >= self.next_tick;
        if is_tick {
            self.next_tick = now + TICK;
        }
        for at in 0..self.crews.len() {
            let is_wanted = self.crews[at].lines.n_waiting() > 0;
            let crew = &mut self.crews[at];
            let mut running = Vec::new();
            for mut thread in std::mem::take(&mut crew.running) {
                let spent = now.saturating_sub(thread.since);
                if thread.is_resting {
                    if !crew.queue.rests(spent, is_busy) {
                        (thread.is_resting, thread.since) = (false, now);
                    }
                    running.push(thread);
                    continue;
                }
                let is_in_the_way = is_busy && crew.queue == Queue::Advice;
                let until_now = thread.in_the_way + now.saturating_sub(before);
                thread.in_the_way = if is_in_the_way { until_now } else { Duration::ZERO };
                assert!(thread.in_the_way <= TICK, "an analysis takes a core from a move");
                if spent >= thread.job.left {
                    crew.lines.finish(thread.visitor);
                } else if is_tick
                    && thread.job.can_wait
                    && crew.queue.gives_way(spent, is_wanted, is_busy)
                {
                    let left = thread.job.left.saturating_sub(spent);
                    crew.lines.go_on(thread.visitor, Job { left, came: now, ..thread.job });
                    crew.lines.finish(thread.visitor);
                } else {
                    running.push(thread);
                }
            }
            crew.running = running;
            self.begin(at);
        }
        // Who rests is woken when there is a core again.
        let is_busy = self.is_busy();
        for thread in self.crews.iter_mut().flat_map(|crew| &mut crew.running) {
            if thread.is_resting && !is_busy {
                (thread.is_resting, thread.since) = (false, now);
            }
        }
    }

    fn begin(&mut self, at: usize) {
        let mut waiting = self.waiting(at);
        let n_known = self.crews[at].running.len();
        let now = self.now;
        self.crews[at].begin(now, &mut waiting);
        let longest = self.longest_wait(at);
        for thread in &self.crews[at].running[n_known..] {
            // The greedy one waits for itself.
            let waited = now.saturating_sub(thread.job.came);
            assert!(thread.visitor == visitor(0) || waited <= longest, "one waited for {waited:?}");
        }
    }

    /// How long a modest visitor waits at most: those who think are at it for no longer than a slice
    /// or their time, and each other visitor may begin once.
    fn longest_wait(&self, at: usize) -> Duration {
        let Crew { queue, bounds, .. } = &self.crews[at];
        let alone = Duration::from_millis(MAX_RUN);
        let slice = match queue {
            Queue::Moves if self.all_can_wait => SLICE + TICK,
            Queue::Moves | Queue::LongMoves => alone,
            Queue::Advice => MAX_REST + SLICE + TICK,
        };
        slice + slice * (self.n_visitors as u32 - 1) / bounds.n_threads as u32
    }

    fn is_done(&self) -> bool {
        self.crews.iter().all(|crew| crew.running.is_empty() && crew.lines.n_waiting() == 0)
    }

    fn play(&mut self) {
        while self.now < TIME {
            // Sometimes all come at once, and sometimes nobody for a while.
            for _ in 0..self.random.below(4) * self.random.below(3) {
                self.ask();
            }
            (0..QUEUES.len()).for_each(|at| self.begin(at));
            for _ in 0..=self.random.below(8) {
                self.go_on();
            }
        }
        while !self.is_done() {
            assert!(self.now < END, "some are never answered");
            self.go_on();
        }
    }
}

#[test]
fn some_things_hold_in_every_world() {
    for seed in 0..N_WORLDS {
        let world = std::panic::catch_unwind(|| World::new(seed).play());
        assert!(world.is_ok(), "in the world of seed {seed}");
    }
}
