//! Counters of visits.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::crew::{Sharing, add};

/// One visit that is over, and one in flight.
const OVER: u64 = 1;
const FLIGHT: u64 = 1 << 32;

/// Visits that are over and visits in flight, in one number, so that a landing is one step.
#[derive(Debug, Default)]
pub(crate) struct Visits(AtomicU64);

/// What a counter of visits has counted.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Count {
    pub(crate) over: u32,
    pub(crate) flights: u32,
}

impl Count {
    #[inline]
    fn from_bits(bits: u64) -> Self {
        Self { over: bits as u32, flights: (bits >> 32) as u32 }
    }

    /// All visits, those in flight included.
    #[inline]
    pub(crate) fn all(self) -> u32 {
        self.over + self.flights
    }
}

impl Visits {
    #[inline]
    pub(crate) fn get(&self) -> Count {
        Count::from_bits(self.0.load(Ordering::Relaxed))
    }

    /// Visits that were never in flight.
    #[inline]
    pub(crate) fn add(&self, n: u32, sharing: Sharing) {
        add(&self.0, u64::from(n), sharing);
    }

    /// A visit takes off.
    #[inline]
    pub(crate) fn depart(&self, sharing: Sharing) -> Count {
        Count::from_bits(add(&self.0, FLIGHT, sharing))
    }

    /// A visit lands.
    #[inline]
    pub(crate) fn arrive(&self, sharing: Sharing) -> Count {
        Count::from_bits(add(&self.0, OVER.wrapping_sub(FLIGHT), sharing))
    }

    /// A visit comes back without having been anywhere.
    #[inline]
    pub(crate) fn abort(&self, sharing: Sharing) -> Count {
        Count::from_bits(add(&self.0, FLIGHT.wrapping_neg(), sharing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_depart_and_arrive() {
        for sharing in [Sharing::Alone, Sharing::Shared] {
            let visits = Visits::default();
            visits.depart(sharing);
            visits.depart(sharing);
            assert_eq!(visits.depart(sharing).flights, 3);
            assert_eq!(visits.abort(sharing).flights, 2);
            visits.add(5, sharing);
            let count = visits.arrive(sharing);
            assert_eq!((count.over, count.flights, count.all()), (6, 1, 7));
        }
    }
}
