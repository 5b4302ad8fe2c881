//! Gomoku in SGF, in the PSQ of the Piskvork manager, and in the openings of tournaments.

use anyhow::{Context, ensure};
use stonegate_gomoku::{GameRecord, Point, Position, Setup};
use stonegate_players::{Dedicated, Ruleset};
use stonegate_stones::Color;

pub(super) fn ruleset(text: &str) -> anyhow::Result<Ruleset> {
    let GameRecord { size, rule, .. } = read(text.trim())?;
    Ok(Dedicated::new::<Position>(Setup { size, rule }).into())
}

fn read(text: &str) -> anyhow::Result<GameRecord> {
    if text.starts_with("Piskvorky") {
        GameRecord::from_psq(text).context("this is no PSQ")
    } else {
        GameRecord::from_sgf(text).context("this is no SGF")
    }
}

/// The moves of a game. Its rule need not be that of who plays on.
pub(super) fn game(text: &str, played: &Dedicated) -> anyhow::Result<Vec<Vec<String>>> {
    let record = read(text)?;
    if let Some(setup) = played.setup::<Position>() {
        ensure!(
            setup.size == record.size,
            "this is a game on a {} board, and `{played}` is to be played",
            record.size
        );
    }
    let mut turns = record.moves.iter().zip(Color::ALL.into_iter().cycle());
    let takes_turns = turns.all(|((_, color), turn)| *color == turn);
    ensure!(takes_turns, "the colors do not take turns, Black first");
    Ok(vec![record.moves.iter().map(|(point, _)| point.to_string()).collect()])
}

/// The moves of an opening as Gomocup has it, `0,0, 1,-1, 2,0`: columns to the right of the center
/// and rows below it; or without blanks, as in `h8i9`, where rows count from the top.
pub(super) fn words(line: &str, played: &Dedicated) -> Option<anyhow::Result<Vec<String>>> {
    let size = played.setup::<Position>()?.size;
    let (width, height) = (size.width() as i64, size.height() as i64);
    let numbers = line.split([' ', ',', '\t']).filter(|part| !part.is_empty());
    let numbers = numbers.map(|part| part.parse::<i64>().ok()).collect::<Option<Vec<_>>>();
    let places = match numbers {
        Some(numbers) if numbers.len() % 2 == 0 => {
            let from_center = |pair: &[i64]| {
                (pair[0].saturating_add(width / 2), pair[1].saturating_add(height / 2))
            };
            numbers.chunks(2).map(from_center).collect::<Vec<_>>()
        }
        Some(_) => return Some(Err(anyhow::anyhow!("there is a number too few"))),
        None => dense(line)?,
    };
    let words = places.into_iter().map(|(column, row)| {
        let on_board = (0..width).contains(&column) && (0..height).contains(&row);
        let point = on_board.then(|| Point::on(size, column as usize, (height - 1 - row) as usize));
        let point = point.flatten().map(|point| point.to_string());
        point.with_context(|| format!("column {column}, row {row} is not on the board"))
    });
    Some(words.collect())
}

/// At least two moves that nothing stands between.
fn dense(line: &str) -> Option<Vec<(i64, i64)>> {
    let mut places = Vec::new();
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        let column = "abcdefghijklmnopqrstuvwxyz".find(letter.to_ascii_lowercase())?;
        let digits = &rest[1..];
        let end = digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len());
        let row = digits[..end].parse::<i64>().ok()?;
        places.push((column as i64, row - 1));
        rest = &digits[end..];
    }
    (places.len() > 1).then_some(places)
}
