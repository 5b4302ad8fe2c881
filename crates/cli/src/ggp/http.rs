//! Just enough of an HTTP server to be asked by managers and browsers.
//!
//! A manager opens a connection for each message and waits for one reply, often in
//! HTTP/1.0. So every connection carries one request and is closed behind the
//! reply. A request has a bounded size and must arrive in bounded time.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use stonegate_protocols::http::{decode_path, head_length, header};

/// A request must have arrived after this time.
const MAX_READ_TIME: Duration = Duration::from_secs(10);

const MAX_HEAD: usize = 16 << 10;

/// The largest known rule sheets have half a megabyte.
const MAX_BODY: usize = 8 << 20;

/// A connection that is refused is still read for so long, or the client would see
/// it break before it has read the reply.
const LINGER_TIME: Duration = Duration::from_secs(2);

/// What a client wants.
pub(super) enum Request {
    /// A message: the body of a POST, or the path of a GET.
    Message(String),
    /// A browser asks whether it may ask.
    Options,
}

/// A reply to a request.
pub(super) struct Response {
    pub(super) status: Status,
    pub(super) body: String,
}

#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) enum Status {
    Ok,
    BadRequest,
    MethodNotAllowed,
    TimedOut,
    LengthRequired,
    TooLarge,
}

impl Status {
    fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::BadRequest => "400 Bad Request",
            Self::MethodNotAllowed => "405 Method Not Allowed",
            Self::TimedOut => "408 Request Timeout",
            Self::LengthRequired => "411 Length Required",
            Self::TooLarge => "413 Content Too Large",
        }
    }
}

/// Why there is no request.
pub(super) enum ReadError {
    /// The client can be told what is wrong.
    Refused(Status, &'static str),
    /// The client is gone.
    Closed,
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => {
                Self::Refused(Status::TimedOut, "the request took too long")
            }
            _ => Self::Closed,
        }
    }
}

pub(super) fn read_request(stream: &mut TcpStream) -> Result<Request, ReadError> {
    let mut reader = Reader { stream, deadline: Instant::now() + MAX_READ_TIME, bytes: Vec::new() };
    let head = reader.head()?;
    let bad = ReadError::Refused(Status::BadRequest, "this is not a request");
    let mut words = head.lines().next().unwrap_or_default().split_ascii_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else { return Err(bad) };
    match method {
        "OPTIONS" => Ok(Request::Options),
        "GET" => {
            let message = decode_path(target.strip_prefix('/').unwrap_or(target)).ok_or(bad)?;
            Ok(Request::Message(message))
        }
        "POST" => {
            let Some(length) = header(&head, "content-length") else {
                return Err(ReadError::Refused(Status::LengthRequired, "say Content-Length"));
            };
            let length = length.parse().map_err(|_| bad)?;
            let expects = header(&head, "expect").is_some_and(|value| value.starts_with("100-"));
            let body = reader.body(length, expects)?;
            Ok(Request::Message(String::from_utf8_lossy(&body).into_owned()))
        }
        _ => Err(ReadError::Refused(Status::MethodNotAllowed, "it is POST, GET or OPTIONS")),
    }
}

/// Writes a response and closes the connection. Clients that are gone miss it.
pub(super) fn respond(stream: &mut TcpStream, response: &Response) {
    let Response { status, body } = response;
    let text = format!(
        "HTTP/1.0 {}\r\n\
         Content-Type: text/acl\r\n\
         Content-Length: {}\r\n\
         Access-Control-Allow-Origin: *\r\n\
         Access-Control-Allow-Methods: POST, GET, OPTIONS\r\n\
         Access-Control-Allow-Headers: Content-Type\r\n\
         Access-Control-Max-Age: 86400\r\n\
         Connection: close\r\n\
         \r\n\
         {body}",
        status.line(),
        body.len()
    );
    let _ = stream.set_write_timeout(Some(MAX_READ_TIME));
    let _ = stream.write_all(text.as_bytes());
    let _ = stream.shutdown(Shutdown::Write);
    if *status != Status::Ok {
        linger(stream);
    }
}

/// Reads and forgets what a client is still sending.
fn linger(stream: &mut TcpStream) {
    let deadline = Instant::now() + LINGER_TIME;
    let mut buffer = vec![0; 1 << 16];
    while let Ok(time) = time_left(deadline) {
        let _ = stream.set_read_timeout(Some(time));
        if !matches!(stream.read(&mut buffer), Ok(n) if n > 0) {
            return;
        }
    }
}

fn time_left(deadline: Instant) -> io::Result<Duration> {
    let time = deadline.saturating_duration_since(Instant::now());
    if time.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(time) }
}

/// A request as it arrives.
struct Reader<'a> {
    stream: &'a mut TcpStream,
    deadline: Instant,
    /// What was read and is not used yet.
    bytes: Vec<u8>,
}

impl Reader<'_> {
    /// Everything up to the first empty line.
    fn head(&mut self) -> Result<String, ReadError> {
        loop {
            if let Some(length) = head_length(&self.bytes) {
                let head = self.bytes.drain(..length).collect::<Vec<_>>();
                return Ok(String::from_utf8_lossy(&head).into_owned());
            }
            if self.bytes.len() > MAX_HEAD {
                return Err(ReadError::Refused(Status::TooLarge, "the headers are too long"));
            }
            self.read()?;
        }
    }

    fn body(&mut self, length: usize, client_waits: bool) -> Result<Vec<u8>, ReadError> {
        if length > MAX_BODY {
            return Err(ReadError::Refused(Status::TooLarge, "the message is too long"));
        }
        if client_waits {
            self.stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        while self.bytes.len() < length {
            self.read()?;
        }
        self.bytes.truncate(length);
        Ok(std::mem::take(&mut self.bytes))
    }

    fn read(&mut self) -> Result<(), ReadError> {
        let mut buffer = [0; 1 << 14];
        self.stream.set_read_timeout(Some(time_left(self.deadline)?))?;
        match self.stream.read(&mut buffer)? {
            0 => Err(ReadError::Closed),
            n => {
                self.bytes.extend_from_slice(&buffer[..n]);
                Ok(())
            }
        }
    }
}
