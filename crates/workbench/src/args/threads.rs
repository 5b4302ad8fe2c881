//! Numbers of threads.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::thread;

/// How many threads work at something.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Threads(NonZeroUsize);

/// No machine has more cores that one program may use, and each thread takes memory.
const MOST: usize = 1024;

impl Threads {
    pub const ONE: Self = Self(NonZeroUsize::MIN);

    /// One for each core.
    pub fn all() -> Self {
        Self(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    pub fn count(self) -> NonZeroUsize {
        self.0
    }
}

impl FromStr for Threads {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.trim().parse::<NonZeroUsize>().ok();
        let number = number.filter(|number| number.get() <= MOST);
        number.map(Self).ok_or_else(|| format!("it takes a whole number from 1 to {MOST}"))
    }
}

impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_at_least_one() {
        assert_eq!("1".parse(), Ok(Threads::ONE));
        assert_eq!("1024".parse::<Threads>().map(|threads| threads.count().get()), Ok(1024));
        for text in ["", "0", "-1", "1.5", "two", "1025", "99999999999999999999"] {
            assert!(text.parse::<Threads>().is_err(), "{text}");
        }
    }
}
