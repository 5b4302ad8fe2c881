//! Ratings of many players, beside those of Ordo.

use stonegate_statistics::{
    Anchor, Encounter, Estimate, Frequencies, RatingModel, Ratings, score_of_elo,
};
use stonegate_stones::Random;

/// A round robin of five that Ordo has rated.
struct RoundRobin {
    names: Vec<String>,
    games: Vec<Encounter>,
    ratings: Vec<f64>,
}

fn round_robin() -> RoundRobin {
    let facts = stonegate_oracles::fact("statistics/ordo.txt");
    let mut found = RoundRobin { names: Vec::new(), games: Vec::new(), ratings: Vec::new() };
    for line in facts.lines() {
        let words = line.split_whitespace().collect::<Vec<_>>();
        let index = |names: &[String], name: &str| {
            names.iter().position(|other| other == name).expect("players come first")
        };
        let count = |text: &str| text.parse::<u32>().expect("a count");
        match *words {
            ["rating", name, elo] => {
                found.names.push(name.to_owned());
                found.ratings.push(elo.parse().expect("a number"));
            }
            ["games", first, second, wins, draws, losses] => found.games.push(Encounter {
                first: index(&found.names, first),
                second: index(&found.names, second),
                wins: count(wins),
                draws: count(draws),
                losses: count(losses),
            }),
            _ => {}
        }
    }
    found
}

/// Each game by itself.
fn single(encounters: &[Encounter]) -> Vec<Vec<Encounter>> {
    let one = |encounter: &Encounter, wins, draws, losses| {
        vec![Encounter { wins, draws, losses, ..*encounter }]
    };
    let units = encounters.iter().flat_map(|encounter| {
        let wins = (0..encounter.wins).map(|_| one(encounter, 1, 0, 0));
        let draws = (0..encounter.draws).map(|_| one(encounter, 0, 1, 0));
        let losses = (0..encounter.losses).map(|_| one(encounter, 0, 0, 1));
        wins.chain(draws).chain(losses).collect::<Vec<_>>()
    });
    units.collect()
}

#[test]
fn a_round_robin_is_rated_as_ordo_does() {
    let RoundRobin { ratings: expected, games, .. } = round_robin();
    assert_eq!(expected.len(), 5);
    let units = single(&games);
    assert_eq!(units.len(), 600);
    let ratings = Ratings::new(5, &units, RatingModel::Logistic, Anchor::Mean(0.0));
    for (rating, expected) in ratings.players.iter().zip(&expected) {
        assert!((rating.elo - expected).abs() < 0.01, "{rating:?} {expected}");
    }
    let anchored = Ratings::new(5, &units, RatingModel::Logistic, Anchor::Player(2, 2000.0));
    for (rating, expected_elo) in anchored.players.iter().zip(&expected) {
        assert!((rating.elo - 2000.0 - (expected_elo - expected[2])).abs() < 0.01);
    }
    assert!(anchored.players[2].margin() < 1e-9, "an anchor does not move");
    assert!(ratings.superiority(0, 4) > 0.999 && ratings.superiority(3, 1) < 0.01);
}

#[test]
fn two_players_are_rated_as_their_pairs() {
    let (counts, scores) =
        ([5, 10, 30, 15, 8], [(0, 0, 2), (0, 1, 1), (1, 0, 1), (1, 1, 0), (2, 0, 0)]);
    let units = counts.iter().zip(scores).flat_map(|(&count, (wins, draws, losses))| {
        let unit = vec![Encounter { first: 0, second: 1, wins, draws, losses }];
        vec![unit; count]
    });
    let units = units.collect::<Vec<_>>();
    let estimate = Estimate::of(&Frequencies::Pairs(counts.map(|count| count as u64)));
    let ratings = Ratings::new(2, &units, RatingModel::Logistic, Anchor::Player(1, 0.0));
    assert!((ratings.players[0].elo - estimate.elo).abs() < 0.01);
    assert!((ratings.players[0].margin() / estimate.margin() - 1.0).abs() < 0.02);
}

#[test]
fn bayesian_ratings_are_more_careful() {
    let won = vec![vec![Encounter { first: 0, second: 1, wins: 2, draws: 0, losses: 0 }]; 10];
    let careful = Ratings::new(2, &won, RatingModel::Bayesian, Anchor::Mean(0.0));
    let bold = Ratings::new(2, &won, RatingModel::Logistic, Anchor::Mean(0.0));
    let (careful_elo, bold_elo) = (careful.players[0].elo, bold.players[0].elo);
    assert!(careful_elo > 100.0 && careful_elo < bold_elo, "{careful_elo} {bold_elo}");
    assert!(careful.players[0].margin() > 50.0, "{:?}", careful.players[0]);

    let RoundRobin { ratings: expected, games, .. } = round_robin();
    let units = single(&games);
    let ratings = Ratings::new(5, &units, RatingModel::Bayesian, Anchor::Mean(0.0));
    for (rating, expected) in ratings.players.iter().zip(&expected) {
        // The scale is another one: what a draw says is estimated as well.
        assert!((rating.elo / expected - 1.0).abs() < 0.25, "{rating:?} {expected}");
    }
}

#[test]
fn without_games_nothing_is_known() {
    for model in [RatingModel::Logistic, RatingModel::Bayesian] {
        let ratings = Ratings::new(3, &[], model, Anchor::Mean(0.0));
        assert!(ratings.players.iter().all(|rating| rating.elo.abs() < 1e-9));
    }
}

/// The share of true ratings that lie in their intervals, over many simulated tournaments.
fn coverage(model: RatingModel) -> f64 {
    const N_TOURNAMENTS: u64 = 200;
    let truth = [60.0, 20.0, -10.0, -70.0];
    let mut n_inside = 0;
    for number in 0..N_TOURNAMENTS {
        let mut random = Random::new(7, number);
        let mut uniform = || (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut units = Vec::new();
        for first in 0..truth.len() {
            for second in 0..first {
                for _ in 0..40 {
                    let win = score_of_elo(truth[first] - truth[second]);
                    let is_won = [uniform() < win, uniform() < win];
                    let wins = is_won.into_iter().map(u32::from).sum();
                    let losses = 2 - wins;
                    units.push(vec![Encounter { first, second, wins, draws: 0, losses }]);
                }
            }
        }
        let ratings = Ratings::new(truth.len(), &units, model, Anchor::Mean(0.0));
        let inside =
            |(rating, truth): &(&Estimate, f64)| rating.low <= *truth && *truth <= rating.high;
        n_inside += ratings.players.iter().zip(truth).filter(inside).count();
    }
    n_inside as f64 / (N_TOURNAMENTS as usize * truth.len()) as f64
}

#[test]
fn intervals_have_the_truth_in_them() {
    for model in [RatingModel::Logistic, RatingModel::Bayesian] {
        let coverage = coverage(model);
        assert!((0.92..0.98).contains(&coverage), "{model}: {coverage}");
    }
}

#[test]
fn little_is_known_after_one_unit_or_one_kind_of_result() {
    let unit = |wins, draws| vec![Encounter { first: 0, second: 1, wins, draws, losses: 0 }];
    for units in [vec![unit(0, 2)], vec![unit(2, 0)], vec![unit(2, 0); 50], vec![unit(1, 1); 2]] {
        let ratings = Ratings::new(2, &units, RatingModel::Logistic, Anchor::Player(1, 0.0));
        assert!(ratings.players[0].margin() > 200.0, "{:?}", ratings.players[0]);
    }
}
