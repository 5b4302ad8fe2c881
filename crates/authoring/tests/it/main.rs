//! What authors of rules get, on the sheets of the project and on bad ones.

// This is how `expect-test` writes its strings.
#![allow(clippy::needless_raw_string_hashes)]
#![expect(clippy::needless_pass_by_value, reason = "an expectation is written at its call")]

mod sheets;

mod editing;
mod figures;
mod fixes;
mod format;
mod laws;
mod rename;
mod templates;
mod tests;
