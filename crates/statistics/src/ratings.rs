//! Ratings of many players at once.

mod bayesian;
mod logistic;

use std::f64::consts::LN_10;
use std::fmt;
use std::str::FromStr;

use crate::estimate::Estimate;
use crate::frequencies::ENOUGH;
use crate::normal;

/// What two players did against each other in one unit of a tournament, such as a pair of games.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Encounter {
    pub first: usize,
    pub second: usize,
    /// Of the first player, as all of these.
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// How ratings explain results.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub enum RatingModel {
    /// The expected score is a function of the difference, a draw counts as half a win. Intervals
    /// come from how much the results of units vary.
    #[default]
    Logistic,
    /// Wins, draws and losses have probabilities of their own (Rao and Kupper, 1967; Coulom's
    /// BayesElo), and each player begins with a win, a draw and a loss against the average. Intervals are those of
    /// the posterior distribution.
    Bayesian,
}

/// Where the scale of ratings begins, which results do not tell.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Anchor {
    /// The mean of all ratings.
    Mean(f64),
    /// The rating of one player.
    Player(usize, f64),
}

/// The ratings of some players.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// For each player; the likelihood of superiority is that over the anchor.
    pub players: Vec<Estimate>,
    /// In natural units.
    values: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    /// What the covariance would be if every game were decided by chance of its own.
    by_model: Vec<Vec<f64>>,
    /// The players whose results hardly tell how much they vary.
    is_thin: Vec<bool>,
}

/// Elo in a natural unit, in which odds are exponentials.
const ELO: f64 = 400.0 / LN_10;

impl Ratings {
    /// Rates all players by what they did in each unit.
    ///
    /// # Panics
    /// If an encounter or the anchor names a player that is not there.
    pub fn new(
        n_players: usize,
        units: &[Vec<Encounter>],
        model: RatingModel,
        anchor: Anchor,
    ) -> Self {
        let (values, covariance, by_model) = match model {
            RatingModel::Logistic => logistic::fit(n_players, units),
            RatingModel::Bayesian => {
                let (values, covariance) = bayesian::fit(n_players, units);
                (values, covariance.clone(), covariance)
            }
        };
        let is_thin = (0..n_players).map(|player| is_thin(player, units)).collect();
        let mut ratings = Self { players: Vec::new(), values, covariance, by_model, is_thin };
        ratings.players = (0..n_players).map(|player| ratings.estimate(player, anchor)).collect();
        ratings
    }

    /// The probability that the first player is better than the second one.
    pub fn superiority(&self, first: usize, second: usize) -> f64 {
        let mut weights = vec![0.0; self.values.len()];
        weights[first] += 1.0;
        weights[second] -= 1.0;
        let is_thin = self.is_thin[first] || self.is_thin[second];
        let (difference, error) = self.combine(&weights, is_thin);
        superiority(difference, error)
    }

    fn estimate(&self, player: usize, anchor: Anchor) -> Estimate {
        let n = self.values.len();
        let mut is_thin = self.is_thin[player];
        let (mut weights, offset) = match anchor {
            Anchor::Mean(rating) => (vec![-1.0 / n as f64; n], rating),
            Anchor::Player(anchor, rating) => {
                let mut weights = vec![0.0; n];
                weights[anchor] = -1.0;
                is_thin |= self.is_thin[anchor];
                (weights, rating)
            }
        };
        weights[player] += 1.0;
        let (value, error) = self.combine(&weights, is_thin);
        let margin = normal::quantile(0.975) * error * ELO;
        let elo = value * ELO + offset;
        let superiority = superiority(value, error);
        Estimate { elo, low: elo - margin, high: elo + margin, superiority }
    }

    /// A weighted sum of ratings, and its standard deviation; for thin results no less than by the
    /// model.
    fn combine(&self, weights: &[f64], is_thin: bool) -> (f64, f64) {
        let value = weights.iter().zip(&self.values).map(|(weight, value)| weight * value).sum();
        let mut variance = variance(&self.covariance, weights);
        if is_thin {
            variance = variance.max(self::variance(&self.by_model, weights));
        }
        (value, variance.max(0.0).sqrt())
    }
}

/// The variance of a weighted sum.
fn variance(covariance: &[Vec<f64>], weights: &[f64]) -> f64 {
    let rows = covariance.iter().zip(weights).map(|(row, weight)| {
        row.iter().zip(weights).map(|(covariance, other)| weight * covariance * other).sum::<f64>()
    });
    rows.sum()
}

/// Whether a player has played too little, or with one result only, to tell how much its results
/// vary.
fn is_thin(player: usize, units: &[Vec<Encounter>]) -> bool {
    let (mut n_units, mut points, mut n_games) = (0, 0.0, 0.0);
    for unit in units {
        let mut has_played = false;
        for encounter in unit.iter().filter(|it| it.first == player || it.second == player) {
            let n = encounter.n_games();
            let of_first = encounter.points();
            points += if encounter.first == player { of_first } else { n - of_first };
            n_games += n;
            has_played |= n > 0.0;
        }
        n_units += u64::from(has_played);
    }
    n_units < ENOUGH || points <= 0.0 || points >= n_games
}

fn superiority(difference: f64, error: f64) -> f64 {
    if error > 0.0 { normal::cdf(difference / error) } else { 0.5 }
}

impl Encounter {
    fn n_games(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) + f64::from(self.losses)
    }

    fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }
}

/// The probability that belongs to the logarithm of odds.
fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

impl fmt::Display for RatingModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Logistic => "logistic",
            Self::Bayesian => "bayesian",
        })
    }
}

impl FromStr for RatingModel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "logistic" => Ok(Self::Logistic),
            "bayesian" => Ok(Self::Bayesian),
            _ => Err(format!("`{text}` is no model: it is `logistic` or `bayesian`")),
        }
    }
}
