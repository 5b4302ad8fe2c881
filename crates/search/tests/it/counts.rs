//! What is counted, by one thread and by two.

use std::sync::Arc;
use std::thread;

use stonegate_search::{Options, Report, Search};

use crate::graph::best;
use crate::sheets::Sheet;

fn run(sheet: &Sheet, options: &Options, n_threads: usize) -> Report {
    let search = Search::new(Arc::clone(&sheet.game), options.clone());
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| search.work(&mut sheet.reasoner(options), &|| false));
        }
    });
    search.report()
}

#[test]
fn one_thread_repeats_itself() {
    let sheet = Sheet::own("connect-four");
    let options: Options = "iterations=20000,seed=7".parse().expect("valid");
    let report = run(&sheet, &options, 1);
    assert_eq!(run(&sheet, &options, 1), report);
    assert_eq!(report.iterations, 20_000);
    let other = Options { seed: 8, ..options };
    assert_ne!(run(&sheet, &other, 1).states, report.states);
}

#[test]
fn two_threads_add_up() {
    let sheet = Sheet::own("breakthrough-6x6");
    let options: Options = "iterations=30000,playouts=2".parse().expect("valid");
    let report = run(&sheet, &options, 2);
    assert_eq!(report.iterations, 30_000);
    assert!(report.playouts <= 60_000 && report.playouts > 50_000);
    let visits: u32 = report.moves[0].iter().map(|report| report.visits).sum();
    assert_eq!(visits, 30_000);
    let values = report.values.iter().copied().collect::<Option<Vec<_>>>().expect("it has goals");
    assert!((values.iter().sum::<f64>() - 100.0).abs() < 1e-3);
    let mean = report.moves[0].iter().map(|report| report.mean * f64::from(report.visits));
    assert!((mean.sum::<f64>() / 30_000.0 - values[0]).abs() < 0.01);
}

#[test]
fn the_subtree_is_kept() {
    let sheet = Sheet::own("connect-four");
    let options: Options = "iterations=20000".parse().expect("valid");
    let search = Search::new(Arc::clone(&sheet.game), options.clone());
    search.work(&mut sheet.reasoner(&options), &|| false);
    let before = search.report();
    let visits = before.moves[0][0].visits;
    search.advance(&before.principal_variation[0]);
    let after = search.report();
    assert_eq!((after.iterations, after.nodes), (0, before.nodes));
    let known: u32 = after.moves[1].iter().map(|report| report.visits).sum();
    assert!(known + 1 >= visits, "{known} of {visits} visits are known");
    assert_eq!(after.principal_variation[..], before.principal_variation[1..]);
}

#[test]
fn stop_is_heard() {
    let sheet = Sheet::own("connect-four");
    let options = Options::default();
    let search = Search::new(Arc::clone(&sheet.game), options.clone());
    search.work(&mut sheet.reasoner(&options), &|| true);
    assert_eq!(search.report().iterations, 0);
    assert!(best(&search, 0).is_some());
}
