//! Who loses is out.

use crate::results::Results;

/// A knockout tournament. Who was named earlier is taken for stronger: the first meets the last.
#[derive(Debug)]
pub(super) struct Knockout {
    /// Who is still in, the strongest first.
    alive: Vec<usize>,
    /// Who plays at the moment, with the points that they had when they began.
    pairs: Vec<Pair>,
    /// How often those who are even have played on.
    n_extra: u32,
    n_openings: u32,
}

#[derive(Copy, Clone, Debug)]
struct Pair {
    players: [usize; 2],
    points_before: [f64; 2],
}

/// Who is even after so many more pairs of games is told apart by the order of names.
const MAX_EXTRA: u32 = 3;

impl Knockout {
    pub(super) fn new(n_players: usize) -> Self {
        let alive = (0..n_players).collect();
        Self { alive, pairs: Vec::new(), n_extra: 0, n_openings: 0 }
    }

    /// The number of the first opening of a stage with so many.
    pub(super) fn n_openings(&mut self, n_repeats: u32) -> u32 {
        self.n_openings += n_repeats;
        self.n_openings - n_repeats
    }

    /// Who plays next, and how often; `None` if there is a winner.
    pub(super) fn next_pairs(
        &mut self,
        results: &Results,
        rounds: u32,
    ) -> Option<(u32, Vec<Vec<usize>>)> {
        self.settle(results);
        if !self.pairs.is_empty() {
            self.n_extra += 1;
            return Some((1, self.groups()));
        }
        if self.alive.len() < 2 {
            return None;
        }
        self.n_extra = 0;
        // The strongest have a rest until a power of two is left.
        let n_places = self.alive.len().next_power_of_two();
        let n_free = n_places - self.alive.len();
        let playing = &self.alive[n_free..];
        let pairs = (0..playing.len() / 2).map(|index| {
            let players = [playing[index], playing[playing.len() - 1 - index]];
            Pair { players, points_before: players.map(|player| results.points_share(player)) }
        });
        self.pairs = pairs.collect();
        Some((rounds.max(1), self.groups()))
    }

    /// Takes those out who have lost.
    fn settle(&mut self, results: &Results) {
        let may_play_on = self.n_extra < MAX_EXTRA;
        let mut out = Vec::new();
        self.pairs.retain(|pair| {
            let gain = |index: usize| {
                results.points_share(pair.players[index]) - pair.points_before[index]
            };
            let lead = gain(0) - gain(1);
            let is_even = lead.abs() < 1e-9;
            if is_even && may_play_on {
                return true;
            }
            out.push(pair.players[usize::from(lead > 0.0 || is_even)]);
            false
        });
        self.alive.retain(|player| !out.contains(player));
    }

    fn groups(&self) -> Vec<Vec<usize>> {
        self.pairs.iter().map(|pair| pair.players.to_vec()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_wait_and_even_players_go_by_their_order() {
        let results = Results::new(6, None);
        let mut knockout = Knockout::new(6);
        assert_eq!(knockout.next_pairs(&results, 2), Some((2, vec![vec![2, 5], vec![3, 4]])));
        for _ in 0..MAX_EXTRA {
            assert_eq!(knockout.next_pairs(&results, 2), Some((1, vec![vec![2, 5], vec![3, 4]])));
        }
        assert_eq!(knockout.next_pairs(&results, 2), Some((2, vec![vec![0, 3], vec![1, 2]])));
        for _ in 0..MAX_EXTRA {
            knockout.next_pairs(&results, 2);
        }
        assert_eq!(knockout.next_pairs(&results, 2), Some((2, vec![vec![0, 1]])));
        for _ in 0..MAX_EXTRA {
            knockout.next_pairs(&results, 2);
        }
        assert_eq!(knockout.next_pairs(&results, 2), None);
        assert_eq!(knockout.alive, [0]);
    }
}
