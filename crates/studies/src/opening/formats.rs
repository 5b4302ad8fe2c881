//! Games in the formats of their programs, as moves in the words of the game.

use anyhow::{Context, ensure};
use stonegate_go::SgfGame;
use stonegate_gomoku::GameRecord;
use stonegate_othello::{GgfGame, Move};
use stonegate_players::Ruleset;

/// The moves of each game in a text, if it is in a format that belongs to the game: SGF for Go and
/// Gomoku, GGF for Othello, PSQ for Gomoku.
pub(super) fn read(text: &str, ruleset: &Ruleset) -> Option<anyhow::Result<Vec<Vec<String>>>> {
    let Ruleset::Dedicated(game) = ruleset else { return None };
    let text = text.trim();
    let is_sgf = text.starts_with("(;");
    match game.name() {
        "go" if is_sgf => Some(go(text)),
        "gomoku" if is_sgf => {
            Some(GameRecord::from_sgf(text).context("this is no SGF").map(|game| gomoku(&game)))
        }
        "gomoku" if text.starts_with("Piskvorky") => {
            Some(GameRecord::from_psq(text).context("this is no PSQ").map(|game| gomoku(&game)))
        }
        "othello" if is_sgf => Some(othello(text)),
        _ => None,
    }
}

fn go(text: &str) -> anyhow::Result<Vec<Vec<String>>> {
    let game = text.parse::<SgfGame>()?;
    let has_stones = !game.stones.black.is_empty() || !game.stones.white.is_empty();
    ensure!(!has_stones, "a game that begins with stones on the board is no opening");
    Ok(vec![game.moves.iter().map(|(_, action)| action.to_string()).collect()])
}

fn gomoku(game: &GameRecord) -> Vec<Vec<String>> {
    vec![game.moves.iter().map(|(point, _)| point.to_string()).collect()]
}

/// Files of game servers have many games.
fn othello(text: &str) -> anyhow::Result<Vec<Vec<String>>> {
    let games = text.split(";)").map(str::trim).filter(|game| !game.is_empty());
    let games = games.map(|game| {
        let game = format!("{game};)").parse::<GgfGame>()?;
        // Who has to pass does so without being told.
        let placed = game.moves.iter().filter(|played| played.action != Move::Pass);
        Ok(placed.map(|played| played.action.to_string()).collect())
    });
    games.collect()
}
