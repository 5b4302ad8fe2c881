//! The most likely distributions that have a given strength, and how likely they make what was
//! observed.
//!
//! See Van den Bergh, "Comments on Normalized Elo" and "The generalized maximum likelihood ratio
//! for the expectation value of a distribution", on <https://www.cantate.be/Fishtest/>.

use crate::frequencies::Distribution;
use crate::roots::newton;

/// What a hypothesis says of a distribution.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Hypothesis {
    /// Its mean.
    Mean(f64),
    /// How far its mean is from one half, in standard deviations.
    TValue(f64),
}

/// The logarithm of how many times as likely the second hypothesis makes what was observed.
pub(crate) fn log_likelihood_ratio(
    observed: &Distribution,
    first: Hypothesis,
    second: Hypothesis,
) -> f64 {
    let [first, second] = [first, second].map(|hypothesis| most_likely(observed, hypothesis));
    let points = observed.points.iter().zip(first.iter().zip(&second));
    observed.n * points.map(|((_, p), (first, second))| p * (second / first).ln()).sum::<f64>()
}

/// The probabilities of the distribution that makes what was observed most likely, among all for
/// which a hypothesis holds.
fn most_likely(observed: &Distribution, hypothesis: Hypothesis) -> Vec<f64> {
    match hypothesis {
        Hypothesis::Mean(mean) => balance(
            observed,
            &observed.points.iter().map(|(value, _)| value - mean).collect::<Vec<_>>(),
        ),
        Hypothesis::TValue(t) => most_likely_by_t_value(observed, t),
    }
}

fn most_likely_by_t_value(observed: &Distribution, t: f64) -> Vec<f64> {
    /// The value that t is measured from.
    const REFERENCE: f64 = 0.5;
    const MAX_STEPS: usize = 10;
    const PRECISION: f64 = 1e-9;

    let n = observed.points.len();
    let mut found = vec![1.0 / n as f64; n];
    for _ in 0..MAX_STEPS {
        let values = || observed.points.iter().map(|(value, _)| *value).zip(&found);
        let mean = values().map(|(value, p)| value * p).sum::<f64>();
        let variance = values().map(|(value, p)| p * (value - mean).powi(2)).sum::<f64>();
        let sigma = variance.sqrt();
        let excess = |value: f64| {
            let spread = 1.0 + ((mean - value) / sigma).powi(2);
            value - REFERENCE - t * sigma * spread / 2.0
        };
        let excesses = observed.points.iter().map(|(value, _)| excess(*value)).collect::<Vec<_>>();
        let next = balance(observed, &excesses);
        let change = found.iter().zip(&next).map(|(old, new)| (old - new).abs());
        let change = change.fold(0.0, f64::max);
        found = next;
        if change < PRECISION {
            break;
        }
    }
    found
}

/// The probabilities `p / (1 + x * excess)` under which the expected excess is zero.
fn balance(observed: &Distribution, excesses: &[f64]) -> Vec<f64> {
    const MARGIN: f64 = 1e-9;

    let least = excesses.iter().copied().fold(f64::INFINITY, f64::min);
    let most = excesses.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let terms = || observed.points.iter().map(|(_, p)| *p).zip(excesses.iter().copied());
    let sum = |x: f64| {
        terms().fold((0.0, 0.0), |(value, slope), (p, excess)| {
            let share = excess / (1.0 + x * excess);
            (value + p * share, slope - p * share * share)
        })
    };
    let x = newton(sum, -1.0 / most + MARGIN, -1.0 / least - MARGIN);
    terms().map(|(p, excess)| p / (1.0 + x * excess)).collect()
}
