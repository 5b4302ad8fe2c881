//! The rules that differ from place to place.

use std::str::FromStr;

/// Which repetitions of a board are forbidden.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Ko {
    /// The board before the last move.
    Simple,
    /// Every earlier board.
    Positional,
    /// Every earlier board with the same player to move.
    Situational,
}

/// Whether own stones may be left without liberties.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Suicide {
    Forbidden,
    /// Of two or more stones.
    SeveralStones,
    Allowed,
}

/// How points are counted.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Scoring {
    /// Stones and the empty points that reach no other color: Tromp and Taylor.
    Area,
    /// The same, but an empty board is everybody's: the counter of the FPGA machine.
    Territory,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Rules {
    pub ko: Ko,
    pub suicide: Suicide,
    pub scoring: Scoring,
    /// Points for White.
    pub komi: f64,
    /// Whether dead stones are taken off before counting; if not, they have to be captured.
    pub removes_dead: bool,
}

impl Rules {
    /// The rules of the machine of two FPGAs.
    pub const FPGA: Self = Self {
        ko: Ko::Simple,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Territory,
        komi: 0.0,
        removes_dead: false,
    };

    /// The same, but no board comes again: the machine with that option.
    pub const FPGA_SUPERKO: Self = Self { ko: Ko::Positional, ..Self::FPGA };

    /// What machines play by.
    pub const OF_MACHINES: [Self; 2] = [Self::FPGA, Self::FPGA_SUPERKO];

    pub const TROMP_TAYLOR: Self = Self {
        ko: Ko::Positional,
        suicide: Suicide::Allowed,
        scoring: Scoring::Area,
        komi: 7.5,
        removes_dead: false,
    };

    /// As programs play them: with simple ko.
    pub const CHINESE: Self = Self {
        ko: Ko::Simple,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Area,
        komi: 7.5,
        removes_dead: true,
    };

    const PRESETS: [(&str, Self); 4] = [
        ("fpga", Self::FPGA),
        ("fpga-superko", Self::FPGA_SUPERKO),
        ("tromp-taylor", Self::TROMP_TAYLOR),
        ("chinese", Self::CHINESE),
    ];

    #[must_use]
    pub const fn with_komi(self, komi: f64) -> Self {
        Self { komi, ..self }
    }

    /// The name of the preset that differs at most in komi.
    pub fn preset(&self) -> Option<&'static str> {
        let is_this = |preset: &Self| preset.with_komi(self.komi) == *self;
        Self::PRESETS.iter().find(|(_, preset)| is_this(preset)).map(|&(name, _)| name)
    }
}

/// Reads the name of a preset. `seed` is the old name of `fpga`.
impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Self, ParseRulesError> {
        let text = if text.eq_ignore_ascii_case("seed") { "fpga" } else { text };
        let is_named = |(name, _): &&(&str, Self)| name.eq_ignore_ascii_case(text);
        Self::PRESETS.iter().find(is_named).map(|&(_, rules)| rules).ok_or(ParseRulesError)
    }
}

/// There are no rules of this name.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("rules are `fpga`, `fpga-superko`, `tromp-taylor` or `chinese`")]
pub struct ParseRulesError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_names() {
        for (name, rules) in Rules::PRESETS {
            assert_eq!(name.parse(), Ok(rules));
            assert_eq!(rules.with_komi(1.5).preset(), Some(name));
        }
        assert_eq!("seed".parse(), Ok(Rules::FPGA));
        assert_eq!("japanese".parse::<Rules>(), Err(ParseRulesError));
    }
}
