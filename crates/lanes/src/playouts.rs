//! Random games in all lanes at once.
//!
//! A step: phase 0 tells the legal moves and who is done; lanes that are done give their result to
//! the tally of their job and take the next game; the choosers draw; phase 1 makes the moves, or
//! puts the staged state into the lanes that start a game.

#[cfg(target_arch = "x86_64")]
use crate::backend::Backend;
use crate::draw::{Key, stream_key};
use crate::engine::{Engine, Goals};
use crate::job::{Job, Settings, Tally};
use crate::logic::{STUCK, TERMINAL};
use crate::step::{PlayLanes, draw};
use crate::transpose::pack;
use crate::word::{LANES, Word};

/// Plays all jobs to the end.
pub(crate) fn play(
    engine: &Engine,
    lanes: &mut PlayLanes,
    jobs: &[Job],
    settings: &Settings,
) -> Vec<Tally> {
    let mut run = Run::new(engine, lanes, jobs, settings);
    match engine.backend() {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512 | Backend::NativeAvx512 => x86::finish_avx512(&mut run),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 | Backend::NativeAvx2 => x86::finish_avx2(&mut run),
        _ => run.finish(),
    }
    run.into_tallies()
}

/// The same loop, compiled for more instructions: popcount and wide vectors.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use super::Run;

    pub(super) fn finish_avx2(run: &mut Run<'_>) {
        #[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
        fn finish(run: &mut Run<'_>) {
            run.finish();
        }
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the machine has these instructions.
            unsafe { finish(run) }
        } else {
            run.finish();
        }
    }

    pub(super) fn finish_avx512(run: &mut Run<'_>) {
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512vpopcntdq,popcnt,bmi1,bmi2")]
        fn finish(run: &mut Run<'_>) {
            run.finish();
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
            unsafe { finish(run) }
        } else {
            finish_avx2(run);
        }
    }
}

/// A call in progress.
pub(crate) struct Run<'a> {
    engine: &'a Engine,
    pub(crate) state: &'a mut PlayLanes,
    jobs: &'a [Job],
    step_limit: u64,
    tallies: Vec<Tally>,
    /// For each job and role, the sum of the goals and of their squares.
    goals: Vec<[u64; 2]>,
    /// For each job, what the keys of its games are made from.
    stream_keys: Vec<u64>,
    /// For each job, how many games have been started.
    started: Vec<u64>,
    /// Jobs that may have games left to start; the next one to look at.
    open: Vec<u32>,
    next_open: usize,
    /// The states of all jobs as rows of bits.
    rows: Vec<u64>,
    /// The lanes that have a game.
    pub(crate) active: Word,
    /// The lanes whose finished game waits in the side batch.
    waiting: Word,
    /// The number of this step.
    pub(crate) now: u64,
    /// No lane reaches the step limit before this step.
    next_expiry: u64,
}

impl<'a> Run<'a> {
    pub(crate) fn new(
        engine: &'a Engine,
        state: &'a mut PlayLanes,
        jobs: &'a [Job],
        settings: &Settings,
    ) -> Self {
        let n_roles = engine.machine().roles.len();
        let mut rows = Vec::with_capacity(jobs.len() * engine.stride());
        for job in jobs {
            engine.append_row(&job.state, &mut rows);
        }
        let open = (0..jobs.len()).filter(|&job| jobs[job].playouts > 0);
        let mut run = Self {
            engine,
            state,
            jobs,
            step_limit: u64::from(settings.step_limit),
            tallies: vec![Tally::default(); jobs.len()],
            goals: vec![[0; 2]; jobs.len() * n_roles],
            stream_keys: jobs.iter().map(|job| stream_key(settings.seed, job.stream)).collect(),
            started: vec![0; jobs.len()],
            open: open.map(|job| job as u32).collect(),
            next_open: 0,
            rows,
            active: Word::ZERO,
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
        let stride = self.engine.stride();
        let mut rows = Vec::with_capacity(n_lanes * stride);
        for lane in 0..n_lanes {
            let Some(job) = self.next_job() else { break };
            self.start(lane, job, 0);
            let first = job as usize * stride;
            rows.extend_from_slice(&self.rows[first..first + stride]);
            self.active.set_lane(lane, true);
        }
        let n_registers = self.engine.registers.len();
        let staged = self.engine.play.program.layout.staged as usize;
        pack(&rows, stride, &mut self.state.memory[staged..staged + n_registers]);
        self.state.memory.copy_within(staged..staged + n_registers, 0);
    }

    /// Plays until no lane has a game.
    #[inline(always)]
    fn finish(&mut self) {
        while self.active.any() {
            self.step();
        }
        self.flush();
    }

    #[inline(always)]
    pub(crate) fn step(&mut self) {
        self.engine.play.run(0, &mut self.state.memory);
        self.end_games();
        draw(self.engine, self.state, self.now);
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
        let restart = match self.jobs {
            [job] if self.started[0] + ended.count() <= job.playouts => {
                self.restart_only_job(ended, terminal, stuck);
                ended
            }
            _ => self.restart(ended, terminal, stuck),
        };
        self.state.memory[layout.restart as usize] = restart;
        self.state.memory[layout.keep as usize] = !restart;
    }

    /// Counts the games that ended and starts the next ones, of whatever job is open; gives the
    /// lanes that start one.
    #[inline(always)]
    fn restart(&mut self, ended: Word, terminal: Word, stuck: Word) -> Word {
        let mut restart = Word::ZERO;
        for (part, &lanes) in ended.0.iter().enumerate() {
            let mut left = lanes;
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let index = part * 64 + bit.trailing_zeros() as usize;
                let lane = self.state.lanes[index];
                let job = lane.job as usize;
                let tally = &mut self.tallies[job];
                tally.steps += self.now - lane.start;
                tally.finished += u64::from(terminal.0[part] & bit != 0);
                tally.stuck += u64::from(stuck.0[part] & bit != 0);
                tally.unfinished += u64::from((terminal.0[part] | stuck.0[part]) & bit == 0);
                if self.started[job] < self.jobs[job].playouts {
                    self.start(index, lane.job, self.now + 1);
                    restart.0[part] |= bit;
                } else if let Some(job) = self.next_job() {
                    self.stage(index, job);
                    self.start(index, job, self.now + 1);
                    restart.0[part] |= bit;
                } else {
                    self.active.0[part] &= !bit;
                }
            }
        }
        restart
    }

    /// The same if there is only one job, with games left for all lanes: no lane depends on what
    /// was done for the one before.
    #[inline(always)]
    fn restart_only_job(&mut self, ended: Word, terminal: Word, stuck: Word) {
        let n_roles = self.engine.machine().roles.len() as u32;
        let start = self.now + 1;
        let number = (start as u32).wrapping_mul(n_roles);
        let stream_key = self.stream_keys[0];
        let mut playout = self.jobs[0].first + self.started[0];
        let mut steps = 0;
        for (part, &lanes) in ended.0.iter().enumerate() {
            let mut left = lanes;
            while left != 0 {
                let index = part * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                self.state.keys.set(index, Key::of_playout(stream_key, playout), number);
                let lane = &mut self.state.lanes[index];
                steps += self.now - lane.start;
                (lane.start, lane.playout) = (start, playout);
                playout += 1;
            }
        }
        self.started[0] = playout - self.jobs[0].first;
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
            let start = self.state.lanes[lane].start;
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

    /// A job that has games to start, one after the other so that lanes spread over the jobs.
    fn next_job(&mut self) -> Option<u32> {
        while !self.open.is_empty() {
            self.next_open %= self.open.len();
            let job = self.open[self.next_open];
            if self.started[job as usize] < self.jobs[job as usize].playouts {
                self.next_open += 1;
                return Some(job);
            }
            self.open.swap_remove(self.next_open);
        }
        None
    }

    /// Writes the state of a job into the staged planes of a lane.
    fn stage(&mut self, lane: usize, job: u32) {
        let first = self.engine.play.program.layout.staged as usize;
        let row = &self.rows[job as usize * self.engine.stride()..];
        let planes = &mut self.state.memory[first..first + self.engine.registers.len()];
        for (index, plane) in planes.iter_mut().enumerate() {
            plane.set_lane(lane, row[index / 64] >> (index % 64) & 1 == 1);
        }
    }

    /// Lets a lane play the next game of a job from the given step on.
    #[inline(always)]
    fn start(&mut self, lane: usize, job: u32, step: u64) {
        let index = job as usize;
        let playout = self.jobs[index].first + self.started[index];
        self.started[index] += 1;
        let key = Key::of_playout(self.stream_keys[index], playout);
        let n_roles = self.engine.machine().roles.len() as u32;
        self.state.keys.set(lane, key, (step as u32).wrapping_mul(n_roles));
        let lane = &mut self.state.lanes[lane];
        (lane.job, lane.start, lane.playout) = (job, step, playout);
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
                    self.state.lanes[lane].side_job = self.state.lanes[lane].job;
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
        let memory = if deferred { &self.state.side } else { &self.state.memory };
        let mut goals = &memory[first..];
        let mut flawed = Word::ZERO;
        let single = self.jobs.len() == 1;
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
                if value == 0 {
                    continue;
                }
                let value = u64::from(value);
                if single {
                    let n = counts.count();
                    self.goals[role][0] += n * value;
                    self.goals[role][1] += n * value * value;
                } else {
                    for lane in counts.lanes() {
                        let lane = &self.state.lanes[lane];
                        let job = if deferred { lane.side_job } else { lane.job };
                        let sums = &mut self.goals[job as usize * n_roles + role];
                        sums[0] += value;
                        sums[1] += value * value;
                    }
                }
            }
            flawed = flawed | lanes & !scored;
        }
        for lane in flawed.lanes() {
            let lane = &self.state.lanes[lane];
            let job = if deferred { lane.side_job } else { lane.job };
            self.tallies[job as usize].flawed += 1;
        }
    }
}
