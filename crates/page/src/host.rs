//! What whoever runs this program lends it.

use std::time::Duration;

use stonegate_compile::{Now, Patience};
use stonegate_stones::Crew;
use stonegate_tables::hex;

/// A clock, random numbers and helpers.
#[derive(Copy, Clone, Debug)]
pub struct Host {
    /// The time since some moment.
    pub now: Now,
    /// The time since 1970.
    pub date: Now,
    /// Random bits, which nobody can guess.
    pub random: fn() -> u64,
    /// Workers that share this one's memory, if there are any: see [`Crew`].
    pub work: fn(lead: &mut dyn FnMut(), help: &(dyn Fn(usize) + Sync)),
}

impl Crew for Host {
    fn work(&self, lead: &mut dyn FnMut(), help: &(dyn Fn(usize) + Sync)) {
        (self.work)(lead, help);
    }
}

impl Host {
    /// How long a question about the rules may take.
    pub(crate) fn patience(&self) -> Patience {
        Patience { limit: Duration::from_secs(2), now: self.now }
    }

    pub(crate) fn seconds(&self) -> f64 {
        (self.now)().as_secs_f64()
    }

    pub(crate) fn milliseconds(&self) -> u64 {
        (self.date)().as_millis() as u64
    }

    /// A secret of 128 bits.
    pub(crate) fn token(&self) -> String {
        hex(&[(self.random)().to_be_bytes(), (self.random)().to_be_bytes()].concat())
    }

    /// The id of a table: short enough to be read aloud, without letters that look alike.
    pub(crate) fn id(&self) -> String {
        const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        let bytes = (self.random)().to_be_bytes();
        bytes.into_iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
    }
}
