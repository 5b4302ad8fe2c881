//! The memory limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use stonegate_search::{Options, Search};

use crate::sheets::Sheet;

#[track_caller]
fn check(name: &str) {
    let sheet = Sheet::own(name);
    let options: Options = "memory=2M,visits-per-leaf=8".parse().expect("valid");
    let search = Search::new(Arc::clone(&sheet.game), options.clone());
    let mut reasoner = sheet.reasoner(&options);
    let (mut most, mut was_smaller, mut iterations) = (0, false, 0);
    for _ in 0..12 {
        let n_asked = AtomicU32::new(0);
        search.work(&mut reasoner, &|| n_asked.fetch_add(1, Ordering::Relaxed) >= 60);
        let report = search.report();
        assert!(report.iterations > iterations, "the search goes on");
        assert!(report.memory <= options.memory, "{} bytes", report.memory);
        was_smaller |= report.nodes < most;
        most = most.max(report.nodes);
        iterations = report.iterations;
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
