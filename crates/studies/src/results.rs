//! What has been found out so far.

use std::collections::BTreeMap;
use std::sync::Arc;

use stonegate_statistics::{Anchor, Encounter, Frequencies, RatingModel, Ratings, Sprt, Verdict};

use crate::unit::{GameResult, UnitResult};

/// The results of the units of a study.
///
/// A test looks at units in the order of their numbers, whenever they are finished: short games must
/// not count more, and the answer must not depend on how many are played at a time.
#[derive(Clone, Debug)]
pub struct Results {
    n_players: usize,
    /// Shared, so that whoever watches can have all of them as they are at a moment.
    units: BTreeMap<u64, Arc<UnitResult>>,
    test: Option<Sprt>,
    /// All units below this number are finished.
    n_in_order: u64,
    /// Pairs of the first two players among the units in order.
    pairs: [u64; 5],
    /// The log-likelihood ratio after each of them.
    path: Vec<f64>,
    verdict: Option<Verdict>,
}

impl Results {
    pub fn new(n_players: usize, test: Option<Sprt>) -> Self {
        Self {
            n_players,
            units: BTreeMap::new(),
            test,
            n_in_order: 0,
            pairs: [0; 5],
            path: Vec::new(),
            verdict: None,
        }
    }

    /// Counts a unit.
    pub fn add(&mut self, result: UnitResult) {
        self.units.insert(result.unit, Arc::new(result));
        let Some(test) = self.test else { return };
        while self.verdict.is_none()
            && let Some(unit) = self.units.get(&self.n_in_order)
        {
            self.n_in_order += 1;
            if let Some(points) = pair_points(unit, 0, 1) {
                self.pairs[points] += 1;
                let frequencies = Frequencies::Pairs(self.pairs);
                self.path.push(test.log_likelihood_ratio(&frequencies));
                self.verdict = test.verdict(&frequencies);
            }
        }
    }

    /// Whether a unit is finished.
    pub fn has(&self, unit: u64) -> bool {
        self.units.contains_key(&unit)
    }

    /// What happened in a unit, if it is finished.
    pub(crate) fn unit(&self, number: u64) -> Option<&UnitResult> {
        self.units.get(&number).map(|unit| &**unit)
    }

    /// What the test has shown, if it has ended.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// The log-likelihood ratio after each pair of games that the test has looked at.
    pub fn path(&self) -> &[f64] {
        &self.path
    }

    /// The units that count: all that are finished, but none after the end of a test.
    pub fn units(&self) -> impl DoubleEndedIterator<Item = &UnitResult> {
        let end = if self.verdict.is_some() { self.n_in_order } else { u64::MAX };
        self.units.range(..end).map(|(_, unit)| &**unit)
    }

    /// All games that count.
    pub fn games(&self) -> impl Iterator<Item = (&UnitResult, &GameResult)> {
        self.units().flat_map(|unit| unit.games.iter().map(move |game| (unit, game)))
    }

    pub fn n_units(&self) -> u64 {
        self.units().count() as u64
    }

    pub fn n_players(&self) -> usize {
        self.n_players
    }

    /// The pairs of games between two players, by the points of the first.
    pub fn pairs(&self, first: usize, second: usize) -> Frequencies {
        let mut pairs = [0; 5];
        for points in self.units().filter_map(|unit| pair_points(unit, first, second)) {
            pairs[points] += 1;
        }
        Frequencies::Pairs(pairs)
    }

    /// What a player has won, one for each unit that it has won altogether.
    pub(crate) fn points_share(&self, player: usize) -> f64 {
        let units = self.units().filter(|unit| unit.group.contains(&player));
        units.map(|unit| unit.points(player) / unit.games.len().max(1) as f64).sum()
    }

    /// What two players did against each other: wins, draws and losses of the first.
    pub fn score(&self, first: usize, second: usize) -> [u32; 3] {
        let mut score = [0; 3];
        for unit in self.units() {
            let Encounter { wins, draws, losses, .. } = encounter(unit, first, second);
            for (sum, part) in score.iter_mut().zip([wins, draws, losses]) {
                *sum += part;
            }
        }
        score
    }

    /// The ratings of all players.
    pub fn ratings(&self, model: RatingModel, anchor: Anchor) -> Ratings {
        let units = self.units().map(|unit| {
            let pairs = unit.group.iter().enumerate().flat_map(|(index, &first)| {
                unit.group[..index].iter().map(move |&second| (first, second))
            });
            let distinct = pairs.filter(|(first, second)| first != second);
            distinct.map(|(first, second)| encounter(unit, first, second)).collect()
        });
        Ratings::new(self.n_players, &units.collect::<Vec<_>>(), model, anchor)
    }
}

/// What two players did against each other in a unit.
fn encounter(unit: &UnitResult, first: usize, second: usize) -> Encounter {
    let mut encounter = Encounter { first, second, wins: 0, draws: 0, losses: 0 };
    for game in &unit.games {
        let goal = |player| game.players().find(|&(_, other, _)| other == player);
        let (Some((.., one)), Some((.., other))) = (goal(first), goal(second)) else { continue };
        encounter.wins += u32::from(one > other);
        encounter.draws += u32::from(one == other);
        encounter.losses += u32::from(one < other);
    }
    encounter
}

/// The half points of a player in a whole pair of games against another one.
fn pair_points(unit: &UnitResult, first: usize, second: usize) -> Option<usize> {
    let is_theirs =
        unit.group.len() == 2 && unit.group.contains(&first) && unit.group.contains(&second);
    let Encounter { wins, draws, .. } = encounter(unit, first, second);
    (is_theirs && unit.is_whole()).then_some((2 * wins + draws) as usize)
}

#[cfg(test)]
mod tests {
    use stonegate_statistics::EloModel;

    use super::*;

    fn unit(number: u64, goals: [u8; 2]) -> UnitResult {
        let game = |seating: [usize; 2], goals: [u8; 2]| GameResult {
            seating: seating.map(Some).to_vec(),
            goals: goals.to_vec(),
            n_opening: 0,
            moves: Vec::new(),
            faults: Vec::new(),
            speeds: Vec::new(),
            times: Vec::new(),
            note: String::new(),
        };
        let [first, second] = goals;
        UnitResult {
            unit: number,
            game: 0,
            round: 0,
            group: vec![0, 1],
            games: vec![game([0, 1], [first, 100 - first]), game([1, 0], [100 - second, second])],
        }
    }

    #[test]
    fn pairs_count_whole_units() {
        let mut results = Results::new(2, None);
        for (number, goals) in [[100, 100], [100, 50], [0, 100], [0, 0]].into_iter().enumerate() {
            results.add(unit(number as u64, goals));
        }
        let mut half = unit(4, [100, 100]);
        half.games.pop();
        results.add(half);
        assert_eq!(results.pairs(0, 1), Frequencies::Pairs([1, 0, 1, 1, 1]));
        assert_eq!(results.pairs(1, 0), Frequencies::Pairs([1, 1, 1, 0, 1]));
        assert_eq!(results.score(0, 1), [5, 1, 3]);
        assert!((results.points_share(0) - (1.0 + 0.75 + 0.5 + 1.0)).abs() < 1e-12);
    }

    #[test]
    fn a_test_goes_by_numbers_and_ends_the_study() {
        let test =
            Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        let number = |results: &Results| results.units().map(|unit| unit.unit).collect::<Vec<_>>();
        let outcomes = |number: u64| if number.is_multiple_of(3) { [100, 0] } else { [100, 100] };
        let mut in_order = Results::new(2, Some(test));
        for n in 0..40 {
            in_order.add(unit(n, outcomes(n)));
        }
        assert_eq!(in_order.verdict(), Some(Verdict::Accepted));
        let mut backwards = Results::new(2, Some(test));
        for n in (0..40).rev() {
            assert_eq!(backwards.verdict(), None);
            backwards.add(unit(n, outcomes(n)));
        }
        assert_eq!(backwards.verdict(), Some(Verdict::Accepted));
        assert_eq!(number(&backwards), number(&in_order));
        assert!(number(&in_order).len() < 40);
    }
}
