//! Games as other programs write them, and back: SGF, PGN, GGF, OBF, PSQ, and lines of moves.

mod connect6;
mod export;
mod go;
mod gomoku;
mod names;
mod othello;
mod pgn;
mod replay;

use std::time::Duration;

use anyhow::{Context, ensure};
use stonegate_compile::{BuiltIn, GameRules, Referee};
use stonegate_players::{Clock, Dedicated, Rulebook, Ruleset};

use crate::reading::{is_match, read_match, read_whole};
use crate::record::Record;

pub use export::Format;

/// How long a game may take to become a circuit for the sake of a few moves.
const PATIENCE: Duration = Duration::from_secs(10);

/// The moves of a game that was read, in the spelling of the rules.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Line {
    /// A move of each role in each step.
    pub moves: Vec<Vec<String>>,
    /// How many of them nobody was asked for, if the text tells.
    pub n_opening_moves: usize,
    pub is_over: bool,
}

/// Reads all games of a text: records of matches, one alone or one a line; a format that belongs to
/// the game; or lines of moves in the words of the game, of those who have a choice.
///
/// What `;` or `#` begins is a remark between such lines. The referee follows the games, each from
/// the beginning; `dedicated` is its game, if that is not a rule sheet.
pub fn read_lines(
    text: &str,
    dedicated: Option<&Dedicated>,
    referee: &mut dyn Referee,
) -> anyhow::Result<Vec<Line>> {
    if let Some(record) = read_whole(text)? {
        return Ok(vec![replay::record(referee, record)?]);
    }
    if let Some(games) = games(text, dedicated) {
        let games = (1..).zip(games?);
        let lines = games.map(|(number, words)| {
            replay::words(referee, words).with_context(|| format!("in game {number}"))
        });
        return lines.collect();
    }
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with([';', '#']) {
            continue;
        }
        let read = if is_match(line) {
            read_match(line).and_then(|record| replay::record(referee, record))
        } else {
            words(line, dedicated).and_then(|words| replay::words(referee, words))
        };
        lines.push(read.with_context(|| format!("in line {number}"))?);
    }
    Ok(lines)
}

/// Reads all games of a text as records, with every state. Those that are no records yet get the name
/// of the game, and its rules.
pub fn read_records(
    text: &str,
    name: &str,
    ruleset: &Ruleset,
    rulebook: &Rulebook,
) -> anyhow::Result<Vec<Record>> {
    if let Some(record) = read_whole(text)? {
        return Ok(vec![record]);
    }
    if text.lines().all(|line| line.trim().is_empty() || is_match(line)) {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let records = lines
            .map(|(number, line)| read_match(line).with_context(|| format!("in line {number}")));
        return records.collect();
    }
    let mut referee = rulebook.game()?;
    let lines = read_lines(text, ruleset.dedicated(), &mut *referee)?;
    let records = (1..).zip(lines).map(|(number, line)| {
        let record =
            Record::new(&format!("{name}.{number}"), name, ruleset, Clock::from_secs(0, 0));
        Ok(record.of_line(&mut *referee, &line)?)
    });
    records.collect()
}

/// Reads the first game of a text.
pub fn read_line(
    text: &str,
    dedicated: Option<&Dedicated>,
    referee: &mut dyn Referee,
) -> anyhow::Result<Line> {
    let lines = read_lines(text, dedicated, referee)?;
    lines.into_iter().next().context("there is no game in it")
}

/// Whether a text is a game in the format of some program.
pub fn is_format(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("(;") || text.starts_with("Piskvorky ") || pgn::is_pgn(text)
}

/// What the first game of a text was played by, if the text tells.
pub fn ruleset_of(text: &str) -> anyhow::Result<Option<Ruleset>> {
    let first_line = text.lines().next().unwrap_or_default();
    for text in [text, first_line] {
        if let Some(record) = read_whole(text)? {
            return record.ruleset().map(Some);
        }
    }
    let text = text.trim_start();
    let has = |property: &str| text.contains(property);
    Ok(if pgn::is_pgn(text) {
        let chess = BuiltIn::find("chess").and_then(|chess| GameRules::read(chess.text).ok());
        chess.map(Ruleset::from)
    } else if text.starts_with("Piskvorky ") || text.starts_with("(;") && has("GM[4]") {
        Some(gomoku::ruleset(text)?)
    } else if text.starts_with("(;") && has("GM[Othello]") {
        Some(othello::ruleset(text)?)
    } else if text.starts_with("(;") && has("GM[Connect6]") {
        Some(connect6::ruleset(text)?)
    } else if text.starts_with("(;") {
        Some(go::ruleset(text)?)
    } else {
        None
    })
}

/// The words of each game in a format that belongs to the game.
fn games(text: &str, game: Option<&Dedicated>) -> Option<anyhow::Result<Vec<Vec<String>>>> {
    let text = text.trim();
    let Some(game) = game else {
        return pgn::is_pgn(text).then(|| pgn::games(text));
    };
    let is_sgf = text.starts_with("(;");
    match game.name() {
        "go" if is_sgf => Some(go::game(text, game)),
        "gomoku" if is_sgf || text.starts_with("Piskvorky") => Some(gomoku::game(text, game)),
        "othello" if is_sgf => Some(othello::games(text, game)),
        "connect6" if is_sgf => Some(connect6::game(text)),
        _ => None,
    }
}

/// The moves of a line: terms, what the game has of its own, or words between blanks and commas.
fn words(line: &str, game: Option<&Dedicated>) -> anyhow::Result<Vec<String>> {
    if let Some(game) = game {
        let own = match game.name() {
            "gomoku" => gomoku::words(line, game),
            "othello" => othello::words(line),
            "connect6" => connect6::words(line, game),
            _ => None,
        };
        if let Some(words) = own {
            return words;
        }
    }
    Ok(match crate::terms::read(line) {
        _ if !line.contains('(') => pgn::moves(line),
        Some(terms) => terms,
        // Whoever makes the moves tells which word is none.
        None => line.split_whitespace().map(str::to_owned).collect(),
    })
}

/// A game in a format has to be the one that is played.
fn ensure_same(read: &Dedicated, played: &Dedicated) -> anyhow::Result<()> {
    ensure!(
        read.to_string() == played.to_string(),
        "this is a game of `{read}`, and `{played}` is to be played"
    );
    Ok(())
}

impl Record {
    /// What the match was played by.
    pub fn ruleset(&self) -> anyhow::Result<Ruleset> {
        if let Ok(dedicated) = self.rules.parse::<Dedicated>() {
            return Ok(dedicated.into());
        }
        ensure!(!self.rules.is_empty(), "the record does not have the rules of its game");
        let rules = GameRules::read(&self.rules).context("reading the rules in the record")?;
        Ok(rules.into())
    }
}

#[cfg(test)]
mod tests;
