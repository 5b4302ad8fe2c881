//! Who has won, and by how much.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::rules::{Rules, Scoring};
use crate::territory_counter::{area, count_territory};
use stonegate_stones::{ByColor, Color};

/// The points of both players, komi included.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Score(pub ByColor<f64>);

impl Score {
    pub fn count(board: &Board, rules: &Rules) -> Self {
        let points = match rules.scoring {
            Scoring::Area => {
                let area = area(board);
                ByColor { black: area.black.len(), white: area.white.len() }
            }
            Scoring::Territory => count_territory(board),
        };
        Self(ByColor { black: points.black as f64, white: points.white as f64 + rules.komi })
    }

    /// By how much Black is ahead.
    pub fn lead(self) -> f64 {
        self.0.black - self.0.white
    }

    pub fn outcome(self) -> Outcome {
        let lead = self.lead();
        match lead {
            _ if lead > 0.0 => Outcome::ByPoints(Color::Black, lead),
            _ if lead < 0.0 => Outcome::ByPoints(Color::White, -lead),
            _ => Outcome::Draw,
        }
    }
}

/// How a game has ended. Its text is that of GTP and SGF: `B+3.5`, `W+R`, `0`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Outcome {
    ByPoints(Color, f64),
    ByResignation(Color),
    OnTime(Color),
    Draw,
}

impl Outcome {
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::ByPoints(color, _) | Self::ByResignation(color) | Self::OnTime(color) => {
                Some(color)
            }
            Self::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.winner() {
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
            None => return f.write_str("0"),
        };
        match self {
            Self::ByPoints(_, points) => write!(f, "{letter}+{points}"),
            Self::ByResignation(_) => write!(f, "{letter}+R"),
            Self::OnTime(_) => write!(f, "{letter}+T"),
            Self::Draw => Ok(()),
        }
    }
}

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Self, ParseOutcomeError> {
        if ["0", "draw"].iter().any(|draw| text.eq_ignore_ascii_case(draw)) {
            return Ok(Self::Draw);
        }
        let (winner, margin) = text.split_once('+').ok_or(ParseOutcomeError)?;
        let winner = match winner {
            "B" | "b" => Color::Black,
            "W" | "w" => Color::White,
            _ => return Err(ParseOutcomeError),
        };
        match margin.to_ascii_lowercase().as_str() {
            "r" | "resign" => Ok(Self::ByResignation(winner)),
            "t" | "time" => Ok(Self::OnTime(winner)),
            margin => match margin.parse::<f64>() {
                Ok(points) if points.is_finite() => Ok(Self::ByPoints(winner, points)),
                _ => Err(ParseOutcomeError),
            },
        }
    }
}

/// The text is no result of a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a result is as in B+3.5, W+R, W+T or 0")]
pub struct ParseOutcomeError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_back() {
        for text in ["B+3.5", "W+10", "B+R", "W+T", "0"] {
            assert_eq!(text.parse::<Outcome>().map(|o| o.to_string()).as_deref(), Ok(text));
        }
        assert!("B+x".parse::<Outcome>().is_err());
    }

    #[test]
    fn komi_is_whites() {
        let board = ".X.\nXX.\n..O".parse::<Board>().unwrap();
        let score = Score::count(&board, &Rules::CHINESE.with_komi(0.5));
        assert_eq!(score.outcome().to_string(), "B+2.5");
    }
}
