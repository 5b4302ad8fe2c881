//! Amounts of memory as people write them.

use std::fmt;
use std::str::FromStr;

/// A number of bytes: `512M`, `2G`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Memory(pub(crate) usize);

const UNITS: [(char, u32); 4] = [('T', 40), ('G', 30), ('M', 20), ('K', 10)];

impl FromStr for Memory {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const ERROR: &str = "it takes a number with a unit, as in 512M or 2G";
        let unit =
            UNITS.iter().find(|(name, _)| text.ends_with([*name, name.to_ascii_lowercase()]));
        let (number, shift) =
            unit.map_or((text, 0), |(_, shift)| (&text[..text.len() - 1], *shift));
        let number = number.trim_end().parse::<usize>().map_err(|_| ERROR)?;
        let bytes = number.checked_mul(1 << shift).filter(|&bytes| bytes > 0);
        bytes.map(Self).ok_or(ERROR)
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
        for (text, bytes) in [("2G", 2 << 30), ("512M", 512 << 20), ("1500", 1500), ("3K", 3072)] {
            assert_eq!(text.parse(), Ok(Memory(bytes)));
            assert_eq!(Memory(bytes).to_string(), text);
        }
        assert_eq!("2g".parse(), Ok(Memory(2 << 30)));
        for text in ["", "G", "-1G", "0", "1.5G", "99999999999T", "é"] {
            assert!(text.parse::<Memory>().is_err(), "{text}");
        }
    }
}
