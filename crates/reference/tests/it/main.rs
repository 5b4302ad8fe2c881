//! Integration tests of the reference evaluator.

#![allow(clippy::needless_raw_string_hashes, reason = "`UPDATE_EXPECT=1` writes them")]

mod play;

mod budget;
mod semantics;
mod text;

mod fixpoint;

mod golden;
