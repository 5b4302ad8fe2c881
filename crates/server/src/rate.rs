//! How often a visitor is heard.

use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tokio::time::sleep;

use crate::visitor::Visitor;

/// So many requests and messages of one visitor are heard each second, after a burst. A page asks
/// for some hundred files when it is opened for the first time; whoever says more waits.
const PER_SECOND: f64 = 200.0;
const BURST: f64 = 600.0;

/// When so many visitors are known, those who have been silent are forgotten.
const MANY: usize = 4096;

/// What all visitors may still say.
#[derive(Debug, Default)]
pub(crate) struct Rates(Mutex<FxHashMap<Visitor, Rate>>);

/// How much may be said at once: it grows with time.
#[derive(Debug)]
struct Rate {
    allowance: f64,
    since: Instant,
}

impl Rates {
    /// Waits until a visitor may say one more thing.
    pub(crate) async fn wait(&self, visitor: Visitor) {
        let delay = self.take(visitor, Instant::now());
        if !delay.is_zero() {
            sleep(delay).await;
        }
    }

    /// How long a visitor has to wait until it may say one more thing.
    fn take(&self, visitor: Visitor, now: Instant) -> Duration {
        let mut rates = self.0.lock();
        if rates.len() >= MANY {
            rates.retain(|_, rate| rate.allowance(now) < BURST);
        }
        let rate = rates.entry(visitor).or_insert(Rate { allowance: BURST, since: now });
        rate.allowance = rate.allowance(now) - 1.0;
        rate.since = now;
        Duration::from_secs_f64((-rate.allowance / PER_SECOND).max(0.0))
    }
}

impl Rate {
    fn allowance(&self, now: Instant) -> f64 {
        let grown = now.saturating_duration_since(self.since).as_secs_f64() * PER_SECOND;
        (self.allowance + grown).min(BURST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_much_waits_and_others_do_not() {
        let rates = Rates::default();
        let (one, other) = (Visitor::at([127, 0, 0, 1].into()), Visitor::at([127, 0, 0, 2].into()));
        let start = Instant::now();
        for _ in 0..BURST as usize {
            assert_eq!(rates.take(one, start), Duration::ZERO);
        }
        for n in 1..=10 {
            let delay = rates.take(one, start).as_secs_f64();
            assert!((delay - f64::from(n) / PER_SECOND).abs() < 1e-6, "{delay}");
        }
        assert_eq!(rates.take(other, start), Duration::ZERO);
        let later = start + Duration::from_secs(1);
        assert_eq!(rates.take(one, later), Duration::ZERO, "allowance comes back with time");
    }

    #[test]
    fn the_silent_are_forgotten() {
        let rates = Rates::default();
        let start = Instant::now();
        for number in 0..MANY as u32 {
            rates.take(Visitor::at(std::net::Ipv4Addr::from_bits(number).into()), start);
        }
        rates.take(Visitor::at([10, 0, 0, 1].into()), start + Duration::from_secs(1));
        assert_eq!(rates.0.lock().len(), 1);
    }
}
