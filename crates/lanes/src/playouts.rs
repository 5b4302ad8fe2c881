//! Random games in all lanes at once.
//!
//! A step: phase 0 tells the legal moves and who is done; lanes that are done give their result to
//! the tally of their job and start the game that they have claimed; the choosers draw; phase 1
//! makes the moves, or puts the staged state into the lanes that start a game. Games are claimed and
//! their states staged for 64 lanes at a time, ahead of need.

use std::borrow::Borrow;
use std::ops::Range;

use stonegate_ground::State;

#[cfg(target_arch = "x86_64")]
use crate::backend::Backend;
use crate::engine::{Engine, Goals};
use crate::job::{Job, Settings, Tally};
use crate::logic::{STUCK, TERMINAL};
use crate::queue::{Game, Queue};
use crate::step::{Lane, PlayLanes, draw};
use crate::transpose::pack;
use crate::word::{LANES, PARTS, Word};

/// `stop` is asked after so many lookup tables, which takes a few milliseconds, and after so many
/// steps at most, whose draws take time as well.
const TABLES_PER_LOOK: usize = 1 << 22;
const MAX_STEPS_PER_LOOK: usize = 1 << 12;

/// Plays all jobs to the end, unless `stop` says so.
pub(crate) fn play<S: Borrow<State>>(
    engine: &Engine,
    lanes: &mut PlayLanes,
    jobs: &[Job<S>],
    settings: &Settings,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Tally>> {
    let mut run = Run::new(engine, lanes, jobs, settings);
    let is_finished = match engine.backend() {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512 | Backend::NativeAvx512 => x86::finish_avx512(&mut run, stop),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 | Backend::NativeAvx2 => x86::finish_avx2(&mut run, stop),
        _ => run.finish(stop),
    };
    is_finished.then(|| run.into_tallies())
}

/// The same loop, compiled for more instructions: popcount and wide vectors.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use super::Run;

    pub(super) fn finish_avx2(run: &mut Run<'_>, stop: &dyn Fn() -> bool) -> bool {
        #[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
        fn finish(run: &mut Run<'_>, stop: &dyn Fn() -> bool) -> bool {
            run.finish(stop)
        }
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the machine has these instructions.
            unsafe { finish(run, stop) }
        } else {
            run.finish(stop)
        }
    }

    pub(super) fn finish_avx512(run: &mut Run<'_>, stop: &dyn Fn() -> bool) -> bool {
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512vpopcntdq,popcnt,bmi1,bmi2")]
        fn finish(run: &mut Run<'_>, stop: &dyn Fn() -> bool) -> bool {
            run.finish(stop)
        }
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the machine has these instructions.
            unsafe { finish(run, stop) }
        } else {
            finish_avx2(run, stop)
        }
    }
}

/// A call in progress.
pub(crate) struct Run<'a> {
    engine: &'a Engine,
    pub(crate) state: &'a mut PlayLanes,
    queue: Queue<'a>,
    step_limit: u64,
    tallies: Vec<Tally>,
    /// For each job and role, the sum of the goals and of their squares.
    goals: Vec<[u64; 2]>,
    /// The lanes that have a game.
    pub(crate) active: Word,
    /// The lanes that have claimed their next game; its state is staged.
    claimed: Word,
    /// The lanes whose finished game waits in the side batch.
    waiting: Word,
    /// The number of this step.
    pub(crate) now: u64,
    /// No lane reaches the step limit before this step.
    next_expiry: u64,
}

impl<'a> Run<'a> {
    pub(crate) fn new<S: Borrow<State>>(
        engine: &'a Engine,
        state: &'a mut PlayLanes,
        jobs: &'a [Job<S>],
        settings: &Settings,
    ) -> Self {
        let n_roles = engine.machine().roles.len();
        let mut run = Self {
            engine,
            state,
            step_limit: u64::from(settings.step_limit),
            tallies: vec![Tally::default(); jobs.len()],
            goals: vec![[0; 2]; jobs.len() * n_roles],
            queue: Queue::new(jobs, settings.seed),
            active: Word::ZERO,
            claimed: Word::ZERO,
            waiting: Word::ZERO,
            now: 0,
            next_expiry: u64::from(settings.step_limit),
        };
        run.fill(settings.lanes.clamp(1, LANES));
        run
    }

    fn into_tallies(mut self) -> Vec<Tally> {
        let n_roles = self.engine.machine().roles.len();
        for (tally, sums) in self.tallies.iter_mut().zip(self.goals.chunks(n_roles)) {
            tally.goals = sums.iter().map(|sums| sums[0]).collect();
            tally.squares = sums.iter().map(|sums| sums[1]).collect();
        }
        self.tallies
    }

    /// Starts a game in each lane, as far as there are games.
    fn fill(&mut self, n_lanes: usize) {
        self.state.lanes.fill(Lane::default());
        for (part, lanes) in Word::first(n_lanes).0.into_iter().enumerate() {
            self.claim(part, lanes);
        }
        self.active = self.claimed;
        self.start_claimed(self.claimed, 0);
        let n_registers = self.engine.registers.len();
        let staged = self.engine.play.program.layout.staged as usize;
        self.state.memory.copy_within(staged..staged + n_registers, 0);
    }

    /// Plays until no lane has a game, and tells whether it came to that.
    #[inline(always)]
    fn finish(&mut self, stop: &dyn Fn() -> bool) -> bool {
        let program = &self.engine.play.program;
        let interval = TABLES_PER_LOOK / program.ops.len().max(1);
        let interval = interval.clamp(1, MAX_STEPS_PER_LOOK) as u64;
        let mut next_look = interval;
        while self.active.any() {
            if self.now >= next_look {
                if stop() {
                    return false;
                }
                next_look = self.now + interval;
            }
            self.step();
        }
        self.flush();
        true
    }

    #[inline(always)]
    pub(crate) fn step(&mut self) {
        self.engine.play.run(0, &mut self.state.memory);
        self.end_games();
        let PlayLanes { memory, keys, .. } = &mut *self.state;
        draw(self.engine, &self.engine.play, memory, keys, self.now);
        self.engine.play.run(1, &mut self.state.memory);
        self.now += 1;
    }

    /// Takes the results of games that are over, and starts the next ones in their lanes.
    #[inline(always)]
    fn end_games(&mut self) {
        let layout = self.engine.play.program.layout;
        let outputs = layout.outputs as usize;
        let terminal = self.state.memory[outputs + TERMINAL] & self.active;
        let stuck = self.state.memory[outputs + STUCK] & self.active & !terminal;
        let mut ended = terminal | stuck;
        if self.now >= self.next_expiry {
            ended = ended | self.expired();
        }
        if !ended.any() {
            self.state.memory[layout.restart as usize] = Word::ZERO;
            self.state.memory[layout.keep as usize] = Word::ONES;
            return;
        }
        if terminal.any() {
            self.take_goals(terminal);
        }
        let restart = if !self.claimed.any()
            && let Some(playouts) = self.queue.next_of_only_job(ended.count())
        {
            self.restart_only_job(ended, terminal, stuck, playouts);
            ended
        } else {
            self.restart(ended, terminal, stuck)
        };
        self.state.memory[layout.restart as usize] = restart;
        self.state.memory[layout.keep as usize] = !restart;
    }

    /// Counts the games that ended and starts the next ones, of whatever job has some; gives the
    /// lanes that start one.
    #[inline(always)]
    fn restart(&mut self, ended: Word, terminal: Word, stuck: Word) -> Word {
        for lane in ended.lanes() {
            let tally = &mut self.tallies[self.state.games[lane].job as usize];
            tally.steps += self.now - self.state.starts[lane];
            tally.finished += u64::from(terminal.lane(lane));
            tally.stuck += u64::from(stuck.lane(lane));
            tally.unfinished += u64::from(!(terminal.lane(lane) || stuck.lane(lane)));
        }
        let unclaimed = ended & !self.claimed;
        for part in 0..PARTS {
            if unclaimed.0[part] != 0 {
                // All at once is cheaper than one by one.
                self.claim(part, self.active.0[part] & !self.claimed.0[part]);
            }
        }
        let restart = ended & self.claimed;
        self.start_claimed(restart, self.now + 1);
        self.active = self.active & !ended | restart;
        restart
    }

    /// The same with these games of the only job: no lane depends on what was done for the one
    /// before.
    #[inline(always)]
    fn restart_only_job(
        &mut self,
        ended: Word,
        terminal: Word,
        stuck: Word,
        mut playouts: Range<u64>,
    ) {
        let mut steps = 0;
        for (part, &lanes) in ended.0.iter().enumerate() {
            let mut left = lanes;
            while left != 0 {
                let lane = part * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                steps += self.now - self.state.starts[lane];
                let game = Game { job: 0, playout: playouts.start };
                playouts.start += 1;
                self.start(lane, game, self.now + 1);
            }
        }
        let tally = &mut self.tallies[0];
        tally.steps += steps;
        tally.finished += terminal.count();
        tally.stuck += stuck.count();
        tally.unfinished += (ended & !terminal & !stuck).count();
    }

    /// The lanes whose game has reached the step limit.
    #[cold]
    fn expired(&mut self) -> Word {
        let mut expired = Word::ZERO;
        let mut oldest = self.now;
        for lane in self.active.lanes() {
            let start = self.state.starts[lane];
            // A game that starts with the next step counts as new.
            if self.now >= start && self.now - start >= self.step_limit {
                expired.set_lane(lane, true);
            } else {
                oldest = oldest.min(start);
            }
        }
        self.next_expiry = oldest + self.step_limit;
        expired
    }

    /// Claims the next games of some lanes of a part, as far as there are games, and stages their
    /// states.
    #[inline(always)]
    fn claim(&mut self, part: usize, lanes: u64) {
        let mut rows: [(usize, &[u64]); 64] = [(0, &[]); 64];
        let mut n_rows = 0;
        let mut left = lanes;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let lane = &mut self.state.lanes[part * 64 + at];
            let same_job = lane.staged.and_then(|job| self.queue.next_of(job));
            let Some(game) = same_job.or_else(|| self.queue.next()) else { break };
            if same_job.is_none() {
                rows[n_rows] = (at, self.queue.state(game.job));
                n_rows += 1;
            }
            (lane.claim, lane.staged) = (game, Some(game.job));
            self.claimed.0[part] |= 1 << at;
        }
        let staged = self.engine.play.program.layout.staged as usize;
        let planes = &mut self.state.memory[staged..][..self.engine.registers.len()];
        let columns = self.engine.registers.iter().map(|id| id.index());
        pack(part, &rows[..n_rows], columns, planes);
    }

    /// Lets lanes play the games that they have claimed from the given step on.
    #[inline(always)]
    fn start_claimed(&mut self, lanes: Word, step: u64) {
        for lane in lanes.lanes() {
            self.start(lane, self.state.lanes[lane].claim, step);
        }
        self.claimed = self.claimed & !lanes;
    }

    /// Lets a lane play a game from the given step on.
    #[inline(always)]
    fn start(&mut self, lane: usize, game: Game, step: u64) {
        let n_roles = self.engine.machine().roles.len() as u32;
        self.state.keys.set(lane, self.queue.key(game), (step as u32).wrapping_mul(n_roles));
        (self.state.games[lane], self.state.starts[lane]) = (game, step);
    }

    /// Tallies the goals of finished games, at once or later.
    #[inline(always)]
    fn take_goals(&mut self, finished: Word) {
        match &self.engine.goals {
            Goals::InPlace { first_output } => {
                let first = self.engine.play.program.layout.outputs as usize + first_output;
                self.tally(finished, false, first);
            }
            Goals::Deferred { planes, .. } => {
                if (finished & self.waiting).any() {
                    self.flush();
                }
                // Games of similar length fill the batch before a lane comes for the second time.
                for (side, &plane) in self.state.side.iter_mut().zip(planes) {
                    let value = self.state.memory[plane as usize];
                    *side = finished & value | !finished & *side;
                }
                for lane in finished.lanes() {
                    self.state.lanes[lane].side_job = self.state.games[lane].job;
                }
                self.waiting = self.waiting | finished;
            }
        }
    }

    /// Evaluates the goals of the games in the side batch.
    fn flush(&mut self) {
        if let Goals::Deferred { kernel, .. } = &self.engine.goals
            && self.waiting.any()
        {
            kernel.run(0, &mut self.state.side);
            let waiting = std::mem::replace(&mut self.waiting, Word::ZERO);
            self.tally(waiting, true, kernel.program.layout.outputs as usize);
        }
    }

    /// Adds the goals of some lanes to the tallies of their jobs; `first` is the first goal's plane.
    #[inline(always)]
    fn tally(&mut self, lanes: Word, deferred: bool, first: usize) {
        let PlayLanes { games, lanes: others, memory, side, .. } = &*self.state;
        let job = |lane: usize| if deferred { others[lane].side_job } else { games[lane].job };
        let mut goals = &(if deferred { side } else { memory })[first..];
        let mut flawed = Word::ZERO;
        let single = self.queue.n_jobs() == 1;
        let n_roles = self.engine.machine().roles.len();
        for (role, values) in self.engine.machine().roles.iter().map(|role| &role.goals).enumerate()
        {
            let (planes, rest) = goals.split_at(values.len());
            goals = rest;
            let mut scored = Word::ZERO;
            for (&value, &plane) in values.iter().zip(planes).rev() {
                let holds = plane & lanes;
                flawed = flawed | holds & scored;
                let counts = holds & !scored;
                scored = scored | holds;
                let value = u64::from(value.value());
                if value == 0 {
                    continue;
                }
                if single {
                    let n = counts.count();
                    self.goals[role][0] += n * value;
                    self.goals[role][1] += n * value * value;
                } else {
                    for lane in counts.lanes() {
                        let sums = &mut self.goals[job(lane) as usize * n_roles + role];
                        sums[0] += value;
                        sums[1] += value * value;
                    }
                }
            }
            flawed = flawed | lanes & !scored;
        }
        for lane in flawed.lanes() {
            self.tallies[job(lane) as usize].flawed += 1;
        }
    }
}
