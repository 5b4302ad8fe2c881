//! Sheets that do not become machines.

use std::cell::{Cell, RefCell};
use std::fmt::Write;
use std::time::{Duration, Instant};

use expect_test::{Expect, expect};
use stonegate_gdl::analyze;
use stonegate_ground::{Budget, GroundErrorKind, Progress, ground};

use crate::play::try_ground;

/// Ten relations over a domain of 200, each a join of the one before with all
/// there is: the last one has 200^11 tuples.
fn exploding() -> String {
    let mut sheet = "(role r) (legal r wait) (init start) (<= terminal (true start))\n".to_owned();
    for n in 0..200 {
        let _ = writeln!(sheet, "(number {n})");
    }
    sheet.push_str("(<= (tuple1 ?a ?b) (number ?a) (number ?b))\n");
    for n in 2..=10 {
        let vars = (0..n).map(|i| format!("?v{i}")).collect::<Vec<_>>().join(" ");
        let _ =
            writeln!(sheet, "(<= (tuple{n} {vars} ?new) (tuple{} {vars}) (number ?new))", n - 1);
    }
    let vars = (0..11).map(|i| format!("?v{i}")).collect::<Vec<_>>().join(" ");
    let _ = writeln!(sheet, "(<= (goal r 100) (true start) (tuple10 {vars}))");
    sheet
}

#[track_caller]
fn check(sheet: &str, expect: &Expect) {
    let error = try_ground(sheet, &Budget::default()).expect_err("the sheet is wrong");
    let span = error.span.start as usize..error.span.end as usize;
    expect.assert_eq(&format!("{error}: {}", &sheet[span]));
}

#[test]
fn an_exploding_sheet_ends_at_the_limit_of_rows() {
    let start = Instant::now();
    let budget = Budget { max_rows: 1_000_000, ..Budget::default() };
    let error = try_ground(&exploding(), &budget).expect_err("there is not so much room");
    expect!["the game is too large to ground: `tuple2/3` exploded"].assert_eq(&error.to_string());
    assert_eq!(error.kind, GroundErrorKind::TooLarge);
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
}

#[test]
fn an_exploding_sheet_ends_when_memory_is_full() {
    // A row takes a few dozen bytes, so that this is full long before there are a million.
    let budget = Budget { max_bytes: 4 << 20, ..Budget::default() };
    let n_rows = Cell::new(0);
    let count = |progress: Progress<'_>| {
        if let Progress::Reaching { n_atoms, .. } = progress {
            n_rows.set(n_atoms);
        }
    };
    let budget = Budget { progress: &count, ..budget };
    let error = try_ground(&exploding(), &budget).expect_err("there is not so much room");
    assert_eq!(error.kind, GroundErrorKind::TooLarge);
    assert!(n_rows.get() < 200_000, "{} rows", n_rows.get());
}

/// Few rows, and a gate for each pair of them.
#[test]
fn gates_take_memory_as_well() {
    let cells = (0..200).map(|n| format!("(cell {n})")).collect::<Vec<_>>().concat();
    let sheet = format!(
        "(role r) {cells} (init (at 0)) (<= (legal r (go ?n)) (cell ?n))
         (<= (next (at ?n)) (does r (go ?n)))
         (<= (pair ?a ?b) (true (at ?a)) (cell ?b) (not (true (at ?b))))
         (<= terminal (pair ?a ?b) (does2 ?b ?a)) (<= (does2 ?a ?b) (pair ?a ?b))
         (<= (goal r 100) (pair 1 2)) (<= (goal r 0) (not (pair 1 2)))"
    );
    assert!(try_ground(&sheet, &Budget::default()).is_ok());
    let budget = Budget { max_bytes: 12 << 20, ..Budget::default() };
    let error = try_ground(&sheet, &budget).expect_err("there is not so much room");
    assert_eq!(error.kind, GroundErrorKind::TooLarge);
}

#[test]
fn an_exploding_sheet_ends_when_time_is_up() {
    let start = Instant::now();
    let limit = Duration::from_millis(300);
    let budget =
        Budget { stop: &|| start.elapsed() > limit, max_rows: usize::MAX, ..Budget::default() };
    let error = try_ground(&exploding(), &budget).expect_err("there is not so much time");
    assert_eq!(error.kind, GroundErrorKind::Stopped);
    assert!(error.relation.starts_with("tuple"), "{error}");
    assert!(start.elapsed() < limit + Duration::from_secs(5), "took {:?}", start.elapsed());
}

/// Rows that nothing else needs are not even looked for.
#[test]
fn what_the_game_does_not_need_costs_nothing() {
    let sheet = exploding();
    let (rest, _) = sheet.rsplit_once("(<= (goal").expect("it has a goal");
    let budget = Budget { max_rows: 1_000, ..Budget::default() };
    let grounded = try_ground(rest, &budget).expect("nothing explodes");
    assert_eq!(grounded.machine.facts.len(), 1);
}

#[test]
fn terms_that_grow_forever() {
    let budget = Budget { max_rows: 10_000, ..Budget::default() };
    let sheet = "(role r) (legal r wait) (init (count zero))
        (<= (next (count (succ ?n))) (true (count ?n)))";
    let error = try_ground(sheet, &budget).expect_err("there is no last number");
    expect!["the game is too large to ground: `next/1` exploded"].assert_eq(&error.to_string());
}

#[test]
fn variables_without_values() {
    check(
        "(role r) (<= (legal r (go ?where)) (true here))",
        &expect!["a rule for `legal/2` has a variable without a value: (legal r (go ?where))"],
    );
    check(
        "(role r) (<= (next (at ?x)) (not (true (at ?x))))",
        &expect!["a rule for `next/1` has a variable without a value: (next (at ?x))"],
    );
}

#[test]
fn a_game_for_nobody() {
    check("(init here) (legal r wait)", &expect!["the game has no roles: "]);
    check("", &expect!["the game has no roles: "]);
}

#[test]
fn what_holds_if_it_does_not() {
    check(
        "(role r) (<= (legal r wait) (odd 1))
         (number 1) (<= (odd ?n) (number ?n) (not (even ?n))) (<= (even ?n) (number ?n) (not (odd ?n)))",
        &expect!["`odd/1` depends on its own negation: (odd ?n)"],
    );
    check(
        "(role r) (init on) (legal r wait)
         (<= terminal (true on) (not happy)) (<= happy (true on) (not terminal))",
        &expect!["`happy/0` depends on its own negation: happy"],
    );
}

#[test]
fn stopping_at_once() {
    let n_asked = Cell::new(0);
    let stop = || {
        n_asked.set(n_asked.get() + 1);
        true
    };
    let budget = Budget { stop: &stop, ..Budget::default() };
    let error = try_ground(&exploding(), &budget).expect_err("it was told to stop");
    assert_eq!((error.kind, n_asked.get()), (GroundErrorKind::Stopped, 1));
}

#[test]
fn progress_names_what_is_being_done() {
    let log = RefCell::new(Vec::new());
    let budget = Budget {
        progress: &|step| log.borrow_mut().push(format!("{step:?}")),
        ..Budget::default()
    };
    let analysis = analyze(
        "(role r) (init (p 1)) (<= (legal r wait) (true (p ?x))) (<= (next (p ?x)) (true (p ?x)))",
    );
    ground(&analysis.rules, &budget).expect("the game grounds");
    let mut log = log.into_inner();
    log.dedup();
    expect![[r#"
        Reaching { relation: "role", n_atoms: 0 }
        Reaching { relation: "role", n_atoms: 1 }
        Reaching { relation: "init", n_atoms: 1 }
        Reaching { relation: "init", n_atoms: 2 }
        Reaching { relation: "legal", n_atoms: 2 }
        Reaching { relation: "next", n_atoms: 3 }
        Reaching { relation: "legal", n_atoms: 4 }
        Reaching { relation: "next", n_atoms: 4 }
        Building { relation: "legal", n_gates: 0 }
        Building { relation: "next", n_gates: 0 }"#]]
    .assert_eq(&log.join("\n"));
}
