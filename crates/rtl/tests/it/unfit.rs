//! Games that cannot be put onto a board, and one that can.

use std::sync::Arc;

use stonegate_circuit::Effort;
use stonegate_gdl::{Canonical, analyze};
use stonegate_ground::{Budget, ground};
use stonegate_rtl::{Project, Settings, Unfit};

fn project(sheet: &str) -> Result<Project, Unfit> {
    let analysis = analyze(sheet);
    let grounded = ground(&analysis.rules, &Budget::default());
    let grounded = grounded.expect("the sheet is right");
    let machine = Arc::new(grounded.optimize(Effort::FULL, &|| false).machine);
    let canonical = Canonical::new(&analysis.rules);
    let settings = Settings { title: "lamp", canonical: &canonical, levels: None };
    Project::new(&machine, &settings)
}

#[test]
fn a_game_without_state_is_told() {
    let error = project(
        "(role robot) (init (lamp on)) (legal robot wait) (next (lamp on))
        (<= terminal (true (lamp off))) (goal robot 100)",
    );
    assert_eq!(error.expect_err("nothing changes").to_string(), "there is only one state");
}

#[test]
fn what_is_no_goal_value_takes_no_room() {
    let project = project(
        "(role robot) (init (lamp off))
        (<= (legal robot push) (true (lamp ?any)))
        (<= (next (lamp on)) (does robot push))
        (<= terminal (true (lamp on)))
        (<= (goal robot 1000) (true (lamp on)))
        (<= (goal robot 1) (true (lamp off)))",
    );
    assert_eq!(project.expect("it fits").shape.score_bits, 1);
}
