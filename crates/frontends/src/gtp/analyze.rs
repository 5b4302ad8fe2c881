//! Analysis that goes on until the controller says something else, as Leela Zero and KataGo do it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use stonegate_go::{Choice, Color, Move, Report};
use stonegate_protocols::gtp::{self, Arguments, Command, Failure, Response};

use super::session::Session;

pub(super) const NAMES: &[&str] =
    &["lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze"];

/// What is wanted of an analysis.
struct Wish {
    color: Color,
    interval: Duration,
    is_kata: bool,
    /// Whether a move is to be made in the end.
    plays: bool,
    has_ownership: bool,
}

impl Wish {
    /// Reads a color, an interval in hundredths of a second, and words of which some are known.
    fn read(command: &Command, to_move: Color) -> Result<Self, Failure> {
        let mut arguments = command.arguments();
        let mut wish = Self {
            color: to_move,
            interval: Duration::from_secs(1),
            is_kata: command.name.starts_with("kata"),
            plays: command.name.contains("genmove"),
            has_ownership: false,
        };
        while let Some(word) = arguments.peek() {
            wish.read_word(word, &mut arguments)?;
        }
        Ok(wish)
    }

    fn read_word(&mut self, word: &str, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        if let Ok(color) = word.parse::<gtp::Color>() {
            self.color = match color {
                gtp::Color::Black => Color::Black,
                gtp::Color::White => Color::White,
            };
            arguments.word()?;
        } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
            self.set_interval(arguments.int()?);
        } else {
            match arguments.word()? {
                "interval" => self.set_interval(arguments.int()?),
                "ownership" => self.has_ownership = arguments.word()? == "true",
                "minmoves" | "maxmoves" | "rootInfo" | "pvVisits" | "movesOwnership" => {
                    arguments.word()?;
                }
                "avoid" | "allow" => {
                    arguments.rest().for_each(drop);
                }
                _ => return Err(Failure::SyntaxError),
            }
        }
        Ok(())
    }

    fn set_interval(&mut self, hundredths: u32) {
        self.interval = Duration::from_millis(u64::from(hundredths.clamp(5, 100_000)) * 10);
    }
}

/// Analyzes until `interrupted` says that the controller wants something else, and writes what it
/// finds. Who wants a move as well waits for it.
pub(super) fn analyze(
    session: &mut Session,
    command: &Command,
    interrupted: &(dyn Fn() -> bool + Sync),
    out: &mut dyn Write,
) -> io::Result<()> {
    let wish = match Wish::read(command, session.game.to_move()) {
        Ok(wish) => wish,
        Err(failure) => return write!(out, "{}", Response::failure(command.id, &failure)),
    };
    let id = command.id.map_or(String::new(), |id| id.to_string());
    writeln!(out, "={id}")?;
    out.flush()?;
    let start = Instant::now();
    let time = session.time.for_move(wish.color, session.game.board());
    let is_over = || if wish.plays { start.elapsed() >= time } else { interrupted() };
    let hangup = session.hangup.clone();
    let stop = || hangup.is_set() || is_over();
    let (mut last, mut result) = (start, Ok(()));
    let width = session.game.size().width();
    let mut show = |report: &Report| {
        if result.is_ok() && last.elapsed() >= wish.interval {
            last = Instant::now();
            result = writeln!(out, "{}", line(report, &wish, width)).and_then(|()| out.flush());
        }
    };
    let game = session.game_for(wish.color);
    let Session { engine, settings, .. } = session;
    let report = engine.think(&game, settings.max_games, &settings.crew, &stop, &mut show);
    result?;
    writeln!(out, "{}", line(&report, &wish, width))?;
    if wish.plays {
        let choice = Choice { resign_below: session.settings.resign_below };
        let text = match choice.choose(&game, &report) {
            None => "resign".to_owned(),
            Some(action) => {
                let played = session.game.play_as(wish.color, action);
                played.expect("the search proposes legal moves");
                action.to_string()
            }
        };
        writeln!(out, "play {text}")?;
    }
    writeln!(out)?;
    out.flush()
}

/// One line with all candidates.
fn line(report: &Report, wish: &Wish, width: usize) -> String {
    // Leela Zero has whole numbers up to 10000, KataGo fractions.
    let scale = |value: f64| {
        if wish.is_kata { format!("{value:.6}") } else { format!("{:.0}", 10_000.0 * value) }
    };
    let infos = report.candidates.iter().take(20).enumerate().map(|(order, candidate)| {
        let line = candidate.line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
        let winrate = scale(candidate.value);
        let (action, visits) = (candidate.action, candidate.n_games);
        format!(
            "info move {action} visits {visits} winrate {winrate} prior {} lcb {winrate} order {order} pv {line}",
            scale(0.0)
        )
    });
    let mut text = infos.collect::<Vec<_>>().join(" ");
    if wish.has_ownership {
        // The upper row first; positive is good for the player to move.
        let sign = if wish.color == Color::Black { 1.0 } else { -1.0 };
        let shares = report.ownership.chunks(width).rev().flatten();
        let shares = shares.map(|share| format!("{:.3}", sign * share));
        text.push_str(" ownership ");
        text.push_str(&shares.collect::<Vec<_>>().join(" "));
    }
    text
}
