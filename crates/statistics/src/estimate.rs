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
        let Spread { mean, error, z, .. } = Spread::observed(frequencies);
        Self {
            elo: elo_of_score(mean),
            low: elo_of_score(mean - z * error),
            high: elo_of_score(mean + z * error),
            superiority: normal::cdf((mean - 0.5) / error),
        }
    }

    /// The same for samples of any size: a small or uniform one hardly tells how much results vary,
    /// and its interval is wider than that of [`Self::of`].
    pub fn careful(frequencies: &Frequencies) -> Self {
        if !frequencies.is_thin() {
            return Self::of(frequencies);
        }
        let Spread { mean, error, z, .. } = Spread::careful(frequencies);
        let elo = elo_of_score(frequencies.mean());
        Self {
            elo,
            low: elo_of_score(mean - z * error).min(elo),
            high: elo_of_score(mean + z * error).max(elo),
            superiority: normal::cdf((mean - 0.5) / error),
        }
    }

    /// The same in normalized Elo, which says how many games it takes to tell.
    pub fn normalized(frequencies: &Frequencies) -> Self {
        let Spread { mean, variance, error, z } = if frequencies.is_thin() {
            Spread::careful(frequencies)
        } else {
            Spread::observed(frequencies)
        };
        let sigma_of_game = (variance * frequencies.n_games_each() as f64).sqrt();
        let of_score = |score: f64| (score - 0.5) / sigma_of_game * NORMALIZED_ELO;
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

/// The mean of a sample and how far it may be from the truth.
struct Spread {
    mean: f64,
    /// Of one observation.
    variance: f64,
    /// The standard deviation of the mean.
    error: f64,
    /// How many of these an interval of 95 % has on either side.
    z: f64,
}

impl Spread {
    fn observed(frequencies: &Frequencies) -> Self {
        let observed = frequencies.distribution();
        let (mean, variance) = (observed.mean(), observed.variance());
        Self { mean, variance, error: (variance / observed.n).sqrt(), z: normal::quantile(0.975) }
    }

    /// As if one observation more had been lost and one more won (as Agresti and Coull do, 1998),
    /// with a quantile of Student's distribution.
    fn careful(frequencies: &Frequencies) -> Self {
        let expected = frequencies.with_extremes();
        let (mean, variance) = (expected.mean(), expected.variance());
        let z = student_quantile(0.975, (expected.n - 2.0).max(1.0));
        Self { mean, variance, error: (variance / expected.n).sqrt(), z }
    }
}

/// The quantile of Student's distribution, by the expansion of Cornish and Fisher: a tenth of a percent
/// off for ten degrees of freedom, and a quarter too small for one.
fn student_quantile(p: f64, degrees: f64) -> f64 {
    let z = normal::quantile(p);
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / degrees + second / degrees.powi(2) + third / degrees.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_student_are_those_of_the_tables() {
        for (degrees, expected) in [(3.0, 3.182), (5.0, 2.571), (10.0, 2.228), (30.0, 2.042)] {
            let quantile = student_quantile(0.975, degrees);
            assert!((quantile / expected - 1.0).abs() < 0.01, "{degrees}: {quantile}");
        }
    }

    #[test]
    fn little_is_known_after_little() {
        for pairs in [[0, 0, 1, 0, 0], [0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 2, 0, 0]] {
            let Estimate { elo, low, high, .. } = Estimate::careful(&Frequencies::Pairs(pairs));
            assert!(low <= elo && elo <= high && high - low > 600.0, "{pairs:?}: {low} to {high}");
        }
        let nothing = Estimate::careful(&Frequencies::Pairs([0; 5]));
        assert!(nothing.elo.abs() < 1e-9 && nothing.high > 1000.0, "{nothing:?}");
        let uniform = Estimate::careful(&Frequencies::Pairs([0, 0, 100, 0, 0]));
        assert!((3.0..30.0).contains(&uniform.margin()), "{uniform:?}");
        let enough = Frequencies::Pairs([5, 10, 30, 15, 8]);
        assert_eq!(Estimate::careful(&enough), Estimate::of(&enough));
    }
}
