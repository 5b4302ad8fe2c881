//! Sequential tests: games are played until their results suffice.

use std::fmt;
use std::str::FromStr;

use crate::brownian::Brownian;
use crate::elo::score_of_elo;
use crate::estimate::{Estimate, NORMALIZED_ELO};
use crate::frequencies::Frequencies;
use crate::likelihood::{Hypothesis, log_likelihood_ratio};
use crate::roots::bisect;

/// A sequential probability ratio test (Wald, 1945), in the generalized form that estimates what
/// the hypotheses do not say.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// The difference in Elo that is not worth having ..
    pub elo0: f64,
    /// .. and the one that is.
    pub elo1: f64,
    /// How often a difference of `elo0` may pass.
    pub alpha: f64,
    /// How often a difference of `elo1` may fail.
    pub beta: f64,
    pub model: EloModel,
}

/// What the two differences are measured in.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub enum EloModel {
    /// By the expected score.
    #[default]
    Logistic,
    /// By the expected score in standard deviations of a game.
    Normalized,
}

/// What a test has found out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Verdict {
    /// The difference is rather `elo1` than `elo0`.
    Accepted,
    /// The difference is rather `elo0` than `elo1`.
    Rejected,
}

impl Sprt {
    /// The test ends when the log-likelihood ratio leaves these bounds.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// How much the results speak for `elo1`, or, where it is negative, for `elo0`.
    pub fn log_likelihood_ratio(&self, frequencies: &Frequencies) -> f64 {
        if frequencies.n() == 0 {
            return 0.0;
        }
        let per_sample = (frequencies.n_games_each() as f64).sqrt();
        let [first, second] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => Hypothesis::Mean(score_of_elo(elo)),
            EloModel::Normalized => Hypothesis::TValue(elo / NORMALIZED_ELO * per_sample),
        });
        log_likelihood_ratio(&frequencies.distribution(), first, second)
    }

    /// What the results have shown, if they suffice.
    pub fn verdict(&self, frequencies: &Frequencies) -> Option<Verdict> {
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(frequencies) {
            ratio if ratio < low => Some(Verdict::Rejected),
            ratio if ratio > high => Some(Verdict::Accepted),
            _ => None,
        }
    }

    /// The logistic Elo after a test, where the plain estimate is too good if the test was passed and
    /// too bad if it was not: as often too high as too low, whatever the truth is.
    pub fn estimate(&self, frequencies: &Frequencies) -> Estimate {
        let course = Course::new(self, frequencies);
        Estimate {
            elo: course.elo_with_worse_outcomes(0.5),
            low: course.elo_with_worse_outcomes(0.025),
            high: course.elo_with_worse_outcomes(0.975),
            superiority: course.chance_of_worse_outcome(0.0),
        }
    }
}

/// The course of a test as a Brownian motion between the bounds.
struct Course {
    bounds: (f64, f64),
    /// The scores of the two hypotheses.
    scores: (f64, f64),
    variance: f64,
    /// Where and when it has ended or is now.
    ratio: f64,
    time: f64,
    /// How far to look for the true difference at first.
    reach: f64,
    middle: f64,
}

impl Course {
    fn new(test: &Sprt, frequencies: &Frequencies) -> Self {
        let observed = frequencies.distribution();
        let variance = observed.variance();
        let sigma_of_game = (variance * frequencies.n_games_each() as f64).sqrt();
        let score = |elo: f64| match test.model {
            EloModel::Logistic => score_of_elo(elo),
            EloModel::Normalized => elo / NORMALIZED_ELO * sigma_of_game + 0.5,
        };
        let mut course = Self {
            bounds: test.bounds(),
            scores: (score(test.elo0), score(test.elo1)),
            variance,
            ratio: 0.0,
            time: observed.n,
            reach: 30.0 * (test.elo1 - test.elo0).abs(),
            middle: f64::midpoint(test.elo0, test.elo1),
        };
        let drift = course.drift(observed.mean());
        let ratio = drift * observed.n;
        // What lies beyond a bound was reached when the bound was.
        course.ratio = ratio.clamp(course.bounds.0, course.bounds.1);
        if (course.ratio - ratio).abs() > 0.0 {
            course.time = course.ratio / drift;
        }
        course
    }

    /// How fast the ratio grows where a player has this score.
    fn drift(&self, score: f64) -> f64 {
        let (first, second) = self.scores;
        (score - f64::midpoint(first, second)) * (second - first) / self.variance
    }

    /// The probability of a worse outcome for a player that is so much better: failing sooner,
    /// passing later, or failing instead of passing.
    fn chance_of_worse_outcome(&self, elo: f64) -> f64 {
        let (first, second) = self.scores;
        let motion = Brownian {
            low: self.bounds.0,
            high: self.bounds.1,
            drift: self.drift(score_of_elo(elo)),
            variance: (second - first).powi(2) / self.variance,
        };
        motion.chance_of_worse(self.time, self.ratio)
    }

    /// The difference in Elo for which worse outcomes than this have the probability `1 - p`.
    fn elo_with_worse_outcomes(&self, p: f64) -> f64 {
        const LIMIT: f64 = 1000.0;
        let mut reach = self.reach;
        loop {
            let low = (self.middle - reach).max(-LIMIT);
            let high = (self.middle + reach).min(LIMIT);
            // The better the player, the more outcomes are better than this one.
            let excess = |elo: f64| (1.0 - p) - self.chance_of_worse_outcome(elo);
            let straddles = excess(low) < 0.0 && excess(high) > 0.0;
            if straddles || (low <= -LIMIT && high >= LIMIT) || !reach.is_finite() {
                return bisect(excess, low, high);
            }
            reach = (reach * 2.0).max(1.0);
        }
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        })
    }
}

impl FromStr for EloModel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "logistic" => Ok(Self::Logistic),
            "normalized" => Ok(Self::Normalized),
            _ => Err(format!("`{text}` is no model: it is `logistic` or `normalized`")),
        }
    }
}
