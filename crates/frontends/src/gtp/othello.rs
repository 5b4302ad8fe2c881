//! The Othello engine for everything that speaks GTP.
//!
//! Squares are written as Othello players do, `a1` at the top. A forced pass may be told or left
//! out: a player is asked for, or makes, a move when the other one cannot.

#![expect(clippy::unnecessary_wraps, reason = "the table of commands asks for it")]

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use stonegate_othello::{Color, Engine, Limits, Move, Position, Square, Weights, Width};
use stonegate_players::{Hangup, ThreadCrew};
use stonegate_protocols::gtp::{self, Arguments, Command, Failure, Response, Vertex};

use super::listen::{Line, Listener};

/// How the engine thinks.
#[derive(Copy, Clone, Debug)]
pub struct OthelloSettings {
    pub crew: ThreadCrew,
    /// The size of the table.
    pub n_bytes: usize,
    /// How long a move takes, if the clock does not give less.
    pub time: Duration,
}

/// The game that a controller plays with the engine.
struct Session {
    settings: OthelloSettings,
    engine: Engine,
    /// All positions so far, the present one last.
    positions: Vec<Position>,
    /// The clock of Black and that of White.
    clocks: [Clock; 2],
    /// Whether the controller is gone.
    hangup: Hangup,
    is_done: bool,
}

/// What a player has left to think.
#[derive(Copy, Clone, Debug)]
enum Clock {
    None,
    /// For the rest of the game.
    Game(Duration),
    /// For each move.
    Move(Duration),
}

/// What goes by on the way to the controller and back.
const MARGIN: Duration = Duration::from_millis(50);

type Outcome = Result<String, Failure>;

struct Entry {
    name: &'static str,
    run: fn(&mut Session, &mut Arguments<'_>) -> Outcome,
}

const ENTRIES: &[Entry] = &[
    Entry { name: "boardsize", run: boardsize },
    Entry { name: "clear_board", run: clear_board },
    Entry { name: "final_score", run: final_score },
    Entry { name: "genmove", run: |session, arguments| genmove(session, arguments, true) },
    Entry { name: "known_command", run: known_command },
    // Nobody gets points in advance.
    Entry { name: "komi", run: |_, arguments| arguments.float().map(|_| String::new()) },
    Entry { name: "list_commands", run: list_commands },
    Entry { name: "list_games", run: |_, _| Ok("Othello".to_owned()) },
    Entry { name: "name", run: |_, _| Ok("Stonegate".to_owned()) },
    Entry { name: "play", run: play },
    Entry { name: "protocol_version", run: |_, _| Ok("2".to_owned()) },
    Entry { name: "quit", run: quit },
    Entry { name: "reg_genmove", run: |session, arguments| genmove(session, arguments, false) },
    Entry { name: "set_game", run: set_game },
    Entry { name: "showboard", run: |session, _| Ok(draw(session.position())) },
    Entry { name: "time_left", run: time_left },
    Entry { name: "time_settings", run: time_settings },
    Entry { name: "undo", run: undo },
    Entry { name: "version", run: |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned()) },
];

/// Answers commands until the controller quits or goes away.
pub fn serve_othello(
    input: impl BufRead + Send + 'static,
    settings: OthelloSettings,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut session = Session {
        settings,
        engine: Engine::new(Weights::trained(), settings.n_bytes),
        positions: vec![Position::start(Width::EIGHT)],
        clocks: [Clock::None; 2],
        hangup: Hangup::default(),
        is_done: false,
    };
    let mut listener = Listener::new(input, session.hangup.clone());
    while !session.is_done
        && let Some(command) = listener.next()
    {
        session.answer(command, out)?;
    }
    Ok(())
}

impl Session {
    fn answer(&mut self, command: Line, out: &mut dyn Write) -> io::Result<()> {
        let (id, outcome) = match command {
            Ok(command) => (command.id, self.run(&command)),
            Err(failure) => (None, Err(failure)),
        };
        let response = match outcome {
            Ok(text) => Response::success(id, text),
            Err(failure) => Response::failure(id, &failure),
        };
        write!(out, "{response}")?;
        out.flush()
    }

    fn run(&mut self, command: &Command) -> Outcome {
        let entry = ENTRIES.iter().find(|entry| entry.name == command.name);
        (entry.ok_or(Failure::UnknownCommand)?.run)(self, &mut command.arguments())
    }

    fn position(&self) -> &Position {
        self.positions.last().expect("the start is never taken away")
    }

    /// The position with this player to move: the other one may have to pass.
    fn position_for(&self, color: Color) -> Result<Position, Failure> {
        let position = *self.position();
        if position.color() == color || position.is_over() {
            return Ok(position);
        }
        position.play(Move::Pass).map_err(|_| Failure::IllegalMove)
    }

    /// How long to think: an even share of what is left, and not longer than is usual.
    fn time(&self, position: &Position) -> Duration {
        let time = match self.clocks[index(position.color())] {
            Clock::None => return self.settings.time,
            Clock::Move(time) => time,
            Clock::Game(time) => time / (position.n_empties() / 2).max(1),
        };
        time.saturating_sub(time / 10 + MARGIN).min(self.settings.time)
    }
}

fn boardsize(_: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    match arguments.int()? {
        8 => Ok(String::new()),
        _ => Err(Failure::UnacceptableSize),
    }
}

fn clear_board(session: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    session.positions.truncate(1);
    Ok(String::new())
}

fn set_game(_: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let is_known = arguments.word()?.eq_ignore_ascii_case("othello");
    let unknown = || Failure::Other("unsupported game".to_owned());
    is_known.then(String::new).ok_or_else(unknown)
}

fn play(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let color = color(arguments)?;
    let action = match arguments.vertex()? {
        Vertex::Pass => Move::Pass,
        Vertex::Point { column, row } => {
            let square = Square::at(usize::from(column), usize::from(row));
            Move::Place(square.ok_or(Failure::SyntaxError)?)
        }
    };
    let next = session.position_for(color)?.play(action).map_err(|_| Failure::IllegalMove)?;
    session.positions.push(next);
    Ok(String::new())
}

fn genmove(session: &mut Session, arguments: &mut Arguments<'_>, is_played: bool) -> Outcome {
    let position = session.position_for(color(arguments)?)?;
    if position.is_over() {
        return Ok(Move::Pass.to_string());
    }
    let start = Instant::now();
    let time = session.time(&position);
    let Session { engine, settings, hangup, .. } = session;
    let stop = || hangup.is_set() || start.elapsed() >= time;
    let report = engine.helped_by(&settings.crew, |pool| {
        engine.think_with(position.board(), &Limits::default(), &stop, pool, &mut |_| {})
    });
    if let Clock::Game(left) = &mut session.clocks[index(position.color())] {
        *left = left.saturating_sub(start.elapsed());
    }
    let action = report.best.map_or(Move::Pass, Move::Place);
    if is_played {
        session.positions.push(position.play(action).expect("the search finds legal moves"));
    }
    Ok(action.to_string())
}

fn undo(session: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    if session.positions.len() == 1 {
        return Err(Failure::CannotUndo);
    }
    session.positions.pop();
    Ok(String::new())
}

fn final_score(session: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    let position = session.position();
    if !position.is_over() {
        return Err(Failure::CannotScore);
    }
    Ok(match position.score() {
        0 => "0".to_owned(),
        score if score > 0 => format!("B+{score}"),
        score => format!("W+{}", -score),
    })
}

/// Main time, time of a period, and how many moves a period has. A period of time without moves
/// means that there is no limit.
fn time_settings(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let [main, period, n_moves] = [arguments.int()?, arguments.int()?, arguments.int()?];
    let clock = if n_moves > 0 && main == 0 {
        Clock::Move(seconds(period) / n_moves)
    } else if period > 0 && n_moves == 0 {
        Clock::None
    } else {
        Clock::Game(seconds(main))
    };
    session.clocks = [clock; 2];
    Ok(String::new())
}

fn time_left(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let color = color(arguments)?;
    let [time, n_moves] = [arguments.int()?, arguments.int()?];
    session.clocks[index(color)] = match n_moves {
        0 => Clock::Game(seconds(time)),
        _ => Clock::Move(seconds(time) / n_moves),
    };
    Ok(String::new())
}

fn known_command(_: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let name = arguments.word()?;
    Ok(ENTRIES.iter().any(|entry| entry.name == name).to_string())
}

fn list_commands(_: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    Ok(ENTRIES.iter().map(|entry| entry.name).collect::<Vec<_>>().join("\n"))
}

fn quit(session: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    session.is_done = true;
    Ok(String::new())
}

fn seconds(seconds: u32) -> Duration {
    Duration::from_secs(u64::from(seconds))
}

fn color(arguments: &mut Arguments<'_>) -> Result<Color, Failure> {
    Ok(match arguments.color()? {
        gtp::Color::Black => Color::Black,
        gtp::Color::White => Color::White,
    })
}

const fn index(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

/// The board with its coordinates, and whose turn it is.
fn draw(position: &Position) -> String {
    let text = position.to_string();
    let row = |row: usize| {
        let squares = text[row * 8..row * 8 + 8].chars().map(|square| [' ', square]);
        format!(" {}{}", row + 1, squares.flatten().collect::<String>())
    };
    let rows = (0..8).map(row).collect::<Vec<_>>().join("\n");
    format!("{} to move\n   a b c d e f g h\n{rows}", position.color())
}
