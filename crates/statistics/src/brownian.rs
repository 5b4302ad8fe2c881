//! A random walk with a drift between two bounds, in continuous time.

use std::f64::consts::PI;

use crate::normal;

/// A Brownian motion that begins at 0 and ends where it meets a bound.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Brownian {
    /// Below 0.
    pub(crate) low: f64,
    /// Above 0.
    pub(crate) high: f64,
    pub(crate) drift: f64,
    pub(crate) variance: f64,
}

impl Brownian {
    /// The probability of an outcome that is worse than to be at `place` at a time: the low bound
    /// was met sooner, or the high one was not met by then and the place is lower.
    ///
    /// It is exact but for rounding, unless the series converges slowly.
    pub(crate) fn chance_of_worse(&self, time: f64, place: f64) -> f64 {
        let width = self.high - self.low;
        let bend = self.drift / self.variance;
        if self.variance * time / width.powi(2) < 1e-2 || (bend * width).abs() > 15.0 {
            self.approximation(time, place)
        } else {
            self.series(time, place)
        }
    }

    /// By the eigenfunctions of the motion between the bounds.
    fn series(&self, time: f64, place: f64) -> f64 {
        let width = self.high - self.low;
        let (start, end) = (-self.low, place - self.low);
        let bend = self.drift / self.variance;
        let decay = |n: f64| {
            (n * PI / width).powi(2) * self.variance / 2.0
                + self.drift.powi(2) / self.variance / 2.0
        };
        let scale = (-decay(1.0) * time - start * bend + end * bend).exp();
        let mut sum = 0.0;
        for n in (1..=10_000).map(f64::from) {
            let share = (-(decay(n) - decay(1.0)) * time).exp();
            let (sin, cos) = (PI * n * end / width).sin_cos();
            let primitive = (2.0 * width * bend * sin - 2.0 * PI * n * cos)
                / ((width * bend).powi(2) + (PI * n).powi(2));
            sum += share * primitive * (n * PI * start / width).sin();
            if (scale * share * primitive).abs() <= 1e-9 {
                break;
            }
        }
        let ever_low = if bend * width > 30.0 {
            (-2.0 * bend * start).exp()
        } else if (bend * width).abs() < 1e-8 {
            (width - start) / width
        } else {
            (1.0 - (2.0 * bend * (width - start)).exp()) / (1.0 - (2.0 * bend * width).exp())
        };
        ever_low + scale * sum
    }

    /// Siegmund's approximation, by the normal distribution and its reflections at the bounds.
    fn approximation(&self, time: f64, place: f64) -> f64 {
        let deviation = (time * self.variance).sqrt();
        let mean = self.drift * time;
        let bend = self.drift / self.variance;
        let reflected = |bound: f64, z: f64| {
            let exponent = 2.0 * bend * bound;
            if bend * bound >= 5.0 {
                // The product of something huge and something tiny.
                let tail = (1.0 / z - 1.0 / z.powi(3)) / (2.0 * PI).sqrt();
                -(exponent - z * z / 2.0).exp() * tail
            } else {
                exponent.exp() * normal::cdf(z)
            }
        };
        let below = normal::cdf((place - mean) / deviation);
        let low = reflected(self.low, (mean - place + 2.0 * self.low) / deviation);
        let high = reflected(self.high, (place - mean - 2.0 * self.high) / deviation);
        below + low - high
    }
}
