//! Requests as old managers send them.
//!
//! A request whose body has no length is not HTTP, but some programs of the nineties send it: the
//! message is over when they stop sending, or when its parentheses are closed. It gets its length
//! here, so that everything behind sees a request like any other.

use std::io::{self, Cursor};

use stonegate_protocols::ggp::Message;
use stonegate_protocols::http::{head_length, header};
use tokio::io::{AsyncRead, AsyncReadExt};

use super::server::{MAX_BODY, MAX_HEAD};

/// What a connection says: first what was read already, then the rest.
pub(super) type Request<R> = tokio::io::Chain<Cursor<Vec<u8>>, R>;

/// Reads the head of a request, and the body if it has no length.
pub(super) async fn take_in<R: AsyncRead + Unpin>(mut stream: R) -> io::Result<Request<R>> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(length) = head_length(&bytes) {
            break length;
        }
        // What is too long or has no end is for those behind to refuse.
        if bytes.len() > MAX_HEAD || stream.read_buf(&mut bytes).await? == 0 {
            return Ok(Cursor::new(bytes).chain(stream));
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let has_length = ["content-length", "transfer-encoding"];
    let has_length = has_length.iter().any(|name| header(&text, name).is_some());
    if text.starts_with("POST ") && !has_length {
        while !is_whole(&bytes[head..])
            && bytes.len() - head <= MAX_BODY
            && stream.read_buf(&mut bytes).await? > 0
        {}
        let length = format!("Content-Length: {}\r\n", bytes.len() - head);
        let first_line = text.find('\n').map_or(head, |end| end + 1);
        bytes.splice(first_line..first_line, length.into_bytes());
    }
    Ok(Cursor::new(bytes).chain(stream))
}

/// Whether a message is complete.
fn is_whole(body: &[u8]) -> bool {
    let body = body.trim_ascii_end();
    body.ends_with(b")") && Message::decode(&String::from_utf8_lossy(body)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes in of a request of several parts, and whether its end was waited for.
    fn check(parts: &[&str], expected: &str) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let last = parts.len() - 1;
        let stream = parts[..last]
            .iter()
            .fold(Box::new(tokio::io::empty()) as Box<dyn AsyncRead + Unpin>, |before, part| {
                Box::new(before.chain(Cursor::new(part.as_bytes().to_vec())))
            });
        let stream = stream.chain(Cursor::new(parts[last].as_bytes().to_vec()));
        let read = runtime.block_on(async {
            let mut text = String::new();
            take_in(stream).await?.read_to_string(&mut text).await?;
            io::Result::Ok(text)
        });
        assert_eq!(read.expect("memory can be read"), expected);
    }

    #[test]
    fn a_body_without_a_length_gets_one() {
        check(
            &["POST / HT", "TP/1.0\r\nHost: a\r\n\r\n( PLAY m ", "NIL )\r\n"],
            "POST / HTTP/1.0\r\nContent-Length: 16\r\nHost: a\r\n\r\n( PLAY m NIL )\r\n",
        );
        check(&["POST / HTTP/1.0\n\n(info"], "POST / HTTP/1.0\nContent-Length: 5\r\n\n(info");
        check(&["POST / HTTP/1.0\n\n"], "POST / HTTP/1.0\nContent-Length: 0\r\n\n");
    }

    #[test]
    fn other_requests_stay_as_they_are() {
        for request in [
            "POST / HTTP/1.1\r\nCONTENT-LENGTH: 6\r\n\r\n(info)",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n(info)\r\n0\r\n\r\n",
            "GET /%28info%29 HTTP/1.0\r\n\r\n",
            "nonsense",
            "",
        ] {
            check(&[request], request);
        }
    }
}
