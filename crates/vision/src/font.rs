//! Letters and digits as strokes, for frames that are drawn without a page.

use crate::point::Point;

/// A letter is some lines through points of a grid of 5 columns and 7 rows. Each pair of digits
/// is a point, column first; a bar begins another line.
const LETTERS: &[(char, &str)] = &[
    ('0', "10 30 41 45 36 16 05 01 10"),
    ('1', "11 20 26|16 36"),
    ('2', "01 10 30 41 42 06 46"),
    ('3', "01 10 30 41 42 33 44 45 36 16 05|13 33"),
    ('4', "36 30 04 44"),
    ('5', "40 00 03 33 44 45 36 16 05"),
    ('6', "40 20 02 05 16 36 45 44 33 03"),
    ('7', "00 40 16"),
    ('8', "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33"),
    ('9', "06 26 44 41 30 10 01 02 13 43"),
    ('A', "06 02 20 42 46|04 44"),
    ('B', "00 06 36 45 44 33 03|33 42 41 30 00"),
    ('C', "41 30 10 01 05 16 36 45"),
    ('D', "00 06 26 44 42 20 00"),
    ('E', "40 00 06 46|03 33"),
    ('F', "40 00 06|03 33"),
    ('G', "41 30 10 01 05 16 36 45 43 23"),
    ('H', "00 06|40 46|03 43"),
    ('I', "10 30|20 26|16 36"),
    ('J', "40 45 36 16 05"),
    ('K', "00 06|40 03 46"),
    ('L', "00 06 46"),
    ('M', "06 00 23 40 46"),
    ('N', "06 00 46 40"),
    ('O', "10 30 41 45 36 16 05 01 10"),
    ('P', "06 00 30 41 42 33 03"),
    ('Q', "10 30 41 45 36 16 05 01 10|24 46"),
    ('R', "06 00 30 41 42 33 03|23 46"),
    ('S', "41 30 10 01 02 13 33 44 45 36 16 05"),
    ('T', "00 40|20 26"),
    ('U', "00 05 16 36 45 40"),
    ('V', "00 26 40"),
    ('W', "00 16 22 36 40"),
    ('X', "00 46|40 06"),
    ('Y', "00 23 40|23 26"),
    ('Z', "00 40 06 46"),
    ('-', "13 33"),
    ('.', "26 26"),
];

/// Columns from one letter to the next.
const ADVANCE: f64 = 6.0;
const COLUMNS: f64 = 4.0;
const ROWS: f64 = 6.0;

/// The strokes of a text around a center. Small letters look like capitals, and characters
/// without a shape are left blank.
pub(crate) fn strokes(text: &str, center: Point, height: f64) -> Vec<(Point, Point)> {
    let unit = height / ROWS;
    let n_letters = text.chars().count().max(1) as f64;
    let left = center.x - f64::midpoint((n_letters - 1.0) * ADVANCE, COLUMNS) * unit;
    let top = center.y - height / 2.0;
    let mut strokes = Vec::new();
    for (index, letter) in text.chars().enumerate() {
        let origin = Point::new(left + index as f64 * ADVANCE * unit, top);
        let lines = LETTERS.iter().find(|(name, _)| *name == letter.to_ascii_uppercase());
        for line in lines.iter().flat_map(|(_, lines)| lines.split('|')) {
            let points = line.split(' ').map(|pair| {
                let [column, row] = [0, 1].map(|k| f64::from(pair.as_bytes()[k] - b'0'));
                origin + Point::new(column, row) * unit
            });
            let points = points.collect::<Vec<_>>();
            strokes.extend(points.windows(2).map(|pair| (pair[0], pair[1])));
        }
    }
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stay_within_their_grid() {
        for (letter, lines) in LETTERS {
            for pair in lines.split(['|', ' ']) {
                let &[column, row] = pair.as_bytes() else { panic!("{letter}: {pair}") };
                assert!(
                    (b'0'..=b'4').contains(&column) && (b'0'..=b'6').contains(&row),
                    "{letter}"
                );
            }
        }
    }

    #[test]
    fn a_text_is_around_its_center() {
        let strokes = strokes("H H", Point::new(50.0, 20.0), 12.0);
        let xs = strokes.iter().flat_map(|(a, b)| [a.x, b.x]);
        let sum: f64 = xs.clone().sum();
        assert!((sum / xs.count() as f64 - 50.0).abs() < 1e-9);
    }
}
