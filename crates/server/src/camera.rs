//! Recognition for a page with a camera: frames come in, what was seen goes out.
//!
//! A camera socket knows nothing of tables: the page tells what is on the board, and makes the
//! moves itself.

mod messages;
mod places;
mod queue;

use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Serialize;
use stonegate_tables::Refusal;
use stonegate_vision::{
    Frame, Object, Offer, Point, Session, Settings, Situation, half_channel, overlay,
};
use tokio::sync::oneshot;
use tokio::time::{sleep_until, timeout};

use super::Failure;
use super::call::Call;
use super::places::Place as SocketPlace;
use crate::pool::Pool;
use crate::visitor::Visitor;
use messages::{DebugView, FromPage, PageFrame, ToPage, View};
use places::Place;
use queue::{Added, Queue};

pub(super) use places::Cameras;

/// A frame of 1920x1080 pixels, with some room.
const MAX_MESSAGE: usize = 4 << 20;

/// A page that sends nothing for so long is gone.
const MAX_SILENCE: Duration = Duration::from_mins(2);

/// A page that does not take what it is sent by then is given up.
const SEND_TIME: Duration = Duration::from_secs(20);

/// So many pictures a second of one page are looked at.
const PICTURES_PER_SECOND: u32 = 30;

pub(super) async fn answer(call: Call, upgrade: WebSocketUpgrade) -> Result<Response, Failure> {
    let place = Place::take(&call.arena, call.visitor)?;
    let socket_place = call.arena.socket_place(call.visitor)?;
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| converse(socket, place, socket_place)))
}

/// Answers until the page is gone. Pictures are looked at by a few threads that all cameras share,
/// and while one is, the next is the newest that has come.
async fn converse(mut socket: WebSocket, place: Place, socket_place: SocketPlace) {
    let mut camera = Some(Camera::new());
    let mut queue = Queue::default();
    let mut work = None;
    let mut next_picture = Instant::now();
    loop {
        if let Some(idle) = camera.take() {
            match queue.next(Instant::now() >= next_picture) {
                Some(message) => {
                    if matches!(message, Message::Binary(_)) {
                        next_picture =
                            Instant::now() + Duration::from_secs(1) / PICTURES_PER_SECOND;
                    }
                    work = idle.work(message, place.pool(), place.visitor);
                    if work.is_none() {
                        break;
                    }
                }
                None => camera = Some(idle),
            }
        }
        let answers = tokio::select! {
            message = timeout(MAX_SILENCE, socket.recv()), if queue.has_room() => match message {
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) | Err(_) => break,
                Ok(Some(Ok(message))) => match queue.add(message) {
                    Added::InsteadOf(picture) => PageFrame::number(&picture)
                        .map(|frame| json(&ToPage::Skipped { frame }))
                        .into_iter()
                        .collect(),
                    Added::Behind | Added::Nothing => Vec::new(),
                },
            },
            done = finish(&mut work) => match done {
                Ok((idle, answers)) => {
                    (camera, work) = (Some(idle), None);
                    answers
                }
                Err(_) => break,
            },
            () = sleep_until(next_picture.into()), if camera.is_some() && queue.has_picture() => {
                Vec::new()
            }
        };
        for answer in answers {
            if !matches!(timeout(SEND_TIME, socket.send(answer)).await, Ok(Ok(()))) {
                return;
            }
        }
    }
    drop((place, socket_place));
}

/// A camera at work, which comes back with its answers.
type Work = oneshot::Receiver<(Camera, Vec<Message>)>;

/// Waits for work, if there is any.
async fn finish(
    work: &mut Option<Work>,
) -> Result<(Camera, Vec<Message>), oneshot::error::RecvError> {
    match work {
        Some(work) => work.await,
        None => std::future::pending().await,
    }
}

/// One page's camera.
struct Camera {
    session: Session,
    situation: Situation,
    /// The frame that is on the page, for clicks on it.
    frame: Option<Frame>,
    debug: DebugView,
}

impl Camera {
    fn new() -> Self {
        Self {
            session: Session::new(Settings::default()),
            situation: Situation::empty(8),
            frame: None,
            debug: DebugView::Off,
        }
    }

    /// Has a thread deal with a message, if there is room for it.
    fn work(mut self, message: Message, pool: &Pool, visitor: Visitor) -> Option<Work> {
        let (sender, receiver) = oneshot::channel();
        let job = move || {
            let answers = match message {
                Message::Binary(bytes) => self.look(&bytes),
                Message::Text(text) => self.follow(&text),
                Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Vec::new(),
            };
            // The page may have gone.
            let _ = sender.send((self, answers));
        };
        pool.run(visitor, job).ok().map(|()| receiver)
    }

    /// Looks at a frame. A page that asked for a debug view gets it before the answer.
    fn look(&mut self, bytes: &[u8]) -> Vec<Message> {
        let PageFrame { number, time, frame } = match PageFrame::decode(bytes) {
            Ok(frame) => frame,
            Err(error) => return vec![refuse("bad-frame", error.to_string())],
        };
        let start = Instant::now();
        let sighting = self.session.look(&frame, time, &self.situation);
        let seconds = start.elapsed().as_secs_f64();
        let (width, height) = (frame.width(), frame.height());
        let shapes = overlay(&sighting, &self.situation, width as f64, height as f64);
        let mut answers = Vec::new();
        if let Some(picture) = self.debug_picture(&frame) {
            answers.push(Message::Binary(picture.into()));
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
    fn follow(&mut self, text: &str) -> Vec<Message> {
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
    fn calibrate(&mut self, object: Object, x: f64, y: f64) -> Message {
        let Some(frame) = &self.frame else { return no_frame() };
        let point = Point::new(x * frame.width() as f64, y * frame.height() as f64);
        if self.session.calibrate(frame, object, point) {
            return self.settings();
        }
        let message = "there is too little color there: click on the middle of a colorful thing";
        refuse("no-color", message)
    }

    fn propose(&mut self) -> Message {
        let Some(frame) = &self.frame else { return no_frame() };
        if self.session.propose(frame) {
            return self.settings();
        }
        let message = "no four spots of one color were found: click on a marker instead";
        refuse("no-color", message)
    }

    fn settings(&self) -> Message {
        json(&ToPage::Settings { settings: Box::new(self.session.settings().clone()) })
    }
}

fn no_frame() -> Message {
    refuse("no-frame", "no picture has arrived yet")
}

fn refuse(code: &'static str, message: impl Into<String>) -> Message {
    json(&ToPage::Error(Refusal::new(code, message)))
}

fn json(message: &impl Serialize) -> Message {
    Message::Text(serde_json::to_string(message).expect("texts and numbers are JSON").into())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use stonegate_vision::scene::{Moment, Scene};

    use super::*;

    fn say(camera: &mut Camera, message: &Value) -> Vec<Value> {
        texts(camera.follow(&message.to_string()))
    }

    fn texts(messages: Vec<Message>) -> Vec<Value> {
        let parse = |message| match message {
            Message::Text(text) => serde_json::from_str(&text).unwrap(),
            message => json!({"type": "bytes", "n": message.into_data().len()}),
        };
        messages.into_iter().map(parse).collect()
    }

    #[test]
    fn a_page_calibrates_and_makes_a_move() {
        let scene = Scene::new(320, 180);
        let moment = Moment::at_rest("d3".parse().unwrap());
        let mut camera = Camera::new();
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
        let mut camera = Camera::new();
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
