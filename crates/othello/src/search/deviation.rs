//! How far a shallow search is off: the numbers behind ProbCut.

use super::{Engine, Limits, Pool};
use crate::board::Board;
use crate::evaluation::Features;

const N_UNKNOWNS: usize = 4;

/// More than enough steps for the fit.
const N_STEPS: usize = 30;

/// What a deep search of a board found more than a shallow one.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Discrepancy {
    /// Of the deep search.
    pub depth: u32,
    /// The depth of the shallow search, of the same parity.
    pub shallow: u32,
    pub n_empties: u32,
    /// In discs.
    pub error: i32,
}

impl Discrepancy {
    /// Searches a board without ProbCut to `max_depth`, and compares all pairs of searches on the
    /// way whose depths have the same parity.
    pub fn measure(engine: &Engine, board: Board, max_depth: u32) -> Vec<Self> {
        let n_empties = board.n_empties();
        let limits = Limits { depth: max_depth, exact_from: 0, is_selective: false };
        let mut values = vec![engine.weights.evaluate(Features::new(board).contents(), n_empties)];
        engine.think_with(board, &limits, &|| false, &Pool::new(), &mut |report| {
            if !report.is_exact {
                values.push(report.value);
            }
        });
        let mut found = Vec::new();
        for (depth, value) in (0..).zip(&values) {
            for shallow in (depth % 2..depth).step_by(2) {
                let error = value - values[shallow as usize];
                found.push(Self { depth, shallow, n_empties, error });
            }
        }
        found
    }
}

/// The standard deviation of a shallow search from a deep one, in discs.
///
/// Its logarithm is a linear function of [what it depends on](Deviation::at).
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Deviation {
    pub constant: f64,
    /// For the logarithm of the plies that the deep search goes farther.
    pub farther: f64,
    /// For the logarithm of the depth of the shallow search, plus one.
    pub shallow: f64,
    /// For each empty square.
    pub empties: f64,
}

impl Deviation {
    /// The deviation under which some errors are the likeliest if they are normally distributed,
    /// unless there are too few of them or all are zero.
    ///
    /// The squares of the errors then have a gamma distribution whose mean is the square of the
    /// deviation: a generalized linear model with a logarithmic link, fitted by Fisher scoring.
    pub fn fit(discrepancies: &[Discrepancy]) -> Option<Self> {
        let squares = || discrepancies.iter().map(|found| f64::from(found.error).powi(2));
        let mean = squares().sum::<f64>() / discrepancies.len() as f64;
        let mut coefficients = [mean.ln(), 0.0, 0.0, 0.0];
        for _ in 0..N_STEPS {
            // The normal equations, with their right side as the last column.
            let mut equations = [[0.0; N_UNKNOWNS + 1]; N_UNKNOWNS];
            for (found, square) in discrepancies.iter().zip(squares()) {
                let terms = terms(found.depth, found.shallow, found.n_empties);
                let predicted = dot(coefficients, terms);
                let wanted = predicted + square / predicted.exp() - 1.0;
                for (equation, factor) in equations.iter_mut().zip(terms) {
                    for (sum, value) in equation.iter_mut().zip(terms.into_iter().chain([wanted])) {
                        *sum += factor * value;
                    }
                }
            }
            coefficients = solve(equations).filter(|found| found.iter().all(|x| x.is_finite()))?;
        }
        // The logarithm of a square is twice that of its root.
        let [constant, farther, shallow, empties] =
            coefficients.map(|coefficient| coefficient / 2.0);
        Some(Self { constant, farther, shallow, empties })
    }

    /// The deviation of a search to the depth `shallow` from a deeper one.
    pub fn at(&self, depth: u32, shallow: u32, n_empties: u32) -> f64 {
        let coefficients = [self.constant, self.farther, self.shallow, self.empties];
        dot(coefficients, terms(depth, shallow, n_empties)).exp()
    }
}

/// What the deviation depends on.
fn terms(depth: u32, shallow: u32, n_empties: u32) -> [f64; N_UNKNOWNS] {
    let farther = f64::from(depth - shallow).ln();
    [1.0, farther, f64::from(shallow + 1).ln(), f64::from(n_empties)]
}

fn dot(a: [f64; N_UNKNOWNS], b: [f64; N_UNKNOWNS]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Linear equations, solved by elimination.
fn solve(mut equations: [[f64; N_UNKNOWNS + 1]; N_UNKNOWNS]) -> Option<[f64; N_UNKNOWNS]> {
    for column in 0..N_UNKNOWNS {
        let size = |row: &usize| equations[*row][column].abs();
        let pivot = (column..N_UNKNOWNS).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        equations.swap(column, pivot);
        let divisor = equations[column][column];
        if divisor.abs() < 1e-9 {
            return None;
        }
        let row = equations[column].map(|coefficient| coefficient / divisor);
        for equation in &mut equations {
            let factor = equation[column];
            for (coefficient, value) in equation.iter_mut().zip(row) {
                *coefficient -= factor * value;
            }
        }
        equations[column] = row;
    }
    Some(equations.map(|equation| equation[N_UNKNOWNS]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Weights;

    #[test]
    fn a_deviation_is_found_again() {
        // In hundredths of a disc, so that whole numbers are fine enough.
        let truth = Deviation { constant: 6.0, farther: 0.3, shallow: -0.4, empties: -0.01 };
        let mut discrepancies = Vec::new();
        for (depth, shallow) in (2..10).flat_map(|depth| [(depth, 0), (depth, depth / 2)]) {
            for n_empties in [10, 25, 40] {
                let error = truth.at(depth, shallow, n_empties).round() as i32;
                discrepancies.push(Discrepancy { depth, shallow, n_empties, error });
                discrepancies.push(Discrepancy { depth, shallow, n_empties, error: -error });
            }
        }
        let found = Deviation::fit(&discrepancies).unwrap();
        for (found, truth) in [
            (found.constant, truth.constant),
            (found.farther, truth.farther),
            (found.shallow, truth.shallow),
            (found.empties, truth.empties),
        ] {
            assert!((found - truth).abs() < 0.01, "{found} {truth}");
        }
        assert_eq!(Deviation::fit(&discrepancies[..1]), None);
        assert_eq!(Deviation::fit(&[]), None);
        for found in &mut discrepancies {
            found.error = 0;
        }
        assert_eq!(Deviation::fit(&discrepancies), None);
    }

    #[test]
    fn searches_of_a_board_are_compared() {
        let engine = Engine::new(Weights::location(), 1 << 20);
        let found = Discrepancy::measure(&engine, Board::START, 5);
        let depths = found.iter().map(|found| (found.depth, found.shallow)).collect::<Vec<_>>();
        assert_eq!(depths, [(2, 0), (3, 1), (4, 0), (4, 2), (5, 1), (5, 3)]);
        let value = |depth| {
            let limits = Limits { depth, exact_from: 0, is_selective: false };
            engine.think(Board::START, &limits, &|| false).value
        };
        assert_eq!(found[5].error, value(5) - value(3));
        // The start is worth the same to both.
        assert_eq!(found[0].error, value(2));
    }
}
