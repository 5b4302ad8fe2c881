//! What is proven of games.

use stonegate_ground::{FactValue, Group, Machine};
use stonegate_oracles::own_game;

use crate::play::{grounded, optimized};

/// Two roles take turns for three moves, with these goals at the end.
fn three_moves(goals: &str) -> Machine {
    optimized(&format!(
        "(role a) (role b) (init (step 1)) (init (control a))
         (succ 1 2) (succ 2 3) (succ 3 4)
         (<= (legal ?r left) (true (control ?r))) (<= (legal ?r right) (true (control ?r)))
         (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
         (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
         (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
         (<= terminal (true (step 4))) {goals}"
    ))
}

#[test]
fn a_role_without_goals_has_nothing_to_lose() {
    for goals in ["", "(<= (goal a 100) terminal)"] {
        assert!(!three_moves(goals).is_zero_sum(), "{goals}");
    }
}

/// Nobody moves at the end, so constraints on moves prove anything there.
#[test]
fn roles_that_win_and_lose_together_are_no_opponents() {
    let machine = three_moves(
        "(<= (next good) (does a left) (true (step 1))) (<= (next good) (true good))
         (<= (goal ?r 100) (role ?r) (true good)) (<= (goal ?r 0) (role ?r) (not (true good)))",
    );
    assert!(!machine.is_zero_sum());
    assert!(machine.takes_turns());
}

/// The facts of a group, by the registers that tell of them.
fn names(machine: &Machine, group: &Group) -> Vec<String> {
    let named = |value: &FactValue| machine.facts.iter().find(|fact| fact.value == *value);
    let mut names = group.members.iter().map(|it| named(it).map_or("", |fact| &fact.name));
    names.by_ref().map(str::to_owned).collect()
}

#[test]
fn a_cell_has_one_content_and_a_machine_in_text_knows_it() {
    let machine = optimized(&own_game("tic-tac-toe"));
    let groups = machine.groups().collect::<Vec<_>>();
    let is_cell =
        |group: &&Group| names(&machine, group).iter().all(|name| name.starts_with("(cell 2 3 "));
    let cell = groups.iter().find(is_cell).expect("a cell has a group");
    assert_eq!(cell.members.len(), 2, "x and o; what is in neither state is blank");
    let again = machine.to_string().parse::<Machine>().expect("it is a machine");
    assert!(again.groups().eq(groups));
    assert_eq!(grounded(&own_game("tic-tac-toe")).machine.groups().count(), 0);
}

#[test]
fn what_one_gets_the_other_loses() {
    let machine = three_moves("(<= (goal a 70) terminal) (<= (goal b 30) terminal)");
    assert!(machine.is_zero_sum());
    for name in ["tic-tac-toe", "connect-four", "breakthrough", "reversi"] {
        let machine = optimized(&own_game(name));
        assert!(machine.is_zero_sum() && machine.takes_turns(), "{name}");
    }
}

#[test]
fn who_moves_at_the_same_time_takes_no_turns() {
    let machine = optimized(&own_game("tron"));
    assert!(!machine.takes_turns());
    // One role alone has nobody to wait for.
    assert!(optimized(&own_game("eight-puzzle")).takes_turns());
}

/// A circuit that is too large for the proof learns from a smaller one of the same game.
#[test]
fn a_proof_serves_every_machine_of_the_game() {
    let grounded = grounded(&own_game("connect-four"));
    let large = &grounded.machine;
    large.prove();
    assert!(!large.is_zero_sum() && !large.takes_turns(), "there would be nothing to learn");
    let small = optimized(&own_game("connect-four"));
    small.prove();
    large.learn_from(&small);
    assert!(large.is_zero_sum() && large.takes_turns());
}

#[test]
fn proofs_are_kept_in_the_text() {
    let machine = three_moves("(<= (goal ?r 100) (role ?r))");
    assert!(!machine.to_string().contains("proven"));
    machine.prove();
    let text = machine.to_string();
    assert!(text.contains("\nunproven zero-sum\nproven takes-turns\n"), "{text}");
    // What a text says is not proven again.
    let text = text.replace("\nunproven zero-sum\n", "\nproven zero-sum\n");
    let parsed = text.parse::<Machine>().expect("it is well-formed");
    assert!(parsed.is_zero_sum() && parsed.takes_turns());
    assert_eq!(parsed.to_string(), text);
    assert!(parsed.renamed(&str::to_owned).is_zero_sum());
    let damaged = text.replace("proven zero-sum", "proven nonsense");
    assert!(damaged.parse::<Machine>().is_err());
}
