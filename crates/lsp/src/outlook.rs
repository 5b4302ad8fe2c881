//! What a game becomes, worked out beside the conversation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use stonegate_authoring::{Document, Figures, Limits, RandomGame, lines_of_play, random_game};
use stonegate_compile::{MachineReferee, Ply};
use stonegate_gdl::line_column;

/// What the figures of a sheet may take. What is not there by then is told to be too much.
const TIME: Duration = Duration::from_secs(4);
const MAX_ROWS: usize = 1_000_000;
const MAX_BYTES: usize = 512 << 20;

/// What lines of play and a random game may take on top of it.
const PLAY_TIME: Duration = Duration::from_secs(1);

/// A game in numbers.
#[derive(Debug)]
pub(crate) struct Outlook {
    pub(crate) figures: Figures,
    /// `None` without a circuit.
    pub(crate) play: Option<Play>,
}

#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) roles: Vec<String>,
    pub(crate) lines: Vec<Ply>,
    pub(crate) game: RandomGame,
}

/// A document whose outlook is wanted.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) uri: String,
    pub(crate) document: Arc<Document>,
    /// Tells random games apart.
    pub(crate) seed: u64,
    pub(crate) is_off: Arc<AtomicBool>,
}

/// What became of a job. `Err` says why there is nothing, in a sentence.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) uri: String,
    pub(crate) document: Arc<Document>,
    pub(crate) outlook: Result<Outlook, String>,
}

/// A thread that does one job after the other.
#[derive(Debug)]
pub(crate) struct Worker {
    jobs: Sender<Job>,
    pub(crate) done: Receiver<Done>,
}

impl Worker {
    pub(crate) fn start() -> std::io::Result<Self> {
        let (jobs, todo) = unbounded::<Job>();
        let (results, done) = unbounded();
        let work = move || {
            for job in todo {
                if job.is_off.load(Ordering::Relaxed) {
                    continue;
                }
                let outlook = look_out(&job);
                let is_off = job.is_off.load(Ordering::Relaxed);
                let done = Done { uri: job.uri, document: job.document, outlook };
                if !is_off && results.send(done).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("outlook".to_owned()).spawn(work)?;
        Ok(Self { jobs, done })
    }

    pub(crate) fn begin(&self, job: Job) {
        // The thread lives as long as this does.
        let _ = self.jobs.send(job);
    }
}

fn look_out(job: &Job) -> Result<Outlook, String> {
    let start = Instant::now();
    let stop = |limit: Duration| job.is_off.load(Ordering::Relaxed) || start.elapsed() > limit;
    let limits = Limits { stop: &|| stop(TIME), max_rows: MAX_ROWS, max_bytes: MAX_BYTES };
    let figures = Figures::new(&job.document.analysis.rules, &limits).map_err(|error| {
        let (line, _) = line_column(&job.document.text, error.span.start);
        format!("The figures are too much for the editor: {error}, in line {line}.")
    })?;
    let play = figures.circuit.as_ref().and_then(|circuit| {
        let mut referee = MachineReferee::new(Arc::clone(&circuit.machine));
        let limit = start.elapsed() + PLAY_TIME;
        Some(Play {
            roles: circuit.machine.roles.iter().map(|role| role.name.clone()).collect(),
            lines: lines_of_play(&mut referee, &|| stop(limit)).ok()?,
            game: random_game(&mut referee, job.seed, &|| stop(limit)).ok()?,
        })
    });
    Ok(Outlook { figures, play })
}
