use expect_test::{Expect, expect};

use crate::sandbox::{LAMP, Sandbox};

/// A record of tic-tac-toe without any state.
pub(crate) const PERFT_RECORD: &str = "\
{\"t\":\"game\",\"roles\":[\"xplayer\",\"oplayer\"]}
{\"t\":\"perft\",\"d\":[9,72]}
";

const LAMP_RECORD: &str = r#"{"t":"game","name":"lamp","roles":["robot"],"seed":1}
{"t":"playout","i":0}
{"t":"s","n":0,"true":["(lamp off)"],"legal":[["push"]],"move":["push"],"goals":[[100]]}
{"t":"end","n":1,"true":["(lamp on)"],"goals":[[100]]}
{"t":"playout","i":1}
{"t":"s","n":0,"true":["(lamp off)"],"legal":[["(push)"]],"move":["(push)"],"goals":[[100]]}
{"t":"error","msg":"the robot fell asleep"}
{"t":"perft","d":[1,0]}
"#;

/// Compares what is said of a record in which something is replaced.
#[track_caller]
fn check_damaged(from: &str, to: &str, expect: &Expect) {
    assert!(LAMP_RECORD.contains(from), "{from}");
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP).write("lamp.jsonl", LAMP_RECORD.replacen(from, to, 1));
    sandbox.check("verify lamp.kif lamp.jsonl", expect);
}

#[test]
fn an_honest_record_is_confirmed() {
    check_damaged(
        "",
        "",
        &expect![[r#"
        states 3 mismatches 0
    "#]],
    );
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP).write("lamp.jsonl", LAMP_RECORD);
    sandbox.check(
        "verify --engine reference lamp.kif lamp.jsonl lamp.jsonl",
        &expect![[r#"
        states 6 mismatches 0
    "#]],
    );
}

#[test]
fn differences_are_shown() {
    check_damaged(
        "(lamp on)",
        "(lamp dim)",
        &expect![[r#"
        lamp.jsonl, line 4: facts differ; missing: (lamp dim); extra: (lamp on)
        states 3 mismatches 1
        [exit code 1]
    "#]],
    );
    check_damaged(
        r#"[["push"]]"#,
        r#"[["push","wait"]]"#,
        &expect![[r#"
        lamp.jsonl, line 3: legal moves of robot differ; missing: wait
        states 3 mismatches 1
        [exit code 1]
    "#]],
    );
    check_damaged(
        r#"[["push"]]"#,
        "[[]]",
        &expect![[r#"
        lamp.jsonl, line 3: legal moves of robot differ; extra: push
        states 3 mismatches 1
        [exit code 1]
    "#]],
    );
    check_damaged(
        r#""move":["push"]"#,
        r#""move":["wait"]"#,
        &expect![[r#"
        lamp.jsonl, line 3: the move wait of robot is not legal
        states 2 mismatches 1
        [exit code 1]
    "#]],
    );
    check_damaged(
        "[[100]]",
        "[[100,0]]",
        &expect![[r#"
        lamp.jsonl, line 3: goals of robot: [100] instead of [0, 100]
        states 3 mismatches 1
        [exit code 1]
    "#]],
    );
    check_damaged(
        r#""t":"end""#,
        r#""t":"cut""#,
        &expect![[r#"
            lamp.jsonl, line 4: the state is terminal
            states 3 mismatches 1
            [exit code 1]
        "#]],
    );
    check_damaged(
        "[1,0]",
        "[1,1]",
        &expect![[r#"
        lamp.jsonl, line 8: perft 2 is 0 instead of 1
        states 3 mismatches 1
        [exit code 1]
    "#]],
    );
    check_damaged(
        r#"["robot"]"#,
        r#"["human"]"#,
        &expect![[r#"
            lamp.jsonl, line 1: the roles are robot instead of human
            states 0 mismatches 1
            [exit code 1]
        "#]],
    );
}

#[test]
fn not_all_differences_are_shown() {
    let playout = LAMP_RECORD.lines().skip(1).take(2).map(|line| format!("{line}\n"));
    let playouts = playout.collect::<String>().replace("[[100]]", "[[0]]").repeat(30);
    let record = format!("{}\n{playouts}", LAMP_RECORD.lines().next().unwrap_or_default());
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP).write("lamp.jsonl", record);
    let output = sandbox.run("verify lamp.kif lamp.jsonl");
    let text = crate::sandbox::stdout(&output);
    assert_eq!(text.lines().count(), 11, "{text}");
    assert!(text.ends_with("states 30 mismatches 30\n"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn large_perft_counts_are_left_out() {
    let sandbox = Sandbox::new();
    sandbox.write("wrong.jsonl", PERFT_RECORD.replace("72", "72,505"));
    sandbox.check(
        "verify tic-tac-toe wrong.jsonl",
        &expect![[r#"
        wrong.jsonl, line 2: perft 3 is 504 instead of 505
        states 0 mismatches 1
        [exit code 1]
    "#]],
    );
    sandbox.check(
        "verify tic-tac-toe wrong.jsonl --perft-limit 50",
        &expect![[r#"
        states 0 mismatches 0
    "#]],
    );
}

#[test]
fn malformed_records_exit_with_2() {
    check_damaged(
        r#"{"t":"end","#,
        "{",
        &expect![[r#"
        error: lamp.jsonl, line 4: the field `t` is missing
        [exit code 2]
    "#]],
    );
    check_damaged(
        r#"{"t":"end","#,
        r#"{"t":"fin","#,
        &expect![[r#"
        error: lamp.jsonl, line 4: the type of this line is unknown: "fin"
        [exit code 2]
    "#]],
    );
    check_damaged(
        r#""true":["(lamp on)"],"#,
        "",
        &expect![[r#"
        error: lamp.jsonl, line 4: the field `true` is missing
        [exit code 2]
    "#]],
    );
    check_damaged(
        r#"["(lamp on)"]"#,
        r#"["(lamp on"]"#,
        &expect![[r#"
        error: lamp.jsonl, line 4: this is not a list of terms: ["(lamp on"]
        [exit code 2]
    "#]],
    );
    check_damaged(
        r#"["(lamp on)"]"#,
        "7",
        &expect![[r#"
        error: lamp.jsonl, line 4: this is not a list: 7
        [exit code 2]
    "#]],
    );
    check_damaged(
        "[[100]]",
        "[[100],[0]]",
        &expect![[r#"
        error: lamp.jsonl, line 3: there are goals for 2 roles
        [exit code 2]
    "#]],
    );
    check_damaged(
        "[1,0]",
        "[1,-1]",
        &expect![[r#"
        error: lamp.jsonl, line 8: a count is no number
        [exit code 2]
    "#]],
    );
    check_damaged(
        r#"{"t":"game""#,
        r#"{"t":"playout""#,
        &expect![[r#"
        error: lamp.jsonl, line 1: a record begins with a line of type `game`
        [exit code 2]
    "#]],
    );
    check_damaged(
        LAMP_RECORD,
        "",
        &expect![[r#"
        error: lamp.jsonl is empty
        [exit code 2]
    "#]],
    );
    let sandbox = Sandbox::new();
    sandbox.check(
        "verify tic-tac-toe missing.jsonl",
        &expect![[r#"
        error: reading missing.jsonl: No such file or directory (os error 2)
        [exit code 2]
    "#]],
    );
    assert_eq!(sandbox.run("verify tic-tac-toe").status.code(), Some(2));
}
