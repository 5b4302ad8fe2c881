//! Recognition for a page with a camera: frames come in, what was seen goes out.
//!
//! It knows nothing of tables: the page tells what is on the board, and makes the moves itself.

mod messages;

use std::fmt;

use serde::Serialize;
use stonegate_compile::Now;
use stonegate_tables::Refusal;
use stonegate_vision::{
    Frame, Object, Offer, Point, Session, Settings, Situation, half_channel, overlay,
};

use messages::{DebugView, FromPage, PageFrame, ToPage, View};

/// What a page is told.
#[derive(Clone, PartialEq, Debug)]
pub enum CameraAnswer {
    /// A message in words, as JSON.
    Text(String),
    /// A gray picture, with its width and height before it.
    Picture(Vec<u8>),
}

impl CameraAnswer {
    /// The answer to a picture that was not looked at, because a newer one had come.
    pub fn skipped(picture: &[u8]) -> Option<Self> {
        PageFrame::number(picture).map(|frame| json(&ToPage::Skipped { frame }))
    }
}

/// One page's camera.
pub struct Camera {
    session: Session,
    situation: Situation,
    /// The frame that is on the page, for clicks on it.
    frame: Option<Frame>,
    debug: DebugView,
    now: Now,
}

impl Camera {
    /// A camera whose pictures nobody has seen yet. The clock tells how long recognition takes.
    pub fn new(now: Now) -> Self {
        Self {
            session: Session::new(Settings::default()),
            situation: Situation::empty(8),
            frame: None,
            debug: DebugView::Off,
            now,
        }
    }

    /// Looks at a frame. A page that asked for a debug view gets it before the answer.
    pub fn look(&mut self, bytes: &[u8]) -> Vec<CameraAnswer> {
        let PageFrame { number, time, frame } = match PageFrame::decode(bytes) {
            Ok(frame) => frame,
            Err(error) => return vec![refuse("bad-frame", error.to_string())],
        };
        let start = (self.now)();
        let sighting = self.session.look(&frame, time, &self.situation);
        let seconds = (self.now)().saturating_sub(start).as_secs_f64();
        let (width, height) = (frame.width(), frame.height());
        let shapes = overlay(&sighting, &self.situation, width as f64, height as f64);
        let mut answers = Vec::new();
        if let Some(picture) = self.debug_picture(&frame) {
            answers.push(CameraAnswer::Picture(picture));
        }
        let made = match sighting.offer {
            Offer::Confirmed(cell) => Some(cell),
            _ => None,
        };
        let view = View::new(number, [width, height], &sighting, shapes, seconds * 1e3);
        answers.push(json(&ToPage::View(view)));
        if made.is_some() {
            answers.push(json(&ToPage::made(made)));
        }
        self.frame = Some(frame);
        answers
    }

    /// A gray picture of the half grid, with its width and height before it.
    fn debug_picture(&mut self, frame: &Frame) -> Option<Vec<u8>> {
        let (width, height) = (frame.width().div_ceil(2), frame.height().div_ceil(2));
        let mut picture = [width as u16, height as u16].map(u16::to_le_bytes).concat();
        match self.debug {
            DebugView::Off => return None,
            DebugView::Channel { channel } => {
                picture.extend_from_slice(half_channel(frame, channel, &mut Vec::new()));
            }
            DebugView::Mask { object } => {
                let mask = self.session.mask(frame, object.into());
                picture.extend(mask.cells().iter().map(|cell| cell * 255));
            }
        }
        Some(picture)
    }

    /// Does what the page says.
    pub fn follow(&mut self, text: &str) -> Vec<CameraAnswer> {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return vec![refuse("bad-message", error.to_string())],
        };
        match message {
            FromPage::Board(board) => match board.situation() {
                Ok(situation) => {
                    self.situation = situation;
                    vec![]
                }
                Err(error) => vec![refuse("bad-message", error)],
            },
            FromPage::Settings { settings } => {
                self.session.set(*settings);
                vec![self.settings()]
            }
            FromPage::Calibrate { object, x, y } => vec![self.calibrate(object.into(), x, y)],
            FromPage::Propose => vec![self.propose()],
            FromPage::Confirm => vec![json(&ToPage::made(self.session.confirm()))],
            FromPage::Reset => {
                self.session.reset();
                vec![self.settings()]
            }
            FromPage::Debug(view) => {
                self.debug = view;
                vec![]
            }
            FromPage::Ping => vec![json(&ToPage::Pong)],
        }
    }

    /// Takes a color from a place, given by shares of the picture.
    fn calibrate(&mut self, object: Object, x: f64, y: f64) -> CameraAnswer {
        let Some(frame) = &self.frame else { return no_frame() };
        let point = Point::new(x * frame.width() as f64, y * frame.height() as f64);
        if self.session.calibrate(frame, object, point) {
            return self.settings();
        }
        let message = "there is too little color there: click on the middle of a colorful thing";
        refuse("no-color", message)
    }

    fn propose(&mut self) -> CameraAnswer {
        let Some(frame) = &self.frame else { return no_frame() };
        if self.session.propose(frame) {
            return self.settings();
        }
        let message = "no four spots of one color were found: click on a marker instead";
        refuse("no-color", message)
    }

    fn settings(&self) -> CameraAnswer {
        json(&ToPage::Settings { settings: Box::new(self.session.settings().clone()) })
    }
}

impl fmt::Debug for Camera {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Camera").field("session", &self.session).finish_non_exhaustive()
    }
}

fn no_frame() -> CameraAnswer {
    refuse("no-frame", "no picture has arrived yet")
}

fn refuse(code: &'static str, message: impl Into<String>) -> CameraAnswer {
    json(&ToPage::Error(Refusal::new(code, message)))
}

fn json(message: &impl Serialize) -> CameraAnswer {
    CameraAnswer::Text(serde_json::to_string(message).expect("texts and numbers are JSON"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{Value, json};
    use stonegate_vision::scene::{Moment, Scene};

    use super::*;

    fn say(camera: &mut Camera, message: &Value) -> Vec<Value> {
        texts(camera.follow(&message.to_string()))
    }

    fn texts(messages: Vec<CameraAnswer>) -> Vec<Value> {
        let parse = |message| match message {
            CameraAnswer::Text(text) => serde_json::from_str(&text).unwrap(),
            CameraAnswer::Picture(bytes) => json!({"type": "bytes", "n": bytes.len()}),
        };
        messages.into_iter().map(parse).collect()
    }

    #[test]
    fn a_page_calibrates_and_makes_a_move() {
        let scene = Scene::new(320, 180);
        let moment = Moment::at_rest("d3".parse().unwrap());
        let mut camera = Camera::new(|| Duration::ZERO);
        let frame = |number: u32| {
            let (frame, _) = scene.render(&moment, u64::from(number));
            PageFrame { number, time: f64::from(number) / 10.0, frame }.encode()
        };
        let answers = texts(camera.look(&frame(0)));
        assert_eq!(answers[0]["status"], "no-colors");
        let answers = say(&mut camera, &json!({"type": "propose"}));
        assert_eq!(answers[0]["type"], "settings");
        let board = json!({
            "type": "board", "size": 8, "phase": "choosing", "legal": ["d3", "c4"],
            "discs": "-".repeat(64), "last": null, "flipped": [],
        });
        assert!(say(&mut camera, &board).is_empty());
        let made = (1..30).find_map(|number| {
            let answers = texts(camera.look(&frame(number)));
            assert_eq!(answers[0]["type"], "view");
            assert_eq!(answers[0]["frame"], number);
            answers.get(1).cloned()
        });
        assert_eq!(made, Some(json!({"type": "made", "cell": "d3"})));
        say(&mut camera, &json!({"type": "debug", "view": "mask", "object": "marker"}));
        let answers = texts(camera.look(&frame(31)));
        assert_eq!(answers[0]["n"], 4 + 160 * 90);
    }

    #[test]
    fn bad_messages_are_refused() {
        let mut camera = Camera::new(|| Duration::ZERO);
        for text in ["", "{}", "[]", "{\"type\": \"dance\"}", "{\"type\": \"board\", \"size\": 9}"]
        {
            let answers = texts(camera.follow(text));
            assert_eq!(answers[0]["code"], "bad-message", "{text}");
        }
        for bytes in [&[][..], &[0; 15], &[255; 400], &[0; 16]] {
            assert_eq!(texts(camera.look(bytes))[0]["code"], "bad-frame");
        }
        let answers =
            say(&mut camera, &json!({"type": "calibrate", "object": "piece", "x": 0.5, "y": 0.5}));
        assert_eq!(answers[0]["code"], "no-frame");
        let manual = json!({"type": "settings", "settings": {"manual": [{"x": 9e99, "y": 0.0}, {"x": 0.0, "y": 0.0}, {"x": 1.0, "y": 1.0}, {"x": 1.0, "y": 0.0}]}});
        say(&mut camera, &manual);
        let scene = Scene::new(64, 36);
        let (frame, _) = scene.render(&Moment::default(), 0);
        camera.look(&PageFrame { number: 0, time: f64::NAN, frame }.encode());
    }
}
