//! PSQ, the records of the Piskvork manager.
//!
//! The first line has the size, then comes a move a line, as column and row from the top left,
//! both from 1, and the milliseconds it took. Below the moves stand the names of the players.

use std::fmt::Write;

use super::{GameRecord, NotationError};
use crate::point::Point;
use crate::rule::{Rule, Size};
use stonegate_stones::Color;

impl GameRecord {
    pub fn from_psq(text: &str) -> Result<Self, NotationError> {
        let mut lines = text.lines().map(str::trim);
        let size = lines
            .next()
            .and_then(parse_size)
            .ok_or_else(|| NotationError("line 1: write `Piskvorky 15x15, 11:11, 0`".to_owned()))?;
        let mut players = [String::new(), String::new()];
        let mut n_names = 0;
        let mut moves = Vec::new();
        let mut turn = Color::Black;
        for (number, line) in lines.enumerate() {
            match parse_move(line) {
                Some((x, y)) => {
                    let off = || NotationError(format!("line {}: off the board", number + 2));
                    let y = size.height().checked_sub(y).ok_or_else(off)?;
                    let x = x.checked_sub(1).ok_or_else(off)?;
                    moves.push((Point::on(size, x, y).ok_or_else(off)?, turn));
                    turn = !turn;
                }
                None if line.is_empty() || line.parse::<i64>().is_ok() => {}
                None if n_names < 2 => {
                    line.clone_into(&mut players[n_names]);
                    n_names += 1;
                }
                None => {}
            }
        }
        Ok(Self { size, rule: Rule::Freestyle, players, moves })
    }

    pub fn to_psq(&self) -> String {
        let (width, height) = (self.size.width(), self.size.height());
        let mut text = format!("Piskvorky {width}x{height}, 11:11, 0\n");
        // Writing into a string cannot fail.
        for (point, _) in &self.moves {
            let _ = writeln!(text, "{},{},0", point.x() + 1, height - point.y());
        }
        for name in &self.players {
            let _ = writeln!(text, "{}", name.replace(['\r', '\n'], " "));
        }
        text.push_str("-1\n");
        text
    }
}

fn parse_size(line: &str) -> Option<Size> {
    let rest = line.strip_prefix("Piskvorky ")?;
    let (width, height) = rest.split(',').next()?.split_once('x')?;
    Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?)
}

fn parse_move(line: &str) -> Option<(usize, usize)> {
    let numbers: Option<Vec<usize>> = line.split(',').map(|it| it.trim().parse().ok()).collect();
    match numbers?[..] {
        [x, y, _] => Some((x, y)),
        _ => None,
    }
}
