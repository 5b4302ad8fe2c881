//! Why a text is not a message.

#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum DecodeError {
    #[error("the message is empty")]
    Empty,
    /// A list is not closed, or something stands behind its end.
    #[error("the parentheses of the message do not match")]
    Unbalanced,
    /// There is no message of this name.
    #[error("`{0}` is no message: it is one of info, preview, start, play, stop, abort, ping")]
    UnknownMessage(String),
    #[error("`{message}` lacks the {argument}")]
    MissingArgument { message: &'static str, argument: &'static str },
    #[error("the {argument} of `{message}` cannot be `{found}`")]
    BadArgument { message: &'static str, argument: &'static str, found: String },
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
