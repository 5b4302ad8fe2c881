//! Times among the options of players.

use std::str::FromStr;
use std::time::Duration;

/// A time that is not negative.
pub(super) struct Seconds(pub(super) Duration);

impl FromStr for Seconds {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let seconds = text.parse::<f64>().map_err(drop)?;
        Duration::try_from_secs_f64(seconds).map(Self).map_err(drop)
    }
}
