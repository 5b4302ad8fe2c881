//! Ratings under which everybody's expected points are those that were made.

use super::{Encounter, logistic};
use crate::maximum::{Slope, maximize};

/// How little is believed of ratings beforehand: their standard deviation is 10,000 Elo. It keeps
/// those finite who have won or lost everything.
const PRIOR: f64 = 3e-4;

/// The ratings, their covariance, and what that would be if games did not depend on each other and
/// there were no draws.
///
/// The covariance is the sandwich estimator over units: games of one unit may depend on each other.
pub(super) fn fit(n: usize, units: &[Vec<Encounter>]) -> (Vec<f64>, Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let (ratings, spread) = maximize(vec![0.0; n], |ratings| slope(ratings, units));
    let mut scatter = vec![vec![0.0; n]; n];
    for unit in units {
        let surprise = surprise(&ratings, unit);
        for (row, of_row) in scatter.iter_mut().zip(&surprise) {
            for (value, of_column) in row.iter_mut().zip(&surprise) {
                *value += of_row * of_column;
            }
        }
    }
    let covariance = product(&product(&spread, &scatter), &spread);
    (ratings, covariance, spread)
}

/// How many points more than expected each player has made.
fn surprise(ratings: &[f64], unit: &[Encounter]) -> Vec<f64> {
    let mut surprise = vec![0.0; ratings.len()];
    for encounter in unit {
        let Encounter { first, second, .. } = *encounter;
        let expected = encounter.n_games() * logistic(ratings[first] - ratings[second]);
        surprise[first] += encounter.points() - expected;
        surprise[second] -= encounter.points() - expected;
    }
    surprise
}

fn slope(ratings: &[f64], units: &[Vec<Encounter>]) -> Slope {
    let mut slope = Slope::flat(ratings.len());
    for (index, rating) in ratings.iter().enumerate() {
        slope.value -= PRIOR * rating * rating / 2.0;
        slope.gradient[index] = -PRIOR * rating;
        slope.curvature[index][index] = PRIOR;
    }
    for unit in units {
        for (gradient, surprise) in slope.gradient.iter_mut().zip(surprise(ratings, unit)) {
            *gradient += surprise;
        }
        for encounter in unit {
            let Encounter { first, second, .. } = *encounter;
            let p = logistic(ratings[first] - ratings[second]);
            let lost = encounter.n_games() - encounter.points();
            slope.value += encounter.points() * p.ln() + lost * (1.0 - p).ln();
            let information = encounter.n_games() * p * (1.0 - p);
            slope.curvature[first][first] += information;
            slope.curvature[second][second] += information;
            slope.curvature[first][second] -= information;
            slope.curvature[second][first] -= information;
        }
    }
    slope
}

fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n_columns = right.first().map_or(0, Vec::len);
    let cell = |row: &[f64], column: usize| -> f64 {
        row.iter().zip(right).map(|(value, other)| value * other[column]).sum()
    };
    left.iter().map(|row| (0..n_columns).map(|column| cell(row, column)).collect()).collect()
}
