//! Othello in GGF, in transcripts without blanks, and positions in OBF.

use std::collections::HashSet;

use anyhow::{Context, ensure};
use stonegate_othello::{GgfGame, Move, ObfLine, Position, Setup, squares};
use stonegate_players::{Dedicated, Ruleset};

use super::ensure_same;

pub(super) fn ruleset(text: &str) -> anyhow::Result<Ruleset> {
    let first = read_all(text).next().context("there is no game in it")??;
    Ok(dedicated(&first).into())
}

fn dedicated(game: &GgfGame) -> Dedicated {
    Dedicated::new::<Position>(Setup { width: game.start.width() })
}

/// Files of game servers have many games.
fn read_all(text: &str) -> impl Iterator<Item = anyhow::Result<GgfGame>> {
    let games = text.split(";)").map(str::trim).filter(|game| !game.is_empty());
    games.map(|game| Ok(format!("{game};)").parse::<GgfGame>()?))
}

pub(super) fn games(text: &str, played: &Dedicated) -> anyhow::Result<Vec<Vec<String>>> {
    let games = read_all(text).map(|game| {
        let game = game?;
        ensure_same(&dedicated(&game), played)?;
        let is_start = game.start == Position::start(game.start.width());
        ensure!(is_start, "a game that begins in another position is not read");
        Ok(game.moves.iter().map(|played| played.action.to_string()).collect())
    });
    games.collect()
}

/// The moves of a transcript, `f5d6c3`, or some that lead to a position of OBF.
pub(super) fn words(line: &str) -> Option<anyhow::Result<Vec<String>>> {
    if let Ok(ObfLine { position, .. }) = line.parse() {
        return Some(retrace(&position));
    }
    let is_dense = line.len() > 2 && line.is_ascii() && !line.contains([' ', ',', '\t', '(']);
    let words = line.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).into_owned());
    let words = words.collect::<Vec<_>>();
    let are_moves = words.iter().all(|word| word.parse::<Move>().is_ok());
    (is_dense && are_moves).then_some(Ok(words))
}

/// So many positions are looked at for a way to another one.
const MAX_POSITIONS: usize = 2_000_000;

/// Moves that lead from the start to a position.
fn retrace(goal: &Position) -> anyhow::Result<Vec<String>> {
    let start = Position::start(goal.width());
    let mut search = Search { goal, seen: HashSet::new(), line: Vec::new() };
    let is_found = search.run(&start);
    let n_seen = search.seen.len();
    ensure!(n_seen < MAX_POSITIONS || is_found, "no way to the position was found in time");
    ensure!(is_found, "no moves lead to the position");
    Ok(search.line.iter().map(ToString::to_string).collect())
}

/// Depth first, on squares that have a disc in the end. Discs never disappear, so that a line ends
/// where it has as many as the position.
struct Search<'a> {
    goal: &'a Position,
    seen: HashSet<Position>,
    line: Vec<Move>,
}

impl Search<'_> {
    fn run(&mut self, position: &Position) -> bool {
        if position == self.goal {
            return true;
        }
        let is_new = self.seen.len() < MAX_POSITIONS && self.seen.insert(*position);
        if !is_new || position.n_empties() < self.goal.n_empties() {
            return false;
        }
        let discs = !self.goal.board().empties();
        let places = squares(position.legal_moves() & discs).map(Move::Place);
        let pass = position.must_pass().then_some(Move::Pass);
        for action in places.chain(pass) {
            let Ok(next) = position.play(action) else { continue };
            self.line.push(action);
            if self.run(&next) {
                return true;
            }
            self.line.pop();
        }
        false
    }
}
