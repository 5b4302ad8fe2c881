//! Integration tests of the protocols.

mod capture;
mod messages;
mod roundtrip;
