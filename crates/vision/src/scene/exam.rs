//! How well recognition does under a condition.

use crate::point::Point;
use crate::quad::Quad;
use crate::session::{Object, Session};
use crate::settings::Settings;
use crate::situation::Situation;

use super::condition::Condition;
use super::random::Random;
use super::{Moment, Truth};

/// What recognition got right.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Exam {
    pub n_frames: u32,
    /// Frames with a board.
    pub n_boards: u32,
    /// The root of the mean square error of all corners of these, in pixels.
    pub corner_error: f64,
    /// The same for the corners as they are drawn.
    pub drawn_error: f64,
    /// Frames with a piece that is at least a tenth of a cell from all lines.
    pub n_pieces: u32,
    /// Those in which its cell was recognized.
    pub n_right: u32,
    /// Those in which another cell was.
    pub n_wrong: u32,
    /// Whether the colors were also found without a click.
    pub is_proposed: bool,
}

/// In cells: closer to a line, either cell is right.
const LINE_MARGIN: f64 = 0.1;

const FRAME_RATE: f64 = 60.0;

/// Where the piece lies first.
const START: Point = Point::new(2.6, 4.4);

/// How many frames the piece stays at a place.
const HOLD: u32 = 5;

/// Frames before the first one that counts: the markers are being found.
const WARM_UP: u32 = 8;

/// Shows frames of a size to a session whose colors were clicked on in the first of them. The
/// piece is at a random place for some frames, then at another; a hand holds it every other time.
pub fn examine(condition: &Condition, n_frames: u32, width: usize, height: usize) -> Exam {
    let scene = condition.scene(width, height);
    let mut random = Random::new(0x5eed, 1);
    let mut place = || Point::new(random.share() * 8.0, random.share() * 8.0);
    let mut moment = Moment { piece: Some(START), hand: None };
    let settings = Settings { mirror: scene.camera.mirror, ..Settings::default() };
    let mut session = Session::new(settings.clone());
    let (first, truth) = scene.render(&moment, 0);
    for (object, point) in [(Object::Marker, Some(truth.corners[0])), (Object::Piece, truth.piece)]
    {
        if let Some(point) = point {
            session.calibrate(&first, object, point);
        }
    }
    let mut exam = Exam { is_proposed: Session::new(settings).propose(&first), ..Exam::default() };
    let situation = Situation::empty(scene.size);
    let (mut squares, mut drawn_squares) = (0.0, 0.0);
    for number in 0..WARM_UP + n_frames {
        let time = f64::from(number) / FRAME_RATE;
        if number > WARM_UP && number.is_multiple_of(HOLD) {
            let piece = place();
            let is_held = (number / HOLD).is_multiple_of(2);
            moment = Moment { piece: Some(piece), hand: is_held.then_some(piece) };
        }
        let (frame, truth) = scene.render(&moment, u64::from(number));
        let sighting = session.look(&frame, time, &situation);
        if number < WARM_UP {
            continue;
        }
        exam.n_frames += 1;
        if let Some(board) = &sighting.board {
            exam.n_boards += 1;
            let drawn = board.quad().0;
            let seen = if scene.camera.mirror {
                Quad(sighting.corners).mirrored().0
            } else {
                sighting.corners
            };
            squares += square_error(&seen, &truth);
            drawn_squares += square_error(&drawn, &truth);
        }
        if is_clear(&moment, scene.size) {
            exam.n_pieces += 1;
            exam.n_right += u32::from(sighting.cell == truth.cell);
            exam.n_wrong += u32::from(sighting.cell.is_some() && sighting.cell != truth.cell);
        }
    }
    let n_corners = f64::from(4 * exam.n_boards.max(1));
    exam.corner_error = (squares / n_corners).sqrt();
    exam.drawn_error = (drawn_squares / n_corners).sqrt();
    exam
}

fn square_error(corners: &[Point; 4], truth: &Truth) -> f64 {
    corners.iter().zip(&truth.corners).map(|(a, b)| a.distance(*b).powi(2)).sum()
}

/// Whether the piece is clearly in one cell.
fn is_clear(moment: &Moment, size: usize) -> bool {
    let is_clear = |value: f64| {
        let share = value - value.floor();
        (LINE_MARGIN..=1.0 - LINE_MARGIN).contains(&share) && (0.0..size as f64).contains(&value)
    };
    moment.piece.is_some_and(|place| is_clear(place.x) && is_clear(place.y))
}
