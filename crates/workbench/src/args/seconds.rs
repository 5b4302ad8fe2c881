//! Times as people write them: `0.5`, `10`.

use std::time::Duration;

/// Shorter times mean nothing to a clock, and nobody waits longer.
const LEAST: f64 = 0.001;
const MOST: f64 = 1e6;

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    read(text).filter(|time| !time.is_zero()).ok_or_else(|| {
        format!("a time is a number of seconds from {LEAST} to {MOST}, as in 0.5 or 10")
    })
}

/// Reads a number of seconds that may be zero.
pub fn seconds_or_zero(text: &str) -> Result<Duration, String> {
    read(text).ok_or_else(|| {
        format!("a time is 0 or a number of seconds from {LEAST} to {MOST}, as in 0.5 or 10")
    })
}

fn read(text: &str) -> Option<Duration> {
    let seconds = text.trim().parse::<f64>().ok()?;
    let is_fit = seconds == 0.0 || (LEAST..=MOST).contains(&seconds);
    is_fit.then(|| Duration::from_secs_f64(seconds.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_whole_or_not() {
        for (text, milliseconds) in [("10", 10_000), ("0.5", 500), (".25", 250), ("1e3", 1_000_000)]
        {
            let time = Duration::from_millis(milliseconds);
            assert_eq!(seconds(text), Ok(time));
            assert_eq!(seconds_or_zero(text), Ok(time));
        }
        assert_eq!(seconds_or_zero("0"), Ok(Duration::ZERO));
    }

    #[test]
    fn other_texts_are_told_what_a_time_is() {
        for text in ["", "abc", "-1", "1e9", "inf", "NaN", "1s", "0.0001"] {
            for parser in [seconds, seconds_or_zero] {
                let error = parser(text).expect_err(text);
                assert!(error.contains("a number of seconds from 0.001 to 1000000"), "{error}");
            }
        }
        assert!(seconds("0").is_err());
    }
}
