//! Rows of terms and their hashes.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use stonegate_gdl::TermId;

/// The hash of a row of so many terms.
pub(crate) fn hash(row: impl IntoIterator<Item = TermId>) -> u64 {
    let mut hasher = FxHasher::default();
    row.into_iter().for_each(|term| term.hash(&mut hasher));
    hasher.finish()
}
