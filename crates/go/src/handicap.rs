//! Where handicap stones go.

use crate::point::Point;
use crate::size::Size;

/// The points of a fixed handicap (GTP 2, section 4.1.1): two to nine stones on boards of at least
/// seven rows and columns; with an even side at most four, and up to four on 7x7.
pub fn handicap_points(size: Size, n_stones: usize) -> Option<Vec<Point>> {
    let (width, height) = (size.width(), size.height());
    if width != height || width < 7 {
        return None;
    }
    let max_stones = if width % 2 == 0 || width == 7 { 4 } else { 9 };
    if n_stones < 2 || n_stones > max_stones {
        return None;
    }
    let near = if width >= 13 { 3 } else { 2 };
    let (far, middle) = (width - 1 - near, width / 2);
    // In the order of the stones: corners, then the middles of the sides.
    let corners = [(near, near), (far, far), (near, far), (far, near)];
    let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let mut places = corners[..n_stones.min(4)].to_vec();
    if n_stones > 4 {
        places.extend(&sides[..(n_stones - 4) / 2 * 2]);
        // An odd stone stands in the center.
        if n_stones % 2 == 1 {
            places.push((middle, middle));
        }
    }
    places.into_iter().map(|(column, row)| size.point(column, row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(side: usize, n_stones: usize) -> Option<String> {
        let points = handicap_points(Size::square(side).unwrap(), n_stones)?;
        let mut names = points.iter().map(Point::to_string).collect::<Vec<_>>();
        names.sort();
        Some(names.join(" "))
    }

    #[test]
    fn fixed_handicaps_are_those_of_the_protocol() {
        assert_eq!(check(9, 2).as_deref(), Some("C3 G7"));
        assert_eq!(check(9, 5).as_deref(), Some("C3 C7 E5 G3 G7"));
        assert_eq!(check(13, 6).as_deref(), Some("D10 D4 D7 K10 K4 K7"));
        assert_eq!(check(19, 9).as_deref(), Some("D10 D16 D4 K10 K16 K4 Q10 Q16 Q4"));
        assert_eq!(check(19, 7).as_deref(), Some("D10 D16 D4 K10 Q10 Q16 Q4"));
        for (side, n_stones) in [(9, 1), (9, 10), (8, 5), (7, 5), (6, 2)] {
            assert_eq!(check(side, n_stones), None, "{side} {n_stones}");
        }
    }
}
