//! What is drawn over the picture of the board.

use crate::color::Paint;
use crate::dwell::Offer;
use crate::grid::{BoardMap, Cell, cells};
use crate::homography::Ellipse;
use crate::point::Point;
use crate::session::{Sighting, Status};
use crate::shape::Shape;
use crate::situation::{Outcome, Phase, Situation};

const TINT: Paint = Paint::new(0, 150, 60, 0.22);
const LINE: Paint = Paint::new(8, 40, 20, 0.8);
const BLACK: Paint = Paint::new(22, 22, 26, 1.0);
const WHITE: Paint = Paint::new(244, 242, 236, 1.0);
const RIM: Paint = Paint::new(110, 112, 116, 1.0);
const LAST: Paint = Paint::new(226, 58, 46, 1.0);
const FLIPPED: Paint = Paint::new(255, 190, 50, 0.9);
const OPTION: Paint = Paint::new(230, 255, 235, 0.55);
const LEGAL: Paint = Paint::new(40, 210, 90, 0.75);
const ILLEGAL: Paint = Paint::new(235, 50, 40, 0.7);
const IDLE: Paint = Paint::new(150, 150, 150, 0.75);
const PLATE: Paint = Paint::new(10, 12, 14, 0.62);
const WORDS: Paint = Paint::new(250, 250, 245, 1.0);
const SEEN: Paint = Paint::new(60, 230, 120, 1.0);
const LOST: Paint = Paint::new(255, 70, 50, 1.0);

/// Radii in cells.
const DISC: f64 = 0.41;
const CURSOR: f64 = 0.46;

/// The overlay of a frame of this size, as a display list.
pub fn overlay(sighting: &Sighting, situation: &Situation, width: f64, height: f64) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if let Some(map) = &sighting.board {
        ground(map, &mut shapes);
        discs(map, situation, &mut shapes);
        if let Some(cell) = sighting.cell {
            cursor(map, cell, situation, sighting.offer, &mut shapes);
        }
    }
    corners(sighting, width, &mut shapes);
    scores(situation, width, height, &mut shapes);
    if let Some(message) = message(sighting, situation) {
        banner(message, width, height, &mut shapes);
    }
    shapes
}

/// The green board and its lines.
fn ground(map: &BoardMap, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::Area { points: map.quad().0.to_vec(), paint: TINT });
    let limit = map.size() as f64;
    let width = (map.quad().shortest_side() / limit / 28.0).max(1.2);
    for k in 0..=map.size() {
        let at = k as f64;
        let ends = [
            [Point::new(at, 0.0), Point::new(at, limit)],
            [Point::new(0.0, at), Point::new(limit, at)],
        ];
        for [from, to] in ends {
            if let (Some(from), Some(to)) = (map.in_picture(from), map.in_picture(to)) {
                shapes.push(Shape::Line { from, to, width, paint: LINE });
            }
        }
    }
}

fn discs(map: &BoardMap, situation: &Situation, shapes: &mut Vec<Shape>) {
    let thin = (map.quad().shortest_side() / map.size() as f64 / 30.0).max(1.0);
    for (set, paint) in [(situation.black, BLACK), (situation.white, WHITE)] {
        for cell in cells(set) {
            disc(map, cell, DISC, paint, shapes);
            ring(map, cell, DISC, thin, RIM, shapes);
        }
    }
    for cell in cells(situation.flipped) {
        ring(map, cell, DISC, 2.0 * thin, FLIPPED, shapes);
    }
    if let Some(cell) = situation.last {
        disc(map, cell, 0.1, LAST, shapes);
    }
    if situation.phase == Phase::Choosing {
        for cell in cells(situation.legal) {
            disc(map, cell, 0.08, OPTION, shapes);
        }
    }
}

/// The cell with the piece: green for a legal move, red for an illegal one, gray while the
/// machine thinks. Inside of it time grows until the move is made.
fn cursor(
    map: &BoardMap,
    cell: Cell,
    situation: &Situation,
    offer: Offer,
    shapes: &mut Vec<Shape>,
) {
    let paint = match situation.phase {
        Phase::Choosing if situation.legal & cell.bit() != 0 => LEGAL,
        Phase::Choosing => ILLEGAL,
        Phase::Thinking | Phase::Over(_) => IDLE,
    };
    let thick = (map.quad().shortest_side() / map.size() as f64 / 9.0).max(2.0);
    ring(map, cell, CURSOR, thick, Paint { alpha: 1.0, ..paint }, shapes);
    let share = match offer {
        Offer::Nothing => 0.0,
        Offer::Resting { share, .. } => share,
        Offer::Confirmed(_) => 1.0,
    };
    if share > 0.0 {
        disc(map, cell, CURSOR * share, paint, shapes);
    }
}

fn disc(map: &BoardMap, cell: Cell, radius: f64, paint: Paint, shapes: &mut Vec<Shape>) {
    if let Some(ellipse) = map.disc(cell.center(), radius) {
        shapes.push(Shape::Disc { ellipse, paint });
    }
}

fn ring(
    map: &BoardMap,
    cell: Cell,
    radius: f64,
    width: f64,
    paint: Paint,
    shapes: &mut Vec<Shape>,
) {
    if let Some(ellipse) = map.disc(cell.center(), radius) {
        shapes.push(Shape::Ring { ellipse, width, paint });
    }
}

/// Where the markers are, or were.
fn corners(sighting: &Sighting, width: f64, shapes: &mut Vec<Shape>) {
    if sighting.status == Status::NoColors {
        return;
    }
    for (&corner, &is_lost) in sighting.corners.iter().zip(&sighting.lost) {
        let ellipse = Ellipse::circle(corner, width / 60.0);
        let paint = if is_lost { LOST } else { SEEN };
        shapes.push(Shape::Ring { ellipse, width: width / 400.0, paint });
    }
}

/// The number of discs of both sides, at the top left.
fn scores(situation: &Situation, width: f64, height: f64, shapes: &mut Vec<Shape>) {
    let unit = height / 20.0;
    let plate = Point::new(unit * 0.5, unit * 0.5);
    let corner = Point::new((plate.x + 7.6 * unit).min(width), plate.y + 1.8 * unit);
    shapes.push(area(plate, corner, PLATE));
    let sides = [(situation.black, BLACK, 1.4), (situation.white, WHITE, 5.2)];
    for (set, paint, offset) in sides {
        let center = Point::new(offset * unit, 1.4 * unit);
        let ellipse = Ellipse::circle(center, 0.55 * unit);
        shapes.push(Shape::Disc { ellipse, paint });
        shapes.push(Shape::Ring { ellipse, width: 0.08 * unit, paint: RIM });
        shapes.push(Shape::Text {
            center: Point::new(center.x + 1.6 * unit, center.y),
            height: 0.9 * unit,
            text: format!("{:02}", set.count_ones()),
            paint: WORDS,
        });
    }
}

fn message(sighting: &Sighting, situation: &Situation) -> Option<&'static str> {
    match (sighting.status, situation.phase) {
        (_, Phase::Over(Outcome::Won)) => Some("YOU WIN"),
        (_, Phase::Over(Outcome::Lost)) => Some("YOU LOSE"),
        (_, Phase::Over(Outcome::Drawn)) => Some("DRAW"),
        (_, Phase::Over(Outcome::Finished)) => Some("GAME OVER"),
        (Status::NoColors, _) => Some("WHICH COLOR ARE THE MARKERS"),
        (Status::Searching, _) => Some("LOOKING FOR FOUR MARKERS"),
        (Status::MarkersLost(1), _) => Some("A MARKER IS HIDDEN"),
        (Status::MarkersLost(_), _) => Some("MARKERS ARE HIDDEN"),
        (Status::Found, _) => None,
    }
}

/// Words across the lower part of the picture.
fn banner(text: &str, width: f64, height: f64, shapes: &mut Vec<Shape>) {
    let letter = (height / 22.0).min(width / text.len() as f64 / 1.25);
    let center = Point::new(width / 2.0, height - 1.6 * letter);
    let half = Point::new(0.55 * letter * text.len() as f64 + letter, letter);
    shapes.push(area(center - half, center + half, PLATE));
    shapes.push(Shape::Text { center, height: letter, text: text.to_owned(), paint: WORDS });
}

fn area(top_left: Point, bottom_right: Point, paint: Paint) -> Shape {
    let (a, c) = (top_left, bottom_right);
    let points = vec![a, Point::new(c.x, a.y), c, Point::new(a.x, c.y)];
    Shape::Area { points, paint }
}
