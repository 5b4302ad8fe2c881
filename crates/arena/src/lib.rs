//! Players, clocks, matches and their records.
#![forbid(unsafe_code)]
