//! Counters of visits.

use std::sync::atomic::{AtomicU64, Ordering};

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
    fn from_bits(bits: u64) -> Self {
        Self { over: bits as u32, flights: (bits >> 32) as u32 }
    }

    /// All visits, those in flight included.
    pub(crate) fn all(self) -> u32 {
        self.over + self.flights
    }
}

impl Visits {
    pub(crate) fn get(&self) -> Count {
        Count::from_bits(self.0.load(Ordering::Relaxed))
    }

    /// Visits that were never in flight.
    pub(crate) fn add(&self, n: u32) {
        self.0.fetch_add(u64::from(n), Ordering::Relaxed);
    }

    /// A visit takes off.
    pub(crate) fn depart(&self) -> Count {
        Count::from_bits(self.0.fetch_add(FLIGHT, Ordering::Relaxed) + FLIGHT)
    }

    /// A visit lands.
    pub(crate) fn arrive(&self) -> Count {
        let before = self.0.fetch_sub(FLIGHT - OVER, Ordering::Relaxed);
        Count::from_bits(before - (FLIGHT - OVER))
    }

    /// A visit comes back without having been anywhere.
    pub(crate) fn abort(&self) -> Count {
        Count::from_bits(self.0.fetch_sub(FLIGHT, Ordering::Relaxed) - FLIGHT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_depart_and_arrive() {
        let visits = Visits::default();
        visits.depart();
        visits.depart();
        assert_eq!(visits.depart().flights, 3);
        assert_eq!(visits.abort().flights, 2);
        visits.add(5);
        let count = visits.arrive();
        assert_eq!((count.over, count.flights, count.all()), (6, 1, 7));
    }
}
