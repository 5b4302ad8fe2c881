//! Players with as many points meet.

use std::collections::BTreeSet;

use crate::results::Results;

/// A tournament after the Swiss system.
#[derive(Debug)]
pub(super) struct Swiss {
    n_players: usize,
    /// Who has met whom, the lower number first.
    met: BTreeSet<(usize, usize)>,
    /// How often each player had nobody to play, which counts as a win.
    byes: Vec<u32>,
}

/// So many pairings are tried before players meet again.
const MAX_TRIES: usize = 100_000;

impl Swiss {
    pub(super) fn new(n_players: usize) -> Self {
        Self { n_players, met: BTreeSet::new(), byes: vec![0; n_players] }
    }

    /// How many pairs a round has.
    pub(super) fn n_pairs(&self) -> usize {
        self.n_players / 2
    }

    /// The pairs of the next round.
    pub(super) fn next_pairs(&mut self, results: &Results) -> Vec<Vec<usize>> {
        let points = (0..self.n_players)
            .map(|player| results.points_share(player) + f64::from(self.byes[player]));
        let points = points.collect::<Vec<_>>();
        let mut order = (0..self.n_players).collect::<Vec<_>>();
        order.sort_by(|&one, &other| points[other].total_cmp(&points[one]).then(one.cmp(&other)));
        if order.len() % 2 == 1 {
            let fewest = self.byes.iter().min().copied().unwrap_or_default();
            let last = order.iter().rposition(|&player| self.byes[player] == fewest);
            let player = order.remove(last.unwrap_or(order.len() - 1));
            self.byes[player] += 1;
        }
        let mut pairs = Vec::new();
        let mut tries = 0;
        if !self.pair(&order, &mut pairs, &mut tries) {
            pairs = order.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        }
        self.met.extend(pairs.iter().map(|&(one, other)| (one.min(other), one.max(other))));
        pairs.into_iter().map(|(one, other)| vec![one, other]).collect()
    }

    /// Pairs players who have not met, the first with the next best that leaves pairs for the others.
    fn pair(&self, order: &[usize], pairs: &mut Vec<(usize, usize)>, tries: &mut usize) -> bool {
        let Some((&first, rest)) = order.split_first() else { return true };
        for (index, &other) in rest.iter().enumerate() {
            *tries += 1;
            if *tries > MAX_TRIES {
                return false;
            }
            if self.met.contains(&(first.min(other), first.max(other))) {
                continue;
            }
            let others = [&rest[..index], &rest[index + 1..]].concat();
            pairs.push((first, other));
            if self.pair(&others, pairs, tries) {
                return true;
            }
            pairs.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_meets_twice_as_long_as_that_can_be() {
        let results = Results::new(6, None);
        let mut swiss = Swiss::new(6);
        let mut met = BTreeSet::new();
        for _ in 0..5 {
            for pair in swiss.next_pairs(&results) {
                assert!(met.insert((pair[0].min(pair[1]), pair[0].max(pair[1]))), "{pair:?}");
            }
        }
        assert_eq!(met.len(), 15, "all have met");
        assert_eq!(swiss.next_pairs(&results).len(), 3, "and meet again");
    }

    #[test]
    fn everybody_sits_out_once() {
        let results = Results::new(3, None);
        let mut swiss = Swiss::new(3);
        for _ in 0..3 {
            assert_eq!(swiss.next_pairs(&results).len(), 1);
        }
        assert_eq!(swiss.byes, [1, 1, 1]);
    }
}
