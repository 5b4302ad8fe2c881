//! A hand that reaches into the picture.

use crate::color::{Paint, Rgb};
use crate::homography::Ellipse;
use crate::point::Point;
use crate::shape::Shape;

/// A forearm from below the picture, a palm, and two fingers that hold what is left of and above
/// them. `reach` is the side of a cell in pixels, `floor` the lower edge of the picture.
pub(super) fn hand(tip: Point, reach: f64, floor: f64, skin: Rgb, shadow: f64) -> Vec<Shape> {
    let dark = Paint::new(0, 0, 0, shadow);
    let offset = Point::new(-0.25, 0.3) * reach;
    let mut shapes = limbs(tip + offset, reach, floor, dark);
    shapes.extend(limbs(tip, reach, floor, Paint::solid(skin)));
    shapes
}

fn limbs(tip: Point, reach: f64, floor: f64, paint: Paint) -> Vec<Shape> {
    let palm = tip + Point::new(1.1, 1.3) * reach;
    let elbow = Point::new(tip.x + 2.6 * reach, floor + 3.0 * reach);
    let palm_ellipse = Ellipse { center: palm, radii: [0.85 * reach, 0.65 * reach], angle: 0.9 };
    let mut shapes = vec![
        Shape::Line { from: palm, to: elbow, width: 1.0 * reach, paint },
        Shape::Disc { ellipse: palm_ellipse, paint },
    ];
    for end in [Point::new(0.42, 0.02), Point::new(0.08, 0.45)] {
        let end = tip + end * reach;
        let width = 0.26 * reach;
        shapes.push(Shape::Line { from: palm, to: end, width, paint });
        shapes.push(Shape::Disc { ellipse: Ellipse::circle(end, width / 2.0), paint });
    }
    shapes
}
