//! What a game is played by, as a text.

use std::fmt;
use std::str::FromStr;

use stonegate_stones::ParseSetupError;

use crate::rules::Rules;
use crate::size::Size;

/// What settings there are.
const EXPECTED: &str = "a size as in `9` or `9x7`, `rules=` chinese, tromp-taylor, fpga or fpga-superko, and `komi=7.5`";

/// The size of the board and the rules. Its text is as in `9`, `9x7:rules=fpga,komi=0.5`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Setup {
    pub size: Size,
    pub rules: Rules,
}

impl Default for Setup {
    fn default() -> Self {
        Self { size: Size::NINE, rules: Rules::CHINESE }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, rules } = self;
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
        if rules.komi.to_string() != usual.komi.to_string() {
            settings.push(format!("komi={}", rules.komi));
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
                _ => return Err(bad()),
            }
        }
        setup.rules.komi = komi.unwrap_or(setup.rules.komi);
        Ok(setup)
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
        ] {
            assert_eq!(text.parse::<Setup>().map(|setup| setup.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("".parse(), Ok(Setup::default()));
        assert_eq!(":size=9,rules=chinese,komi=7.5".parse(), Ok(Setup::default()));
        for text in ["20", "9:komi=nan", "9:komi", "9:rules=japanese", "9:x=1"] {
            assert!(text.parse::<Setup>().is_err(), "{text}");
        }
    }
}
