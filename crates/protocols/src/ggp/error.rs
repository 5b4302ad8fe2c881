//! Why a text is not a message.

use std::fmt;

#[derive(Clone, Eq, PartialEq, Debug)]
pub enum DecodeError {
    Empty,
    /// A list is not closed, or something stands behind its end.
    Unbalanced,
    /// There is no message of this name.
    UnknownMessage(String),
    MissingArgument {
        message: &'static str,
        argument: &'static str,
    },
    BadArgument {
        message: &'static str,
        argument: &'static str,
        found: String,
    },
}

/// Nobody needs to see more of what was wrong.
const MAX_QUOTE: usize = 60;

impl DecodeError {
    pub(super) fn bad(message: &'static str, argument: &'static str, found: &str) -> Self {
        Self::BadArgument { message, argument, found: excerpt(found) }
    }

    pub(super) fn unknown(head: &str) -> Self {
        Self::UnknownMessage(excerpt(head))
    }
}

fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_owned(),
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the message is empty"),
            Self::Unbalanced => f.write_str("the parentheses of the message do not match"),
            Self::UnknownMessage(head) => write!(
                f,
                "`{head}` is no message: it is one of info, preview, start, play, stop, abort, ping"
            ),
            Self::MissingArgument { message, argument } => {
                write!(f, "`{message}` lacks the {argument}")
            }
            Self::BadArgument { message, argument, found } => {
                write!(f, "the {argument} of `{message}` cannot be `{found}`")
            }
        }
    }
}

impl std::error::Error for DecodeError {}
