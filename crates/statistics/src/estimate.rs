//! How much better one player is than another.

use crate::elo::elo_of_score;
use crate::frequencies::Frequencies;
use crate::normal;

/// A difference in strength with its interval of 95 %, and the likelihood of superiority.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    pub elo: f64,
    pub low: f64,
    pub high: f64,
    /// The probability that the player is the better one.
    pub superiority: f64,
}

/// How many normalized Elo the score is worth that is better than one half by the standard
/// deviation of a game.
pub(crate) const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

impl Estimate {
    /// The logistic Elo of a sample whose size was not chosen by its results.
    pub fn of(frequencies: &Frequencies) -> Self {
        let observed = frequencies.distribution();
        let (mean, error) = (observed.mean(), (observed.variance() / observed.n).sqrt());
        let z = normal::quantile(0.975);
        Self {
            elo: elo_of_score(mean),
            low: elo_of_score(mean - z * error),
            high: elo_of_score(mean + z * error),
            superiority: normal::cdf((mean - 0.5) / error),
        }
    }

    /// The same in normalized Elo, which says how many games it takes to tell.
    pub fn normalized(frequencies: &Frequencies) -> Self {
        let observed = frequencies.distribution();
        let (mean, variance) = (observed.mean(), observed.variance());
        let sigma_of_game = (variance * frequencies.n_games_each() as f64).sqrt();
        let error = (variance / observed.n).sqrt();
        let of_score = |score: f64| (score - 0.5) / sigma_of_game * NORMALIZED_ELO;
        let z = normal::quantile(0.975);
        Self {
            elo: of_score(mean),
            low: of_score(mean - z * error),
            high: of_score(mean + z * error),
            superiority: normal::cdf((mean - 0.5) / error),
        }
    }

    /// Half of the interval.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
