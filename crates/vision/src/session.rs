//! From frames to moves.

use crate::blobs::Blobs;
use crate::calibrate::calibrate;
use crate::corners::{CornerTracker, Corners};
use crate::dwell::{Dwell, Offer};
use crate::frame::Frame;
use crate::grid::{BoardMap, Cell};
use crate::piece::{Piece, PieceFinder};
use crate::point::Point;
use crate::propose::propose;
use crate::quad::Quad;
use crate::range::Mask;
use crate::settings::Settings;
use crate::situation::{Phase, Situation};
use crate::stabilizer::Stabilizer;

/// What has a color of its own.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Object {
    Marker,
    Piece,
}

/// What was seen in a frame.
#[derive(Clone, PartialEq, Debug)]
pub struct Sighting {
    pub status: Status,
    /// The corners as they were seen, or where they are looked for.
    pub corners: [Point; 4],
    /// Which of them are guesses.
    pub lost: [bool; 4],
    /// The board as it is to be drawn: it does not tremble.
    pub board: Option<BoardMap>,
    pub piece: Option<Piece>,
    /// The piece on the board, in cells.
    pub place: Option<Point>,
    /// The cell with the piece.
    pub cell: Option<Cell>,
    pub offer: Offer,
}

/// Whether there is a board.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Status {
    /// Nobody has said yet what color the markers have.
    NoColors,
    /// The markers are looked for.
    Searching,
    Found,
    /// Some markers have not been seen for a while: the board is where it was.
    MarkersLost(u8),
}

/// Recognition from frame to frame.
#[derive(Clone, Debug)]
pub struct Session {
    settings: Settings,
    tracker: CornerTracker,
    finder: PieceFinder,
    dwell: Dwell,
    shown: Option<[Stabilizer; 4]>,
    cell: Option<Cell>,
    mask: Mask,
    blobs: Blobs,
}

/// How far over a line a piece still belongs to the cell where it was, in cells.
const CLING: f64 = 0.04;

/// How far over a line a piece belongs to the legal one of two cells, in cells.
const LEGAL_CLING: f64 = 0.1;

impl Session {
    pub fn new(settings: Settings) -> Self {
        let tracker = CornerTracker::new(settings.corners);
        Self {
            settings,
            tracker,
            finder: PieceFinder::default(),
            dwell: Dwell::default(),
            shown: None,
            cell: None,
            mask: Mask::default(),
            blobs: Blobs::default(),
        }
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Takes other settings. What was recognized stays, unless the markers look different.
    pub fn set(&mut self, settings: Settings) {
        let is_other_board = (&settings.marker, settings.manual, settings.corners)
            != (&self.settings.marker, self.settings.manual, self.settings.corners);
        let is_other_piece = settings.piece != self.settings.piece;
        self.settings = settings;
        if is_other_board {
            self.reset();
        }
        if is_other_piece {
            self.finder.reset();
        }
    }

    /// Forgets what was recognized and starts the search again.
    pub fn reset(&mut self) {
        self.tracker = CornerTracker::new(self.settings.corners);
        self.finder.reset();
        self.shown = None;
        self.cell = None;
        self.dwell.reset();
    }

    /// Takes the color of an object from the pixels around a point of a frame. `false` if the
    /// color there is none that one could find again.
    pub fn calibrate(&mut self, frame: &Frame, object: Object, point: Point) -> bool {
        let Some(range) = calibrate(frame, point) else { return false };
        let mut settings = self.settings.clone();
        match object {
            Object::Marker => settings.marker = range,
            Object::Piece => settings.piece = range,
        }
        self.set(settings);
        true
    }

    /// Looks for four markers and a piece without being told any color. `false` if there are
    /// none that stand out.
    pub fn propose(&mut self, frame: &Frame) -> bool {
        let Some((marker, piece)) = propose(frame) else { return false };
        let piece = piece.unwrap_or_else(|| self.settings.piece.clone());
        self.set(Settings { marker, piece, manual: None, ..self.settings.clone() });
        true
    }

    /// Which cells of the half grid have the color of an object, for a person to look at.
    pub fn mask(&mut self, frame: &Frame, object: Object) -> &Mask {
        let range = match object {
            Object::Marker => &self.settings.marker,
            Object::Piece => &self.settings.piece,
        };
        self.mask.select(frame, range);
        &self.mask
    }

    /// Makes the move that is offered, if one is: a key or a button was pressed.
    pub fn confirm(&mut self) -> Option<Cell> {
        self.dwell.confirm(&self.settings.dwell)
    }

    /// Looks at a frame that was taken at a time, in seconds.
    pub fn look(&mut self, frame: &Frame, time: f64, situation: &Situation) -> Sighting {
        let (corners, lost, quad, status) = self.find_board(frame);
        let exact = quad.and_then(|quad| BoardMap::new(self.settings.board(quad), situation.size));
        let board = quad.and_then(|quad| {
            let shown = self.stabilize(quad, frame.width() as f64);
            BoardMap::new(self.settings.board(shown), situation.size)
        });
        let legal = if situation.phase == Phase::Choosing { situation.legal } else { 0 };
        let piece = exact.and_then(|map| {
            self.mask.select(frame, &self.settings.piece);
            self.blobs.find(&self.mask);
            self.finder.find(&self.blobs, &map, legal)
        });
        let place = exact.zip(piece).and_then(|(map, piece)| map.on_board(piece.center));
        self.cell = exact.zip(place).and_then(|(map, place)| self.cell_at(&map, place, legal));
        let resting = self.cell.zip(place).filter(|(cell, _)| {
            legal & cell.bit() != 0 && piece.is_some_and(|piece| piece.is_whole)
        });
        if piece.is_some() && resting.is_none() && situation.phase == Phase::Choosing {
            self.dwell.leave(self.cell);
        }
        let offer = self.dwell.watch(resting, time, &self.settings.dwell);
        Sighting { status, corners, lost, board, piece, place, cell: self.cell, offer }
    }

    fn find_board(&mut self, frame: &Frame) -> ([Point; 4], [bool; 4], Option<Quad>, Status) {
        let size = [frame.width(), frame.height()];
        if let Some(corners) = self.settings.manual {
            let [width, height] = size.map(|side| side as f64);
            let corners = corners.map(|corner| Point::new(corner.x * width, corner.y * height));
            return (corners, [false; 4], Some(Quad(corners)), Status::Found);
        }
        self.mask.select(frame, &self.settings.marker);
        self.blobs.find(&self.mask);
        match self.tracker.track(&self.blobs, size) {
            Corners::Searching(centers) => {
                let is_told = !self.settings.marker.bounds.is_empty();
                let status = if is_told { Status::Searching } else { Status::NoColors };
                self.shown = None;
                (centers, [true; 4], None, status)
            }
            Corners::Found { quad, lost } => {
                let n_lost = lost.iter().filter(|&&is_lost| is_lost).count() as u8;
                let status = if n_lost == 0 { Status::Found } else { Status::MarkersLost(n_lost) };
                (quad.0, lost, Some(quad), status)
            }
        }
    }

    fn stabilize(&mut self, quad: Quad, width: f64) -> Quad {
        let shown = self.shown.get_or_insert_with(|| quad.0.map(Stabilizer::new));
        let settings = &self.settings.stabilizer;
        Quad(std::array::from_fn(|k| shown[k].follow(quad.0[k], settings, width)))
    }

    /// The cell of a place. Near a line it is the cell where the piece was, or the legal one.
    fn cell_at(&self, map: &BoardMap, place: Point, legal: u64) -> Option<Cell> {
        let plain = map.cell(place);
        let reach = |cell: Cell| {
            let offset = place - cell.center();
            offset.x.abs().max(offset.y.abs()) - 0.5
        };
        if let Some(before) = self.cell
            && reach(before) <= CLING
        {
            return Some(before);
        }
        if plain.is_some_and(|cell| legal & cell.bit() != 0) {
            return plain;
        }
        let neighbors = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
        let neighbors = neighbors.into_iter().filter_map(|(dx, dy)| {
            map.cell(place + Point::new(dx * LEGAL_CLING, dy * LEGAL_CLING))
        });
        let mut legal_ones = neighbors.filter(|cell| legal & cell.bit() != 0);
        legal_ones.next().or(plain)
    }
}
