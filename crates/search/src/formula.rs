//! What makes a move worth a visit: UCB1 with visits in flight.

use crate::options::Options;
use crate::visits::Count;

/// A value of 1 in sums.
pub(crate) const ONE: f32 = (1_u64 << 24) as f32;

/// What UCB1 needs of a move: its mean, and what the exploration of the node is multiplied by.
/// Visits in flight are in both of them already.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Score {
    mean: f32,
    spread: f32,
}

impl Score {
    pub(crate) const CLOSED: Self = Self { mean: -1e9, spread: 0.0 };
    pub(crate) const WON: Self = Self { mean: 1e9, spread: 0.0 };

    /// Where roles mix their moves, a regret takes the place of the mean and a share that of the
    /// spread, which is never quite 0: not all bits are.
    pub(crate) fn mixed(regret: f32, share: f32) -> Self {
        Self { mean: regret, spread: share.max(f32::MIN_POSITIVE) }
    }

    pub(crate) fn regret(self) -> f32 {
        self.mean.max(0.0)
    }

    pub(crate) fn share(self) -> f32 {
        self.spread
    }

    #[inline]
    pub(crate) fn to_bits(self) -> u64 {
        u64::from(self.mean.to_bits()) << 32 | u64::from(self.spread.to_bits())
    }

    #[inline]
    pub(crate) fn from_bits(bits: u64) -> Self {
        let (mean, spread) = (f32::from_bits((bits >> 32) as u32), f32::from_bits(bits as u32));
        Self { mean, spread }
    }

    #[inline]
    pub(crate) fn ucb(self, exploration: f32) -> f32 {
        self.mean + exploration * self.spread
    }
}

/// The first powers of a number, a multiplication for each, as there is a table for every tree: what
/// `powi` says of an exponent is that of the exponent without its highest bit, times a square of squares.
fn powers(base: f32, n: usize) -> Vec<f32> {
    let mut powers = vec![1.0];
    let mut square = base;
    while powers.len() < n {
        let more: Vec<f32> = powers.iter().map(|power| power * square).collect();
        powers.extend(more);
        square *= square;
    }
    powers.truncate(n);
    powers
}

/// The parameters in the form in which they are used.
#[derive(Debug)]
pub(crate) struct Formula {
    exploration: f32,
    /// The exploration of a node with as many visits as the logarithm takes in.
    full_exploration: f32,
    unvisited_mean: f32,
    unvisited_visits: f32,
    log_visits: u32,
    /// The powers of the virtual loss.
    losses: Box<[f32]>,
}

impl Formula {
    pub(crate) fn new(options: &Options) -> Self {
        const N_LOSSES: usize = 4096;
        // A thread has a whole wave of visits in flight, so a visit is a part of a thread.
        let loss_per_visit = options.virtual_loss.powf(1.0 / options.max_leaves() as f32);
        Self {
            exploration: options.exploration,
            full_exploration: explore(options.exploration, options.log_visits),
            unvisited_mean: options.unvisited_value / options.unvisited_visits,
            unvisited_visits: options.unvisited_visits,
            log_visits: options.log_visits,
            losses: powers(loss_per_visit, N_LOSSES).into_iter().map(|it| it.max(1e-6)).collect(),
        }
    }

    /// What the spread of each move of a node is multiplied by.
    #[inline]
    pub(crate) fn exploration(&self, node_visits: u32) -> f32 {
        if node_visits >= self.log_visits {
            self.full_exploration
        } else {
            explore(self.exploration, node_visits)
        }
    }

    /// The UCB1 of a move that has not been tried.
    #[inline]
    pub(crate) fn unvisited(&self, exploration: f32) -> f32 {
        self.unvisited_mean + exploration / self.unvisited_visits.sqrt()
    }

    /// The score of a move with so many visits, the values of which have this sum.
    #[inline]
    pub(crate) fn score(&self, visits: Count, sum: u64) -> Score {
        let loss = self.losses[(visits.flights as usize).min(self.losses.len() - 1)];
        let (mean, over) = if visits.over == 0 {
            (self.unvisited_mean, self.unvisited_visits)
        } else {
            // Sums are far from the sign, and signed numbers are the faster ones to convert.
            (sum as i64 as f32 / (visits.over as f32 * ONE), visits.over as f32)
        };
        Score { mean: loss * mean, spread: loss / (over + visits.flights as f32).sqrt() }
    }
}

fn explore(exploration: f32, visits: u32) -> f32 {
    exploration * (visits.max(1) as f32).ln().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_those_of_powi() {
        for base in [0.9_f32, 0.997_3, 1.0, 0.5] {
            let expected = (0..300).map(|exponent| base.powi(exponent));
            assert!(powers(base, 300).into_iter().map(f32::to_bits).eq(expected.map(f32::to_bits)));
        }
    }

    #[test]
    fn exploration_grows_up_to_a_limit() {
        let formula = Formula::new(&Options { log_visits: 100, ..Options::default() });
        assert!(formula.exploration(10) < formula.exploration(100));
        assert!((formula.exploration(100) - formula.exploration(1_000_000)).abs() < 1e-6);
        assert!((formula.exploration(100) - 0.55 * 100_f32.ln().sqrt()).abs() < 1e-6);
        let formula = Formula::new(&Options { log_visits: 0, ..Options::default() });
        assert!(formula.exploration(1_000).abs() < 1e-6, "no limit makes it panic");
    }
}
