//! What the engine does for a board.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use stonegate_othello::{
    Engine, GgfGame, GgfMove, Limits, Move, Position, Ranked, Report, Square, Width,
};
use stonegate_players::ThreadCrew;
use stonegate_protocols::nboard::{Command, Depth, Estimate, Played, Reply};

/// How the engine thinks.
#[derive(Debug)]
pub struct Settings {
    pub crew: ThreadCrew,
    /// How long it thinks about a move at most.
    pub time: Option<Duration>,
}

/// A conversation with a board.
#[derive(Debug)]
pub struct Session {
    engine: Engine,
    settings: Settings,
    game: GgfGame,
    position: Position,
    limits: Limits,
}

/// Says something to the board.
type Say<'a> = &'a mut dyn FnMut(&Reply) -> io::Result<()>;

const NAME: &str = concat!("Stonegate ", env!("CARGO_PKG_VERSION"));

/// Boards say how deep to search in the middle of the game; the end is searched so much deeper.
const EXTRA_DEPTH: u32 = 8;

/// Deeper than this, an exact search may take minutes.
const MAX_EXACT: u32 = 24;

impl Session {
    pub fn new(engine: Engine, settings: Settings) -> Self {
        let start = Position::start(Width::EIGHT);
        let game = GgfGame { properties: Vec::new(), start, moves: Vec::new() };
        let mut session =
            Self { engine, settings, game, position: start, limits: Limits::default() };
        session.set_depth(12);
        session
    }

    /// Does what a board asks for, unless that is canceled.
    pub fn obey(
        &mut self,
        command: Command,
        canceled: &AtomicBool,
        say: Say<'_>,
    ) -> io::Result<()> {
        match command {
            Command::NBoard(_) => say(&Reply::MyName(NAME.to_owned())),
            Command::SetDepth(depth) => {
                self.set_depth(depth);
                Ok(())
            }
            Command::SetGame(record) => self.set_game(&record, say),
            Command::Move(played) => self.play(&played, say),
            Command::Hint(n_moves) => self.hint(n_moves as usize, canceled, say),
            Command::Go => self.go(canceled, say),
            Command::Analyze => self.analyze(canceled, say),
            Command::Ping(number) => say(&Reply::Pong(number)),
            Command::Learn => say(&Reply::Learned),
            // Perfect play prefers a win to a draw to a loss, whatever a draw is worth.
            Command::SetContempt(_) | Command::Quit => Ok(()),
        }
    }

    fn set_depth(&mut self, depth: u32) {
        let depth = depth.clamp(1, 60);
        let exact_from = (depth + EXTRA_DEPTH).min(MAX_EXACT).max(depth);
        self.limits = Limits { depth, exact_from, is_selective: true };
    }

    fn set_game(&mut self, record: &str, say: Say<'_>) -> io::Result<()> {
        match record.parse::<GgfGame>() {
            Ok(game) if game.start.width() != Width::EIGHT => {
                say(&Reply::Status("error: the board is not 8x8; the game is as before".to_owned()))
            }
            Ok(game) => {
                self.position = game.end();
                self.game = game;
                Ok(())
            }
            Err(error) => say(&Reply::Status(format!("error: {error}; the game is as before"))),
        }
    }

    fn play(&mut self, played: &Played, say: Say<'_>) -> io::Result<()> {
        let action = played.action.parse::<Move>().map_err(|error| error.to_string());
        let next = action.and_then(|action| {
            let next = self.position.play(action).map_err(|error| error.to_string())?;
            Ok((action, next))
        });
        match next {
            Ok((action, next)) => {
                let Played { evaluation, seconds, .. } = *played;
                self.game.moves.push(GgfMove { action, evaluation, seconds });
                self.position = next;
                Ok(())
            }
            Err(error) => {
                let action = &played.action;
                say(&Reply::Status(format!("error: {action}: {error}; the game is as before")))
            }
        }
    }

    fn go(&self, canceled: &AtomicBool, say: Say<'_>) -> io::Result<()> {
        if self.position.is_over() {
            say(&self.the_end())?;
        }
        let start = Instant::now();
        say(&Reply::Status("thinking".to_owned()))?;
        let report = self.think(&self.position, canceled, &mut |report| {
            let line = line(report.best, None);
            say(&search(line, report.value, report.depth, report.is_exact))?;
            say(&node_stats(report, start))
        })?;
        if canceled.load(Ordering::Relaxed) {
            return Ok(());
        }
        say(&Reply::Go(Played {
            action: line(report.best, None),
            evaluation: Some(f64::from(report.value)),
            seconds: Some(rounded(start.elapsed())),
        }))?;
        say(&Reply::Status(String::new()))
    }

    fn hint(&self, n_moves: usize, canceled: &AtomicBool, say: Say<'_>) -> io::Result<()> {
        if self.position.is_over() {
            return say(&self.the_end());
        }
        say(&Reply::Status("thinking".to_owned()))?;
        if self.position.must_pass() {
            let report = self.think(&self.position, canceled, &mut |_| Ok(()))?;
            let pass = search(line(None, None), report.value, report.depth, report.is_exact);
            return say(&pass);
        }
        let mut result = Ok(());
        let mut tell = |moves: &[Ranked]| {
            for ranked in moves {
                let line = line(Some(ranked.square), ranked.answer);
                let said = say(&search(line, ranked.value, ranked.depth, ranked.is_exact));
                result = std::mem::replace(&mut result, Ok(())).and(said);
            }
        };
        self.engine.helped_by(&self.settings.crew, |pool| {
            let stop = || canceled.load(Ordering::Relaxed);
            self.engine.rank(self.position.board(), n_moves, &self.limits, &stop, pool, &mut tell)
        });
        result?;
        say(&Reply::Status(String::new()))
    }

    /// From the end to the start: what is found there helps with what comes before.
    fn analyze(&self, canceled: &AtomicBool, say: Say<'_>) -> io::Result<()> {
        let mut positions = vec![self.game.start];
        for played in &self.game.moves {
            let last = positions[positions.len() - 1];
            positions.push(last.play(played.action).expect("the moves of a record are possible"));
        }
        for (n_moves, position) in positions.iter().enumerate().rev() {
            let report = self.think(position, canceled, &mut |_| Ok(()))?;
            if canceled.load(Ordering::Relaxed) {
                return Ok(());
            }
            let evaluation = f64::from(report.value);
            say(&Reply::Analysis { n_moves: n_moves as u32, evaluation })?;
        }
        Ok(())
    }

    /// Searches a position and tells of each depth.
    fn think(
        &self,
        position: &Position,
        canceled: &AtomicBool,
        tell: &mut dyn FnMut(&Report) -> io::Result<()>,
    ) -> io::Result<Report> {
        let deadline = self.settings.time.and_then(|time| Instant::now().checked_add(time));
        let stop = || {
            canceled.load(Ordering::Relaxed)
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let mut result = Ok(());
        let mut progress = |report: &Report| {
            if result.is_ok() {
                result = tell(report);
            }
        };
        let report = self.engine.helped_by(&self.settings.crew, |pool| {
            self.engine.think_with(position.board(), &self.limits, &stop, pool, &mut progress)
        });
        result.map(|()| report)
    }

    fn the_end(&self) -> Reply {
        Reply::Status(format!("the game is over: Black {:+}", self.position.score()))
    }
}

/// A move and its answer, as the protocol writes them. No move is a pass.
fn line(action: Option<Square>, answer: Option<Square>) -> String {
    let write = |square: Square| square.to_string().to_uppercase();
    action.map_or_else(|| "PA".to_owned(), write) + &answer.map(write).unwrap_or_default()
}

fn search(line: String, value: i32, depth: u32, is_exact: bool) -> Reply {
    let depth = if is_exact { Depth::Exact } else { Depth::Plies(depth) };
    Reply::Search(Estimate { line, evaluation: f64::from(value), depth, text: String::new() })
}

fn node_stats(report: &Report, start: Instant) -> Reply {
    Reply::NodeStats { n_nodes: report.n_nodes as f64, seconds: rounded(start.elapsed()) }
}

/// In seconds, to the millisecond.
fn rounded(time: Duration) -> f64 {
    time.as_millis() as f64 / 1e3
}
