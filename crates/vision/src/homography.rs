//! How a plane is seen by a camera.

use serde::{Deserialize, Serialize};

use crate::point::Point;
use crate::quad::Quad;

/// A projective mapping of the plane.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Homography([[f64; 3]; 3]);

/// An ellipse: what a circle looks like from aside.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ellipse {
    pub center: Point,
    /// Half the length of the longer and of the shorter axis.
    pub radii: [f64; 2],
    /// From the x axis to the longer axis, in radians.
    pub angle: f64,
}

impl Ellipse {
    /// A circle seen from straight above.
    pub const fn circle(center: Point, radius: f64) -> Self {
        Self { center, radii: [radius, radius], angle: 0.0 }
    }
}

impl Homography {
    /// The mapping that takes the unit square to four corners; `None` unless these are convex.
    /// The formulas are Heckbert's (Fundamentals of Texture Mapping, 1989, section 2.2.3).
    pub fn of_unit_square(quad: &Quad) -> Option<Self> {
        if !quad.is_convex() {
            return None;
        }
        let [p0, p1, p2, p3] = quad.0;
        let (d1, d2, sum) = (p1 - p2, p3 - p2, p0 - p1 + p2 - p3);
        let determinant = d1.cross(d2);
        let g = sum.cross(d2) / determinant;
        let h = d1.cross(sum) / determinant;
        let (across, down) = (p1 - p0 + p1 * g, p3 - p0 + p3 * h);
        let mapping = Self([[across.x, down.x, p0.x], [across.y, down.y, p0.y], [g, h, 1.0]]);
        mapping.0.iter().flatten().all(|value| value.is_finite()).then_some(mapping)
    }

    /// The mapping that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let m = &self.0;
        let minor = |row: usize, column: usize| {
            let [r0, r1] = [(row + 1) % 3, (row + 2) % 3];
            let [c0, c1] = [(column + 1) % 3, (column + 2) % 3];
            m[r0][c0] * m[r1][c1] - m[r0][c1] * m[r1][c0]
        };
        let determinant: f64 = (0..3).map(|column| m[0][column] * minor(0, column)).sum();
        let adjugate = std::array::from_fn(|row| std::array::from_fn(|column| minor(column, row)));
        Self(adjugate).times(1.0 / determinant)
    }

    /// Where a point comes to lie, unless it lies behind the camera.
    pub fn apply(&self, point: Point) -> Option<Point> {
        let [x, y, w] = self.0.map(|[a, b, c]| a * point.x + b * point.y + c);
        (w > 1e-9).then(|| Point::new(x / w, y / w))
    }

    /// By how much areas grow at a point.
    pub fn area_factor(&self, point: Point) -> f64 {
        let m = &self.0;
        let w = m[2][0] * point.x + m[2][1] * point.y + m[2][2];
        let determinant = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
        (determinant / (w * w * w)).abs()
    }

    /// What a circle becomes, unless it reaches behind the camera.
    pub fn ellipse(&self, center: Point, radius: f64) -> Option<Ellipse> {
        // The circle is x' C x = 0; its image is x' (I' C I) x = 0 with the inverse I.
        let circle = [
            [1.0, 0.0, -center.x],
            [0.0, 1.0, -center.y],
            [-center.x, -center.y, center.x.powi(2) + center.y.powi(2) - radius.powi(2)],
        ];
        let inverse = self.inverse().0;
        let product = |row: usize, column: usize| {
            let terms = (0..9).map(|k| {
                let (i, j) = (k / 3, k % 3);
                inverse[i][row] * circle[i][j] * inverse[j][column]
            });
            terms.sum::<f64>()
        };
        let (a, b, c) = (product(0, 0), product(0, 1), product(1, 1));
        let (d, e, f) = (product(0, 2), product(1, 2), product(2, 2));
        let determinant = a * c - b * b;
        if determinant <= 0.0 {
            return None;
        }
        let center = Point::new((b * e - c * d) / determinant, (b * d - a * e) / determinant);
        let level = -(d * center.x + e * center.y + f);
        let (mean, spread) = (f64::midpoint(a, c), ((a - c) / 2.0).hypot(b));
        let radii = [mean - spread, mean + spread].map(|value| (level / value).sqrt());
        let angle = 0.5 * (2.0 * b).atan2(a - c) + std::f64::consts::FRAC_PI_2;
        let is_finite = radii.iter().all(|radius| radius.is_finite() && *radius > 0.0);
        is_finite.then_some(Ellipse { center, radii, angle })
    }

    /// The mapping after the plane was stretched: `scale` of the plane becomes 1.
    #[must_use]
    pub(crate) fn scaled_from(&self, scale: f64) -> Self {
        Self(self.0.map(|[a, b, c]| [a / scale, b / scale, c]))
    }

    pub(crate) const fn rows(&self) -> &[[f64; 3]; 3] {
        &self.0
    }

    fn times(&self, factor: f64) -> Self {
        Self(self.0.map(|row| row.map(|value| value * factor)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tilted() -> Quad {
        Quad(
            [(300.0, 100.0), (900.0, 140.0), (1100.0, 650.0), (200.0, 600.0)]
                .map(|(x, y)| Point::new(x, y)),
        )
    }

    #[test]
    fn corners_go_to_corners() {
        let mapping = Homography::of_unit_square(&tilted()).unwrap();
        let unit = Quad::rectangle(0.0, 0.0, 1.0, 1.0);
        for (from, to) in unit.0.into_iter().zip(tilted().0) {
            assert!(mapping.apply(from).unwrap().distance(to) < 1e-9);
        }
    }

    #[test]
    fn circles_become_ellipses() {
        let mapping = Homography::of_unit_square(&tilted()).unwrap();
        let (center, radius) = (Point::new(0.3, 0.6), 0.1);
        let ellipse = mapping.ellipse(center, radius).unwrap();
        let (sin, cos) = ellipse.angle.sin_cos();
        for k in 0..12 {
            let angle = f64::from(k) * 0.5;
            let rim = center + Point::new(angle.cos(), angle.sin()) * radius;
            let offset = mapping.apply(rim).unwrap() - ellipse.center;
            let along = (offset.x * cos + offset.y * sin) / ellipse.radii[0];
            let across = (offset.y * cos - offset.x * sin) / ellipse.radii[1];
            assert!((along.hypot(across) - 1.0).abs() < 1e-6, "{along} {across}");
        }
        assert!(ellipse.radii[0] >= ellipse.radii[1]);
    }

    #[test]
    fn what_is_no_board_has_no_mapping() {
        assert_eq!(Homography::of_unit_square(&Quad([Point::default(); 4])), None);
        let dent = [(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)];
        let dent = dent.map(|(x, y)| Point::new(x, y));
        assert_eq!(Homography::of_unit_square(&Quad(dent)), None);
    }

    proptest! {
        #[test]
        fn the_inverse_undoes(u in 0.0..1.0, v in 0.0..1.0, shift in prop::array::uniform8(-60.0..60.0)) {
            let mut quad = tilted();
            for (k, point) in quad.0.iter_mut().enumerate() {
                *point = *point + Point::new(shift[2 * k], shift[2 * k + 1]);
            }
            let mapping = Homography::of_unit_square(&quad).unwrap();
            let there = mapping.apply(Point::new(u, v)).unwrap();
            let back = mapping.inverse().apply(there).unwrap();
            prop_assert!(back.distance(Point::new(u, v)) < 1e-6);
        }
    }
}
