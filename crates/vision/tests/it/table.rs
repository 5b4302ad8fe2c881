//! A rendered table and a session that has been shown its colors.

use stonegate_vision::scene::{Moment, Scene, Truth};
use stonegate_vision::{Frame, Object, Session, Settings, Sighting, Situation};

pub(crate) const WIDTH: usize = 320;
pub(crate) const HEIGHT: usize = 180;

/// A table, and a session that was clicked on in its first picture.
pub(crate) struct Table {
    pub(crate) scene: Scene,
    pub(crate) session: Session,
    pub(crate) situation: Situation,
    number: u64,
}

impl Table {
    pub(crate) fn new(scene: Scene, settings: Settings) -> Self {
        let mut session = Session::new(settings);
        let (frame, truth) = scene.render(&at("e5"), 0);
        let piece = truth.piece.expect("there is a piece");
        for (object, point) in [(Object::Marker, truth.corners[0]), (Object::Piece, piece)] {
            assert!(session.calibrate(&frame, object, point));
        }
        let situation = Situation::empty(scene.size);
        Self { scene, session, situation, number: 0 }
    }

    pub(crate) fn usual() -> Self {
        Self::new(Scene::new(WIDTH, HEIGHT), Settings::default())
    }

    /// The next picture, and the truth about it.
    pub(crate) fn render(&mut self, moment: &Moment) -> (Frame, Truth) {
        self.number += 1;
        self.scene.render(moment, self.number)
    }

    /// Shows so many pictures of a moment, sixty a second, and returns what was seen last.
    pub(crate) fn show(&mut self, moment: &Moment, n_frames: u32) -> (Sighting, Truth) {
        let mut last = None;
        for _ in 0..n_frames {
            let (frame, truth) = self.render(moment);
            let time = self.number as f64 / 60.0;
            last = Some((self.session.look(&frame, time, &self.situation), truth));
        }
        last.expect("there were frames")
    }
}

/// A piece in the middle of a cell.
pub(crate) fn at(cell: &str) -> Moment {
    Moment::at_rest(cell.parse().expect("a cell"))
}

/// The name of the cell that was seen.
pub(crate) fn cell(sighting: &Sighting) -> Option<String> {
    sighting.cell.map(|cell| cell.to_string())
}
