//! Small systems of linear equations.

/// The inverse of a square matrix, by elimination with the largest pivot. `None` if it has none.
pub(crate) fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let unit = |row: usize| (0..n).map(move |column| f64::from(u8::from(row == column)));
    let rows = matrix.iter().enumerate();
    let mut rows = rows
        .map(|(index, row)| row.iter().copied().chain(unit(index)).collect::<Vec<_>>())
        .collect::<Vec<_>>();
    for column in 0..n {
        let size = |row: &usize| rows[*row][column].abs();
        let pivot = (column..n).max_by(|one, other| size(one).total_cmp(&size(other)))?;
        rows.swap(column, pivot);
        let pivot = rows[column].clone();
        if pivot[column].abs() < 1e-300 {
            return None;
        }
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = if index == column {
                1.0 - 1.0 / pivot[column]
            } else {
                row[column] / pivot[column]
            };
            for (value, pivot) in row.iter_mut().zip(&pivot) {
                *value -= factor * pivot;
            }
        }
    }
    Some(rows.into_iter().map(|row| row[n..].to_vec()).collect())
}

/// The product of a matrix and a vector.
pub(crate) fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes_the_matrix() {
        let matrix = [vec![0.0, 2.0, 1.0], vec![1.0, 1.0, 0.0], vec![3.0, 0.0, 5.0]];
        let inverse = inverse(&matrix).expect("its determinant is not 0");
        let there = times(&matrix, &[1.0, -2.0, 3.0]);
        let back = times(&inverse, &there);
        assert!(back.iter().zip([1.0, -2.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-12));
        assert!(super::inverse(&[vec![1.0, 2.0], vec![2.0, 4.0]]).is_none());
    }
}
