//! Games that cannot be put onto a board.

use stonegate_gdl::{Canonical, analyze};
use stonegate_ground::{Budget, ground};
use stonegate_rtl::{Project, Settings};

#[test]
fn a_goal_that_is_too_high_is_told() {
    let analysis = analyze(
        "(role robot) (init (lamp off))
        (<= (legal robot push) (true (lamp ?any)))
        (<= (next (lamp on)) (does robot push))
        (<= terminal (true (lamp on)))
        (<= (goal robot 1000) (true (lamp on)))
        (<= (goal robot 0) (true (lamp off)))",
    );
    let grounded = ground(&analysis.rules, &analysis.dependencies, &Budget::default());
    let machine = grounded.expect("the sheet is right").machine;
    let canonical = Canonical::new(&analysis.rules);
    let settings = Settings { title: "lamp", canonical: &canonical, levels: None };
    let error = Project::new(&machine, &settings).expect_err("a goal is too high");
    let expected = "a goal of 1000 is too high: a board counts up to 255";
    assert_eq!(error.to_string(), expected);
}
