//! What a game is played by: size and rule.

use std::fmt;
use std::str::FromStr;

use stonegate_stones::ParseSetupError;

use crate::position::Position;
use crate::rule::{Rule, Size};

/// The board and the rule of a game.
///
/// As text, the size of a square board comes first and settings follow a colon: nothing for 15x15
/// freestyle, `16`, `:rule=renju`, `20:rule=caro`, `:size=12x20`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Setup {
    pub size: Size,
    pub rule: Rule,
}

impl Setup {
    /// The game in its initial position.
    pub fn position(&self) -> Position {
        Position::new(self.rule, self.size)
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self { size: Size::FIFTEEN, rule: Rule::Freestyle }
    }
}

impl FromStr for Setup {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<Self, ParseSetupError> {
        let (side, settings) = text.split_once(':').unwrap_or((text, ""));
        let error = |setting: &str| ParseSetupError {
            setting: setting.to_owned(),
            expected: "a size from 5 to 25 and a rule (freestyle, standard, renju or caro), as in \
                       `gomoku15:rule=renju`",
        };
        let mut setup = Self::default();
        if !side.is_empty() {
            let size = side.parse().ok().and_then(Size::square);
            setup.size = size.ok_or_else(|| error(side))?;
        }
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let wrong = || error(setting);
            match setting.split_once('=').ok_or_else(wrong)? {
                ("rule", rule) => setup.rule = rule.parse().map_err(|_| wrong())?,
                ("size", size) => setup.size = parse_size(size).ok_or_else(wrong)?,
                _ => return Err(wrong()),
            }
        }
        Ok(setup)
    }
}

fn parse_size(text: &str) -> Option<Size> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    Size::new(width.parse().ok()?, height.parse().ok()?)
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_square = self.size.width() == self.size.height();
        if is_square && self.size != Size::FIFTEEN {
            write!(f, "{}", self.size.width())?;
        }
        let rule = (self.rule != Rule::Freestyle).then(|| format!("rule={}", self.rule));
        let size = (!is_square).then(|| format!("size={}", self.size));
        let settings: Vec<String> = size.into_iter().chain(rule).collect();
        if settings.is_empty() { Ok(()) } else { write!(f, ":{}", settings.join(",")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_the_inverse_of_parsing() {
        for text in ["", "16", ":rule=renju", "20:rule=caro", ":size=12x20", ":size=5x6,rule=caro"]
        {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
        }
        for text in ["4", "26", "x", ":rule=go", ":komi=7", ":size=3x3", ":rule"] {
            assert!(text.parse::<Setup>().is_err(), "{text}");
        }
    }
}
