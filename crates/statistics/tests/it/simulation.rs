//! How often sequential tests are wrong.

use stonegate_oracles::is_slow_run;
use stonegate_statistics::{EloModel, Estimate, Frequencies, Sprt, Verdict, score_of_elo};
use stonegate_stones::Random;

/// Plays pairs between players that differ by so much until the test has an answer.
fn simulate(test: &Sprt, elo: f64, random: &mut Random) -> (Verdict, u64) {
    const DRAWS: f64 = 0.2;
    let win = score_of_elo(elo) - DRAWS / 2.0;
    let mut pairs = [0; 5];
    loop {
        let mut game = || {
            let x = (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
            if x < win { 2 } else { usize::from(x < win + DRAWS) }
        };
        let points = game() + game();
        pairs[points] += 1;
        let frequencies = Frequencies::Pairs(pairs);
        if let Some(verdict) = test.verdict(&frequencies) {
            return (verdict, frequencies.n());
        }
    }
}

/// The share of studies with a verdict, and how many pairs they took on average.
fn share(test: &Sprt, elo: f64, verdict: Verdict, n_studies: u64) -> (f64, f64) {
    let (mut n_found, mut n_pairs) = (0, 0);
    for number in 0..n_studies {
        let (found, pairs) = simulate(test, elo, &mut Random::new(1, number));
        n_found += u64::from(found == verdict);
        n_pairs += pairs;
    }
    (n_found as f64 / n_studies as f64, n_pairs as f64 / n_studies as f64)
}

#[test]
fn tests_are_wrong_no_more_often_than_they_say() {
    let n_studies = 10_000;
    let models: &[EloModel] = if is_slow_run() {
        &[EloModel::Logistic, EloModel::Normalized]
    } else {
        &[EloModel::Logistic]
    };
    for &model in models {
        let test = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05, model };
        // The standard deviation of a game with these draws is near one half times sqrt(0.8).
        let truth = |elo: f64| match model {
            EloModel::Logistic => elo,
            EloModel::Normalized => elo * 0.8_f64.sqrt(),
        };
        let limit = |rate: f64| rate + 3.0 * (rate * (1.0 - rate) / n_studies as f64).sqrt();
        let (false_positives, n_pairs) = share(&test, truth(0.0), Verdict::Accepted, n_studies);
        assert!(false_positives <= limit(0.05), "{model}: {false_positives}");
        assert!(false_positives > 0.02, "{model}: {false_positives} of {n_pairs} pairs each");
        let (false_negatives, _) = share(&test, truth(40.0), Verdict::Rejected, n_studies);
        assert!(false_negatives <= limit(0.05), "{model}: {false_negatives}");
        assert!(false_negatives > 0.02, "{model}: {false_negatives}");
    }
}

/// The share of small studies whose interval has the truth in it.
fn coverage(n_pairs: u64, elo: f64, draws: f64) -> f64 {
    const N_STUDIES: u64 = 2_000;
    let win = score_of_elo(elo) - draws / 2.0;
    let mut n_inside = 0;
    for number in 0..N_STUDIES {
        let mut random = Random::new(n_pairs, number);
        let mut pairs = [0; 5];
        for _ in 0..n_pairs {
            let mut game = || {
                let x = (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
                if x < win { 2 } else { usize::from(x < win + draws) }
            };
            pairs[game() + game()] += 1;
        }
        let estimate = Estimate::careful(&Frequencies::Pairs(pairs));
        n_inside += u64::from(estimate.low <= elo && elo <= estimate.high);
    }
    n_inside as f64 / N_STUDIES as f64
}

#[test]
fn intervals_of_small_studies_have_the_truth_in_them() {
    let mut thinnest = 1.0_f64;
    for n_pairs in [1, 2, 3, 5, 10, 20, 29, 40] {
        for elo in [0.0, 50.0, 150.0, 300.0] {
            for draws in [0.0, 0.2] {
                let coverage = coverage(n_pairs, elo, draws);
                assert!(coverage > 0.92, "{n_pairs} pairs, {elo} Elo, {draws}: {coverage}");
                thinnest = thinnest.min(coverage);
            }
        }
    }
    assert!(thinnest < 0.97, "an interval that always has the truth in it says nothing");
}
