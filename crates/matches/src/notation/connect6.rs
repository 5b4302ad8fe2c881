//! Connect6 in SGF, whose moves have two stones (`W[j9k10]`), and in the letters of desktop engines
//! (`JJ JIKJ`).

use anyhow::{Context, ensure};
use stonegate_connect6::{Cell, Position, Setup, Size};
use stonegate_players::{Dedicated, Ruleset};

pub(super) fn ruleset(text: &str) -> anyhow::Result<Ruleset> {
    let size = match property(text, "SZ") {
        None => Size::STANDARD,
        Some(size) => {
            let parsed = size.parse().ok().and_then(Size::new);
            parsed.with_context(|| format!("`{size}` is no size of a board"))?
        }
    };
    Ok(Dedicated::new::<Position>(Setup { size }).into())
}

fn property<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("{name}["))?;
    rest.split_once(']').map(|(value, _)| value.trim())
}

/// The stones of a game, in their order.
pub(super) fn game(text: &str) -> anyhow::Result<Vec<Vec<String>>> {
    let mut words = Vec::new();
    for node in text.split(';').skip(1).map(str::trim) {
        let Some(value) = node.strip_prefix("B[").or_else(|| node.strip_prefix("W[")) else {
            continue;
        };
        let value = value.split(']').next().unwrap_or_default();
        let stones = cells(value).or_else(|| letters(value, |row| row));
        words.extend(stones.with_context(|| format!("`{value}` is no stone or two"))?);
    }
    ensure!(!words.is_empty(), "there is no move in it");
    Ok(vec![words])
}

/// The stones of a line in the letters of desktop engines, who count rows from the bottom.
pub(super) fn words(line: &str, played: &Dedicated) -> Option<anyhow::Result<Vec<String>>> {
    let last = played.setup::<Position>()?.size.get() - 1;
    let turn = |text| letters(text, |row| last.wrapping_sub(row));
    let turns = line.split_whitespace().map(turn).collect::<Option<Vec<_>>>()?;
    Some(Ok(turns.concat()))
}

/// Cells as the game names them, one after the other: `j9k10`.
fn cells(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.get(1..)?;
        let end = digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len());
        let (word, tail) = rest.split_at(1 + end);
        words.push(word.parse::<Cell>().ok()?.to_string());
        rest = tail;
    }
    (!words.is_empty()).then_some(words)
}

/// One stone or two, each a letter for the column and one for the row.
fn letters(text: &str, row: impl Fn(usize) -> usize) -> Option<Vec<String>> {
    let is_turn = matches!(text.len(), 2 | 4) && text.bytes().all(|it| it.is_ascii_alphabetic());
    let index = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a');
    let stones = text.as_bytes().chunks(2).filter(|_| is_turn);
    let cells = stones.map(|stone| Cell::at(row(index(stone[1])), index(stone[0])));
    let words = cells.map(|cell| cell.map(|cell| cell.to_string())).collect::<Option<Vec<_>>>()?;
    is_turn.then_some(words)
}
