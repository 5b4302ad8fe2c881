//! Playing the units of a study, several at a time.

use std::collections::VecDeque;
use std::io;
use std::iter;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::cores::pin;
use crate::journal::Journal;
use crate::results::Results;
use crate::schedule::Planner;
use crate::study::{Contestant, Study};
use crate::unit::{Unit, UnitResult};
use crate::venue::{Venue, Watch, With};
use parking_lot::Mutex;

/// How a study is run, which its results do not depend on.
#[derive(Debug)]
pub struct RunSettings {
    /// How many units are played at a time.
    pub concurrency: NonZeroUsize,
    /// Whether each of them has cores of its own.
    pub pin: bool,
    /// Where records of games are written to.
    pub records: Option<PathBuf>,
}

/// How far a study is.
#[derive(Debug)]
pub struct Standing<'a> {
    pub results: &'a Results,
    /// How many units there are at most, where that is known.
    pub n_units: Option<u64>,
    /// How many units this run has played, and in which time.
    pub n_played: u64,
    pub elapsed: Duration,
}

/// How a study has ended.
#[derive(Debug)]
pub struct Outcome {
    pub results: Results,
    /// Whether there is nothing left to play.
    pub is_complete: bool,
    /// The names of the roles of each game.
    pub roles: Vec<Vec<String>>,
}

/// How often somebody is told how far the study is, and looks whether to stop.
const TICK: Duration = Duration::from_millis(100);

/// So many units wait for each worker, so that none waits for the disk.
const QUEUE: usize = 32;

type Played = anyhow::Result<Option<UnitResult>>;

/// Plays what is missing in a study, until it is complete, its test has ended or `stop` is set.
///
/// Results count when the journal has them: those that come while it is busy are written together.
/// `tell` hears how far the study is, and `watch` sees every game in the thread that plays it.
pub fn run(
    study: &Study,
    journal: Option<(Journal, Vec<UnitResult>)>,
    settings: &RunSettings,
    stop: &AtomicBool,
    watch: Watch<'_>,
    tell: &mut dyn FnMut(&Standing<'_>),
) -> anyhow::Result<Outcome> {
    let venue = Venue::open(study, stop)?;
    let n_players = study.players.len();
    anyhow::ensure!(
        study.test.is_none() || n_players == 2 && venue.seats().contains(&2),
        "a test needs two players and a game for two"
    );
    let planner = planner(study, &venue)?;
    let mut results = Results::new(n_players, study.test);
    let (journal, finished) = journal.unzip();
    for unit in finished.unwrap_or_default() {
        results.add(unit);
    }
    let mut desk = Desk {
        n_units: planner.n_units_at_most(),
        planner,
        waiting: VecDeque::new(),
        results,
        journal,
        n_in_flight: 0,
        is_complete: false,
        n_played: 0,
        start: Instant::now(),
    };
    let halt = AtomicBool::new(false);
    let (units, to_play) = channel();
    let to_play = Mutex::new(to_play);
    let (played, finished) = channel();
    let n_threads = study.resources.threads.get();
    let ended = thread::scope(|scope| {
        for worker in 0..settings.concurrency.get() {
            let (venue, to_play, halt, played) = (&venue, &to_play, &halt, played.clone());
            let players = &study.players;
            scope.spawn(move || {
                if settings.pin {
                    pin(worker, n_threads);
                }
                work(venue, players, settings, to_play, halt, watch, &played);
            });
        }
        drop(played);
        let n_queued = QUEUE * settings.concurrency.get();
        let ended = desk.attend(&units, n_queued, &finished, stop, &halt, tell);
        // Whatever has happened, the workers need not go on.
        halt.store(true, Ordering::Relaxed);
        drop(units);
        ended
    });
    ended?;
    let roles = (0..study.games.len()).map(|game| venue.roles(game).to_vec()).collect();
    Ok(Outcome { results: desk.results, is_complete: desk.is_complete, roles })
}

/// Plays some units of a study and tells of each. A unit depends on nothing but the study and its
/// number: any machine that has both finds the same. Says whether all were played, as they are
/// unless `stop` was set.
pub fn play_units(
    study: &Study,
    numbers: Range<u64>,
    stop: &AtomicBool,
    mut tell: impl FnMut(&UnitResult) -> io::Result<()>,
) -> anyhow::Result<bool> {
    let venue = Venue::open(study, stop)?;
    let mut planner = planner(study, &venue)?;
    let schedule = study.schedule;
    anyhow::ensure!(
        !planner.depends_on_results(),
        "what is played in a {schedule} tournament depends on the results before it"
    );
    let n_units = planner.n_units_at_most().unwrap_or_default();
    anyhow::ensure!(
        numbers.end <= n_units,
        "the study has no unit {}: see `rounds`",
        numbers.end - 1
    );
    let nothing = Results::new(study.players.len(), None);
    let stages = iter::repeat_with(|| planner.next_stage(&nothing));
    let units = stages.take_while(|stage| !stage.is_empty()).flatten();
    for unit in units.filter(|unit| numbers.contains(&unit.number)) {
        let with = With { players: &study.players, records: None, stop, watch: &|_, _| {} };
        let Some(result) = venue.play(&unit, with)? else { return Ok(false) };
        tell(&result)?;
    }
    Ok(true)
}

/// How many units a study has, if that does not depend on its results.
pub fn n_units(study: &Study, stop: &AtomicBool) -> anyhow::Result<u64> {
    let planner = planner(study, &Venue::open(study, stop)?)?;
    planner.n_units_at_most().context("how many units there are depends on their results")
}

fn planner(study: &Study, venue: &Venue<'_>) -> anyhow::Result<Planner> {
    let Study { schedule, rounds, max_games, .. } = *study;
    Planner::new(schedule, study.players.len(), venue.seats(), rounds, max_games)
}

/// Plays units until there are no more.
fn work(
    venue: &Venue<'_>,
    players: &[Contestant],
    settings: &RunSettings,
    to_play: &Mutex<Receiver<Unit>>,
    halt: &AtomicBool,
    watch: Watch<'_>,
    played: &Sender<Played>,
) {
    loop {
        let next = to_play.lock().recv();
        let Ok(unit) = next else { return };
        let result = if halt.load(Ordering::Relaxed) {
            Ok(None)
        } else {
            // Who waits for the unit has to hear of it, whatever happens.
            let records = settings.records.as_deref();
            let with = With { players, records, stop: halt, watch };
            let play = || venue.play(&unit, with);
            catch_unwind(AssertUnwindSafe(play))
                .unwrap_or_else(|_| Err(anyhow::anyhow!("unit {} has panicked", unit.number)))
        };
        if played.send(result).is_err() {
            return;
        }
    }
}

/// Hands out units and takes their results.
struct Desk {
    planner: Planner,
    n_units: Option<u64>,
    /// Units of the current stage that nobody plays yet.
    waiting: VecDeque<Unit>,
    results: Results,
    journal: Option<Journal>,
    n_in_flight: usize,
    is_complete: bool,
    n_played: u64,
    start: Instant,
}

impl Desk {
    fn attend(
        &mut self,
        units: &Sender<Unit>,
        n_queued: usize,
        finished: &Receiver<Played>,
        stop: &AtomicBool,
        halt: &AtomicBool,
        tell: &mut dyn FnMut(&Standing<'_>),
    ) -> anyhow::Result<()> {
        loop {
            self.is_complete |= self.results.verdict().is_some();
            if self.is_complete || stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            let mut is_idle = halt.load(Ordering::Relaxed);
            while !is_idle && self.n_in_flight < n_queued {
                let sent = self.next_unit().map(|unit| units.send(unit).is_ok());
                if sent == Some(true) {
                    self.n_in_flight += 1;
                } else {
                    is_idle = true;
                }
            }
            self.tell(tell);
            if self.n_in_flight == 0 {
                self.is_complete |= !halt.load(Ordering::Relaxed);
                return Ok(());
            }
            match finished.recv_timeout(TICK) {
                Ok(first) => self.count(std::iter::once(first).chain(finished.try_iter()))?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => anyhow::bail!("all workers are gone"),
            }
        }
    }

    /// The next unit that is not finished, if it can be told by now.
    fn next_unit(&mut self) -> Option<Unit> {
        loop {
            while let Some(unit) = self.waiting.pop_front() {
                if !self.results.has(unit.number) {
                    return Some(unit);
                }
            }
            if self.planner.depends_on_results() && self.n_in_flight > 0 {
                return None;
            }
            self.waiting.extend(self.planner.next_stage(&self.results));
            if self.waiting.is_empty() {
                return None;
            }
        }
    }

    /// Counts results, once they are on the disk.
    fn count(&mut self, played: impl Iterator<Item = Played>) -> anyhow::Result<()> {
        let mut batch = Vec::new();
        let mut failed = Ok(());
        for result in played {
            self.n_in_flight -= 1;
            match result {
                Ok(unit) => batch.extend(unit),
                Err(error) => failed = Err(error),
            }
        }
        if let Some(journal) = &mut self.journal
            && !batch.is_empty()
        {
            journal.append(&batch)?;
        }
        self.n_played += batch.len() as u64;
        for unit in batch {
            self.results.add(unit);
        }
        failed
    }

    fn tell(&self, tell: &mut dyn FnMut(&Standing<'_>)) {
        tell(&Standing {
            results: &self.results,
            n_units: self.n_units,
            n_played: self.n_played,
            elapsed: self.start.elapsed(),
        });
    }
}
