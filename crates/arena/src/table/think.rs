//! Engines that think for a table, on a few threads that all tables share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::seat::{Engine, resources};
use super::shelf::{Place, Shelf};
use crate::catalog::OpenGame;
use crate::clock::Clock;
use crate::mind::Method;
use crate::player::{Briefing, Turn};
use crate::spec::{PlayerSpec, Resources};
use crate::tables::{Full, Pool};
use crate::thinker::Thinker;
use crate::thoughts::Thoughts;
use crate::view::squares;

/// So many questions may wait for a thread.
const MAX_WAITING: usize = 2_000;

/// A page shows at most so many moves.
const MAX_OPINIONS: usize = 40;

/// The threads that think.
#[derive(Debug)]
pub(crate) struct Thinkers {
    pool: Pool,
    n_cores: usize,
    n_busy: Arc<AtomicUsize>,
    shelf: Arc<Shelf>,
}

/// A question about a position.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// The id of the table.
    pub(super) table: String,
    pub(super) game: Arc<OpenGame>,
    /// The joint moves that lead to the position.
    pub(super) line: Vec<Vec<String>>,
    pub(super) role: usize,
    pub(super) engine: Engine,
    pub(super) seconds: f64,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Answer {
    pub(super) action: String,
    /// What the move is worth to the role.
    pub(super) value: Option<f64>,
    /// What the position is worth to each role.
    pub(super) values: Option<Vec<f64>>,
}

/// What thoughts are for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Aim {
    Move,
    Hint,
    Analysis,
}

impl Thinkers {
    pub(crate) fn new() -> Self {
        let n_cores = thread::available_parallelism().map_or(2, NonZeroUsize::get);
        // More threads than cores, so that thinking long does not hold up the quick.
        let pool = Pool::new("thinking", (2 * n_cores).max(4), MAX_WAITING);
        Self { pool, n_cores, n_busy: Arc::default(), shelf: Arc::default() }
    }

    /// Asks a question. `tell` hears thoughts on the way, `done` the answer, or why
    /// there is none.
    pub(super) fn ask(
        &self,
        question: Question,
        canceled: Arc<AtomicBool>,
        tell: impl Fn(&Thoughts) + Send + 'static,
        done: impl FnOnce(Result<Answer, String>) + Send + 'static,
    ) -> Result<(), Full> {
        let (n_busy, n_cores) = (Arc::clone(&self.n_busy), self.n_cores);
        let shelf = Arc::clone(&self.shelf);
        self.pool.run(move || {
            let _busy = Busy::new(&n_busy);
            // Whoever thinks alone has the machine alone.
            let threads = n_cores / n_busy.load(Ordering::Relaxed).max(1);
            let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
            done(answer(&question, &shelf, threads, &canceled, &tell));
        })
    }
}

/// Counts a thread as busy while it exists.
struct Busy<'a>(&'a AtomicUsize);

impl<'a> Busy<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn answer(
    question: &Question,
    shelf: &Shelf,
    threads: NonZeroUsize,
    canceled: &AtomicBool,
    tell: &dyn Fn(&Thoughts),
) -> Result<Answer, String> {
    let canceled_early = || Err("the question was taken back".to_owned());
    if canceled.load(Ordering::Relaxed) {
        return canceled_early();
    }
    let last = std::cell::RefCell::new(Thoughts::default());
    let thoughts = |thoughts: &Thoughts| {
        tell(thoughts);
        *last.borrow_mut() = thoughts.clone();
    };
    let deadline = Instant::now() + Duration::from_secs_f64(question.seconds);
    let turn = Turn { deadline, canceled, thoughts: &thoughts };
    let action = match &question.engine {
        Engine::Method(method) => think(question, method, shelf, threads, &turn),
        Engine::Player(spec) => ask_player(question, spec, threads, &turn),
    };
    if canceled.load(Ordering::Relaxed) {
        return canceled_early();
    }
    let action = action?;
    let last = last.into_inner();
    let opinion = last.opinions.iter().find(|opinion| opinion.action == action);
    Ok(Answer {
        value: opinion.map(|opinion| opinion.value),
        values: (!last.values.is_empty()).then_some(last.values),
        action,
    })
}

/// The best move by a method on the circuit of the game.
fn think(
    question: &Question,
    method: &Method,
    shelf: &Shelf,
    threads: NonZeroUsize,
    turn: &Turn<'_>,
) -> Result<String, String> {
    let Question { table, game, line, role, .. } = question;
    let place = Place { table: table.clone(), role: *role, method: method.clone() };
    let waiting = || "other games are being compiled".to_owned();
    let prepare = Arc::clone(game.prepare(turn.deadline).ok_or_else(waiting)?);
    let mut thinker = match shelf.take(&place) {
        Some(thinker) => thinker,
        None => Thinker::new(prepare, method.clone(), threads, turn.deadline),
    };
    thinker.set_threads(threads);
    thinker.go_to(line, turn.deadline).map_err(|error| error.to_string())?;
    thinker.think(*role, turn);
    let best = thinker.best(*role).map_err(|error| error.to_string());
    shelf.keep(place, thinker);
    best
}

/// The move of a player who takes the seat for this question.
fn ask_player(
    question: &Question,
    spec: &PlayerSpec,
    threads: NonZeroUsize,
    turn: &Turn<'_>,
) -> Result<String, String> {
    let Question { game, line, role, seconds, .. } = question;
    let time = Duration::from_secs_f64(*seconds);
    let (last, opening) = match line.split_last() {
        Some((last, opening)) => (Some(&last[..]), opening.to_vec()),
        None => (None, Vec::new()),
    };
    let briefing = Briefing {
        match_id: game.card.id.clone(),
        role: game.roles()[*role].clone(),
        ruleset: game.ruleset.clone(),
        opening,
        clock: Clock { start: time, play: time },
    };
    let resources = Resources { threads, ..resources() };
    let mut player = spec.player(&resources).map_err(|error| error.to_string())?;
    player
        .start(&briefing, turn)
        .and_then(|()| player.play(last, turn))
        .map_err(|error| error.to_string())
}

/// Thoughts as a page gets them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename = "thoughts")]
pub(super) struct ThoughtsView {
    ply: usize,
    role: String,
    #[serde(rename = "for")]
    aim: Aim,
    seconds: f64,
    iterations: u64,
    playouts: u64,
    states: u64,
    nodes: u64,
    depth: u32,
    moves: Vec<OpinionView>,
    line: Vec<Vec<String>>,
    values: Vec<f64>,
    #[serde(skip_serializing_if = "String::is_empty")]
    reason: String,
    /// The squares that the reason is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<[usize; 3]>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct OpinionView {
    role: String,
    #[serde(rename = "move")]
    action: String,
    value: f64,
    visits: u64,
    /// The goal, if it is certain.
    proven: Option<f64>,
}

impl ThoughtsView {
    pub(super) fn new(
        game: &OpenGame,
        ply: usize,
        role: &str,
        aim: Aim,
        thoughts: &Thoughts,
    ) -> Self {
        let marks = thoughts.marks.iter().flat_map(|name| squares(game.card.layout(), name));
        let moves = thoughts.opinions.iter().take(MAX_OPINIONS).map(|opinion| OpinionView {
            role: role.to_owned(),
            action: opinion.action.clone(),
            value: tenths(opinion.value),
            visits: opinion.visits,
            proven: opinion.is_proven.then_some(opinion.value),
        });
        Self {
            ply,
            role: role.to_owned(),
            aim,
            seconds: (thoughts.elapsed.as_secs_f64() * 1e3).round() / 1e3,
            iterations: thoughts.iterations,
            playouts: thoughts.playouts,
            states: thoughts.states,
            nodes: thoughts.nodes,
            depth: thoughts.depth,
            moves: moves.collect(),
            line: thoughts.line.clone(),
            values: thoughts.values.iter().map(|&value| tenths(value)).collect(),
            reason: thoughts.reason.clone(),
            marks: marks.collect(),
        }
    }
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
