//! What several thinkers think of one position, each with a tree of its own.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::message::ThinkerAnswer;

/// The latest thoughts of each thinker about a question, as a page gets them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merged {
    latest: BTreeMap<usize, Value>,
}

impl Merged {
    /// Takes thoughts of a thinker, and gives those of all. `name` says how people write the moves
    /// that are expected.
    pub(crate) fn take(
        &mut self,
        helper: usize,
        text: &str,
        name: &dyn Fn(&[Vec<String>]) -> Vec<String>,
    ) -> String {
        let Ok(mut view) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
        if let Ok(line) = serde_json::from_value::<Vec<Vec<String>>>(view["line"].clone()) {
            view["names"] = json!(name(&line));
        }
        let own = view.to_string();
        self.latest.insert(helper, view);
        if self.latest.len() == 1 { own } else { self.view().to_string() }
    }

    /// The answer of the first thinker in the light of what the others think.
    pub(crate) fn improve(&self, answer: ThinkerAnswer) -> ThinkerAnswer {
        let first = self.latest.get(&0);
        let moves = |view: &Value| view["moves"].as_array().cloned().unwrap_or_default();
        let is_proven = first.is_some_and(|view| {
            let own = moves(view).into_iter().find(|one| one["move"] == answer.action.as_str());
            own.is_some_and(|own| !own["proven"].is_null())
        });
        if self.latest.len() < 2 || is_proven {
            return answer;
        }
        let view = self.view();
        let Some(best) = view["moves"].get(0) else { return answer };
        let Some(action) = best["move"].as_str() else { return answer };
        let values = view["values"]
            .as_array()
            .map(|values| values.iter().filter_map(Value::as_f64).collect::<Vec<_>>());
        ThinkerAnswer {
            action: action.to_owned(),
            value: best["value"].as_f64(),
            values: values.filter(|values| !values.is_empty()),
        }
    }

    /// The thoughts of all: counts add up, and what is worth how much is the mean over all visits.
    fn view(&self) -> Value {
        let views = || self.latest.values();
        let mut merged = views().next().cloned().unwrap_or_default();
        for key in ["iterations", "playouts", "states", "nodes"] {
            merged[key] = json!(views().filter_map(|view| view[key].as_u64()).sum::<u64>());
        }
        merged["depth"] = json!(views().filter_map(|view| view["depth"].as_u64()).max());
        let mut moves = Vec::<Value>::new();
        for other in views().filter_map(|view| view["moves"].as_array()).flatten() {
            match moves.iter_mut().find(|one| one["move"] == other["move"]) {
                Some(one) => add(one, other),
                None => moves.push(other.clone()),
            }
        }
        moves.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
        merged["moves"] = json!(moves);
        let n_roles = merged["values"].as_array().map_or(0, Vec::len);
        let values = (0..n_roles).map(|role| {
            mean(views().map(|view| (view["values"][role].as_f64(), view["iterations"].as_f64())))
        });
        merged["values"] = json!(values.collect::<Vec<_>>());
        merged
    }
}

/// Adds what another thinker thinks of a move.
fn add(one: &mut Value, other: &Value) {
    let value = mean([&*one, other].map(|it| (it["value"].as_f64(), it["visits"].as_f64())));
    one["visits"] =
        json!(one["visits"].as_u64().unwrap_or(0) + other["visits"].as_u64().unwrap_or(0));
    if one["proven"].is_null() {
        let is_proven = !other["proven"].is_null();
        one["proven"] = other["proven"].clone();
        one["value"] = if is_proven { other["value"].clone() } else { json!(value) };
    }
}

/// The mean of values with their weights, in tenths.
fn mean(values: impl IntoIterator<Item = (Option<f64>, Option<f64>)>) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (value, weight) in values {
        // What nobody has visited has a value all the same, which counts for little.
        let weight = weight.unwrap_or(0.0).max(1e-6);
        sum += value.unwrap_or(0.0) * weight;
        weights += weight;
    }
    (sum / weights * 10.0).round() / 10.0
}

/// How good a move looks: what is proven to be won comes first and what is proven to be lost last,
/// and what was visited more often before what was visited less.
fn rank(one: &Value) -> f64 {
    let visits = one["visits"].as_f64().unwrap_or(0.0);
    match one["proven"].as_f64() {
        Some(goal) if goal >= 100.0 => f64::MAX,
        Some(goal) if goal <= 0.0 => visits - 1e18,
        _ => visits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(iterations: u64, moves: &[(&str, f64, u64, Option<f64>)]) -> String {
        let moves = moves.iter().map(|(action, value, visits, proven)| {
            json!({"role": "x", "move": action, "value": value, "visits": visits, "proven": proven})
        });
        let moves = moves.collect::<Vec<_>>();
        json!({
            "type": "thoughts", "iterations": iterations, "playouts": 4 * iterations, "states": 9,
            "nodes": 5, "depth": iterations, "moves": moves, "values": [60.0, 40.0],
        })
        .to_string()
    }

    fn take(merged: &mut Merged, helper: usize, text: &str) -> String {
        merged.take(helper, text, &|_| Vec::new())
    }

    fn answer(action: &str) -> ThinkerAnswer {
        ThinkerAnswer { action: action.to_owned(), value: None, values: None }
    }

    #[test]
    fn one_thinker_is_left_alone() {
        let mut merged = Merged::default();
        let text = view(10, &[("a", 50.0, 7, None), ("b", 40.0, 3, None)]);
        assert_eq!(take(&mut merged, 0, &text), text);
        assert_eq!(merged.improve(answer("b")), answer("b"));
    }

    #[test]
    fn visits_add_up() {
        let mut merged = Merged::default();
        take(&mut merged, 0, &view(10, &[("a", 50.0, 6, None), ("b", 40.0, 4, None)]));
        let all = take(&mut merged, 1, &view(30, &[("b", 80.0, 28, None), ("a", 20.0, 2, None)]));
        let all: Value = serde_json::from_str(&all).expect("it is JSON");
        assert_eq!((&all["iterations"], &all["depth"]), (&json!(40), &json!(30)));
        assert_eq!(all["moves"][0]["move"], "b");
        assert_eq!(all["moves"][0]["visits"], 32);
        assert_eq!(all["moves"][0]["value"], 75.0);
        let best = merged.improve(answer("a"));
        assert_eq!((best.action.as_str(), best.value), ("b", Some(75.0)));
        assert_eq!(best.values, Some(vec![60.0, 40.0]));
    }

    #[test]
    fn what_is_proven_counts() {
        let mut merged = Merged::default();
        take(&mut merged, 0, &view(10, &[("a", 50.0, 9, None), ("b", 40.0, 1, None)]));
        take(&mut merged, 1, &view(10, &[("a", 0.0, 8, Some(0.0)), ("b", 100.0, 2, Some(100.0))]));
        assert_eq!(merged.improve(answer("a")).action, "b");
        // What the first has proven itself stays.
        let mut merged = Merged::default();
        take(&mut merged, 0, &view(10, &[("b", 100.0, 1, Some(100.0))]));
        take(&mut merged, 1, &view(90, &[("a", 60.0, 90, None)]));
        assert_eq!(merged.improve(answer("b")).action, "b");
    }
}
