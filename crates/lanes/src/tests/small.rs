//! Games small enough for Miri, which `cargo xtask miri` runs these on.

use std::sync::Arc;

use stonegate_ground::{Budget, Machine, State, Stepper, ground};

use super::backends;
use crate::{Engine, Job, Key, Lanes, Outcome, Settings, replay};

/// Both roles show a hand twice, and score if it is the same, which a recursive rule finds out.
const HANDS: &str = "
    (role even) (role odd)
    (succ 0 1) (succ 1 2)
    (init (round 0))
    (hand left) (hand right)
    (<= (legal ?role (show ?hand)) (role ?role) (hand ?hand))
    (<= (next (shown ?role ?round ?hand)) (true (round ?round)) (does ?role (show ?hand)))
    (<= (next (shown ?role ?round ?hand)) (true (shown ?role ?round ?hand)))
    (<= (next (round ?next)) (true (round ?round)) (succ ?round ?next))
    (<= (linked ?role ?a ?b)
        (true (shown ?role ?a ?hand)) (true (shown ?role ?b ?hand)) (next-to ?a ?b))
    (<= (linked ?role ?a ?c) (linked ?role ?a ?b) (linked ?role ?b ?c))
    (next-to 0 1) (next-to 1 0)
    (<= terminal (true (round 2)))
    (<= (goal ?role 100) (linked ?role 0 1))
    (<= (goal ?role 30) (role ?role) (not (linked ?role 0 1)))";

/// A role that may run out of moves.
const STAIRS: &str = "
    (role climber) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (legal climber up) (true (step ?n)) (succ ?n ?m))
    (<= (legal climber rest) (true (step 1)))
    (<= (next (step ?m)) (does climber up) (true (step ?n)) (succ ?n ?m))
    (<= (next home) (does climber rest))
    (<= terminal (true home))
    (goal climber 50)";

fn machine(rules: &str) -> Arc<Machine> {
    let analysis = stonegate_gdl::analyze(rules);
    let grounded = ground(&analysis.rules, &Budget::default());
    Arc::new(grounded.expect("it is small").machine)
}

/// Plays a few games and compares results, states and what holds in them.
#[track_caller]
fn check(rules: &str) {
    const N_PLAYOUTS: u64 = if cfg!(miri) { 3 } else { 12 };
    let machine = machine(rules);
    let settings = Settings::new(9);
    let key = |playout| Key::new(settings.seed, 1, playout);
    let mut stepper = Stepper::new(&machine);
    let initial = machine.initial();
    let games: Vec<_> = (0..N_PLAYOUTS)
        .map(|playout| replay(&mut stepper, &initial, key(playout), settings.step_limit))
        .collect();
    for backend in backends() {
        let engine = Arc::new(Engine::new(Arc::clone(&machine), backend));
        let mut lanes = Lanes::new(engine);
        let (first, second) = Job::new(machine.initial(), N_PLAYOUTS, 1).split(N_PLAYOUTS / 3);
        let jobs = [first, second];
        let tallies = lanes.playouts(&jobs, &Settings { lanes: 3, ..settings });
        let count = |outcome| games.iter().filter(|game| game.outcome == outcome).count() as u64;
        let sum = |of: &dyn Fn(&crate::Tally) -> u64| tallies.iter().map(of).sum::<u64>();
        assert_eq!(sum(&|tally| tally.finished), count(Outcome::Finished), "{backend}");
        assert_eq!(sum(&|tally| tally.stuck), count(Outcome::Stuck), "{backend}");
        let steps: u64 = games.iter().map(|game| game.moves.len() as u64).sum();
        assert_eq!(sum(&|tally| tally.steps), steps, "{backend}");
        for game in &games {
            let from = machine.batch(game.states.iter().take(game.moves.len()));
            let successors = lanes.advance(&from, &game.moves.concat());
            assert_eq!(successors.states, machine.batch(&game.states[1..]), "{backend}");
            for (at, state) in game.states[1..].iter().enumerate() {
                let position = stepper.position(state);
                assert_eq!(successors.expansions.is_terminal(at), position.terminal, "{backend}");
                for (role, goals) in machine.role_ids().zip(&position.goals) {
                    let found = successors.expansions.goals(at, role);
                    assert!(found.eq(goals.iter().copied()), "{backend}");
                }
                for (role, legal) in machine.role_ids().zip(&position.legal) {
                    let found = successors.expansions.legal(at, role);
                    assert!(found.eq(legal.iter().copied()));
                }
            }
        }
    }
}

#[test]
fn simultaneous_moves_and_a_loop() {
    assert!(!machine(HANDS).circuit.loops().is_empty());
    check(HANDS);
}

#[test]
fn a_role_without_moves() {
    check(STAIRS);
}

#[test]
fn no_states() {
    let machine = machine(STAIRS);
    let engine = Engine::new(Arc::clone(&machine), crate::Backend::Portable);
    let mut lanes = Lanes::new(Arc::new(engine));
    assert!(lanes.expand(&machine.batch([])).is_empty());
    assert!(lanes.advance(&machine.batch([]), &[]).states.is_empty());
    assert!(lanes.playouts::<State>(&[], &Settings::new(1)).is_empty());
}
