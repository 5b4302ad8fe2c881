//! What a server takes in memory while games of many kinds come and go.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::json;

use super::tables::report;
use super::{Setup, megabytes, tell};
use crate::client::{Client, Server, Visitor};

const GAMES: [&str; 8] = [
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "reversi",
    "pentago",
    "knightthrough",
    "checkers",
    "hex",
];

const N_CLIENTS: usize = 8;

/// After this time, a client goes on to a table of another game.
const STAY: Duration = Duration::from_secs(45);

/// The time that an engine has for a move.
const MOVE_SECONDS: f64 = 0.1;

const TIME: Duration = Duration::from_mins(10);

/// How often the memory is told.
const TELLING: Duration = Duration::from_mins(1);

/// What comes first does not count for growth: caches fill.
const WARMING: Duration = Duration::from_mins(10);

/// The server takes at most so many bytes, and in the second half of the time after warming at most
/// so many more than in the first; and so many more files.
const MAX_MEMORY: usize = 1 << 30;
const MAX_GROWTH: usize = 64 << 20;
const MAX_FILE_GROWTH: usize = 16;

/// The most that a server took in a part of the time.
#[derive(Default)]
struct Most {
    memory: usize,
    files: usize,
}

impl Most {
    fn look(&mut self, server: &Server) {
        self.memory = self.memory.max(server.memory().unwrap_or(0));
        self.files = self.files.max(server.n_files().unwrap_or(0));
    }
}

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let time = setup.time.unwrap_or(TIME);
    let server = Server::start(&setup.program)?;
    let start = Instant::now();
    let until = start + time;
    let clients = (0..N_CLIENTS).map(|number| {
        let visitor = server.visitor();
        thread::spawn(move || wander(&visitor, number, until))
    });
    let clients = clients.collect::<Vec<_>>();
    let warming = WARMING.min(time / 4);
    let (mut warm, mut first, mut second) = (Most::default(), Most::default(), Most::default());
    let mut next_telling = start + TELLING;
    while Instant::now() < until {
        thread::sleep(Duration::from_millis(500));
        let (elapsed, middle) = (start.elapsed(), (warming + time) / 2);
        let part = match elapsed {
            _ if elapsed < warming => &mut warm,
            _ if elapsed < middle => &mut first,
            _ => &mut second,
        };
        part.look(&server);
        if Instant::now() >= next_telling {
            let memory = megabytes(server.memory().unwrap_or(0));
            let files = server.n_files().unwrap_or(0);
            let minutes = elapsed.as_secs() / 60;
            tell(&format!("after {minutes} min"), format_args!("{memory}, {files} files"));
            next_telling += TELLING;
        }
    }
    let answers = clients.into_iter().map(|client| client.join().expect("a client does not panic"));
    // A move that was drawn because an engine had none is an error.
    let (_, is_sound) = report(time, answers);
    for (name, Most { memory, files }) in
        [("while warming", &warm), ("in the first half then", &first), ("in the second", &second)]
    {
        tell(name, format_args!("at most {}, {files} files", megabytes(*memory)));
    }
    let is_flat =
        second.memory < first.memory + MAX_GROWTH && second.files < first.files + MAX_FILE_GROWTH;
    let most = warm.memory.max(first.memory).max(second.memory);
    Ok(is_sound && is_flat && most < MAX_MEMORY)
}

/// Plays one game after the other against an engine; gives the times until it answered.
fn wander(visitor: &Visitor, number: usize, until: Instant) -> anyhow::Result<Vec<Duration>> {
    let engine = json!({ "player": "mcts", "seconds": MOVE_SECONDS });
    let seats = json!([{ "player": "human" }, engine]);
    let mut times = Vec::new();
    for game in GAMES.iter().cycle().skip(number) {
        let now = Instant::now();
        if now >= until {
            break;
        }
        let played = Client::sit_down(visitor.clone(), number, game, &seats)
            .and_then(|client| client.play(until.min(now + STAY)));
        times.extend(played.context(*game)?);
    }
    Ok(times)
}
