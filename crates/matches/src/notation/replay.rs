//! Making the moves of a game that was read.

use anyhow::{Context, ensure};
use stonegate_board::Chessboard;
use stonegate_compile::Referee;
use stonegate_gdl::RoleId;

use super::Line;
use crate::record::Record;

/// Makes the joint moves of a record.
pub(super) fn record(referee: &mut dyn Referee, record: Record) -> anyhow::Result<Line> {
    while referee.undo() {}
    let n_roles = referee.roles().len();
    let mut moves = Vec::with_capacity(record.moves.len());
    for (number, joint) in (1..).zip(record.moves) {
        ensure!(joint.len() == n_roles, "joint move {number} is not one of {n_roles} roles");
        let spelled = RoleId::enumerate(&joint).map(|(role, text)| {
            let action = referee.recognize(role, text)?;
            action.with_context(|| format!("`{text}` is not legal as joint move {number}"))
        });
        let spelled = spelled.collect::<anyhow::Result<Vec<_>>>()?;
        referee.apply(&spelled)?;
        moves.push(spelled);
    }
    let is_over = referee.is_terminal()?;
    Ok(Line { n_opening_moves: record.n_opening_moves.min(moves.len()), moves, is_over })
}

/// Makes the moves of a line. Who has one legal move alone need not be named.
pub(super) fn words(referee: &mut dyn Referee, words: Vec<String>) -> anyhow::Result<Line> {
    let mut words = words.into_iter().peekable();
    while referee.undo() {}
    let mut moves: Vec<Vec<String>> = Vec::new();
    while let Some(next) = words.peek() {
        ensure!(!referee.is_terminal()?, "the game is over before `{next}`");
        let n_legal = referee.n_legal()?;
        let mut joint = Vec::with_capacity(n_legal.len());
        for (role, &n_legal) in RoleId::enumerate(&n_legal) {
            let word = words.peek().map(String::as_str);
            let action = word.map(|word| meant(referee, role, word)).transpose()?.flatten();
            if action.is_some() {
                words.next();
            } else if n_legal > 1 {
                let word = words.next().context("the last joint move is not complete")?;
                anyhow::bail!("`{word}` is not legal after {} moves", moves.len());
            }
            let only = referee.legal()?[role].first().cloned();
            let action = action.or(only);
            joint.push(action.context("the rules leave a role without a legal move")?);
        }
        referee.apply(&joint)?;
        moves.push(joint);
    }
    Ok(Line { moves, n_opening_moves: 0, is_over: referee.is_terminal()? })
}

/// The move of a role that a word means.
fn meant(referee: &mut dyn Referee, role: RoleId, word: &str) -> anyhow::Result<Option<String>> {
    if let Some(action) = referee.recognize(role, word)? {
        return Ok(Some(action));
    }
    let Some(board) = Chessboard::of(&referee.facts()?) else { return Ok(None) };
    Ok(board.read(word, &referee.legal()?[role]))
}
