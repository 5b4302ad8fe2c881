//! Four corners.

use serde::{Deserialize, Serialize};

use crate::point::Point;

/// The outer corners of a board in a picture: of its first row and column, then along the first
/// row and around.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Quad(pub [Point; 4]);

impl Quad {
    /// The rectangle between two corners.
    pub const fn rectangle(left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self([
            Point::new(left, top),
            Point::new(right, top),
            Point::new(right, bottom),
            Point::new(left, bottom),
        ])
    }

    /// Puts four points in an order: clockwise as one sees them, first the one that is nearest
    /// to the top left. Equal markers tell no more than that.
    pub fn arranged(mut points: [Point; 4]) -> Self {
        let center = points.iter().fold(Point::default(), |sum, &point| sum + point) * 0.25;
        let angle = |point: Point| (point.y - center.y).atan2(point.x - center.x);
        points.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
        let reach = |point: Point| point.x + point.y;
        let first = (0..4).min_by(|&a, &b| reach(points[a]).total_cmp(&reach(points[b])));
        points.rotate_left(first.unwrap_or(0));
        Self(points)
    }

    /// The same corners, beginning some quarter turns further on.
    #[must_use]
    pub fn turned(mut self, turns: u8) -> Self {
        self.0.rotate_left(usize::from(turns % 4));
        self
    }

    /// The same corners for a picture in which left and right are swapped.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, a, d, c])
    }

    /// The area; below 0 if the corners go around counterclockwise.
    pub fn area(&self) -> f64 {
        let [a, b, c, d] = self.0;
        (c - a).cross(d - b) / 2.0
    }

    /// Whether the corners are those of a board seen from anywhere above it: no corner lies
    /// within or on the triangle of the others.
    pub fn is_convex(&self) -> bool {
        let turns = self.turns();
        turns.iter().all(|&turn| turn > f64::EPSILON)
            || turns.iter().all(|&turn| turn < -f64::EPSILON)
    }

    fn turns(&self) -> [f64; 4] {
        std::array::from_fn(|k| {
            let [before, here, after] = [self.0[(k + 3) % 4], self.0[k], self.0[(k + 1) % 4]];
            (here - before).cross(after - here)
        })
    }

    pub fn shortest_side(&self) -> f64 {
        let sides = (0..4).map(|k| self.0[k].distance(self.0[(k + 1) % 4]));
        sides.fold(f64::INFINITY, f64::min)
    }

    /// The rectangle around the corners with upright sides, which is what the FPGA design takes for
    /// the board. Each corner becomes the one of the rectangle that it is on the side of.
    #[must_use]
    pub fn bounding_rectangle(&self) -> Self {
        let (xs, ys) = (self.0.map(|point| point.x), self.0.map(|point| point.y));
        let least = |values: [f64; 4]| values.into_iter().fold(f64::INFINITY, f64::min);
        let most = |values: [f64; 4]| values.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let rectangle = Self::rectangle(least(xs), least(ys), most(xs), most(ys));
        let candidates =
            (0..4).flat_map(|turns| [rectangle.turned(turns), rectangle.mirrored().turned(turns)]);
        let strain = |quad: &Self| (0..4).map(|k| quad.0[k].distance(self.0[k])).sum::<f64>();
        candidates.min_by(|a, b| strain(a).total_cmp(&strain(b))).unwrap_or(rectangle)
    }

    pub fn center(&self) -> Point {
        self.0.iter().fold(Point::default(), |sum, &point| sum + point) * 0.25
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_put_in_order() {
        let square = Quad::rectangle(10.0, 20.0, 110.0, 120.0);
        let [a, b, c, d] = square.0;
        assert_eq!(Quad::arranged([c, a, d, b]), square);
        assert_eq!(square.turned(1).0[0], b);
        assert_eq!(square.mirrored().0[0], b);
        assert!(square.area() > 0.0 && square.mirrored().area() < 0.0);
    }

    #[test]
    fn dents_and_lines_are_not_convex() {
        assert!(Quad::rectangle(0.0, 0.0, 4.0, 3.0).is_convex());
        assert!(!Quad([(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)].map(point)).is_convex());
        assert!(!Quad([(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)].map(point)).is_convex());
        assert!(!Quad([Point::default(); 4]).is_convex());
    }

    #[test]
    fn the_bounding_rectangle_keeps_the_order() {
        let quad = Quad([(12.0, 10.0), (90.0, 14.0), (95.0, 88.0), (8.0, 92.0)].map(point));
        assert_eq!(quad.bounding_rectangle(), Quad::rectangle(8.0, 10.0, 95.0, 92.0));
        assert_eq!(quad.turned(2).bounding_rectangle(), quad.bounding_rectangle().turned(2));
    }

    fn point((x, y): (f64, f64)) -> Point {
        Point::new(x, y)
    }
}
