//! Finding markers and piece without being told their colors.
//!
//! The hue circle is gone through in steps. Where a hue has four compact spots of about one size
//! that stand like the corners of a board, these are the markers; the piece is the largest
//! compact spot of another hue on that board.

use crate::blobs::{Blob, Blobs};
use crate::calibrate::{Chroma, calibrate};
use crate::frame::Frame;
use crate::point::Point;
use crate::quad::Quad;
use crate::range::{Bound, ColorRange, Mask};

const N_HUES: usize = 36;

/// How many steps of hue to both sides belong to one color.
const HUE_REACH: usize = 2;

/// How many steps of hue are between the colors of markers and piece.
const HUE_GAP: usize = 4;

/// Less colorful pixels have no hue.
const MIN_SATURATION: f64 = 24.0;

/// In cells of the half grid.
const MIN_CELLS: u32 = 12;

/// A spot fills this share of the box around it. A disc fills 0.79.
const MIN_FILL: f64 = 0.5;

/// So many of the largest spots are tried as markers.
const MAX_SPOTS: usize = 8;

/// By what factor the largest marker exceeds the smallest at most.
const MAX_DISPARITY: f64 = 5.0;

/// The board covers at least this share of the picture.
const MIN_AREA: f64 = 0.02;

/// The piece covers at most this share of the board: four cells. A table may have a color, too.
const MAX_PIECE: f64 = 1.0 / 16.0;

/// The colors of markers and piece, where they stand out.
pub(crate) fn propose(frame: &Frame) -> Option<(ColorRange, Option<ColorRange>)> {
    let chroma = Chroma::of(frame);
    let hues = hues(&chroma);
    let least = MIN_AREA * (frame.width() * frame.height()) as f64;
    let spots = (0..N_HUES).map(|hue| spots(&chroma, &hues, hue)).collect::<Vec<_>>();
    let boards = spots.iter().enumerate().filter_map(|(hue, spots)| {
        let (quad, score) = markers(spots, least)?;
        Some((hue, quad, score))
    });
    let (hue, quad, _) = boards.max_by(|a, b| a.2.total_cmp(&b.2))?;
    let ranges =
        quad.0.iter().map(|&corner| calibrate(frame, corner)).collect::<Option<Vec<_>>>()?;
    let marker = ranges.into_iter().reduce(|a, b| hull(&a, &b))?;
    let others = spots.iter().enumerate().filter(|&(other, _)| {
        let steps = hue.abs_diff(other);
        steps.min(N_HUES - steps) >= HUE_GAP
    });
    let is_piece = |spot: &&Blob| {
        // A cell of the half grid has four pixels.
        let share = 4.0 * f64::from(spot.n_cells) / quad.area();
        share <= MAX_PIECE && contains(&quad, spot.center)
    };
    let piece = others.flat_map(|(_, spots)| spots).filter(is_piece).max_by_key(|s| s.n_cells);
    Some((marker, piece.and_then(|spot| calibrate(frame, spot.center))))
}

/// The hue of each cell of the half grid, or `N_HUES` for gray.
fn hues(chroma: &Chroma) -> Vec<u8> {
    // Four values of chroma at a time: finer than the steps of hue.
    let table = (0..64 * 64).map(|index| {
        let [cb, cr] = [index / 64, index % 64].map(|value| f64::from(value) * 4.0 + 2.0 - 128.0);
        let turn = cr.atan2(cb) / std::f64::consts::TAU + 0.5;
        let is_gray = cb.hypot(cr) < MIN_SATURATION;
        if is_gray { N_HUES as u8 } else { (turn * N_HUES as f64) as u8 % N_HUES as u8 }
    });
    let table = table.collect::<Vec<_>>();
    let cells = chroma.cb.iter().zip(&chroma.cr);
    cells.map(|(&cb, &cr)| table[usize::from(cb >> 2) * 64 + usize::from(cr >> 2)]).collect()
}

/// The compact spots of a hue, the largest first.
fn spots(chroma: &Chroma, hues: &[u8], hue: usize) -> Vec<Blob> {
    let is_near = |other: usize| {
        let steps = hue.abs_diff(other);
        other < N_HUES && steps.min(N_HUES - steps) <= HUE_REACH
    };
    let is_selected: [u8; N_HUES + 1] = std::array::from_fn(|other| u8::from(is_near(other)));
    let cells = hues.iter().map(|&other| is_selected[usize::from(other)]).collect();
    let mask = Mask::of_cells(chroma.width, chroma.height, cells);
    let mut blobs = Blobs::default();
    blobs.find(&mask);
    let is_compact = |blob: &Blob| {
        let [width, height] = blob.extent.map(f64::from);
        blob.n_cells >= MIN_CELLS
            && f64::from(blob.n_cells) >= MIN_FILL * width * height
            && width.max(height) <= 3.0 * width.min(height)
    };
    let mut spots = blobs.list.into_iter().filter(is_compact).collect::<Vec<_>>();
    spots.sort_by_key(|spot| std::cmp::Reverse(spot.n_cells));
    spots
}

/// The four spots that look most like markers around a board, and how much.
fn markers(spots: &[Blob], least_area: f64) -> Option<(Quad, f64)> {
    let spots = &spots[..spots.len().min(MAX_SPOTS)];
    let sets = (0..1u32 << spots.len()).filter(|set| set.count_ones() == 4);
    let quads = sets.filter_map(|set| {
        let members = spots.iter().enumerate().filter(|&(k, _)| set >> k & 1 == 1);
        let members = members.map(|(_, spot)| *spot).collect::<Vec<_>>();
        let sizes = members.iter().map(|spot| f64::from(spot.n_cells));
        let (least, most) = sizes.fold((f64::INFINITY, 0.0_f64), |(least, most), size| {
            (least.min(size), most.max(size))
        });
        let corners: [Blob; 4] = members.try_into().ok()?;
        let quad = Quad::arranged(corners.map(|spot| spot.center));
        let is_board = quad.is_convex()
            && quad.area() >= least_area
            && most <= MAX_DISPARITY * least
            && quad.shortest_side().powi(2) >= 0.2 * quad.area();
        is_board.then(|| (quad, quad.area() * least / most))
    });
    quads.max_by(|a, b| a.1.total_cmp(&b.1))
}

fn contains(quad: &Quad, point: Point) -> bool {
    (0..4).all(|k| {
        let (here, next) = (quad.0[k], quad.0[(k + 1) % 4]);
        (next - here).cross(point - here) > 0.0
    })
}

/// The range that contains two ranges with bounds on the same channels.
fn hull(a: &ColorRange, b: &ColorRange) -> ColorRange {
    let bounds = a.bounds.iter().zip(&b.bounds).map(|(a, b)| Bound {
        channel: a.channel,
        lower: a.lower.min(b.lower),
        upper: a.upper.max(b.upper),
    });
    ColorRange { bounds: bounds.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channel::Channel;
    use crate::color::Paint;
    use crate::frame::Format;
    use crate::homography::Ellipse;
    use crate::paint::paint;
    use crate::shape::Shape;

    #[test]
    fn a_colorful_table_is_no_piece() {
        let brown = [150, 120, 90].repeat(320 * 180);
        let mut frame = Frame::new(Format::Rgb, 320, 180, brown).unwrap();
        let disc = |x, y, radius, paint| {
            let ellipse = Ellipse::circle(Point::new(x, y), radius);
            Shape::Disc { ellipse, paint }
        };
        let pink = Paint::new(230, 60, 140, 1.0);
        let corners = [(95.0, 30.0), (225.0, 31.0), (250.0, 155.0), (70.0, 154.0)];
        let mut shapes = corners.map(|(x, y)| disc(x, y, 6.0, pink)).to_vec();
        shapes.push(disc(148.0, 70.0, 5.0, Paint::new(40, 90, 220, 1.0)));
        paint(&mut frame, &shapes);
        let (_, piece) = propose(&frame.to_yuv()).expect("there are four markers");
        let bounds = piece.expect("there is a piece").bounds;
        let cb = bounds.iter().find(|bound| bound.channel == Channel::Cb).expect("a bound on Cb");
        assert!(cb.lower > 128 && cb.upper > 180, "{cb:?}");
    }
}
