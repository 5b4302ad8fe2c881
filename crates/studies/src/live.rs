//! A study before those who watch it in the browser: its results, the games that are being played,
//! and those that were.

mod game;
mod message;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use stonegate_compile::{CHANCE_ROLE, RefereeError, role_names};
use stonegate_matches::Record;
use stonegate_players::Ruleset;
use stonegate_server::{LiveStudy, Look, News};
use stonegate_tables::{Guest, PositionView, Refusal, Reply, Table};

use crate::results::Results;
use crate::run::{Outcome, Standing};
use crate::study::Study;
use crate::unit::GameResult;

use game::{End, Game, LiveGame};
use message::{BoardMessage, BoardsMessage, GameRow, Games, Progress, StudyMessage, ToJson};

/// Results are shown so often at most, and so much more seldom than it takes to tell them: players
/// need the time.
const PAUSE: Duration = Duration::from_secs(1);
const SHARE: u32 = 20;

/// So many boards of games under way are shown.
const MAX_BOARDS: usize = 12;

/// So many finished games are told of at once.
const PAGE: usize = 40;

/// So many games are known whose units do not count yet: of more, those that are over can wait.
const MAX_UNDER_WAY: usize = 4096;

/// So many games are kept at hand that somebody looks at.
const MAX_TABLES: usize = 32;

/// What is to be seen of a study. It is told by those who play, and never keeps them waiting.
#[derive(Debug)]
pub struct Live {
    study: Arc<Study>,
    /// The names of the roles of each game.
    roles: Vec<Vec<String>>,
    /// The hashes of their rules, as records have them.
    hashes: Vec<String>,
    /// The most players that a game has: numbers of games are made of it.
    most_seats: u64,
    /// What games are drawn by, once somebody looks.
    games: Vec<OnceLock<Result<Arc<LiveGame>, String>>>,
    /// Games whose units are not finished.
    under_way: Mutex<BTreeMap<u64, Game>>,
    snapshot: Mutex<Snapshot>,
    /// The last message about results, by the number of the results.
    told: Mutex<Option<(u64, Arc<str>)>>,
    /// How long that took to put into words, in microseconds.
    effort: AtomicU64,
    n_results: AtomicU64,
    n_moves: AtomicU64,
    /// Games that somebody looks at, the last ones at the end.
    tables: Mutex<Vec<(u64, Arc<Mutex<Table>>)>>,
}

/// What was found out at a moment.
#[derive(Debug)]
struct Snapshot {
    results: Arc<Results>,
    progress: Progress,
    taken: Instant,
    n_played: Option<u64>,
}

impl Live {
    pub fn new(study: Arc<Study>) -> Self {
        let roles = study.games.iter().map(|game| roles_of(&game.ruleset)).collect::<Vec<_>>();
        let n_seats = |roles: &Vec<String>| roles.iter().filter(|&it| it != CHANCE_ROLE).count();
        let most_seats = roles.iter().map(n_seats).max().unwrap_or(1).max(1) as u64;
        let hashes = study.games.iter().map(|game| {
            Record::new("", &game.name, &game.ruleset, study.conditions.clock).rules_hash
        });
        let results = Arc::new(Results::new(study.players.len(), study.test));
        Self {
            hashes: hashes.collect(),
            most_seats,
            games: study.games.iter().map(|_| OnceLock::new()).collect(),
            roles,
            study,
            under_way: Mutex::default(),
            snapshot: Mutex::new(Snapshot {
                results,
                progress: Progress::default(),
                taken: Instant::now(),
                n_played: None,
            }),
            told: Mutex::default(),
            effort: AtomicU64::new(0),
            n_results: AtomicU64::new(1),
            n_moves: AtomicU64::new(1),
            tables: Mutex::default(),
        }
    }

    /// Notes how far the game with a number is, in the thread that plays it.
    pub(crate) fn watch(&self, number: u64, record: &Record) {
        let mut under_way = self.under_way.lock();
        if under_way.len() > MAX_UNDER_WAY {
            under_way.retain(|_, game| game.end.is_none());
        }
        if record.moves.is_empty() {
            // A unit that was disturbed begins again.
            let index = self.hashes.iter().position(|hash| *hash == record.rules_hash);
            let (index, players) = (index.unwrap_or_default(), record.players.clone());
            let (moves, n_opening, end) = (Vec::new(), 0, None);
            under_way.insert(number, Game { index, players, moves, n_opening, end });
        }
        if let Some(game) = under_way.get_mut(&number) {
            game.moves.extend(record.moves.iter().skip(game.moves.len()).cloned());
            game.n_opening = record.n_opening_moves;
            game.end = (record.is_completed || record.is_aborted)
                .then(|| End { goals: record.goal_values.clone(), note: record.note.clone() });
        }
        drop(under_way);
        self.n_moves.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes what was found out, unless that was done a moment ago.
    pub(crate) fn tell(&self, standing: &Standing<'_>) {
        let effort = Duration::from_micros(self.effort.load(Ordering::Relaxed));
        let mut snapshot = self.snapshot.lock();
        let is_old = snapshot.taken.elapsed() >= PAUSE.max(effort * SHARE);
        let is_first = snapshot.n_played.is_none();
        if is_first || is_old && snapshot.n_played != Some(standing.n_played) {
            let Standing { results, n_units, n_played, elapsed } = *standing;
            let progress = Progress::of(results, n_units, n_played, elapsed);
            *snapshot = Snapshot {
                results: Arc::new(results.clone()),
                progress,
                taken: Instant::now(),
                n_played: Some(n_played),
            };
            drop(snapshot);
            self.forget_finished(results);
            self.n_results.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Notes that nothing is played any more.
    pub(crate) fn end(&self, outcome: &Outcome) {
        let mut snapshot = self.snapshot.lock();
        let state = if outcome.is_complete { "complete" } else { "stopped" };
        snapshot.progress = Progress { state, left: None, ..snapshot.progress };
        snapshot.results = Arc::new(outcome.results.clone());
        drop(snapshot);
        self.under_way.lock().clear();
        self.n_results.fetch_add(1, Ordering::Relaxed);
        self.n_moves.fetch_add(1, Ordering::Relaxed);
    }

    /// Games whose units count need not be kept any more.
    fn forget_finished(&self, results: &Results) {
        let is_new = |number: &u64, _: &mut Game| !results.has(number / self.most_seats);
        self.under_way.lock().retain(is_new);
    }

    /// What a game is drawn by.
    fn game(&self, index: usize) -> Result<Arc<LiveGame>, Refusal> {
        let open = || LiveGame::open(&self.study, index).map(Arc::new);
        let game = self.games[index].get_or_init(|| open().map_err(|error| error.to_string()));
        game.clone().map_err(|error| Refusal::new("rules", error))
    }

    fn results(&self) -> Arc<Results> {
        Arc::clone(&self.snapshot.lock().results)
    }

    /// The game with a number, finished or not.
    fn find(&self, number: u64) -> Option<Game> {
        if let Some(game) = self.under_way.lock().get(&number) {
            return Some(game.clone());
        }
        let results = self.results();
        let unit = results.unit(number / self.most_seats)?;
        let result = unit.games.get((number % self.most_seats) as usize)?;
        Some(Game {
            index: unit.game,
            players: self.names(result),
            moves: result.moves.clone(),
            n_opening: result.n_opening,
            end: Some(End { goals: result.goals.clone(), note: result.note.clone() }),
        })
    }

    fn found(&self, id: &str) -> Result<(u64, Game), Refusal> {
        let number = id.parse::<u64>().ok().and_then(|id| id.checked_sub(1));
        let found = number.and_then(|number| Some((number, self.find(number)?)));
        found.ok_or_else(|| Refusal::new("unknown-table", format!("there is no game {id}")))
    }

    /// Who played each role.
    fn names(&self, result: &GameResult) -> Vec<String> {
        let name = |player: &Option<usize>| {
            player.map_or(CHANCE_ROLE, |player| &*self.study.players[player].name).to_owned()
        };
        result.seating.iter().map(name).collect()
    }

    /// A game as it stands, on a table that is kept for a while.
    fn table(&self, number: u64, game: &Game) -> Result<Arc<Mutex<Table>>, Refusal> {
        let mut tables = self.tables.lock();
        let place = tables.iter().position(|(other, _)| *other == number);
        let known = place.map(|place| tables.remove(place).1);
        let table = match known {
            Some(table) if game.follows(&table.lock()) => table,
            _ => Arc::new(Mutex::new(game.table(self.game(game.index)?)?)),
        };
        tables.push((number, Arc::clone(&table)));
        if tables.len() > MAX_TABLES {
            tables.remove(0);
        }
        drop(tables);
        game.catch_up(&mut table.lock())?;
        Ok(table)
    }

    fn row(&self, number: u64, unit_game: usize, result: &GameResult) -> GameRow {
        GameRow {
            table: id(number),
            game: self.study.games[unit_game].name.clone(),
            roles: self.roles[unit_game].clone(),
            players: self.names(result),
            goals: result.goals.clone(),
            moves: result.moves.len(),
            note: result.note.clone(),
        }
    }

    /// Finished games, the last ones first.
    fn rows(&self, results: &Results, skip: usize) -> Vec<GameRow> {
        let games = results.units().rev().flat_map(|unit| {
            let games = unit.games.iter().enumerate().rev();
            games.map(move |(index, game)| {
                let number = unit.unit * self.most_seats + index as u64;
                self.row(number, unit.game, game)
            })
        });
        games.skip(skip).take(PAGE).collect()
    }
}

impl LiveStudy for Live {
    fn news(&self) -> News {
        News {
            results: self.n_results.load(Ordering::Relaxed),
            moves: self.n_moves.load(Ordering::Relaxed),
        }
    }

    fn study(&self) -> Arc<str> {
        let mut told = self.told.lock();
        let number = self.n_results.load(Ordering::Relaxed);
        if let Some((last, text)) = &*told
            && *last == number
        {
            return Arc::clone(text);
        }
        let start = Instant::now();
        let (results, progress) = {
            let snapshot = self.snapshot.lock();
            let waited = snapshot.taken.elapsed().as_secs_f64();
            (Arc::clone(&snapshot.results), snapshot.progress.later(waited))
        };
        let message = StudyMessage::new(&self.study, &results, &self.roles, progress);
        let text = Arc::<str>::from(message.to_json());
        self.effort.store(start.elapsed().as_micros() as u64, Ordering::Relaxed);
        *told = Some((number, Arc::clone(&text)));
        text
    }

    fn boards(&self) -> String {
        let games = self.under_way.lock();
        let running = games.iter().filter(|(_, game)| game.end.is_none()).take(MAX_BOARDS);
        let numbers = running.map(|(&number, _)| number).collect::<Vec<_>>();
        drop(games);
        let boards = numbers.into_iter().filter_map(|number| {
            let game = self.find(number)?;
            // A game that cannot be drawn is played all the same.
            let table = self.table(number, &game).ok()?;
            let table = table.lock();
            let mut position = table.play().view_at_for(table.play().ply(), &[]).ok()?;
            position.legal.clear();
            Some(BoardMessage {
                table: id(number),
                game: self.study.games[game.index].name.clone(),
                roles: self.roles[game.index].clone(),
                players: game.players,
                position,
            })
        });
        BoardsMessage { kind: "boards", boards: boards.collect() }.to_json()
    }

    fn games(&self, skip: usize) -> String {
        let results = self.results();
        let total = results.games().count();
        Games { games: self.rows(&results, skip), total }.to_json()
    }

    fn look(&self, id: &str, seen: &mut Look) -> Result<Vec<String>, Refusal> {
        let (number, game) = self.found(id)?;
        let look = Look { ply: Some(game.moves.len()), is_over: game.end.is_some() };
        if look == *seen {
            return Ok(Vec::new());
        }
        *seen = look;
        let table = self.table(number, &game)?;
        let table = table.lock();
        let view = game.view(number, &table);
        let position = Box::new(table.play().view_at_for(view.ply, &[])?);
        let guest = Guest { is_host: false, token: None };
        let messages = [
            serde_json::to_string(&view.message(&guest, 0.0)),
            serde_json::to_string(&Reply::Position { position }),
        ];
        let messages = messages.into_iter().collect::<Result<Vec<_>, _>>();
        messages.map_err(|error| Refusal::new("broken", error.to_string()))
    }

    fn position(&self, id: &str, ply: usize) -> Result<PositionView, Refusal> {
        let (number, game) = self.found(id)?;
        let table = self.table(number, &game)?;
        let table = table.lock();
        table.play().view_at_for(ply, &[])
    }

    fn record(&self, id: &str) -> Result<String, Refusal> {
        let (number, game) = self.found(id)?;
        let drawn = self.game(game.index)?;
        let record = game.record(&self.study, &drawn, number);
        Ok(record.map_err(|error| rules(&error))?.to_json())
    }
}

/// What pages call a game: records of matches are numbered from 1 as well.
fn id(number: u64) -> String {
    (number + 1).to_string()
}

fn rules(error: &RefereeError) -> Refusal {
    Refusal::new("rules", error.to_string())
}

/// The names of the roles of a game.
fn roles_of(ruleset: &Ruleset) -> Vec<String> {
    match ruleset {
        Ruleset::Sheet(game) => role_names(&game.sheet).into_iter().map(str::to_owned).collect(),
        Ruleset::Dedicated(game) => game.referee().roles().to_vec(),
    }
}

#[cfg(test)]
mod tests;
