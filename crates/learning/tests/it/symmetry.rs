//! Symmetries of built-in games.

use stonegate_compile::{Compilation, GameRules};
use stonegate_ground::{Budget, Machine};
use stonegate_learning::Symmetries;

use crate::built_in;

fn grounded(text: &str) -> Machine {
    let game = GameRules::read(text).expect("it can be played");
    let compilation = Compilation::new(&game.rules, &Budget::default()).expect("it is small");
    compilation.grounded.machine
}

/// How many symmetries keep the roles, how many of these that are listed keep the start, and how
/// many exchange roles.
fn counts(text: &str) -> [u64; 3] {
    let machine = grounded(text);
    let found = Symmetries::find(&machine);
    assert!(found.keeping.len() as u64 <= found.n_keeping);
    let n_keep_start = found.keeping.iter().filter(|it| it.keeps_start(&machine)).count();
    [found.n_keeping, n_keep_start as u64, found.n_exchanging]
}

#[test]
fn symmetries_are_those_of_the_board() {
    for (name, expected) in [
        ("tic-tac-toe", [8, 8, 8]),
        ("connect-four", [2, 2, 2]),
        ("breakthrough", [2, 2, 2]),
        ("gomoku", [8, 8, 8]),
        ("amazons", [8, 2, 8]),
        ("checkers", [1, 1, 1]),
        ("chess", [1, 1, 1]),
        ("rock-paper-scissors", [3, 3, 3]),
    ] {
        assert_eq!(counts(built_in(name)), expected, "{name}");
    }
}

/// Without the diagonal that rises, a quarter turn is no symmetry, and neither are two of the
/// reflections.
#[test]
fn a_broken_symmetry_is_not_claimed() {
    let sheet = "(role a) (role b) (index 1) (index 2) (index 3) (init (control a))
        (<= (legal ?p (mark ?x ?y)) (true (control ?p)) (index ?x) (index ?y)
            (not (true (cell ?x ?y a))) (not (true (cell ?x ?y b))))
        (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
        (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
        (<= (next (cell ?x ?y ?p)) (does ?p (mark ?x ?y)))
        (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)))
        (<= (line ?p) (role ?p) (true (cell 1 1 ?p)) (true (cell 2 2 ?p)) (true (cell 3 3 ?p)))
        RISING
        (<= (goal ?p 100) (line ?p)) (<= (goal ?p 0) (role ?p) (not (line ?p)))
        (<= terminal (line ?p)) (<= open (legal ?p (mark ?x ?y))) (<= terminal (not open))";
    let rising =
        "(<= (line ?p) (role ?p) (true (cell 1 3 ?p)) (true (cell 2 2 ?p)) (true (cell 3 1 ?p)))";
    let count = |text: &str| {
        let [n_keeping, _, n_exchanging] = counts(text);
        [n_keeping, n_exchanging]
    };
    let whole = count(&sheet.replace("RISING", rising));
    let broken = count(&sheet.replace("RISING", ""));
    // Cells on no line may be exchanged at will: four of them, the two ends of each diagonal, and
    // the diagonals.
    assert_eq!(whole, [24 * 8, 24 * 8]);
    // Three cells on the line, and six beside it.
    assert_eq!(broken, [6 * 720, 6 * 720]);
}
