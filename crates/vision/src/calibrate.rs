//! The color of an object from one point of it.

use crate::channel::{Channel, half_channel, half_size};
use crate::frame::Frame;
use crate::point::Point;
use crate::range::{Bound, ColorRange};

/// The chroma of a frame on its half grid.
pub(crate) struct Chroma {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) cb: Vec<u8>,
    pub(crate) cr: Vec<u8>,
}

impl Chroma {
    pub(crate) fn of(frame: &Frame) -> Self {
        let (width, height) = half_size(frame);
        let mut room = Vec::new();
        let [cb, cr] = [Channel::Cb, Channel::Cr]
            .map(|channel| half_channel(frame, channel, &mut room).to_vec());
        Self { width, height, cb, cr }
    }

    /// How far a cell's chroma is from another.
    fn distance(&self, cell: usize, [cb, cr]: [u8; 2]) -> f64 {
        f64::from(self.cb[cell].abs_diff(cb)).hypot(f64::from(self.cr[cell].abs_diff(cr)))
    }
}

/// Less colorful objects cannot be told from gray.
const MIN_SATURATION: f64 = 8.0;

/// Half the width of the square around a point whose median is the color of the object.
const NEIGHBORHOOD: usize = 1;

/// A channel that differs by less tells nothing about where the object is.
const MIN_CONTRAST: f64 = 6.0;

/// How far from the surroundings to the object the bound between them is. Less than half: objects
/// in the shade lose some of their color.
const BORDER: f64 = 0.45;

/// The colors of the object at a point: those that differ from its surroundings as it does.
/// `None` for what is next to gray, or outside of the frame.
pub(crate) fn calibrate(frame: &Frame, point: Point) -> Option<ColorRange> {
    let chroma = Chroma::of(frame);
    let (x, y) = ((point.x / 2.0).floor(), (point.y / 2.0).floor());
    let is_inside =
        (0.0..chroma.width as f64).contains(&x) && (0.0..chroma.height as f64).contains(&y);
    if !is_inside {
        return None;
    }
    let (x, y) = (x as usize, y as usize);
    let near = square(&chroma, [x, y, x, y], NEIGHBORHOOD);
    let color = [&chroma.cb, &chroma.cr].map(|plane| quantile(plane, &near, 0.5));
    let saturation = f64::from(color[0].abs_diff(128)).hypot(f64::from(color[1].abs_diff(128)));
    if saturation < MIN_SATURATION {
        return None;
    }
    let tolerance = (0.35 * saturation).max(6.0);
    let object = grow(&chroma, &near, color, tolerance);
    let around = surroundings(&chroma, &object, color, tolerance);
    let bounds = [(Channel::Cr, &chroma.cr), (Channel::Cb, &chroma.cb)]
        .map(|(channel, plane)| bound(channel, plane, &object, &around));
    Some(ColorRange { bounds: bounds.to_vec() })
}

/// The bound of one channel between the object and what is around it.
fn bound(channel: Channel, plane: &[u8], object: &[usize], around: &[usize]) -> Bound {
    let value = |share| f64::from(quantile(plane, object, share));
    let middle = value(0.5);
    let outside = if around.is_empty() { 128.0 } else { f64::from(quantile(plane, around, 0.5)) };
    let excess = (middle - 128.0).abs();
    // In twice the light it has twice the color.
    let room = (1.3 * excess).max(20.0);
    let (lower, upper) = match middle - outside {
        contrast if contrast >= MIN_CONTRAST => (outside + BORDER * contrast, middle + room),
        contrast if contrast <= -MIN_CONTRAST => (middle - room, outside + BORDER * contrast),
        _ => (value(0.05) - room, value(0.95) + room),
    };
    let byte = |value: f64| value.round().clamp(0.0, 255.0) as u8;
    Bound { channel, lower: byte(lower), upper: byte(upper) }
}

/// The cells of a box, with a margin.
fn square(chroma: &Chroma, [left, top, right, bottom]: [usize; 4], margin: usize) -> Vec<usize> {
    let columns = left.saturating_sub(margin)..(right + margin + 1).min(chroma.width);
    let rows = top.saturating_sub(margin)..(bottom + margin + 1).min(chroma.height);
    rows.flat_map(|y| columns.clone().map(move |x| y * chroma.width + x)).collect()
}

/// The cells that are connected with the start and have its color.
fn grow(chroma: &Chroma, start: &[usize], color: [u8; 2], tolerance: f64) -> Vec<usize> {
    let has_color = |cell: usize| chroma.distance(cell, color) <= tolerance;
    let mut is_known = vec![false; chroma.cb.len()];
    let mut object = Vec::new();
    let mut open = start.iter().copied().filter(|&cell| has_color(cell)).collect::<Vec<_>>();
    for &cell in &open {
        is_known[cell] = true;
    }
    while let Some(cell) = open.pop() {
        object.push(cell);
        let x = cell % chroma.width;
        let neighbors = [
            (x > 0).then(|| cell - 1),
            (x + 1 < chroma.width).then_some(cell + 1),
            cell.checked_sub(chroma.width),
            Some(cell + chroma.width).filter(|&below| below < is_known.len()),
        ];
        for neighbor in neighbors.into_iter().flatten() {
            if !is_known[neighbor] && has_color(neighbor) {
                is_known[neighbor] = true;
                open.push(neighbor);
            }
        }
    }
    object
}

/// Cells around the object that are not of its color.
fn surroundings(chroma: &Chroma, object: &[usize], color: [u8; 2], tolerance: f64) -> Vec<usize> {
    let mut limits = [usize::MAX, usize::MAX, 0, 0];
    for cell in object {
        let (x, y) = (cell % chroma.width, cell / chroma.width);
        limits = [limits[0].min(x), limits[1].min(y), limits[2].max(x), limits[3].max(y)];
    }
    if object.is_empty() {
        return Vec::new();
    }
    let margin = (limits[2] - limits[0]).max(limits[3] - limits[1]) + 4;
    let mut around = square(chroma, limits, margin);
    // Between both are the colors of the rim.
    around.retain(|&cell| chroma.distance(cell, color) > 1.6 * tolerance);
    around
}

/// The value below which this share of some cells is.
fn quantile(plane: &[u8], cells: &[usize], share: f64) -> u8 {
    let mut counts = [0usize; 256];
    for &cell in cells {
        counts[usize::from(plane[cell])] += 1;
    }
    let rank = (share * cells.len().saturating_sub(1) as f64).round() as usize;
    let mut n_below = 0;
    let value = counts.iter().position(|count| {
        n_below += count;
        n_below > rank
    });
    value.unwrap_or(0) as u8
}
