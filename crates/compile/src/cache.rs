//! Machines that are kept, so that a game seen before is ready at once.
//!
//! A machine is kept as text under canonical names. The first line says what wrote it, the second
//! is the SHA-256 hash of the rest, which is the machine's text form.

use std::path::PathBuf;
use std::{fmt, io};

use sha2::{Digest, Sha256};
use stonegate_gdl::Fingerprint;
use stonegate_ground::Machine;

use crate::tier::Tier;

/// The first words of every text: another format or another compiler takes other ones.
const HEADER: &str = concat!("stonegate machine 2 ", env!("CARGO_PKG_VERSION"));

/// Where machines are kept.
pub trait Cache: fmt::Debug + Send + Sync {
    /// The machine of a game, under canonical names, and how good it is.
    fn load(&self, game: Fingerprint) -> Result<Option<(Tier, Machine)>, CacheError>;

    /// Keeps a machine with canonical names.
    fn store(&self, game: Fingerprint, tier: Tier, machine: &Machine) -> Result<(), CacheError>;
}

/// Why a machine could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    #[error("{}: {error}", .path.display())]
    Io {
        path: PathBuf,
        #[source]
        error: io::Error,
    },
    /// The file is not what was once written.
    #[error("{} is damaged", .path.display())]
    Damaged { path: PathBuf },
    #[error("a machine of {bytes} bytes does not fit a cache of {max_bytes}")]
    TooLarge { bytes: u64, max_bytes: u64 },
}

/// The text is not what was once written.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Damaged;

/// A machine as it is kept.
pub fn encode_machine(tier: Tier, machine: &Machine) -> String {
    let body = machine.to_string();
    format!("{HEADER} {}\n{}\n{body}", tier.name(), hash_of(&body))
}

/// A machine that was kept, unless by another version of the program.
pub fn decode_machine(text: &str) -> Result<Option<(Tier, Machine)>, Damaged> {
    let Some(rest) = text.strip_prefix(HEADER) else { return Ok(None) };
    let (tier, rest) = rest.split_once('\n').ok_or(Damaged)?;
    let (hash, body) = rest.split_once('\n').ok_or(Damaged)?;
    let tiers = [Tier::Quick, Tier::Optimized];
    let tier = tiers.into_iter().find(|known| tier.trim() == known.name()).ok_or(Damaged)?;
    if hash != hash_of(body) {
        return Err(Damaged);
    }
    Ok(Some((tier, body.parse().map_err(|_| Damaged)?)))
}

fn hash_of(body: &str) -> String {
    format!("{:x}", Sha256::digest(body))
}
