//! What game programs say to each other: messages, encoded and decoded.
#![forbid(unsafe_code)]
