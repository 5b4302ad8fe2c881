//! Facts that exclude each other, and such as only seem to.

use std::cell::Cell;

use expect_test::{Expect, expect};
use stonegate_circuit::{Constraint, Effort};
use stonegate_ground::FactValue;
use stonegate_oracles::own_game;

use crate::play::{Board, compare, grounded, optimized};

/// Compares how many groups of facts are proved to exclude each other.
#[track_caller]
fn check(sheet: &str, expect: &Expect) {
    let grounded = grounded(sheet);
    let optimized = grounded.optimize(Effort::FULL, &|| false);
    compare("", sheet, &[&grounded.machine, &optimized.machine], 5, 30);
    let circuit = &optimized.machine.circuit;
    let mut lines = vec![format!("{} invariants", optimized.n_invariants)];
    for constraint in circuit.constraints() {
        let registers = circuit.registers().iter();
        let names = registers.filter(|it| constraint.lits().contains(&it.node.into()));
        let names = names.map(|register| register.name.as_str()).collect::<Vec<_>>().join(" ");
        if names.is_empty() {
            continue;
        }
        match constraint {
            Constraint::AtMostOne(_) => lines.push(format!("at most one: {names}")),
            Constraint::ExactlyOne(_) => lines.push(format!("one: {names}")),
            Constraint::Implies(..) => {}
        }
    }
    expect.assert_eq(&lines.join("\n"));
}

#[test]
fn a_cell_has_one_content_and_one_player_is_in_control() {
    check(
        "(role x) (role o) (place 1) (place 2) (init (control x))
         (init (cell 1 b)) (init (cell 2 b))
         (<= (legal ?r (mark ?n)) (true (control ?r)) (true (cell ?n b)))
         (<= (legal x noop) (true (control o))) (<= (legal o noop) (true (control x)))
         (<= (next (cell ?n ?r)) (does ?r (mark ?n)))
         (<= (next (cell ?n ?c)) (true (cell ?n ?c)) (distinct ?c b))
         (<= (next (cell ?n b)) (true (cell ?n b)) (does ?r (mark ?m)) (distinct ?n ?m))
         (<= (next (control x)) (true (control o))) (<= (next (control o)) (true (control x)))
         (<= terminal (not (true (cell 1 b))) (not (true (cell 2 b))))
         (<= (goal ?r 100) (true (cell 1 ?r)) (true (cell 2 ?r)))
         (<= (goal ?r 50) (role ?r) (not (goal ?r 100)))",
        &expect![[r#"
            3 invariants
            one: (cell 1 b) (cell 1 o) (cell 1 x)
            one: (cell 2 b) (cell 2 o) (cell 2 x)
            one: (control o)"#]],
    );
}

/// A second door opens at the last of twelve knocks in a row: random play hardly
/// ever sees both doors open, but nothing proves that they exclude each other.
#[test]
fn what_holds_for_long_is_not_assumed() {
    let knocks = (0..12).map(|n| format!("(then {n} {})", n + 1)).collect::<Vec<_>>().join(" ");
    let sheet = format!(
        "{knocks} (role r) (init (knock 0)) (init (door a))
         (legal r knock) (legal r rest)
         (<= (next (knock ?m)) (true (knock ?n)) (then ?n ?m) (does r knock))
         (<= (next (knock 0)) (does r rest))
         (<= (next (door ?d)) (true (door ?d)))
         (<= (next (door b)) (true (knock 11)) (does r knock))
         (<= (goal r 100) (true (door a)) (true (door b)))
         (<= (goal r 0) (not (true (door b))))"
    );
    check(
        &sheet,
        &expect![[r#"
        1 invariants
        at most one: (knock 0) (knock 1) (knock 2) (knock 3) (knock 4) (knock 5) (knock 6) (knock 7) (knock 8) (knock 9) (knock 10) (knock 11) (knock 12)"#]],
    );
    let machine = optimized(&sheet);
    let mut board = Board::new(&machine);
    for _ in 0..12 {
        assert_eq!(board.view().goals, [[0]]);
        board.make_move(&["knock".to_owned()]);
    }
    assert_eq!(board.view().goals, [[100]]);
}

/// Without any random play the initial state alone must speak against a group.
#[test]
fn the_initial_state_counts_without_random_play() {
    let sheet = "(role r) (init (p 1)) (init (p 2)) (legal r a) (legal r b)
        (<= (next (p 1)) (does r a)) (<= (next (p 2)) (does r b))
        (<= (goal r 100) (true (p 1)) (true (p 2))) (<= (goal r 0) (not (true (p 1))))";
    let grounded = grounded(sheet);
    let effort = Effort { steps: 0, ..Effort::FULL };
    let optimized = grounded.optimize(effort, &|| false);
    compare("", sheet, &[&optimized.machine], 3, 5);
}

/// Whose turn it is follows from little, so that it is known even where there is no time for the proof
/// of everything else.
#[test]
fn control_is_known_without_the_rest() {
    let grounded = grounded(&own_game("reversi"));
    let stop_after = |n: u32| {
        let looks = Cell::new(0);
        grounded.optimize(Effort::FULL, &|| {
            looks.set(looks.get() + 1);
            looks.get() > n
        })
    };
    // Before random play there is nothing, and a little later there is this.
    let first = (0..31).map(|n| stop_after(1 << n)).find(|it| it.n_invariants > 0);
    let machine = first.expect("in the end all is proved").machine;
    let groups: Vec<_> = machine.groups().collect();
    let registers = machine.circuit.registers();
    let names = groups.iter().flat_map(|group| &group.members).map(|member| match member {
        FactValue::Register { register, .. } => registers[register.index()].name.as_str(),
        FactValue::Constant(_) => "constant",
    });
    let names: Vec<&str> = names.collect();
    assert!(names.contains(&"(control black)") && names.contains(&"(control white)"), "{names:?}");
    let all = grounded.optimize(Effort::FULL, &|| false);
    assert!(groups.len() < all.n_invariants / 2, "{names:?}");
    assert!(machine.takes_turns());
}
