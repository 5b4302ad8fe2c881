//! Engines, in a worker of their own: compiles rules and thinks about positions, a slice at a time.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use stonegate_arena::ThoughtsView;
use stonegate_compile::{Compilation, GameRules, Tier, encode_machine};
use stonegate_gdl::RoleId;
use stonegate_ground::{Budget, Machine};
use stonegate_lanes::{Backend, Engine, Job, Lanes, Settings};
use stonegate_minds::{Dedicated, Guess, Level, LeveledMind, Mind, Thoughts};
use stonegate_stones::Crew;
use stonegate_tables::Sight;

use crate::board_seat::{BoardSeat, board_seat};
use crate::games::read_machine;
use crate::host::Host;
use crate::message::{
    AimName, CompiledGame, Conclusion, FromThinker, Interim, Order, Sheet, ThinkerAnswer,
    ThinkerQuestion, ToThinker,
};
use crate::players::{Method, dedicated_level};
use crate::ready::Ready;

/// So many engines stay in their seats, the last ones.
const MAX_SEATS: usize = 3;

/// So many compiled games are kept.
const MAX_GAMES: usize = 3;

/// How long an engine thinks before others are heard, and if nothing comes of it in that time: the
/// random games of a large game take longer, and those that are broken off are lost.
const SLICE: Duration = Duration::from_millis(80);
const MAX_SLICE: Duration = Duration::from_secs(1);

/// An engine of a dedicated game cannot be interrupted: what can wait goes in steps of this length.
const BOARD_SLICE: Duration = Duration::from_millis(700);

/// How long a circuit is made smaller before it is used as it is.
const OPTIMIZE_TIME: Duration = Duration::from_millis(1200);

/// What rules may take to be grounded. A tab has not much memory.
const GROUND_TIME: Duration = Duration::from_secs(30);
const MAX_ROWS: usize = 2_000_000;
const MAX_BYTES: usize = 400 << 20;

/// How long a random game is that is played for tests and figures, at most.
pub const PLAYOUT_STEPS: u32 = 300;

/// Takes what a thinker says.
type Tell<'a> = &'a mut dyn FnMut(FromThinker);

/// Compiles and thinks.
pub struct Thinker {
    host: Host,
    games: VecDeque<(String, Ready)>,
    seats: VecDeque<(Place, Seat)>,
    waiting: Vec<Inquiry>,
    /// The built-in games whose machines are on their way.
    needed: Vec<String>,
}

/// Where an engine sits.
#[derive(Clone, PartialEq, Debug)]
struct Place {
    table: String,
    role: usize,
    aim: AimName,
    player: Option<String>,
}

enum Seat {
    Mind {
        mind: Arc<dyn Mind>,
        line: Vec<Vec<String>>,
        slice: Duration,
    },
    /// Who plays by what it perceives, and the turns that it knows of.
    Guess {
        mind: Box<dyn Guess>,
        heard: Vec<Sight>,
    },
    Board(Box<dyn BoardSeat>),
}

/// A question on its way to an answer.
struct Inquiry {
    question: ThinkerQuestion,
    spent: Duration,
}

impl Thinker {
    pub fn new(host: Host) -> Self {
        Self {
            host,
            games: VecDeque::new(),
            seats: VecDeque::new(),
            waiting: Vec::new(),
            needed: Vec::new(),
        }
    }

    /// Takes a message. Compiling is done at once; to think, [`work`](Self::work) is called.
    pub fn receive(&mut self, message: ToThinker, tell: Tell<'_>) {
        match message {
            ToThinker::Order(Order::Think { question }) => {
                let inquiry = Inquiry { question, spent: Duration::ZERO };
                // Moves come before what somebody only wants to know.
                let is_move = inquiry.question.aim == AimName::Move;
                if is_move {
                    self.waiting.insert(0, inquiry);
                } else {
                    self.waiting.push(inquiry);
                }
            }
            ToThinker::Order(Order::Cancel { table, question }) => {
                self.waiting.retain(|inquiry| {
                    inquiry.question.table != table || inquiry.question.question != question
                });
            }
            ToThinker::Order(Order::Compile { game, text }) => {
                if let Err(problem) = self.prepare(&game, &text, tell) {
                    let problem = Some(problem);
                    let failed = CompiledGame { game, machine: None, problem, ms: 0.0 };
                    tell(FromThinker::Machine(failed));
                }
            }
            ToThinker::Machine { game, machine } => {
                self.needed.retain(|needed| *needed != game);
                match read_machine(&machine) {
                    Ok(machine) => self.keep(&game, Ready::on(machine)),
                    Err(problem) => self.refuse_game(&game, &problem, tell),
                }
            }
            ToThinker::Playouts { machine, games, seed, is_generated } => {
                let backend = if is_generated { Backend::Wasm } else { Backend::Portable };
                let (tally, steps, ms) = self
                    .playouts(&machine, games, seed, backend)
                    .unwrap_or_else(|problem| (problem, 0, 0.0));
                tell(FromThinker::Playouts { tally, steps, ms });
            }
            ToThinker::Order(Order::Forget { table }) => {
                self.waiting.retain(|inquiry| inquiry.question.table != table);
                self.seats.retain(|(place, _)| place.table != table);
                if self.seats.is_empty() && self.waiting.is_empty() {
                    // What is left may be large, and nobody plays.
                    self.games.clear();
                }
            }
        }
    }

    /// The tally of random games, how many steps they had, and how many milliseconds they took.
    fn playouts(
        &self,
        machine: &str,
        games: u64,
        seed: u64,
        backend: Backend,
    ) -> Result<(String, u64, f64), String> {
        let machine = read_machine(machine)?;
        if !backend.is_available() {
            return Err(format!("there is no {backend} here"));
        }
        let job = Job::new(machine.initial(), games, 0);
        let mut lanes = Lanes::new(Arc::new(Engine::new(machine, backend)));
        let settings = Settings { step_limit: PLAYOUT_STEPS, ..Settings::new(seed) };
        let start = (self.host.now)();
        let tallies = lanes.playouts(&[job], &settings);
        let time = (self.host.now)().saturating_sub(start);
        let steps = tallies.iter().map(|tally| tally.steps).sum();
        Ok((format!("{tallies:?}"), steps, time.as_secs_f64() * 1e3))
    }

    /// Thinks for a slice; says whether there is more to think about.
    pub fn work(&mut self, tell: Tell<'_>) -> bool {
        let is_ready = |inquiry: &Inquiry| !self.needed.contains(&inquiry.question.game);
        let Some(place) = self.waiting.iter().position(is_ready) else { return false };
        let mut inquiry = self.waiting.remove(place);
        match self.think(&mut inquiry, tell) {
            Ok(Step::Answer(answer)) => say_answer(&inquiry.question, Ok(answer), tell),
            Ok(Step::More) => self.waiting.insert(place, inquiry),
            Ok(Step::Needs(game)) => {
                self.needed.push(game.clone());
                self.waiting.insert(place, inquiry);
                tell(FromThinker::Need { game });
            }
            Err(problem) => say_answer(&inquiry.question, Err(problem), tell),
        }
        self.waiting.iter().any(|inquiry| !self.needed.contains(&inquiry.question.game))
    }

    fn think(&mut self, inquiry: &mut Inquiry, tell: Tell<'_>) -> Result<Step, String> {
        let place = Place::of(&inquiry.question);
        let mut seat = match self.take_seat(&place, &inquiry.question) {
            Some(seat) => seat,
            None => match self.new_seat(&inquiry.question, tell)? {
                Some(seat) => seat,
                None => return Ok(Step::Needs(inquiry.question.game.clone())),
            },
        };
        let result = self.think_in(&mut seat, inquiry, tell);
        // An engine that has failed is not asked again.
        if result.is_ok() {
            self.seats.push_back((place, seat));
            while self.seats.len() > MAX_SEATS {
                self.seats.pop_front();
            }
        }
        result
    }

    fn think_in(
        &mut self,
        seat: &mut Seat,
        inquiry: &mut Inquiry,
        tell: Tell<'_>,
    ) -> Result<Step, String> {
        let question = &inquiry.question;
        let spent = inquiry.spent;
        let whole = Duration::from_secs_f64(question.seconds);
        let left = whole.saturating_sub(spent);
        let mut last = Thoughts::default();
        let mut say = |thoughts: Thoughts| {
            let thoughts = Thoughts { elapsed: spent + thoughts.elapsed, ..thoughts };
            say_thoughts(question, &thoughts, tell);
            last = thoughts;
        };
        let now = self.host.now;
        let start = now();
        let action = match seat {
            Seat::Board(seat) => {
                let can_wait = question.aim == AimName::Analysis;
                let time = if can_wait { left.min(BOARD_SLICE) } else { left };
                seat.decide(&question.line, time, &mut say)?
            }
            Seat::Mind { mind, line, slice } => {
                for joint in &question.line[line.len()..] {
                    if !mind.advance(joint) {
                        return Err(format!("{joint:?} is not possible"));
                    }
                }
                line.clone_from(&question.line);
                let role = RoleId::new(question.role);
                let before = mind.thoughts(role).iterations;
                let until = start + left.min(*slice);
                mind.set_deadline(start + left);
                let is_over = AtomicBool::new(false);
                let mut lead = || {
                    mind.work(&|| now() >= until);
                    is_over.store(true, Ordering::Relaxed);
                };
                let help = |_| mind.work(&|| is_over.load(Ordering::Relaxed));
                self.host.work(&mut lead, &help);
                let elapsed = now().saturating_sub(start);
                let thoughts = mind.thoughts(role);
                if thoughts.iterations == before {
                    *slice = (*slice * 2).min(MAX_SLICE);
                }
                say(Thoughts { elapsed, ..thoughts });
                mind.best(role).map_err(|error| error.to_string())?
            }
            Seat::Guess { mind, heard } => {
                let until = start + left.min(SLICE);
                mind.set_deadline(start + left);
                let sights = question.sights.as_deref().unwrap_or_default();
                for sight in &sights[heard.len()..] {
                    let Sight { action, percepts } = sight;
                    if !mind.hear(action, percepts, &|| now() >= start + left / 2) {
                        return Err(format!("`{action}` is not possible"));
                    }
                    heard.push(sight.clone());
                }
                mind.work(&|| now() >= until);
                let elapsed = now().saturating_sub(start);
                say(Thoughts { elapsed, ..mind.thoughts() });
                mind.choose().map_err(|error| error.to_string())?
            }
        };
        let worked = now().saturating_sub(start);
        // Who has nothing left to find out stops early.
        let has_stopped = worked < left.min(SLICE) / 2;
        inquiry.spent += worked;
        let goes_on = match seat {
            Seat::Mind { .. } | Seat::Guess { .. } => true,
            Seat::Board(_) => question.aim == AimName::Analysis,
        };
        if inquiry.spent < whole && !has_stopped && goes_on {
            return Ok(Step::More);
        }
        let opinion = last.opinions.iter().find(|opinion| opinion.action == action);
        Ok(Step::Answer(ThinkerAnswer {
            value: opinion.map(|opinion| opinion.value),
            values: (!last.values.is_empty()).then_some(last.values),
            action,
        }))
    }

    /// The engine of a seat, unless the game went back behind what it knows.
    fn take_seat(&mut self, place: &Place, question: &ThinkerQuestion) -> Option<Seat> {
        let at = self.seats.iter().position(|(other, _)| other == place)?;
        let (_, seat) = self.seats.remove(at)?;
        let is_ahead = match &seat {
            Seat::Board(_) => true,
            Seat::Mind { line: known, .. } => question.line.starts_with(known),
            Seat::Guess { heard, .. } => {
                question.sights.as_ref().is_some_and(|sights| sights.starts_with(heard))
            }
        };
        is_ahead.then_some(seat)
    }

    /// A seat in the position of a question; nothing if the machine of its game is not there yet.
    fn new_seat(
        &mut self,
        question: &ThinkerQuestion,
        tell: Tell<'_>,
    ) -> Result<Option<Seat>, String> {
        if let Sheet::Dedicated(name) = &question.sheet {
            let game = name.parse::<Dedicated>().map_err(|error| error.to_string())?;
            let player = question.player.as_deref().unwrap_or(game.name());
            let seat = board_seat(&game, dedicated_level(&game, player)?, self.host);
            let none = || format!("nobody plays `{name}` here");
            return seat.map(Seat::Board).map(Some).ok_or_else(none);
        }
        let known = self.games.iter().find(|(id, _)| *id == question.game);
        let ready = match (known, &question.sheet) {
            (Some((_, ready)), _) => ready.clone(),
            (None, Sheet::Text(text)) => self.prepare(&question.game, &text.clone(), tell)?,
            (None, _) => return Ok(None),
        };
        let player = question.player.as_deref().unwrap_or("mcts");
        let method = Method::parse(player, (self.host.random)())?;
        if question.sights.is_some() {
            let mind = ready.guess(RoleId::new(question.role), &method, self.host);
            return Ok(Some(Seat::Guess { mind, heard: Vec::new() }));
        }
        let mind = ready.mind(&method, self.host);
        let mind = match method {
            Method::Mcts(_, level) if level < Level::MAX => {
                Arc::new(LeveledMind::new(mind, level, (self.host.random)()))
            }
            _ => mind,
        };
        Ok(Some(Seat::Mind { mind, line: Vec::new(), slice: SLICE }))
    }

    /// Compiles a game, tells of it, and keeps it.
    fn prepare(&mut self, game: &str, text: &str, tell: Tell<'_>) -> Result<Ready, String> {
        if let Some((_, ready)) = self.games.iter().find(|(id, _)| id == game) {
            return Ok(ready.clone());
        }
        let start = (self.host.now)();
        let rules = GameRules::read(text).map_err(|error| error.to_string())?;
        let compiled = self.compile(&rules);
        let ms = (self.host.now)().saturating_sub(start).as_secs_f64() * 1e3;
        let (ready, machine, problem) = match compiled {
            Ok(machine) => {
                let text = encode_machine(Tier::Optimized, &machine);
                (Ready::on(machine), Some(text), None)
            }
            Err(problem) => (Ready::Clauses(Arc::new(rules)), None, Some(problem)),
        };
        self.keep(game, ready.clone());
        tell(FromThinker::Machine(CompiledGame { game: game.to_owned(), machine, problem, ms }));
        Ok(ready)
    }

    fn compile(&self, game: &GameRules) -> Result<Arc<Machine>, String> {
        let now = self.host.now;
        let start = now();
        let stop = || now().saturating_sub(start) > GROUND_TIME;
        let budget =
            Budget { stop: &stop, max_rows: MAX_ROWS, max_bytes: MAX_BYTES, ..Budget::default() };
        let compilation = Compilation::new(&game.rules, &budget);
        let compilation = compilation.map_err(|error| error.to_string())?;
        let grounded = now();
        let stop = || now().saturating_sub(grounded) > OPTIMIZE_TIME;
        Ok(Arc::new(compilation.optimize(&stop).machine))
    }

    fn keep(&mut self, game: &str, ready: Ready) {
        self.games.retain(|(id, _)| id != game);
        self.games.push_back((game.to_owned(), ready));
        while self.games.len() > MAX_GAMES {
            self.games.pop_front();
        }
    }

    fn refuse_game(&mut self, game: &str, problem: &str, tell: Tell<'_>) {
        for inquiry in self.waiting.extract_if(.., |inquiry| inquiry.question.game == game) {
            say_answer(&inquiry.question, Err(problem.to_owned()), tell);
        }
    }
}

/// What came of a slice.
enum Step {
    Answer(ThinkerAnswer),
    More,
    /// The machine of this game has to be there first.
    Needs(String),
}

impl Place {
    fn of(question: &ThinkerQuestion) -> Self {
        Self {
            table: question.table.clone(),
            role: question.role,
            aim: question.aim,
            player: question.player.clone(),
        }
    }
}

fn say_thoughts(question: &ThinkerQuestion, thoughts: &Thoughts, tell: Tell<'_>) {
    let layout = match &question.sheet {
        Sheet::Dedicated(name) => name.parse::<Dedicated>().ok().map(|game| game.layout()),
        _ => None,
    };
    let (ply, aim) = (question.line.len(), question.aim.into());
    let view = ThoughtsView::new(layout.as_ref(), ply, &question.role_name, aim, thoughts);
    if let Ok(text) = serde_json::to_string(&view) {
        let (table, thinker) = (question.table.clone(), question.thinker);
        tell(FromThinker::Thoughts(Interim { table, question: question.question, thinker, text }));
    }
}

fn say_answer(question: &ThinkerQuestion, answer: Result<ThinkerAnswer, String>, tell: Tell<'_>) {
    let (answer, problem) = match answer {
        Ok(answer) => (Some(answer), String::new()),
        Err(problem) => (None, problem),
    };
    let (table, thinker) = (question.table.clone(), question.thinker);
    let question = question.question;
    tell(FromThinker::Answer(Conclusion { table, question, thinker, answer, problem }));
}

impl fmt::Debug for Thinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinker").field("waiting", &self.waiting.len()).finish_non_exhaustive()
    }
}
