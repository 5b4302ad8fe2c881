//! What an engine answers.

use std::fmt;

/// No answer is longer; what is beyond is not kept.
const MAX_RESPONSE: usize = 1 << 20;

/// Why a command failed, in the words of the protocol.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Failure {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error")]
    SyntaxError,
    #[error("unacceptable size")]
    UnacceptableSize,
    #[error("illegal move")]
    IllegalMove,
    #[error("cannot undo")]
    CannotUndo,
    #[error("cannot score")]
    CannotScore,
    #[error("cannot load file")]
    CannotLoadFile,
    #[error("board not empty")]
    BoardNotEmpty,
    #[error("bad vertex list")]
    BadVertexList,
    #[error("invalid number of stones")]
    InvalidNumberOfStones,
    /// A command that the protocol does not know of fails in its own words.
    #[error("{0}")]
    Other(String),
}

#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Response {
    /// Of the command.
    pub id: Option<u32>,
    /// What was asked for, or an error message.
    pub result: Result<String, String>,
}

impl Response {
    pub fn success(id: Option<u32>, text: impl Into<String>) -> Self {
        Self { id, result: Ok(text.into()) }
    }

    pub fn failure(id: Option<u32>, failure: &Failure) -> Self {
        Self { id, result: Err(failure.to_string()) }
    }

    /// Reads the lines of a response without the empty line at its end.
    fn parse(text: &str) -> Option<Self> {
        let (is_success, text) = match text.strip_prefix('=') {
            Some(text) => (true, text),
            None => (false, text.strip_prefix('?')?),
        };
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (id, text) = text.split_at(end);
        let text = text.trim().to_owned();
        Some(Self { id: id.parse().ok(), result: if is_success { Ok(text) } else { Err(text) } })
    }
}

/// With the empty line at the end, and with no other: it would be taken for the end.
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        if let Some(first) = lines.next() {
            write!(f, " {first}")?;
        }
        lines.try_for_each(|line| write!(f, "\n{line}"))?;
        f.write_str("\n\n")
    }
}

/// Finds the responses in what an engine writes.
///
/// Lines that belong to no response (some engines greet) are left out.
#[derive(Clone, Default, Debug)]
pub struct ResponseReader {
    /// The lines of the response that has begun.
    text: String,
}

impl ResponseReader {
    /// Takes one line, and gives the response that it completes. Control characters are discarded.
    pub fn push(&mut self, line: &str) -> Option<Response> {
        let is_kept = |c: &char| !c.is_control() || *c == '\t';
        let line = line.chars().filter(is_kept).collect::<String>();
        let has_begun = !self.text.is_empty();
        if has_begun && line.trim().is_empty() {
            return Response::parse(&std::mem::take(&mut self.text));
        }
        if (has_begun || line.starts_with(['=', '?'])) && self.text.len() < MAX_RESPONSE {
            self.text.push_str(&line);
            self.text.push('\n');
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Response> {
        let mut reader = ResponseReader::default();
        text.split('\n').filter_map(|line| reader.push(line)).collect()
    }

    #[test]
    fn responses_are_read_back() {
        let responses = [
            Response::success(None, ""),
            Response::success(Some(3), "D4"),
            Response::success(None, "3 lines\n  of\n text"),
            Response::failure(Some(0), &Failure::IllegalMove),
            Response::failure(None, &Failure::Other("no such file".to_owned())),
        ];
        let text = responses.iter().map(Response::to_string).collect::<String>();
        assert_eq!(read(&text), responses);
        assert_eq!(read(&text.replace('\n', "\r\n")), responses);
    }

    #[test]
    fn empty_lines_do_not_end_a_response_early() {
        let response = Response::success(Some(1), "a\n\nb\n \nc\n");
        assert_eq!(response.to_string(), "=1 a\nb\nc\n\n");
    }

    #[test]
    fn what_is_no_response_is_skipped() {
        let read = read("Hello!\n\n= \n\nnoise\n?2 oops\n\n=5\nlate text\n\n=unfinished");
        let oops = Response { id: Some(2), result: Err("oops".to_owned()) };
        let late = Response::success(Some(5), "late text");
        assert_eq!(read, [Response::success(None, ""), oops, late]);
    }

    #[test]
    fn endless_responses_are_not_kept() {
        let mut reader = ResponseReader::default();
        assert_eq!(reader.push("=x"), None);
        for _ in 0..MAX_RESPONSE {
            assert_eq!(reader.push("line"), None);
        }
        assert!(reader.text.len() < MAX_RESPONSE + 16);
    }
}
