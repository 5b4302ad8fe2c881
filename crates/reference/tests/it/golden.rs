//! Recorded games of an independent prover. `stonegate verify` replays them in
//! full; here is the beginning of each.

use serde_json::Value;
use stonegate_oracles::{fact, names, own_game, read, recorded_names, shared};
use stonegate_reference::{Budget, Evaluator};

use crate::play::{evaluator, texts};

/// How many states of each record are looked at.
const N_STATES: usize = 8;

#[test]
fn recorded_games_of_our_sheets_replay() {
    for name in recorded_names() {
        let record = fact(&format!("games/{name}.jsonl"));
        replay(&name, &mut evaluator(&own_game(&name)), &record);
    }
}

#[test]
fn recorded_games_of_shared_sheets_replay() {
    let Some(folder) = shared("") else { return };
    let names = names(&folder.join("golden"), "jsonl");
    for name in &names {
        let sheet = read(&folder.join(format!("games/{name}.kif")));
        let record = read(&folder.join(format!("golden/{name}.jsonl")));
        replay(name, &mut evaluator(&sheet), &record);
    }
    assert!(names.len() > 400, "only {} records", names.len());
}

fn replay(name: &str, evaluator: &mut Evaluator, record: &str) {
    let budget = Budget::default();
    let mut state = evaluator.initial(&budget).expect("the game begins");
    for (index, line) in record.lines().enumerate().take(N_STATES + 2) {
        let line: Value = serde_json::from_str(line).expect("a record is JSON");
        let place = format!("{name}, line {}", index + 1);
        let kind = line["t"].as_str().unwrap_or_default();
        match kind {
            "game" => assert_eq!(texts(evaluator, evaluator.roles()), list(&line["roles"])),
            "s" | "end" | "cut" => {
                let facts = texts(evaluator, state.facts());
                assert_eq!(facts, terms(evaluator, &line["true"]), "{place}");
                let is_terminal = evaluator.is_terminal(&state, &budget).expect("is known");
                assert_eq!(is_terminal, kind == "end", "{place}");
            }
            "playout" if index > 1 => return,
            _ => {}
        }
        if kind == "s" || kind == "end" {
            for role in evaluator.role_ids() {
                let goals = evaluator.goals(&state, role, &budget).expect("are known");
                assert_eq!(goals, numbers(&line["goals"][role.index()]), "{place}");
            }
        }
        if kind == "s" {
            for role in evaluator.role_ids() {
                let legal = evaluator.legal(&state, role, &budget).expect("are known");
                assert_eq!(
                    texts(evaluator, &legal),
                    terms(evaluator, &line["legal"][role.index()]),
                    "{place}"
                );
            }
            let moves = list(&line["move"]).join(" ");
            let moves = evaluator.parse_terms(&moves).expect("moves are terms");
            state = evaluator.next(&state, &moves, &budget).expect("is known");
        }
    }
}

/// Terms in our spelling: a record may have `(p)` for `p`.
fn terms(evaluator: &mut Evaluator, value: &Value) -> Vec<String> {
    let terms = evaluator.parse_terms(&list(value).join(" ")).expect("these are terms");
    let mut texts = texts(evaluator, &terms);
    texts.sort();
    texts
}

fn list(value: &Value) -> Vec<String> {
    let texts = value.as_array().into_iter().flatten();
    texts.map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
}

fn numbers(value: &Value) -> Vec<u8> {
    let numbers = value.as_array().into_iter().flatten().filter_map(Value::as_u64);
    let mut numbers: Vec<u8> = numbers.map(|number| number.try_into().expect("a goal")).collect();
    numbers.sort_unstable();
    numbers
}
