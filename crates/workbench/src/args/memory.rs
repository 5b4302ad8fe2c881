//! Amounts of memory as people write them.

use std::fmt;
use std::str::FromStr;

/// A number of bytes: `512M`, `2G`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Memory(pub usize);

const UNITS: [(char, u32); 4] = [('T', 40), ('G', 30), ('M', 20), ('K', 10)];

/// With less nothing can think.
const LEAST: usize = 1 << 20;

const ERROR: &str = "it takes a number with a unit, as in 512M or 2G, of at least 1M";

impl Memory {
    /// Reads an amount of which a number alone is meant in MiB.
    pub fn in_mebibytes(text: &str) -> Result<Self, &'static str> {
        match text.trim().parse::<usize>() {
            Ok(number) => Self::new(number, 20),
            Err(_) => text.parse(),
        }
    }

    fn new(number: usize, shift: u32) -> Result<Self, &'static str> {
        let bytes = number.checked_mul(1 << shift).filter(|&bytes| bytes >= LEAST);
        bytes.map(Self).ok_or(ERROR)
    }
}

impl FromStr for Memory {
    type Err = &'static str;

    /// Reads a number with its unit: without one, nobody knows what is meant.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let unit =
            UNITS.iter().find(|(name, _)| text.ends_with([*name, name.to_ascii_lowercase()]));
        let &(_, shift) = unit.ok_or(ERROR)?;
        let number = text[..text.len() - 1].trim_end().parse().map_err(|_| ERROR)?;
        Self::new(number, shift)
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = UNITS.iter().find(|(_, shift)| self.0.is_multiple_of(1 << shift));
        match unit {
            Some((name, shift)) => write!(f, "{}{name}", self.0 >> shift),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_printed() {
        for (text, bytes) in [("2G", 2 << 30), ("512M", 512 << 20), ("1025K", 1025 << 10)] {
            assert_eq!(text.parse(), Ok(Memory(bytes)));
            assert_eq!(Memory(bytes).to_string(), text);
        }
        assert_eq!("2g".parse(), Ok(Memory(2 << 30)));
        for text in ["", "G", "-1G", "0", "0M", "1.5G", "99999999999T", "é", "10", "1500", "3K"] {
            assert!(text.parse::<Memory>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_number_alone_may_be_meant_in_mebibytes() {
        assert_eq!(Memory::in_mebibytes("128"), Ok(Memory(128 << 20)));
        assert_eq!(Memory::in_mebibytes("1G"), Ok(Memory(1 << 30)));
        assert!(Memory::in_mebibytes("0").is_err());
    }
}
