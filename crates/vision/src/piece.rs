//! Finding the piece.

use crate::blobs::{Blob, Blobs};
use crate::grid::BoardMap;
use crate::point::Point;

/// In cells of the half grid; less is noise.
const MIN_CELLS: u32 = 6;

/// In cells of the board.
const MIN_AREA: f64 = 0.03;
const MAX_AREA: f64 = 2.5;

/// How far beside the board a piece is still looked for, in cells.
const MARGIN: f64 = 1.0;

/// A piece that shows less than this share of itself is covered.
const MIN_SHOWN: f64 = 0.7;

/// Another blob this much smaller than the largest may still be the piece.
const RIVAL: f64 = 0.6;

/// The piece in a frame.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Piece {
    /// Its center of mass.
    pub center: Point,
    /// Whether all of it is seen, as far as one can tell.
    pub is_whole: bool,
}

/// Finds the piece, and knows how large it usually is.
#[derive(Clone, Debug, Default)]
pub(crate) struct PieceFinder {
    /// In cells of the board.
    usual_area: f64,
}

impl PieceFinder {
    pub(crate) fn reset(&mut self) {
        self.usual_area = 0.0;
    }

    /// The piece among the blobs of its color: the largest that fits the board, or one of about
    /// its size that rests on a legal cell.
    pub(crate) fn find(&mut self, blobs: &Blobs, map: &BoardMap, legal: u64) -> Option<Piece> {
        let candidates = blobs.list.iter().filter_map(|blob| Candidate::new(blob, map));
        let candidates = candidates.collect::<Vec<_>>();
        let largest = candidates.iter().map(|piece| piece.area).fold(0.0, f64::max);
        let rivals = candidates.iter().filter(|piece| piece.area >= RIVAL * largest);
        let is_legal =
            |piece: &Candidate| map.cell(piece.place).is_some_and(|cell| legal & cell.bit() != 0);
        let best =
            rivals.max_by(|a, b| is_legal(a).cmp(&is_legal(b)).then(a.area.total_cmp(&b.area)))?;
        let weight = if best.area > self.usual_area { 0.25 } else { 0.01 };
        self.usual_area += weight * (best.area - self.usual_area);
        Some(Piece { center: best.center, is_whole: best.area >= MIN_SHOWN * self.usual_area })
    }
}

struct Candidate {
    center: Point,
    /// On the board, in cells.
    place: Point,
    area: f64,
}

impl Candidate {
    fn new(blob: &Blob, map: &BoardMap) -> Option<Self> {
        let place = map.on_board(blob.center)?;
        let near = -MARGIN..map.size() as f64 + MARGIN;
        let area = map.cells_of_pixels(blob.center, 4.0 * f64::from(blob.n_cells));
        let fits = blob.n_cells >= MIN_CELLS
            && (MIN_AREA..=MAX_AREA).contains(&area)
            && near.contains(&place.x)
            && near.contains(&place.y);
        fits.then_some(Self { center: blob.center, place, area })
    }
}
