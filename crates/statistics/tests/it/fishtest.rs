//! The numbers of fishtest, computed by its own program.

use serde_json::Value;
use stonegate_statistics::{EloModel, Estimate, Frequencies, Sprt};

fn number(case: &Value, field: &str) -> f64 {
    case[field].as_f64().unwrap_or_else(|| panic!("{field} of {case}"))
}

fn frequencies(case: &Value) -> Frequencies {
    let counts = case["results"].as_array().expect("a list").iter();
    let counts = counts.map(|count| count.as_u64().expect("a count")).collect::<Vec<_>>();
    match *counts {
        [loss, draw, win] => Frequencies::Games([loss, draw, win]),
        [a, b, c, d, e] => Frequencies::Pairs([a, b, c, d, e]),
        _ => panic!("three or five: {counts:?}"),
    }
}

#[track_caller]
fn same(case: &Value, field: &str, value: f64, tolerance: f64) {
    let expected = number(case, field);
    let scale = expected.abs().max(1.0);
    assert!((value - expected).abs() <= tolerance * scale, "{field} is {value} in {case}");
}

#[test]
fn elo_superiority_and_tests_are_those_of_fishtest() {
    let facts = stonegate_oracles::fact("statistics/fishtest.json");
    let cases = serde_json::from_str::<Vec<Value>>(&facts).expect("it is JSON");
    assert!(cases.len() >= 20);
    for case in &cases {
        let frequencies = frequencies(case);
        let estimate = Estimate::of(&frequencies);
        same(case, "elo", estimate.elo, 1e-9);
        same(case, "elo95", estimate.margin(), 1e-9);
        same(case, "los", estimate.superiority, 1e-9);

        let model = match case["model"].as_str() {
            Some("normalized") => EloModel::Normalized,
            _ => EloModel::Logistic,
        };
        let [elo0, elo1, alpha, beta] =
            ["elo0", "elo1", "alpha", "beta"].map(|field| number(case, field));
        let test = Sprt { elo0, elo1, alpha, beta, model };
        same(case, "lower", test.bounds().0, 1e-12);
        same(case, "upper", test.bounds().1, 1e-12);
        same(case, "llr", test.log_likelihood_ratio(&frequencies), 1e-5);

        let unbiased = test.estimate(&frequencies);
        same(case, "unbiased_elo", unbiased.elo, 1e-6);
        same(case, "unbiased_low", unbiased.low, 1e-6);
        same(case, "unbiased_high", unbiased.high, 1e-6);
        same(case, "unbiased_los", unbiased.superiority, 1e-6);
    }
}
