//! What a game is played by, as a text.

use std::fmt;
use std::str::FromStr;

use stonegate_stones::{Color, ParseSetupError};

use crate::board::Board;
use crate::game::Game;
use crate::handicap::handicap_points;
use crate::rules::Rules;
use crate::size::Size;

/// What settings there are.
const EXPECTED: &str = "a size as in `9` or `9x7`, `rules=` chinese, tromp-taylor, fpga or fpga-superko, `komi=7.5`, and `handicap=` as many stones as the board has places for, 9 at most";

/// What White gets in a game with a handicap, where an even game has a komi: no game is drawn.
const HANDICAP_KOMI: f64 = 0.5;

/// The size of the board, the rules, and the stones that Black has before the first move, which is
/// White's then. Its text is as in `9`, `9x7:rules=fpga,komi=0.5`, `19:handicap=4`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Setup {
    pub size: Size,
    pub rules: Rules,
    /// None, or as many as [`handicap_points`] has places for.
    pub handicap: usize,
}

impl Default for Setup {
    fn default() -> Self {
        Self::even(Size::NINE, Rules::CHINESE)
    }
}

impl Setup {
    /// A game without a handicap.
    pub const fn even(size: Size, rules: Rules) -> Self {
        Self { size, rules, handicap: 0 }
    }

    /// A game with so many stones for Black, and the komi that goes with them.
    pub const fn handicapped(size: Size, rules: Rules, handicap: usize) -> Self {
        let komi = usual_komi(&rules, handicap);
        Self { size, rules: rules.with_komi(komi), handicap }
    }

    /// The game before its first move.
    pub fn game(&self) -> Game {
        let Self { size, rules, handicap } = *self;
        let Some(points) = handicap_points(size, handicap) else { return Game::new(size, rules) };
        let mut board = Board::new(size);
        for point in points {
            board.set(point, Some(Color::Black));
        }
        Game::from_board(board, Color::White, rules)
    }
}

/// The komi of rules if nothing is said.
const fn usual_komi(rules: &Rules, handicap: usize) -> f64 {
    if handicap > 0 { rules.komi.min(HANDICAP_KOMI) } else { rules.komi }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, rules, handicap } = self;
        if size.width() == size.height() {
            write!(f, "{}", size.width())?;
        } else {
            write!(f, "{size}")?;
        }
        let preset = rules.preset().unwrap_or("chinese");
        let usual = preset.parse::<Rules>().unwrap_or(Rules::CHINESE);
        let mut settings = Vec::new();
        if preset != "chinese" {
            settings.push(format!("rules={preset}"));
        }
        // Equal numbers print alike, so this compares what is read back.
        if rules.komi.to_string() != usual_komi(&usual, *handicap).to_string() {
            settings.push(format!("komi={}", rules.komi));
        }
        if *handicap > 0 {
            settings.push(format!("handicap={handicap}"));
        }
        if !settings.is_empty() {
            write!(f, ":{}", settings.join(","))?;
        }
        Ok(())
    }
}

impl FromStr for Setup {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<Self, ParseSetupError> {
        let (size, settings) = text.split_once(':').unwrap_or((text, ""));
        let error =
            |setting: &str| ParseSetupError { setting: setting.to_owned(), expected: EXPECTED };
        let mut setup = Self::default();
        if !size.is_empty() {
            setup.size = size.parse().map_err(|_| error(size))?;
        }
        let mut komi = None;
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let bad = || error(setting);
            let (name, value) = setting.split_once('=').ok_or_else(bad)?;
            match name {
                "size" => setup.size = value.parse().map_err(|_| bad())?,
                "rules" => setup.rules = value.parse().map_err(|_| bad())?,
                "komi" => {
                    let number = value.parse::<f64>().ok().filter(|komi| komi.abs() <= 400.0);
                    komi = Some(number.ok_or_else(bad)?);
                }
                "handicap" => setup.handicap = value.parse().map_err(|_| bad())?,
                _ => return Err(bad()),
            }
        }
        let Self { size, rules, handicap } = setup;
        if handicap > 0 && handicap_points(size, handicap).is_none() {
            return Err(error(&format!("handicap={handicap}")));
        }
        let setup = Self::handicapped(size, rules, handicap);
        Ok(Self { rules: setup.rules.with_komi(komi.unwrap_or(setup.rules.komi)), ..setup })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_are_read_back() {
        for text in [
            "9",
            "9x7",
            "19:komi=0.5",
            "13:rules=fpga",
            "9:rules=fpga-superko",
            "9:rules=tromp-taylor,komi=-3",
            "9:handicap=4",
            "19:rules=fpga,handicap=9",
            "13:komi=7.5,handicap=2",
        ] {
            assert_eq!(text.parse::<Setup>().map(|setup| setup.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("".parse(), Ok(Setup::default()));
        assert_eq!(":size=9,rules=chinese,komi=7.5".parse(), Ok(Setup::default()));
        let handicaps = ["9:handicap=1", "9:handicap=10", "9x7:handicap=2", "handicap=-2"];
        for text in
            ["20", "9:komi=nan", "9:komi", "9:rules=japanese", "9:x=1"].into_iter().chain(handicaps)
        {
            assert!(text.parse::<Setup>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_handicap_is_on_the_board_and_white_begins() {
        let setup = "19:handicap=4,size=9".parse::<Setup>().expect("a setup");
        assert_eq!((setup.to_string(), setup.rules.komi), ("9:handicap=4".to_owned(), 0.5));
        let game = setup.game();
        assert_eq!((game.to_move(), game.n_moves()), (Color::White, 0));
        let names = game.board().stones(Color::Black).iter().map(|point| point.to_string());
        assert_eq!(names.collect::<Vec<_>>(), ["C3", "G3", "C7", "G7"]);
        let even = Setup::default().game();
        assert_eq!((even.to_move(), even.board().empty().len()), (Color::Black, 81));
    }
}
