//! Pictures of a table with a board, whose truth is known.
//!
//! A [`Scene`] is a table with its markers, its camera and its light; a [`Moment`] is where piece
//! and hand are. Rendering is a function of both and of the number of the frame. Lengths in pixels
//! are for a picture that is 1280 wide, and grow with it.

mod condition;
mod exam;
mod hand;
mod light;
mod person;
mod random;

use crate::color::{Paint, Rgb};
use crate::frame::{Format, Frame};
use crate::grid::{BoardMap, Cell};
use crate::homography::Ellipse;
use crate::paint::paint;
use crate::point::Point;
use crate::quad::Quad;
use crate::shape::Shape;

use random::Random;

pub use condition::{CONDITIONS, Condition};
pub use exam::{Exam, examine};
pub use light::Light;
pub use person::Person;

/// Where the camera is.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Camera {
    /// How far it looks from aside, in radians; at 0 it is straight above.
    pub tilt: f64,
    /// By how much the board lies askew, in radians.
    pub turn: f64,
    /// How far away it is, in widths of the board: perspective is strong from nearby.
    pub distance: f64,
    /// The side of the board seen from above, as a share of the picture's height.
    pub zoom: f64,
    /// The middle of the board, as shares of width and height.
    pub center: Point,
    /// Whether left and right are swapped, as in a mirror.
    pub mirror: bool,
    /// How far it shakes, in pixels.
    pub shake: f64,
}

/// Something that lies about: a disc at a place given by shares of the picture's width and height.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Clutter {
    pub place: Point,
    /// A share of the picture's width.
    pub radius: f64,
    pub color: Rgb,
}

/// A table and how it is seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    pub width: usize,
    pub height: usize,
    /// How many cells a row of the board has.
    pub size: usize,
    pub camera: Camera,
    pub table: Rgb,
    /// How much darker the grain of the table is, from 0 to 1.
    pub grain: f64,
    pub marker: Rgb,
    pub piece: Rgb,
    /// Radii in cells.
    pub marker_radius: f64,
    pub piece_radius: f64,
    pub skin: Rgb,
    pub light: Light,
    /// How dark the shadow of the hand is, from 0 to 1.
    pub shadow: f64,
    /// The radius of the blur in pixels.
    pub blur: f64,
    /// The standard deviation of the noise.
    pub noise: f64,
    /// Of so many frames, a third lack one of the markers.
    pub blink: Option<u32>,
    pub clutter: Vec<Clutter>,
    pub seed: u64,
}

/// Where piece and hand are, in cells.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Moment {
    pub piece: Option<Point>,
    /// Where the fingers are.
    pub hand: Option<Point>,
}

impl Moment {
    /// A piece that lies in the middle of a cell.
    pub fn at_rest(cell: Cell) -> Self {
        Self { piece: Some(cell.center()), hand: None }
    }
}

/// What is in a picture, in pixels.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Truth {
    pub corners: [Point; 4],
    pub piece: Option<Point>,
    pub cell: Option<Cell>,
}

/// The width for which lengths in pixels are given.
const NOMINAL_WIDTH: f64 = 1280.0;

impl Scene {
    /// A desk in daylight, seen by a camera on a stand.
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            size: 8,
            camera: Camera {
                tilt: 0.45,
                turn: 0.06,
                distance: 2.2,
                zoom: 0.8,
                center: Point::new(0.5, 0.53),
                mirror: false,
                shake: 0.0,
            },
            table: Rgb::new(196, 178, 152),
            grain: 0.12,
            marker: Rgb::new(214, 40, 130),
            piece: Rgb::new(30, 90, 210),
            marker_radius: 0.32,
            piece_radius: 0.36,
            skin: Rgb::new(222, 172, 144),
            light: Light::default(),
            shadow: 0.2,
            blur: 0.8,
            noise: 3.0,
            blink: None,
            clutter: Vec::new(),
            seed: 1,
        }
    }

    /// The picture of a moment, as a camera gives it, and the truth about it.
    pub fn render(&self, moment: &Moment, number: u64) -> (Frame, Truth) {
        let mut random = Random::new(self.seed, number);
        let corners = self.corners(&mut random);
        let map = BoardMap::new(corners, self.size).expect("the camera is above the table");
        let mut picture = self.table_top(&map);
        paint(&mut picture, &self.things(&map, moment, number));
        light::blur(&mut picture, self.blur * self.unit());
        light::shine(&mut picture, &self.light, self.noise, &mut random);
        let truth = Truth {
            corners: corners.0,
            piece: moment.piece.and_then(|place| map.in_picture(place)),
            cell: moment.piece.and_then(|place| map.cell(place)),
        };
        (picture.to_yuv(), truth)
    }

    /// Pixels of this picture for each nominal one.
    fn unit(&self) -> f64 {
        self.width as f64 / NOMINAL_WIDTH
    }

    fn corners(&self, random: &mut Random) -> Quad {
        let camera = &self.camera;
        let (width, height) = (self.width as f64, self.height as f64);
        let (turn_sin, turn_cos) = camera.turn.sin_cos();
        let (tilt_sin, tilt_cos) = camera.tilt.sin_cos();
        let shake = camera.shake * self.unit();
        let shift = Point::new(random.normal() * shake / 2.0, random.normal() * shake / 2.0);
        let corner = |Point { x, y }: Point| {
            let (x, y) = (x * turn_cos - y * turn_sin, x * turn_sin + y * turn_cos);
            let scale = camera.zoom * height * camera.distance / (camera.distance - y * tilt_sin);
            let x = if camera.mirror { -x } else { x };
            Point::new(camera.center.x * width, camera.center.y * height)
                + Point::new(x, y * tilt_cos) * scale
                + shift
        };
        Quad(Quad::rectangle(-0.5, -0.5, 0.5, 0.5).0.map(corner))
    }

    /// The bare table. Its grain runs along the rows of the board.
    fn table_top(&self, map: &BoardMap) -> Frame {
        let color = [self.table.r, self.table.g, self.table.b].map(f64::from);
        let shades: [[u8; 3]; 256] = std::array::from_fn(|k| {
            let shade = 1.0 - self.grain * k as f64 / 255.0;
            color.map(|value| (value * shade) as u8)
        });
        let [across, down, depth] = *map.picture_to_board().rows();
        let mut bytes = Vec::with_capacity(Format::Rgb.n_bytes(self.width, self.height));
        for y in 0..self.height {
            let y = y as f64 + 0.5;
            for x in 0..self.width {
                let x = x as f64 + 0.5;
                let at = |row: [f64; 3]| row[0] * x + row[1] * y + row[2];
                let depth = at(depth);
                let u = (at(across) / depth * 3.0) as i32;
                let v = (at(down) / depth * 40.0) as i32;
                bytes.extend(shades[usize::from(random::hash(u, v))]);
            }
        }
        Frame::new(Format::Rgb, self.width, self.height, bytes).expect("all rows are there")
    }

    /// All that is on the table, from below to above.
    fn things(&self, map: &BoardMap, moment: &Moment, number: u64) -> Vec<Shape> {
        let (width, height) = (self.width as f64, self.height as f64);
        let mut shapes = Vec::new();
        for clutter in &self.clutter {
            let center = Point::new(clutter.place.x * width, clutter.place.y * height);
            let ellipse = Ellipse::circle(center, clutter.radius * width);
            shapes.push(Shape::Disc { ellipse, paint: Paint::solid(clutter.color) });
        }
        let hidden = self.hidden_marker(number);
        for (k, &corner) in map.quad().0.iter().enumerate() {
            let place = map.on_board(corner).filter(|_| hidden != Some(k));
            if let Some(ellipse) = place.and_then(|place| map.disc(place, self.marker_radius)) {
                shapes.push(Shape::Disc { ellipse, paint: Paint::solid(self.marker) });
            }
        }
        if let Some(ellipse) = moment.piece.and_then(|place| map.disc(place, self.piece_radius)) {
            shapes.push(Shape::Disc { ellipse, paint: Paint::solid(self.piece) });
        }
        if let Some(tip) = moment.hand.and_then(|place| map.in_picture(place)) {
            let reach = map.quad().shortest_side() / self.size as f64;
            shapes.extend(hand::hand(tip, reach, height, self.skin, self.shadow));
        }
        shapes
    }

    fn hidden_marker(&self, number: u64) -> Option<usize> {
        let period = u64::from(self.blink?.max(3));
        (number % period >= period * 2 / 3).then_some((number / period % 4) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truth_is_in_the_picture() {
        let scene = Scene { noise: 0.0, grain: 0.0, ..Scene::new(320, 180) };
        let moment = Moment::at_rest("c6".parse().unwrap());
        let (frame, truth) = scene.render(&moment, 7);
        let rgb = frame.to_rgb();
        let color = |point: Point| {
            let at = 3 * (point.y as usize * 320 + point.x as usize);
            [0, 1, 2].map(|k| rgb.bytes()[at + k])
        };
        let is_like = |color: [u8; 3], other: Rgb| {
            let other = [other.r, other.g, other.b];
            color.iter().zip(other).all(|(a, b)| a.abs_diff(b) < 40)
        };
        for corner in truth.corners {
            assert!(is_like(color(corner), scene.marker), "{corner:?}");
        }
        assert!(is_like(color(truth.piece.unwrap()), scene.piece));
        assert_eq!(truth.cell.map(|cell| cell.to_string()).as_deref(), Some("c6"));
    }

    #[test]
    fn the_same_number_gives_the_same_frame() {
        let scene = Scene::new(64, 36);
        let moment = Moment::default();
        assert_eq!(scene.render(&moment, 3), scene.render(&moment, 3));
        assert_ne!(scene.render(&moment, 3).0, scene.render(&moment, 4).0);
    }
}
