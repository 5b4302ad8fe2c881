use expect_test::expect;

use crate::sandbox::{LAMP, Sandbox, lamp_with_error, stdout, transcript};

#[test]
fn kif_becomes_infix() {
    Sandbox::new().write("lamp.kif", LAMP).check(
        "convert lamp.kif --to infix",
        &expect![[r#"
        role(robot).
        init(lamp(off)).
        legal(robot,push).
        next(lamp(on)) :- does(robot,push).
        terminal :- true(lamp(on)).
        goal(robot,100) :- true(lamp(State)).
    "#]],
    );
}

#[test]
fn there_and_back_again() {
    let sandbox = Sandbox::new();
    let kif = stdout(&sandbox.run("convert chess --to kif"));
    assert!(sandbox.run("convert chess --to infix --output chess.txt").status.success());
    assert!(sandbox.run("convert chess.txt --to kif -o chess.kif").status.success());
    assert_eq!(sandbox.read("chess.kif"), kif);
}

#[test]
fn a_sheet_with_syntax_errors_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP.replace("(lamp on)))", "(lamp on))"));
    sandbox.check(
        "convert lamp.kif --to infix --output lamp.txt",
        &expect![[r#"
        error[unbalanced-parenthesis]: this parenthesis is never closed
         --> lamp.kif:5:1
          |
        5 | (<= terminal (true (lamp on))
          | ^
          |
          = help: add the closing parenthesis at the end of the clause

        error: cannot convert lamp.kif: 1 error
        [exit code 2]
    "#]],
    );
    assert!(!sandbox.folder.path().join("lamp.txt").exists());
}

#[test]
fn a_sheet_with_other_errors_is_converted() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", lamp_with_error());
    let output = sandbox.run("convert lamp.kif --to infix");
    assert!(output.status.success());
    assert!(stdout(&output).contains("goal(robot,Points) :- true(lamp(State))."));
}

#[test]
fn standard_input_is_converted() {
    let output = Sandbox::new().run_with_input("convert - --to kif", b"p(X) :- q(X) & ~r(X).");
    expect![[r#"
        (<= (p ?x) (q ?x) (not (r ?x)))
    "#]]
    .assert_eq(&transcript(&output));
}

#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    Sandbox::new().check(
        "convert hex --to kif --output no/such/folder.kif",
        &expect![[r#"
        error: writing no/such/folder.kif: No such file or directory (os error 2)
        [exit code 2]
    "#]],
    );
}
