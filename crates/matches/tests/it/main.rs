//! Integration tests of matches.

mod matches;
mod record;
mod secrets;
