//! What a server takes in memory while games of many kinds come and go.

use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Client, MAX_MEMORY, Server, build};
use crate::project::say;

const N_CLIENTS: usize = 8;

/// After this time, a client goes on to a table of another game.
const STAY: Duration = Duration::from_secs(45);

/// The time that an engine has for a move.
const MOVE_SECONDS: f64 = 0.1;

/// Plays for so many seconds and prints the memory as it goes. `program` is another Stonegate to
/// compare with.
pub(crate) fn run(seconds: u64, program: Option<&str>) -> anyhow::Result<ExitCode> {
    let program = program.map_or_else(build, |path| Ok(PathBuf::from(path)))?;
    let server = Server::start(&program)?;
    let start = Instant::now();
    let until = start + Duration::from_secs(seconds);
    let clients = (0..N_CLIENTS).map(|number| {
        let address = server.address.clone();
        thread::spawn(move || wander(&address, number, until))
    });
    let clients = clients.collect::<Vec<_>>();
    let mut memory = 0;
    let mut next_telling = start + Duration::from_mins(1);
    while Instant::now() < until {
        thread::sleep(Duration::from_millis(500));
        let present = server.memory().unwrap_or(0);
        memory = memory.max(present);
        if Instant::now() >= next_telling {
            let minutes = start.elapsed().as_secs() / 60;
            say(format_args!("memory      {} MB after {minutes} min", present >> 20));
            next_telling += Duration::from_mins(1);
        }
    }
    let mut times = Vec::new();
    let mut errors = Vec::new();
    for client in clients {
        let (answers, error) = client.join().expect("a client does not panic");
        times.extend(answers);
        errors.extend(error);
    }
    times.sort_unstable();
    super::report(N_CLIENTS, seconds, &times, memory, &errors);
    let is_good = errors.is_empty() && !times.is_empty() && memory < MAX_MEMORY;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Plays one game after the other against an engine; gives the times until it answered, and what
/// went wrong.
fn wander(address: &str, number: usize, until: Instant) -> (Vec<Duration>, Option<String>) {
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
    let engine = json!({ "player": "mcts", "seconds": MOVE_SECONDS });
    let seats = json!([{ "player": "human" }, engine]);
    let mut times = Vec::new();
    for game in GAMES.iter().cycle().skip(number) {
        let now = Instant::now();
        if now >= until {
            break;
        }
        let played = Client::sit_down(address, number, game, &seats)
            .and_then(|client| client.play(until.min(now + STAY)));
        match played {
            Ok(answers) => times.extend(answers),
            Err(error) => return (times, Some(format!("{game}: {error:#}"))),
        }
    }
    (times, None)
}
