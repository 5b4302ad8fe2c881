//! Integration tests of the rules language.

#![expect(clippy::needless_pass_by_value, reason = "an expectation is written at its call")]
#![allow(clippy::needless_raw_string_hashes, reason = "`UPDATE_EXPECT=1` writes them")]

mod sheets;

mod dependencies;
mod desugaring;
mod fingerprint;
mod growth;
mod layout;
mod names;

mod corpus;
mod roundtrip;

mod laws;
mod random;

mod bad;
mod large;
