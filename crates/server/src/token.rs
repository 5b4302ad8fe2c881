//! Random bits: secrets that say who may do what, ids and seeds.

use std::fmt;

use stonegate_tables::{TokenHash, hex};

/// A secret of 128 random bits, as 32 hexadecimal digits.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct Token(String);

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
