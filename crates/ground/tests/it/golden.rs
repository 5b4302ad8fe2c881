//! Recorded games of an independent prover. `stonegate verify` replays them in
//! full; here is the beginning of each.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use stonegate_circuit::Effort;
use stonegate_ground::{Budget, GroundErrorKind, Machine};
use stonegate_reference::Evaluator;

use crate::play::{Board, View, evaluator, try_ground};
use crate::sheets::shared_game;
use stonegate_oracles::{facts, names, own_game, recorded_names, shared};

/// How many states of each record are looked at.
const N_STATES: usize = 8;

/// What grounding may cost in a test.
const MAX_ROWS: usize = 200_000;
const GROUND_TIME: Duration = Duration::from_secs(5);

/// Quick circuits of up to so many gates are optimized, within a limit.
const MAX_GATES: usize = 3_000;
const OPTIMIZE_TIME: Duration = Duration::from_millis(300);

/// A sheet that only a prover can play: a variable of a head has no value.
const UNSAFE: [&str; 1] = ["ben_DresdenSinglePlayer2"];

/// How many sheets may be too large for that.
const MAX_LEFT_OUT: usize = 80;

#[test]
fn recorded_games_of_our_sheets_replay() {
    for name in recorded_names() {
        assert!(replay(&name, &own_game(&name), &facts("games")), "{name} does not ground");
    }
}

#[test]
fn recorded_games_of_shared_sheets_replay() {
    let Some(folder) = shared("golden") else { return };
    let names = names(&folder, "jsonl");
    let (next, n_left_out) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let sheet = shared_game(name).expect("it has a sheet");
            if !replay(name, &sheet, &folder) {
                n_left_out.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let n_left_out = n_left_out.into_inner();
    assert!(names.len() > 400, "only {} records", names.len());
    assert!(n_left_out <= MAX_LEFT_OUT, "{n_left_out} sheets did not ground");
}

/// Replays a record. False if its sheet is too large.
fn replay(name: &str, sheet: &str, folder: &Path) -> bool {
    let start = Instant::now();
    let budget =
        Budget { stop: &|| start.elapsed() > GROUND_TIME, max_rows: MAX_ROWS, ..Budget::default() };
    let grounded = match try_ground(sheet, &budget) {
        Ok(grounded) => grounded,
        Err(error) => {
            let is_fine = match error.kind {
                GroundErrorKind::Stopped | GroundErrorKind::TooLarge => true,
                GroundErrorKind::Unsafe => UNSAFE.contains(&name),
                GroundErrorKind::NegativeCycle | GroundErrorKind::NoRoles => false,
            };
            assert!(is_fine, "{name}: {error}");
            return false;
        }
    };
    let record = fs::read_to_string(folder.join(format!("{name}.jsonl"))).expect("it is text");
    let moments = moments(&mut evaluator(sheet), &record);
    follow(name, &grounded.machine, &moments);
    if grounded.machine.circuit.n_ands() <= MAX_GATES {
        let start = Instant::now();
        let optimized = grounded.optimize(Effort::FULL, &|| start.elapsed() > OPTIMIZE_TIME);
        follow(name, &optimized.machine, &moments);
    }
    true
}

/// One line of a record.
struct Moment {
    kind: String,
    view: View,
    moves: Vec<String>,
}

fn follow(name: &str, machine: &Machine, moments: &[Moment]) {
    let mut board = Board::new(machine);
    for (step, moment) in moments.iter().enumerate() {
        let mut view = board.view();
        if moment.kind != "s" {
            view.legal.clear();
        }
        if moment.kind == "cut" {
            view.goals.clear();
        }
        assert_eq!(view, moment.view, "{name}, step {step}");
        if moment.kind == "s" {
            board.make_move(&moment.moves);
        }
    }
}

/// The beginning of the first playout.
fn moments(evaluator: &mut Evaluator, record: &str) -> Vec<Moment> {
    let lines = record.lines().map(|line| serde_json::from_str(line).expect("a record is JSON"));
    let lines = lines.skip_while(|line: &Value| line["t"] != "playout").skip(1);
    let lines = lines.take_while(|line| ["s", "end", "cut"].iter().any(|kind| line["t"] == *kind));
    lines.take(N_STATES).map(|line| moment(evaluator, &line)).collect()
}

fn moment(evaluator: &mut Evaluator, line: &Value) -> Moment {
    let kind = line["t"].as_str().unwrap_or_default().to_owned();
    let legal = items(&line["legal"]).map(|moves| terms(evaluator, moves).into_iter().collect());
    let legal = legal.collect();
    let goals = items(&line["goals"]).filter(|_| kind != "cut");
    let goals = goals.map(|goals| {
        let goals = items(goals).filter_map(Value::as_i64).collect::<BTreeSet<_>>();
        goals.into_iter().collect()
    });
    let view = View {
        facts: terms(evaluator, &line["true"]).into_iter().collect(),
        legal,
        terminal: kind == "end",
        goals: goals.collect(),
    };
    Moment { view, moves: terms(evaluator, &line["move"]), kind }
}

/// Terms in our spelling: a record may have `(p)` for `p`.
fn terms(evaluator: &mut Evaluator, value: &Value) -> Vec<String> {
    let texts = items(value).filter_map(Value::as_str).collect::<Vec<_>>();
    let terms = evaluator.parse_terms(&texts.join(" ")).expect("these are terms");
    terms.into_iter().map(|term| evaluator.display(term).to_string()).collect()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
