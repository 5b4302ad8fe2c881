//! The normal distribution.

use std::f64::consts::{PI, SQRT_2};

use crate::roots::newton;

/// The probability of a value below this one.
pub(crate) fn cdf(x: f64) -> f64 {
    libm::erfc(-x / SQRT_2) / 2.0
}

/// The value below which lies so much probability.
pub(crate) fn quantile(p: f64) -> f64 {
    let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
    newton(|x| (p - cdf(x), -density(x)), -40.0, 40.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_tables() {
        for (x, p) in
            [(0.0, 0.5), (1.959_963_984_540_054, 0.975), (-3.0, 1.349_898_031_630_094_5e-3)]
        {
            assert!((cdf(x) - p).abs() < 1e-15, "{x}");
            assert!((quantile(p) - x).abs() < 1e-9, "{x} {}", quantile(p));
        }
        assert!((cdf(-30.0) / 4.906_713_927_148_187e-198 - 1.0).abs() < 1e-9);
    }
}
