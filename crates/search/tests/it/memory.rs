//! The memory limit.

use std::sync::Arc;

use stonegate_search::{Options, Search};

use crate::sheets::Sheet;

#[track_caller]
fn check(name: &str) {
    let sheet = Sheet::own(name);
    let options: Options = "memory=2M,iterations=1000000".parse().expect("valid");
    let search = Search::new(Arc::clone(&sheet.game), options.clone());
    let mut simulator = sheet.simulator(&options);
    let (mut most, mut was_smaller) = (0, false);
    for wanted in (1..=12).map(|part| part * 4000) {
        search.work(&mut simulator, &|| search.report().iterations >= wanted);
        let report = search.report();
        assert!(report.iterations >= wanted, "the search goes on");
        assert!(report.memory <= options.memory, "{} bytes", report.memory);
        was_smaller |= report.nodes < most;
        most = most.max(report.nodes);
    }
    assert!(was_smaller, "nodes have been recycled");
    let visits: u32 = search.report().moves[0].iter().map(|report| report.visits).sum();
    assert_eq!(u64::from(visits), search.report().iterations, "statistics survive");
}

#[test]
fn of_turns() {
    check("connect-four");
}

#[test]
fn of_simultaneous_moves() {
    check("joint-connect-four");
}
