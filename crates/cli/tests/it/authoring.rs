//! `stonegate new`, `stonegate fmt` and `stonegate test`.

use expect_test::expect;

use crate::sandbox::{LAMP, Sandbox, stdout, transcript};

#[test]
fn a_new_game_has_no_findings_and_passes_its_tests() {
    let sandbox = Sandbox::new();
    for kind in ["grid", "puzzle", "simultaneous", "hidden"] {
        let output = sandbox.run(&format!("new my-{kind} --kind {kind}"));
        assert!(output.status.success(), "{}", transcript(&output));
        assert!(sandbox.run(&format!("check --strict my-{kind}.kif")).status.success(), "{kind}");
        assert!(sandbox.run(&format!("fmt --check my-{kind}.kif")).status.success(), "{kind}");
        assert!(sandbox.run(&format!("test my-{kind}.test")).status.success(), "{kind}");
    }
    let refusals = ["new my-grid", "new folder/game"].map(|args| transcript(&sandbox.run(args)));
    expect![[r#"
        error: writing my-grid.kif: File exists (os error 17)
        [exit code 2]
        error: writing folder/game.kif: No such file or directory (os error 2)
        [exit code 2]
    "#]]
    .assert_eq(&refusals.concat());
    sandbox.check("new other --kind card", &expect![[r#"
        error: invalid value 'card' for '--kind <KIND>': there is no kind `card`: it is one of grid, puzzle, simultaneous, hidden

        For more information, try '--help'.
        [exit code 2]
    "#]]);
}

#[test]
fn tests_that_fail_are_drawn() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    sandbox.write(
        "lamp.test",
        "test dark at first\n  holds (lamp off)\n\ntest light\n  play push\n  holds (lamp off)\n",
    );
    sandbox.write(
        "other.test",
        "game lamp.kif\ntest end\n  play push\n  terminal\n  value robot 100\n",
    );
    sandbox.check(
        "test --engine reference other.test lamp.test",
        &expect![[r#"
        other.test: 1 test passed
        error[failed-test]: light: `(lamp off)` does not hold here
         --> lamp.test:6:3
          |
        6 |   holds (lamp off)
          |   ^^^^^^^^^^^^^^^^
          |
          = help: these hold: (lamp on)

        lamp.test: 1 test passed, 1 failed
        [exit code 1]
    "#]],
    );
    let [circuit, reference] = ["", " --engine reference"]
        .map(|engine| transcript(&sandbox.run(&format!("test lamp.test{engine}"))));
    assert_eq!(circuit, reference);
    sandbox.write("built-in.test", "game tic-tac-toe\ntest count\n  perft 3 504\n");
    sandbox.check(
        "test built-in.test",
        &expect![[r#"
        built-in.test: 1 test passed
    "#]],
    );
}

#[test]
fn tests_that_cannot_be_read() {
    let sandbox = Sandbox::new();
    sandbox.write("bad.test", "test a\n  frobnicate\n");
    sandbox.check("test bad.test", &expect![[r#"
        error[unreadable-test]: no line begins with `frobnicate`
         --> bad.test:2:3
          |
        2 |   frobnicate
          |   ^^^^^^^^^^
          |
          = help: it is `game`, `test`, `play`, `legal`, `holds`, `terminal`, `value`, `perft`, or `not` and one of these

        error: bad.test: 1 line cannot be read
        [exit code 2]
    "#]]);
    sandbox.write("alone.test", "test a\n  terminal\n");
    sandbox.check(
        "test alone.test nowhere.test",
        &expect![[r#"
        error: reading alone.kif: No such file or directory (os error 2)
        error: reading nowhere.test: No such file or directory (os error 2)
        [exit code 2]
    "#]],
    );
}

#[test]
fn files_are_formatted_in_place() {
    let sandbox = Sandbox::new();
    let untidy = "(role   robot) ; who\n(<= (legal robot push)\n (true (lamp ?x)) )\n";
    sandbox.write("lamp.kif", untidy);
    sandbox.check(
        "fmt --check lamp.kif",
        &expect![[r#"
        lamp.kif is not tidy
        [exit code 1]
    "#]],
    );
    assert_eq!(sandbox.read("lamp.kif"), untidy, "only looked at");
    sandbox.check("fmt lamp.kif", &expect![[r#""#]]);
    let tidy = "(role robot) ; who\n(<= (legal robot push)\n  (true (lamp ?x)))\n";
    assert_eq!(sandbox.read("lamp.kif"), tidy);
    sandbox.check("fmt --check lamp.kif", &expect![[r#""#]]);
    assert_eq!(stdout(&sandbox.run_with_input("fmt -", untidy.as_bytes())), tidy);
    sandbox.write("broken.kif", "(role robot");
    sandbox.check(
        "fmt broken.kif lamp.kif tic-tac-toe",
        &expect![[r#"
        error[unbalanced-parenthesis]: this parenthesis is never closed
         --> broken.kif:1:1
          |
        1 | (role robot
          | ^
          |
          = help: add the closing parenthesis at the end of the clause

        error: cannot format broken.kif: 1 error
        error: tic-tac-toe is not a file
        [exit code 2]
    "#]],
    );
    assert_eq!(sandbox.read("broken.kif"), "(role robot");
}
