//! Just enough of an HTTP client to talk to a player.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::{Duration, Instant};

use stonegate_protocols::http::{head_length, header};

use crate::player::PlayerError;

/// Where a remote player listens.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Address {
    pub host: String,
    pub port: u16,
}

/// The port of players that name none.
pub const DEFAULT_PORT: u16 = 9147;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// No reply to a message needs more.
const MAX_REPLY: usize = 1 << 20;

/// Sends a message and waits for the reply. `name` is what we call the player.
pub(crate) fn post(
    address: &Address,
    name: &str,
    message: &str,
    deadline: Instant,
) -> Result<String, PlayerError> {
    let reply = connect(address, deadline).and_then(|mut stream| {
        let mut request = format!(
            "POST / HTTP/1.0\r\n\
             Accept: text/delim\r\n\
             Host: {}\r\n\
             Sender: GAMESERVER\r\n\
             Receiver: {name}\r\n\
             Content-Type: text/acl\r\n\
             Content-Length: {}\r\n\
             \r\n",
            address.host,
            message.len()
        );
        request.push_str(message);
        stream.set_write_timeout(Some(time_left(deadline)?))?;
        stream.write_all(request.as_bytes())?;
        read_reply(&mut stream, deadline)
    });
    reply.map_err(|error| match error.kind() {
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => PlayerError::Late,
        io::ErrorKind::InvalidData => PlayerError::Garbage(error.to_string()),
        _ => PlayerError::Connection(error.to_string()),
    })
}

fn connect(address: &Address, deadline: Instant) -> io::Result<TcpStream> {
    let mut last_error = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for socket_address in (address.host.as_str(), address.port).to_socket_addrs()? {
        let timeout = time_left(deadline)?.min(CONNECT_TIMEOUT);
        match TcpStream::connect_timeout(&socket_address, timeout) {
            Ok(stream) => return Ok(stream),
            Err(error) => last_error = error,
        }
    }
    Err(last_error)
}

/// The body of a reply, whatever its status line says.
fn read_reply(stream: &mut TcpStream, deadline: Instant) -> io::Result<String> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        if let Some(body) = head_length(&bytes)
            && let Some(length) = content_length(&bytes[..body])
            && bytes.len() - body >= length
        {
            bytes.truncate(body + length);
            break;
        }
        stream.set_read_timeout(Some(time_left(deadline)?))?;
        match stream.read(&mut buffer)? {
            0 => break,
            n if bytes.len() + n > MAX_REPLY => {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "it never ends"));
            }
            n => bytes.extend_from_slice(&buffer[..n]),
        }
    }
    let Some(body) = head_length(&bytes) else {
        let error = if bytes.is_empty() { "closed without a reply" } else { "closed too early" };
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, error));
    };
    Ok(String::from_utf8_lossy(&bytes[body..]).into_owned())
}

/// The time until a deadline, or the error that there is none.
fn time_left(deadline: Instant) -> io::Result<Duration> {
    let time = deadline.saturating_duration_since(Instant::now());
    if time.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(time) }
}

fn content_length(head: &[u8]) -> Option<usize> {
    header(&String::from_utf8_lossy(head), "content-length")?.parse().ok()
}

impl FromStr for Address {
    type Err = String;

    /// Reads `http://host:port`; the port may be missing.
    fn from_str(text: &str) -> Result<Self, String> {
        let rest = text.strip_prefix("http://").ok_or("an address starts with http://")?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        // The colons of an address of IPv6 are in brackets.
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => {
                let port = port.parse().map_err(|_| format!("`{port}` is not a port"))?;
                (host, port)
            }
            _ => (rest, DEFAULT_PORT),
        };
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        if host.is_empty()
            || host.contains(['/', '[', ']', '@'])
            || host.contains(char::is_whitespace)
        {
            return Err(format!("`{host}` is not a host"));
        }
        Ok(Self { host: host.to_owned(), port })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, close) = if self.host.contains(':') { ("[", "]") } else { ("", "") };
        write!(f, "http://{open}{}{close}:{}", self.host, self.port)
    }
}
