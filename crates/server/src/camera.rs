//! Recognition for a page with a camera: frames come in, what was seen goes out.
//!
//! A camera socket knows nothing of tables: the page tells what is on the board, and makes the
//! moves itself.

mod places;
mod queue;

use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use stonegate_arena::{Camera, CameraAnswer};
use stonegate_players::now;
use tokio::sync::oneshot;
use tokio::time::{sleep_until, timeout};

use super::Failure;
use super::call::Call;
use super::places::Place as SocketPlace;
use crate::pool::Pool;
use crate::visitor::Visitor;
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
    let mut camera = Some(Camera::new(now));
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
                    work = begin(idle, message, place.pool(), place.visitor);
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
                    Added::InsteadOf(picture) => {
                        CameraAnswer::skipped(&picture).into_iter().collect()
                    }
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
            let message = match answer {
                CameraAnswer::Text(text) => Message::Text(text.into()),
                CameraAnswer::Picture(bytes) => Message::Binary(bytes.into()),
            };
            if !matches!(timeout(SEND_TIME, socket.send(message)).await, Ok(Ok(()))) {
                return;
            }
        }
    }
    drop((place, socket_place));
}

/// A camera at work, which comes back with its answers.
type Work = oneshot::Receiver<(Camera, Vec<CameraAnswer>)>;

/// Waits for work, if there is any.
async fn finish(
    work: &mut Option<Work>,
) -> Result<(Camera, Vec<CameraAnswer>), oneshot::error::RecvError> {
    match work {
        Some(work) => work.await,
        None => std::future::pending().await,
    }
}

/// Has a thread deal with a message, if there is room for it.
fn begin(mut camera: Camera, message: Message, pool: &Pool, visitor: Visitor) -> Option<Work> {
    let (sender, receiver) = oneshot::channel();
    let job = move || {
        let answers = match message {
            Message::Binary(bytes) => camera.look(&bytes),
            Message::Text(text) => camera.follow(&text),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Vec::new(),
        };
        // The page may have gone.
        let _ = sender.send((camera, answers));
    };
    pool.run(visitor, job).ok().map(|()| receiver)
}
