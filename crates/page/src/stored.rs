//! What the browser keeps.

use serde::{Deserialize, Serialize};
use stonegate_tables::TokenHash;

/// A rule sheet that somebody brought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredSheet {
    pub id: String,
    pub text: String,
    /// What its owner calls it.
    pub title: Option<String>,
    pub owner: TokenHash,
}
