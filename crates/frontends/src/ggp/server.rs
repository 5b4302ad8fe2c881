//! The player's ear: connections in, replies out.
//!
//! A manager opens a connection for each message and waits for one reply, often in HTTP/1.0. So
//! every connection carries one request and is closed behind the reply. A request has a bounded
//! size and must arrive in bounded time, and where too many connections say nothing, the oldest
//! of them makes room.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use stonegate_protocols::{ggp::Message, http::decode_path};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use super::door::Door;
use super::intake::take_in;
use super::session::Session;

pub(super) const MAX_HEAD: usize = 16 << 10;

/// The largest known rule sheets have half a megabyte.
pub(super) const MAX_BODY: usize = 8 << 20;

/// A request must have arrived after this time.
const MAX_READ_TIME: Duration = Duration::from_secs(10);

/// A connection is read for so long behind the reply, or a client that is still sending would see
/// it break before it has read the reply.
const LINGER_TIME: Duration = Duration::from_secs(2);

/// Managers open one connection at a time.
const MAX_CONNECTIONS: usize = 256;

/// How often to look for a match that its manager has left, and how late the look is.
const TIDY_INTERVAL: Duration = Duration::from_millis(50);

/// How long to wait after an error that may go away: too many open files.
const PAUSE: Duration = Duration::from_millis(20);

/// What browsers are told that ask for a page that is allowed to ask.
const CORS: [(HeaderName, &str); 4] = [
    (header::ACCESS_CONTROL_ALLOW_METHODS, "POST, GET, OPTIONS"),
    (header::ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type"),
    (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    (header::VARY, "Origin"),
];

/// Takes a port.
pub async fn bind(host: IpAddr, port: u16) -> anyhow::Result<TcpListener> {
    TcpListener::bind((host, port))
        .await
        .with_context(|| format!("listening on port {port} of {host}: is it taken? see --port"))
}

/// Answers messages for ever.
pub async fn serve(listener: TcpListener, session: Arc<Session>, door: Door) {
    let door = Arc::new(door);
    tokio::spawn(tidy(Arc::clone(&session)));
    let mut connections = Connections::default();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The connection is broken, or the system has no room for it.
            sleep(PAUSE).await;
            continue;
        };
        let ear = Ear {
            session: Arc::clone(&session),
            door: Arc::clone(&door),
            arrival: Instant::now(),
            has_heard: Arc::default(),
        };
        connections.add(stream, ear);
    }
}

/// Looks after the match, and measures how much later than planned it does.
async fn tidy(session: Arc<Session>) {
    loop {
        let start = Instant::now();
        sleep(TIDY_INTERVAL).await;
        session.margin().note_lateness(start.elapsed().saturating_sub(TIDY_INTERVAL));
        session.forget_abandoned();
    }
}

/// The connections that are open.
#[derive(Default)]
struct Connections {
    open: VecDeque<(AbortHandle, Arc<AtomicBool>)>,
}

impl Connections {
    fn add(&mut self, stream: TcpStream, ear: Ear) {
        self.open.retain(|(task, _)| !task.is_finished());
        if self.open.len() >= MAX_CONNECTIONS {
            let mut open = self.open.iter();
            let silent = open.position(|(_, has_heard)| !has_heard.load(Ordering::Relaxed));
            // Where all are waiting for their answers, the new one is one too many.
            let Some((task, _)) = silent.and_then(|place| self.open.remove(place)) else { return };
            task.abort();
        }
        let has_heard = Arc::clone(&ear.has_heard);
        let task = tokio::spawn(converse(stream, ear)).abort_handle();
        self.open.push_back((task, has_heard));
    }
}

/// One connection: a request, a reply, and the end. Clients come and go as they please.
async fn converse(stream: TcpStream, ear: Ear) {
    // Small answers should not wait for more; where this fails, they do.
    let _ = stream.set_nodelay(true);
    let session = Arc::clone(&ear.session);
    let has_heard = Arc::clone(&ear.has_heard);
    let (mut reader, writer) = stream.into_split();
    let Ok(Ok(request)) = timeout(MAX_READ_TIME, take_in(&mut reader)).await else { return };
    let io = TokioIo::new(tokio::io::join(request, writer));
    let router = Router::new().fallback(answer).with_state(ear);
    let connection = http1::Builder::new()
        .keep_alive(false)
        .half_close(true)
        .title_case_headers(true)
        .max_buf_size(MAX_HEAD)
        .serve_connection(io, TowerToHyperService::new(router));
    // Whatever went wrong, the client has been told.
    let _ = connection.await;
    let end = Instant::now();
    if timeout(LINGER_TIME, drain(&mut reader)).await.is_ok() && has_heard.load(Ordering::Relaxed) {
        session.margin().note_round_trip(end.elapsed());
    }
}

/// Reads and forgets what a client is still sending.
async fn drain(reader: &mut (impl tokio::io::AsyncRead + Unpin)) {
    let mut buffer = vec![0; 1 << 14];
    while matches!(reader.read(&mut buffer).await, Ok(n) if n > 0) {}
}

/// What answers a request.
#[derive(Clone)]
struct Ear {
    session: Arc<Session>,
    door: Arc<Door>,
    /// When the client has connected: its clock is running.
    arrival: Instant,
    /// Whether all of the request is there.
    has_heard: Arc<AtomicBool>,
}

async fn answer(State(ear): State<Ear>, request: Request) -> Response {
    let origin = request.headers().get(header::ORIGIN).cloned();
    let reply = ear.reply(request).await;
    let mut response = match reply {
        Ok(body) => body.into_response(),
        Err((status, reason)) => {
            ear.session.note_refusal(&reason);
            (status, reason).into_response()
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/acl"));
    if let Some(origin) = origin.filter(|origin| ear.door.is_welcome(origin)) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.extend(CORS.map(|(name, value)| (name, HeaderValue::from_static(value))));
    }
    response
}

type Refused = (StatusCode, String);

impl Ear {
    async fn reply(&self, request: Request) -> Result<String, Refused> {
        let (parts, body) = request.into_parts();
        self.door
            .check(&parts.method, &parts.headers)
            .map_err(|reason| (StatusCode::FORBIDDEN, reason))?;
        let bad = |reason: &str| (StatusCode::BAD_REQUEST, reason.to_owned());
        let message = match parts.method {
            Method::OPTIONS => return Ok(String::new()),
            Method::GET => {
                let path = parts.uri.path().trim_start_matches('/');
                let message = decode_path(path).ok_or_else(|| bad("this is not a request"))?;
                // Any page can make a browser send this: it must not change anything.
                let changes = !matches!(
                    Message::decode(&message),
                    Ok((Message::Info | Message::Ping, _)) | Err(_)
                );
                if changes {
                    let reason = "only questions come by GET: send this by POST".to_owned();
                    return Err((StatusCode::METHOD_NOT_ALLOWED, reason));
                }
                message
            }
            Method::POST => read(&parts.headers, body).await?,
            _ => {
                let reason = "it is POST, GET or OPTIONS".to_owned();
                return Err((StatusCode::METHOD_NOT_ALLOWED, reason));
            }
        };
        self.has_heard.store(true, Ordering::Relaxed);
        let (session, arrival) = (Arc::clone(&self.session), self.arrival);
        let answered = tokio::task::spawn_blocking(move || session.answer(&message, arrival)).await;
        let broken = |_| (StatusCode::INTERNAL_SERVER_ERROR, "the player has failed".to_owned());
        answered.map_err(broken)?.map_err(|error| bad(&error.to_string()))
    }
}

/// The message in a body.
async fn read(headers: &HeaderMap, body: Body) -> Result<String, Refused> {
    let too_long = || (StatusCode::PAYLOAD_TOO_LARGE, "the message is too long".to_owned());
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if length.and_then(|length| length.parse().ok()).is_some_and(|n: usize| n > MAX_BODY) {
        return Err(too_long());
    }
    let late = |_| (StatusCode::REQUEST_TIMEOUT, "the request took too long".to_owned());
    let bytes = timeout(MAX_READ_TIME, to_bytes(body, MAX_BODY)).await.map_err(late)?;
    // What breaks off has nobody who waits for an answer.
    let bytes = bytes.map_err(|_| too_long())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
