//! How often each score was reached.

/// How often each score was reached, from the worst to the best.
///
/// Pairs say more than their games one by one: an opening that is good for one side gives each
/// player a win, which looks like much variance in single games and like none in pairs.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Frequencies {
    /// Losses, draws and wins.
    Games([u64; 3]),
    /// Pairs of games from one opening, the roles swapped, with 0, 1/2, 1, 3/2 and 2 points.
    Pairs([u64; 5]),
}

/// What never happened counts so often, so that no logarithm is taken of nothing.
const PRIOR: f64 = 1e-3;

/// From so many games or pairs on, they tell by how much results vary.
pub(crate) const ENOUGH: u64 = 30;

impl Frequencies {
    pub fn counts(&self) -> &[u64] {
        match self {
            Self::Games(counts) => counts,
            Self::Pairs(counts) => counts,
        }
    }

    /// How many games or pairs there are.
    pub fn n(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// How many games one of them has.
    pub fn n_games_each(&self) -> u64 {
        match self {
            Self::Games(_) => 1,
            Self::Pairs(_) => 2,
        }
    }

    pub fn n_games(&self) -> u64 {
        self.n() * self.n_games_each()
    }

    /// The mean score of a game, from 0 to 1. One half, where none was played.
    pub fn mean(&self) -> f64 {
        if self.n() == 0 { 0.5 } else { self.distribution_of_counts().mean() }
    }

    /// The distribution of the scores in what was observed, in which everything has happened.
    pub(crate) fn distribution(&self) -> Distribution {
        Distribution::new(self.counts().iter().map(|&count| (count as f64).max(PRIOR)))
    }

    /// Whether the results vary too little, or are too few, to tell by how much they would.
    pub(crate) fn is_thin(&self) -> bool {
        self.n() < ENOUGH || self.counts().contains(&self.n())
    }

    /// The distribution of the scores if there had been one more of the worst and one of the best.
    pub(crate) fn with_extremes(&self) -> Distribution {
        let last = self.counts().len() - 1;
        let weights = self.counts().iter().enumerate();
        let weights = weights
            .map(|(index, &count)| count as f64 + f64::from(u8::from(index == 0 || index == last)));
        Distribution::new(weights)
    }

    fn distribution_of_counts(&self) -> Distribution {
        Distribution::new(self.counts().iter().map(|&count| count as f64))
    }
}

/// Scores between 0 and 1, each with its probability.
#[derive(Clone, Debug)]
pub(crate) struct Distribution {
    pub(crate) points: Vec<(f64, f64)>,
    /// How many observations there were.
    pub(crate) n: f64,
}

impl Distribution {
    fn new(weights: impl ExactSizeIterator<Item = f64> + Clone) -> Self {
        let n = weights.clone().sum::<f64>();
        let last = (weights.len() - 1) as f64;
        let points = weights.enumerate().map(|(index, weight)| (index as f64 / last, weight / n));
        Self { points: points.collect(), n }
    }

    pub(crate) fn mean(&self) -> f64 {
        self.points.iter().map(|(value, p)| value * p).sum()
    }

    pub(crate) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.points.iter().map(|(value, p)| p * (value - mean).powi(2)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_pairs_have_the_same_mean() {
        assert!((Frequencies::Games([1, 2, 5]).mean() - 0.75).abs() < 1e-12);
        assert!((Frequencies::Pairs([1, 0, 2, 0, 5]).mean() - 0.75).abs() < 1e-12);
        assert!((Frequencies::Pairs([0; 5]).mean() - 0.5).abs() < 1e-12);
        assert_eq!(Frequencies::Pairs([1, 0, 2, 0, 5]).n_games(), 16);
    }

    #[test]
    fn pairs_with_equal_scores_have_little_variance() {
        let all_even = Frequencies::Pairs([0, 0, 1000, 0, 0]).distribution();
        assert!(all_even.variance() < 1e-5, "{}", all_even.variance());
        assert!((all_even.mean() - 0.5).abs() < 1e-12);
    }
}
