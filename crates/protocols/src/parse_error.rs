//! Why a line of a protocol is not understood.

/// Both sides go on after it.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ParseError {
    /// Such lines are to be ignored: they may be of a later version.
    #[error("{0:?} is no line of the protocol")]
    Unknown(String),
    /// A known line ends too early.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Something in a known line is not what it should be.
    #[error("{text:?} is not {expected}")]
    Bad { expected: &'static str, text: String },
}

/// The line, as it is written again after reading, or why it cannot be read.
#[cfg(test)]
pub(crate) fn reread<T: std::str::FromStr<Err = ParseError> + ToString>(line: &str) -> String {
    match line.parse::<T>() {
        Ok(read) => read.to_string(),
        Err(error) => format!("error: {error}"),
    }
}
