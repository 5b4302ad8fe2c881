//! Where a concave function is greatest.

use crate::matrix::{inverse, times};

/// A function at some place: its value, its gradient, and the negative of its matrix of second
/// derivatives.
#[derive(Debug)]
pub(crate) struct Slope {
    /// Negative infinity where the function is not defined.
    pub(crate) value: f64,
    pub(crate) gradient: Vec<f64>,
    pub(crate) curvature: Vec<Vec<f64>>,
}

impl Slope {
    pub(crate) fn flat(n: usize) -> Self {
        Self { value: 0.0, gradient: vec![0.0; n], curvature: vec![vec![0.0; n]; n] }
    }
}

/// The place of the maximum and the inverse of the curvature there, by Newton's method.
pub(crate) fn maximize(
    start: Vec<f64>,
    slope_at: impl Fn(&[f64]) -> Slope,
) -> (Vec<f64>, Vec<Vec<f64>>) {
    const MAX_STEPS: usize = 200;
    const PRECISION: f64 = 1e-10;

    let mut place = start;
    let mut slope = slope_at(&place);
    let mut spread = Vec::new();
    for _ in 0..MAX_STEPS {
        let Some(inverse) = inverse(&slope.curvature) else { break };
        let step = times(&inverse, &slope.gradient);
        spread = inverse;
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        if longest < PRECISION {
            break;
        }
        // Far from the maximum a whole step may go too far.
        let mut scale = 1.0;
        let (next, next_slope) = loop {
            let moved = place.iter().zip(&step).map(|(value, part)| value + scale * part);
            let moved = moved.collect::<Vec<_>>();
            let there = slope_at(&moved);
            if there.value >= slope.value || scale * longest < PRECISION {
                break (moved, there);
            }
            scale /= 2.0;
        };
        if next_slope.value < slope.value {
            break;
        }
        (place, slope) = (next, next_slope);
    }
    (place, spread)
}
