//! Secrets that say who may do what at a table.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A secret of 128 random bits, as 32 hexadecimal digits.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct Token(String);

/// What the server keeps of a token: its SHA-256 hash. Random bits need no salt.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub struct TokenHash(String);

impl Token {
    pub(crate) fn random() -> Self {
        Self(hex(&random_bytes::<16>()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl TokenHash {
    /// The hash of what somebody says is a token.
    pub(crate) fn of(text: &str) -> Self {
        Self(hex(&Sha256::digest(text)))
    }
}

/// A secret does not belong into a log.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// The id of a table: short enough to be read aloud, without letters that look alike.
pub(crate) fn random_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let letter = |byte| char::from(LETTERS[usize::from(byte % 32)]);
    random_bytes::<8>().into_iter().map(letter).collect()
}

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

/// Two hexadecimal digits for each byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// A seed for moves that are drawn.
pub(crate) fn random_seed() -> u64 {
    getrandom::u64().expect("the system has random numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_secret_and_different() {
        let (one, other) = (Token::random(), Token::random());
        assert_ne!(one, other);
        assert_eq!(one.as_str().len(), 32);
        assert_eq!(one.hash(), TokenHash::of(one.as_str()));
        assert_ne!(one.hash(), other.hash());
        assert!(!format!("{:?} {:?}", one, one.hash()).contains(one.as_str()));
    }
}
