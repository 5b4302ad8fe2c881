use expect_test::expect;
use serde_json::json;

use crate::sandbox::{LAMP, Sandbox, json, lamp_with_error, lamp_with_warning, stdout, transcript};

#[test]
fn a_flawless_sheet_is_fine() {
    Sandbox::new().write("lamp.kif", LAMP).check(
        "check lamp.kif",
        &expect![[r#"
        lamp.kif: fine (1 role, 6 clauses)
    "#]],
    );
}

#[test]
fn errors_are_drawn_and_exit_with_2() {
    Sandbox::new().write("lamp.kif", lamp_with_error()).check("check lamp.kif", &expect![[r#"
        error[unsafe-variable]: the variable `?points` of the head is in no positive condition of the rule
         --> lamp.kif:6:17
          |
        6 | (<= (goal robot ?points) (true (lamp ?state)))
          |                 ^^^^^^^
          |
          = help: add a condition that says which values `?points` can have (for `or`, in each alternative)

        lamp.kif: 1 error
        [exit code 2]
    "#]]);
}

#[test]
fn warnings_are_drawn_and_exit_with_0() {
    Sandbox::new().write("lamp.kif", lamp_with_warning()).check(
        "check lamp.kif",
        &expect![[r#"
        warning[undefined-relation]: `lit` has no facts and no rules: this never holds
         --> lamp.kif:5:31
          |
        5 | (<= terminal (true (lamp on)) (lit lamp))
          |                               ^^^^^^^^^^
          |
          = help: define it, or remove the condition

        lamp.kif: 1 warning (1 role, 6 clauses)
    "#]],
    );
}

#[test]
fn strict_makes_warnings_exit_with_1() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    sandbox.write("warning.kif", lamp_with_warning());
    sandbox.write("error.kif", lamp_with_error());
    let code = |args: &str| sandbox.run(args).status.code();
    assert_eq!(code("check --strict lamp.kif"), Some(0));
    assert_eq!(code("check --strict lamp.kif warning.kif"), Some(1));
    assert_eq!(code("check --strict error.kif warning.kif"), Some(2));
}

#[test]
fn every_file_is_checked_whatever_the_others_are() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    sandbox.check("check missing.kif lamp.kif . hex conect-four", &expect![[r#"
        lamp.kif: fine (1 role, 6 clauses)
        hex: fine (2 roles, 49 clauses)
        error: reading missing.kif: No such file or directory (os error 2)
        error: . is a directory: name the rule sheets in it
        error: `conect-four` is neither a file nor a built-in game: did you mean `connect-four` or `connect6`?
        [exit code 2]
    "#]]);
}

#[test]
fn a_file_wins_over_a_built_in_game_and_a_folder_does_not() {
    let sandbox = Sandbox::new();
    sandbox.write("hex", LAMP);
    std::fs::create_dir(sandbox.folder.path().join("tron")).expect("the folder is writable");
    sandbox.check(
        "check hex tron",
        &expect![[r#"
        hex: fine (1 role, 6 clauses)
        tron: fine (2 roles, 46 clauses)
    "#]],
    );
}

#[test]
fn standard_input_is_a_file() {
    let output = Sandbox::new().run_with_input("check -", LAMP.as_bytes());
    expect![[r#"
        <stdin>: fine (1 role, 6 clauses)
    "#]]
    .assert_eq(&transcript(&output));
}

#[test]
fn bytes_that_are_not_utf8_are_an_error() {
    let sandbox = Sandbox::new();
    sandbox.write("latin1.kif", [LAMP.as_bytes(), b"; caf\xe9\n"].concat());
    sandbox.check(
        "check latin1.kif",
        &expect![[r#"
        error[invalid-text]: this is not UTF-8 text
         --> latin1.kif:7:6
          |
        7 | ; caf�
          |      ^
          |
          = help: save the sheet as UTF-8, or check that the right file was given

        latin1.kif: 1 error
        [exit code 2]
    "#]],
    );
}

#[test]
fn only_the_first_drawings_are_shown() {
    let sandbox = Sandbox::new();
    let facts = (0..70).map(|n| format!("(unused{n} 1)\n")).collect::<String>();
    sandbox.write("lamp.kif", facts + &lamp_with_error());
    let text = stdout(&sandbox.run("check lamp.kif"));
    assert_eq!(text.matches("\nwarning[").count(), 49);
    assert!(text.starts_with("error[unsafe-variable]"), "{text}");
    assert!(text.ends_with("... and 21 more\n\nlamp.kif: 1 error, 70 warnings\n"), "{text}");
}

#[test]
fn colors_come_when_asked_for() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", lamp_with_error());
    assert!(!stdout(&sandbox.run("check lamp.kif")).contains('\x1b'));
    assert!(stdout(&sandbox.run("check lamp.kif --color always")).contains('\x1b'));
    assert!(!stdout(&sandbox.run("check lamp.kif --color never")).contains('\x1b'));
}

#[test]
fn json_tells_everything() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", lamp_with_error());
    let output = sandbox.run("check --json lamp.kif missing.kif");
    assert_eq!(output.status.code(), Some(2));
    let value = json(&output);
    let [lamp, missing] = &value["files"].as_array().expect("a list")[..] else {
        panic!("there are two files");
    };
    assert_eq!(lamp["path"], "lamp.kif");
    assert_eq!(lamp["syntax"], "kif");
    assert_eq!(lamp["clauses"], 6);
    assert_eq!(lamp["roles"], json!(["robot"]));
    let start = lamp_with_error().find("?points").expect("the variable is there");
    assert_eq!(lamp["diagnostics"][0]["span"]["start"], start);
    expect![[r#"
        {
          "code": "unsafe-variable",
          "hint": "add a condition that says which values `?points` can have (for `or`, in each alternative)",
          "message": "the variable `?points` of the head is in no positive condition of the rule",
          "related": [],
          "rule": "A variable of the head, of a `not` or of a `distinct` occurs in a positive condition of the same rule, for `or` in every alternative.",
          "severity": "error",
          "span": {
            "column": 17,
            "end": 144,
            "end_column": 24,
            "end_line": 6,
            "line": 6,
            "start": 137
          }
        }
    "#]].assert_eq(&format!("{:#}\n", lamp["diagnostics"][0]));
    assert!(missing["error"].as_str().expect("a text").starts_with("reading missing.kif: "));
}

#[test]
fn json_of_related_places() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", format!("{LAMP}(<= lit (lit) (not lit))\n(<= (wire ?x) (lit ?x))\n"));
    let value = json(&sandbox.run("check --json lamp.kif"));
    let related = &value["files"][0]["diagnostics"][0]["related"][0];
    assert!(related["message"].is_string(), "{value:#}");
    assert!(related["span"]["line"].is_u64(), "{value:#}");
}

#[test]
fn a_binary_file_is_one_finding() {
    let sandbox = Sandbox::new();
    let program = std::fs::read(env!("CARGO_BIN_EXE_stonegate")).expect("it is there");
    sandbox.write("program.kif", &program[..1 << 20]);
    sandbox.check("check program.kif", &expect![[r#"
        error[invalid-text]: this is not UTF-8 text: the file is a binary one, or in another encoding
        --> program.kif
         = help: check that the right file was given, or save it as UTF-8

        program.kif: 1 error
        [exit code 2]
    "#]]);
}

#[test]
fn a_sheet_that_is_too_large_is_one_finding() {
    let sandbox = Sandbox::new();
    sandbox.write("large.kif", "(fact) ".repeat(3 << 20));
    let output = sandbox.run("check large.kif");
    let text = transcript(&output);
    assert!(
        text.starts_with("error[too-large]: the sheet has more than 16777216 bytes\n"),
        "{text}"
    );
    assert!(text.ends_with("large.kif: 1 error\n[exit code 2]\n"), "{text}");
}

#[test]
fn goals_that_negate_goals_and_growing_terms_are_warnings() {
    let sandbox = Sandbox::new();
    let goal = "(<= (goal robot 0) (not (goal robot 100)))\n";
    sandbox.write("goal.kif", format!("{LAMP}{goal}"));
    sandbox
        .write("grow.kif", format!("{LAMP}(init (n z))\n(<= (next (n (s ?n))) (true (n ?n)))\n"));
    for (file, code) in [("goal.kif", "negated-goal"), ("grow.kif", "growing-term")] {
        let output = sandbox.run(&format!("check {file}"));
        let text = transcript(&output);
        assert!(output.status.success(), "{text}");
        assert!(text.starts_with(&format!("warning[{code}]: ")), "{text}");
    }
}
