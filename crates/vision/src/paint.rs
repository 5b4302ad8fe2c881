//! Drawing a display list into a frame, with smooth edges.

use crate::canvas::Canvas;
use crate::font::strokes;
use crate::frame::Frame;
use crate::homography::Ellipse;
use crate::point::Point;
use crate::shape::Shape;

/// Draws shapes, one over the other.
pub fn paint(frame: &mut Frame, shapes: &[Shape]) {
    for shape in shapes {
        paint_shape(frame, shape);
    }
}

fn paint_shape(frame: &mut Frame, shape: &Shape) {
    match shape {
        Shape::Area { points, paint } => {
            Canvas::each(frame, *paint, |canvas| fill_convex(canvas, points));
        }
        Shape::Line { from, to, width, paint } => {
            let Some(points) = bar(*from, *to, *width) else { return };
            Canvas::each(frame, *paint, |canvas| fill_convex(canvas, &points));
        }
        Shape::Disc { ellipse, paint } => {
            Canvas::each(frame, *paint, |canvas| fill_ellipse(canvas, ellipse, None));
        }
        Shape::Ring { ellipse, width, paint } => {
            Canvas::each(frame, *paint, |canvas| fill_ellipse(canvas, ellipse, Some(*width)));
        }
        Shape::Text { center, height, text, paint } => {
            let width = height * 0.16;
            for (from, to) in strokes(text, *center, *height) {
                paint_shape(frame, &Shape::Line { from, to, width, paint: *paint });
                for end in [from, to] {
                    let ellipse = Ellipse::circle(end, width / 2.0);
                    paint_shape(frame, &Shape::Disc { ellipse, paint: *paint });
                }
            }
        }
    }
}

/// A line as an area, unless it has no length.
fn bar(from: Point, to: Point, width: f64) -> Option<[Point; 4]> {
    let length = from.distance(to);
    let along = (to - from) * (width / 2.0 / length);
    let across = Point::new(-along.y, along.x);
    (length > 1e-6).then_some([from + across, to + across, to - across, from - across])
}

/// Fills a convex area, whichever way its corners go around.
fn fill_convex(canvas: &mut Canvas<'_, '_>, points: &[Point]) {
    let points = points.iter().map(|&point| point * canvas.scale).collect::<Vec<_>>();
    let edges = edges(&points);
    let (top, bottom) = bounds(points.iter().map(|point| point.y), canvas.height);
    for y in top..bottom {
        let center = y as f64 + 0.5;
        // Where all edges are at most half a pixel behind, and where at least as much ahead:
        // outside of the first nothing is covered, within the second everything.
        let whole = [0.0, canvas.width as f64];
        let (mut outer, mut inner) = (whole, whole);
        for edge in &edges {
            edge.clip(&mut outer, center, -0.5);
            edge.clip(&mut inner, center, 0.5);
        }
        let (left, right) = span(outer, canvas.width);
        let (full_left, full_right) = span(inner, canvas.width);
        let (full_left, full_right) =
            if full_left < full_right { (full_left, full_right) } else { (right, right) };
        for x in (left..full_left.min(right)).chain(full_right.max(left)..right) {
            let ahead = edges.iter().map(|edge| edge.ahead(x as f64 + 0.5, center));
            canvas.blend(x, y, ahead.fold(f64::INFINITY, f64::min) + 0.5);
        }
        canvas.blend_span(y, full_left, full_right);
    }
}

/// Fills an ellipse, or draws its outline of a width.
fn fill_ellipse(canvas: &mut Canvas<'_, '_>, ellipse: &Ellipse, outline: Option<f64>) {
    let center = ellipse.center * canvas.scale;
    let radii = ellipse.radii.map(|radius| (radius * canvas.scale).max(0.25));
    let band = outline.map(|width| (width * canvas.scale / 2.0).max(0.3));
    // Half a pixel, and some more as a larger ellipse is not everywhere equally far away.
    let room = band.unwrap_or(0.0) + 0.75;
    let exact = Conic::new(radii, ellipse.angle);
    let outer = Conic::new(radii.map(|radius| radius + room), ellipse.angle);
    let inner = radii.map(|radius| radius - room);
    let inner = (inner[0].min(inner[1]) > 0.0).then(|| Conic::new(inner, ellipse.angle));
    let reach = outer.height();
    let (top, bottom) = bounds([center.y - reach, center.y + reach].into_iter(), canvas.height);
    for y in top..bottom {
        let dy = y as f64 + 0.5 - center.y;
        let pixels = |conic: &Conic| {
            let range = conic.row(dy)?;
            Some(span(range.map(|dx| center.x + dx), canvas.width))
        };
        let Some((left, right)) = pixels(&outer) else { continue };
        let (hole_left, hole_right) = inner.as_ref().and_then(pixels).unwrap_or((right, right));
        for x in (left..hole_left.min(right)).chain(hole_right.max(left)..right) {
            let inside = exact.inside(x as f64 + 0.5 - center.x, dy);
            let cover = band.map_or(inside, |band| band - inside.abs()) + 0.5;
            canvas.blend(x, y, cover);
        }
        if band.is_none() && hole_left < hole_right {
            canvas.blend_span(y, hole_left, hole_right);
        }
    }
}

/// An ellipse around the origin: `a x² + 2 b x y + c y² = 1`.
struct Conic {
    a: f64,
    b: f64,
    c: f64,
}

impl Conic {
    fn new([long, short]: [f64; 2], angle: f64) -> Self {
        let (sin, cos) = angle.sin_cos();
        let (p, q) = (1.0 / (long * long), 1.0 / (short * short));
        Self {
            a: cos * cos * p + sin * sin * q,
            b: sin * cos * (p - q),
            c: sin * sin * p + cos * cos * q,
        }
    }

    /// How far it reaches up and down.
    fn height(&self) -> f64 {
        (self.a / (self.a * self.c - self.b * self.b)).sqrt()
    }

    /// Where a row crosses it.
    fn row(&self, y: f64) -> Option<[f64; 2]> {
        let middle = -self.b * y / self.a;
        let square = middle * middle - (self.c * y * y - 1.0) / self.a;
        (square > 0.0).then(|| [middle - square.sqrt(), middle + square.sqrt()])
    }

    /// How far inside a point is, to first order.
    fn inside(&self, x: f64, y: f64) -> f64 {
        let (gx, gy) = (self.a * x + self.b * y, self.b * x + self.c * y);
        (1.0 - gx * x - gy * y) / (2.0 * (gx * gx + gy * gy).sqrt().max(1e-12))
    }
}

/// An edge of a convex area: points inside are ahead of it.
struct Edge {
    origin: Point,
    normal: Point,
    /// The inverse of the x of the normal, unless the edge runs along the rows.
    slope: Option<f64>,
}

impl Edge {
    fn ahead(&self, x: f64, y: f64) -> f64 {
        (x - self.origin.x) * self.normal.x + (y - self.origin.y) * self.normal.y
    }

    /// Leaves only the part of a row's range that is at least this far ahead.
    fn clip(&self, range: &mut [f64; 2], y: f64, least: f64) {
        let base = (y - self.origin.y) * self.normal.y - least;
        let Some(slope) = self.slope else {
            if base < 0.0 {
                range[1] = f64::NEG_INFINITY;
            }
            return;
        };
        let x = self.origin.x - base * slope;
        if self.normal.x > 0.0 {
            range[0] = range[0].max(x);
        } else {
            range[1] = range[1].min(x);
        }
    }
}

fn edges(points: &[Point]) -> Vec<Edge> {
    let pairs = || points.iter().copied().zip(points.iter().copied().cycle().skip(1));
    let area: f64 = pairs().map(|(a, b)| a.cross(b)).sum();
    let edges = pairs().filter(|(a, b)| a.distance(*b) > 1e-9).map(|(a, b)| {
        let along = (b - a) * (area.signum() / a.distance(b));
        let normal = Point::new(-along.y, along.x);
        let slope = (normal.x.abs() > 1e-9).then(|| normal.x.recip());
        Edge { origin: a, normal, slope }
    });
    edges.collect()
}

/// The pixels whose centers are in a range.
fn span([left, right]: [f64; 2], width: usize) -> (usize, usize) {
    let pixel = |x: f64| ((x - 0.5).ceil().max(0.0) as usize).min(width);
    (pixel(left), pixel(right))
}

/// The rows or columns between the least and the largest value, with one to spare.
fn bounds(values: impl Iterator<Item = f64>, limit: usize) -> (usize, usize) {
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values {
        (least, most) = (least.min(value), most.max(value));
    }
    let clip = |value: f64| (value.max(0.0) as usize).min(limit);
    (clip((least - 1.0).floor()), clip((most + 1.0).ceil()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Paint;
    use crate::frame::Format;
    use crate::quad::Quad;

    fn gray(width: usize, height: usize) -> Frame {
        let bytes = vec![128; Format::Yuv420.n_bytes(width, height)];
        Frame::new(Format::Yuv420, width, height, bytes).unwrap()
    }

    const WHITE: Paint = Paint::new(255, 255, 255, 1.0);

    /// How many pixels of full cover the luma of a frame has gained.
    fn covered(shape: &Shape) -> f64 {
        let mut frame = gray(64, 48);
        paint(&mut frame, std::slice::from_ref(shape));
        let [luma, ..] = frame.planes();
        luma.iter().map(|&value| f64::from(value - 128) / 127.0).sum()
    }

    #[test]
    fn areas_are_as_large_as_they_should_be() {
        let quad = Quad::rectangle(10.25, 8.5, 40.75, 30.25);
        let area = Shape::Area { points: quad.0.to_vec(), paint: WHITE };
        assert!((covered(&area) - 30.5 * 21.75).abs() < 4.0, "{}", covered(&area));
        let reverse = Shape::Area { points: quad.mirrored().0.to_vec(), paint: WHITE };
        assert!((covered(&reverse) - covered(&area)).abs() < 1e-9);
        let ellipse = Ellipse { center: Point::new(30.0, 24.0), radii: [20.0, 9.0], angle: 0.4 };
        let disc = covered(&Shape::Disc { ellipse, paint: WHITE });
        assert!((disc - std::f64::consts::PI * 180.0).abs() < 4.0, "{disc}");
        let circle = Ellipse::circle(Point::new(30.0, 24.0), 15.0);
        let ring = covered(&Shape::Ring { ellipse: circle, width: 3.0, paint: WHITE });
        assert!((ring - std::f64::consts::TAU * 45.0).abs() < 6.0, "{ring}");
        let (from, to) = (Point::new(5.0, 5.0), Point::new(45.0, 35.0));
        let line = covered(&Shape::Line { from, to, width: 3.0, paint: WHITE });
        assert!((line - 150.0).abs() < 4.0, "{line}");
    }

    #[test]
    fn both_formats_look_the_same() {
        let shapes = [
            Shape::Area {
                points: Quad::rectangle(4.0, 4.0, 60.0, 40.0).0.to_vec(),
                paint: Paint::new(30, 180, 60, 0.5),
            },
            Shape::Disc {
                ellipse: Ellipse::circle(Point::new(30.0, 20.0), 12.0),
                paint: Paint::new(250, 240, 20, 1.0),
            },
        ];
        let mut yuv = gray(64, 48);
        let mut rgb = yuv.to_rgb();
        paint(&mut yuv, &shapes);
        paint(&mut rgb, &shapes);
        for (x, y) in [(30, 20), (10, 30), (2, 2), (58, 38)] {
            let at = 3 * (y * 64 + x);
            let pairs = yuv.to_rgb().bytes()[at..at + 3]
                .iter()
                .zip(&rgb.bytes()[at..at + 3])
                .map(|(a, b)| a.abs_diff(*b))
                .max();
            assert!(pairs <= Some(4), "{x} {y} {pairs:?}");
        }
    }

    #[test]
    fn shapes_outside_of_the_frame_are_cut_off() {
        let mut frame = gray(4, 4);
        let far = [Point::new(-1e9, -50.0), Point::new(1e9, 2.0), Point::new(3.0, 1e12)];
        let ellipse = Ellipse { center: Point::new(-5.0, 2.0), radii: [1e7, 3.0], angle: 1.0 };
        let text = "64 WIN".to_owned();
        paint(
            &mut frame,
            &[
                Shape::Area { points: far.to_vec(), paint: WHITE },
                Shape::Area { points: vec![], paint: WHITE },
                Shape::Disc { ellipse, paint: WHITE },
                Shape::Line { from: far[0], to: far[0], width: 1.0, paint: WHITE },
                Shape::Text { center: far[1], height: 40.0, text, paint: WHITE },
                Shape::Disc {
                    ellipse: Ellipse::circle(Point::new(f64::NAN, 1.0), f64::NAN),
                    paint: WHITE,
                },
            ],
        );
    }
}
