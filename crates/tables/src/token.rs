//! Secrets that say who may do what at a table.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What is kept of a secret: its SHA-256 hash. Random bits need no salt.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub struct TokenHash(String);

impl TokenHash {
    /// The hash of what somebody says is a token.
    pub fn of(text: &str) -> Self {
        Self(hex(&Sha256::digest(text)))
    }
}

/// Two hexadecimal digits for each byte.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}
