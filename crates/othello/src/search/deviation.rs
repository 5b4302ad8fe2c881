//! How far a shallow search is off: the numbers behind ProbCut.

use super::probcut::{MIN_DEPTH, shallow_depth};
use super::{Engine, Limits, Pool};
use crate::board::Board;

/// What a deep search of a board found more than the shallow one that ProbCut asks instead.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Discrepancy {
    /// Of the deep search.
    pub depth: u32,
    pub n_empties: u32,
    /// In discs.
    pub error: i32,
}

impl Discrepancy {
    /// Searches a board without ProbCut to `max_depth`, and compares all pairs of searches on the
    /// way.
    pub fn measure(engine: &Engine, board: Board, max_depth: u32) -> Vec<Self> {
        let n_empties = board.n_empties();
        let limits = Limits { depth: max_depth, exact_from: 0, is_selective: false };
        let mut values = vec![0];
        engine.think_with(board, &limits, &|| false, &Pool::new(), &mut |report| {
            if !report.is_exact {
                values.push(report.value);
            }
        });
        let discrepancy = |depth: u32| {
            let shallow = values[shallow_depth(depth) as usize];
            Self { depth, n_empties, error: values[depth as usize] - shallow }
        };
        (MIN_DEPTH..values.len() as u32).map(discrepancy).collect()
    }
}

/// The standard deviation of a shallow search from a deep one, in discs: a linear function.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Deviation {
    pub constant: f64,
    /// For each ply that the deep search goes farther.
    pub per_ply: f64,
    /// For each disc on the board.
    pub per_disc: f64,
}

impl Deviation {
    /// The function that fits some errors best, unless there are too few of them.
    ///
    /// The mean size of a normally distributed error is a fixed share of its deviation, so least
    /// squares over the sizes give the deviation.
    pub fn fit(discrepancies: &[Discrepancy]) -> Option<Self> {
        // The normal equations, with their right side as the last column.
        let mut equations = [[0.0; 4]; 3];
        for discrepancy in discrepancies {
            let [per_ply, per_disc] = features(discrepancy.depth, discrepancy.n_empties);
            let size = f64::from(discrepancy.error.abs()) * (std::f64::consts::PI / 2.0).sqrt();
            let row = [1.0, per_ply, per_disc, size];
            for (equation, factor) in equations.iter_mut().zip(row) {
                for (coefficient, value) in equation.iter_mut().zip(row) {
                    *coefficient += factor * value;
                }
            }
        }
        let [constant, per_ply, per_disc] = solve(equations)?;
        Some(Self { constant, per_ply, per_disc })
    }

    /// The deviation of the shallow search that ProbCut asks instead of one to this depth.
    pub fn at(&self, depth: u32, n_empties: u32) -> f64 {
        let [n_plies, n_discs] = features(depth, n_empties);
        self.constant + self.per_ply * n_plies + self.per_disc * n_discs
    }
}

/// What the deviation depends on.
fn features(depth: u32, n_empties: u32) -> [f64; 2] {
    [f64::from(depth - shallow_depth(depth)), f64::from(64 - n_empties)]
}

/// Three linear equations, solved by elimination.
fn solve(mut equations: [[f64; 4]; 3]) -> Option<[f64; 3]> {
    for column in 0..3 {
        let size = |row: &usize| equations[*row][column].abs();
        let pivot = (column..3).max_by(|a, b| size(a).total_cmp(&size(b)))?;
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
    Some(equations.map(|equation| equation[3]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Weights;

    #[test]
    fn a_linear_function_is_found_again() {
        let truth = Deviation { constant: 3.0, per_ply: 0.5, per_disc: -0.02 };
        let mut discrepancies = Vec::new();
        for (depth, n_empties) in (4..14).flat_map(|depth| [10, 25, 40].map(|n| (depth, n))) {
            // Sizes in hundredths of a disc, with either sign.
            let size = 100.0 * truth.at(depth, n_empties) / (std::f64::consts::PI / 2.0).sqrt();
            let error = size.round() as i32 * if depth % 3 == 0 { -1 } else { 1 };
            discrepancies.push(Discrepancy { depth, n_empties, error });
        }
        let found = Deviation::fit(&discrepancies).unwrap();
        for (found, truth) in [
            (found.constant, truth.constant),
            (found.per_ply, truth.per_ply),
            (found.per_disc, truth.per_disc),
        ] {
            assert!((found / 100.0 - truth).abs() < 0.02, "{found} {truth}");
        }
        assert_eq!(Deviation::fit(&discrepancies[..1]), None);
        assert_eq!(Deviation::fit(&[]), None);
    }

    #[test]
    fn searches_of_a_board_are_compared() {
        let engine = Engine::new(Weights::location(), 1 << 20);
        let found = Discrepancy::measure(&engine, Board::START, 6);
        let depths = found.iter().map(|discrepancy| discrepancy.depth).collect::<Vec<_>>();
        assert_eq!(depths, [4, 5, 6]);
        let value = |depth| {
            let limits = Limits { depth, exact_from: 0, is_selective: false };
            engine.think(Board::START, &limits, &|| false).value
        };
        assert_eq!(found[2].error, value(6) - value(shallow_depth(6)));
    }
}
