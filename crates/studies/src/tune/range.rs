//! The values that a parameter may have.

use std::fmt;
use std::str::FromStr;

/// The values that a parameter may have: `c=0.2..0.8`, or `c=0.2..0.8/7` where a grid has so many of
/// them.
#[derive(Clone, PartialEq, Debug)]
pub struct Range {
    pub name: String,
    pub low: f64,
    pub high: f64,
    /// Whether the ends of the range are whole numbers: so are all values then.
    is_whole: bool,
    /// How many values a grid has, where it is not as many as of other parameters.
    n_steps: Option<usize>,
}

impl Range {
    /// Values at equal distances, the ends among them.
    pub(super) fn values(&self, n_steps: usize) -> Vec<f64> {
        let n = self.n_steps.unwrap_or(n_steps);
        let values = (0..n).map(|index| {
            self.rounded(self.low + (self.high - self.low) * index as f64 / (n - 1) as f64)
        });
        let mut values = values.collect::<Vec<_>>();
        values.dedup();
        values
    }

    /// A narrower range around a value of a grid, between the values beside it.
    pub(super) fn narrowed(&self, value: f64, n_steps: usize) -> Self {
        let n = self.n_steps.unwrap_or(n_steps) as f64;
        let reach = (self.high - self.low) / (n - 1.0) * (n - 1.0) / n;
        let (low, high) = ((value - reach).max(self.low), (value + reach).min(self.high));
        Self { low, high, ..self.clone() }
    }

    /// A value of the range with no more digits than anybody wants to read.
    pub(super) fn rounded(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        if self.is_whole { value.round() } else { (value * 1e4).round() / 1e4 }
    }

    /// Where a search begins: at what the player has, or in the middle.
    pub(super) fn start(&self, player: &str) -> f64 {
        let options = player.split_once(':').map_or("", |(_, options)| options);
        let own = options.split(',').filter_map(|option| option.split_once('='));
        let mut own = own.filter(|(name, _)| *name == self.name);
        let value = own.next().and_then(|(_, value)| value.parse::<f64>().ok());
        value.unwrap_or(f64::midpoint(self.low, self.high)).clamp(self.low, self.high)
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').and_then(|(name, range)| {
            let (ends, steps) = range.split_once('/').unwrap_or((range, ""));
            let n_steps = if steps.is_empty() { None } else { Some(steps.trim().parse().ok()?) };
            let (low, high) = ends.split_once("..")?;
            let is_whole = [low, high].iter().all(|end| end.trim().parse::<i64>().is_ok());
            let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
            let name = name.trim().to_owned();
            Some(Self { name, low, high, is_whole, n_steps })
        });
        let is_range = |range: &Self| {
            let is_grid = range.n_steps.is_none_or(|n_steps| (2..=1000).contains(&n_steps));
            range.low < range.high && range.high.is_finite() && range.low.is_finite() && is_grid
        };
        parts.filter(is_range).ok_or_else(|| {
            format!("`{text}` is no range: write NAME=LOW..HIGH, as in c=0.2..0.8 or c=0.2..0.8/7")
        })
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}..{}", self.name, self.low, self.high)?;
        self.n_steps.map_or(Ok(()), |n_steps| write!(f, "/{n_steps}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        for text in ["c=0.2..0.8", "playouts=1..16", "c=0.2..0.8/7"] {
            assert_eq!(text.parse::<Range>().expect("a range").to_string(), text);
        }
        for text in
            ["c", "c=1", "c=2..1", "c=a..b", "c=0..inf", "c=-inf..0", "c=0..1/1", "c=0..1/x"]
        {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
        let whole = "playouts=1..4".parse::<Range>().expect("a range");
        assert_eq!(whole.values(9), [1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn a_search_begins_at_what_the_player_has() {
        let range = "c=0.2..0.8".parse::<Range>().expect("a range");
        for (player, expected) in [
            ("mcts", 0.5),
            ("mcts:c=0.7,iterations=10", 0.7),
            ("mcts:v=0.1,c=2", 0.8),
            ("mcts:cc=0.7", 0.5),
        ] {
            assert!((range.start(player) - expected).abs() < 1e-9, "{player}");
        }
    }
}
