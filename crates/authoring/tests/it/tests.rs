//! Tests of games in their text form.

use std::sync::Arc;

use expect_test::{Expect, expect};
use stonegate_authoring::Script;
use stonegate_compile::{Compilation, EvaluatorReferee, MachineReferee, Patience, Referee};
use stonegate_gdl::{analyze, line_column};
use stonegate_ground::Budget;
use stonegate_oracles::own_game;

/// Runs tests of tic-tac-toe on both referees.
#[track_caller]
fn check(tests: &str, expect: Expect) {
    let rules = analyze(&own_game("tic-tac-toe")).rules;
    let compilation = Compilation::new(&rules, &Budget::default()).expect("it is small");
    let machine = Arc::new(compilation.optimize(&|| false).machine);
    let patience =
        Patience { limit: std::time::Duration::from_mins(1), now: || std::time::Duration::ZERO };
    let evaluator = EvaluatorReferee::new(&rules, patience).expect("it is small");
    let mut referees: [Box<dyn Referee>; 2] =
        [Box::new(MachineReferee::new(machine)), Box::new(evaluator)];
    let (script, complaints) = Script::read(tests);
    let draw = |complaint: &stonegate_authoring::Complaint| {
        let (line, column) = line_column(tests, complaint.span.start);
        let hint = complaint.hint.as_deref().unwrap_or_default();
        format!("{line}:{column}: {} [{hint}]\n", complaint.message)
    };
    let read = complaints.iter().map(draw).collect::<String>();
    let [on_circuit, on_clauses] = &mut referees;
    let mut results = [on_circuit, on_clauses].map(|referee| {
        let run = |test: &stonegate_authoring::Test| match test.run(&mut **referee, &mut || false) {
            Ok(()) => format!("{}: passed\n", test.name),
            Err(complaint) => format!("{}: {}", test.name, draw(&complaint)),
        };
        script.tests.iter().map(run).collect::<String>()
    });
    expect.assert_eq(&format!("{read}{}", results[0]));
    // The order of legal moves is another one.
    for result in &mut results {
        *result = result.split(" [").next().unwrap_or_default().to_owned();
    }
    assert_eq!(results[0], results[1]);
}

#[test]
fn expectations_that_are_met() {
    check(
        "; All is well.\ntest start\n  legal xplayer (mark 1 1) ; yes\n  not legal oplayer (mark 1 1)\n  \
         legal oplayer noop\n  holds (control xplayer)\n  not holds (control oplayer)\n  not terminal\n  \
         perft 1 9\n  perft 3 504\n\ntest infix\n  play mark(2,2), noop\n  holds cell(2,2,xplayer)\n",
        expect![[r#"
            start: passed
            infix: passed
        "#]],
    );
}

#[test]
fn expectations_that_are_not_met() {
    check(
        "test a\n legal xplayer (mark 4 4)\ntest b\n not legal xplayer (mark 1 1)\ntest c\n holds (cell 1 1 x)\n\
         test d\n not holds (cell 1 1 b)\ntest e\n terminal\ntest f\n value xplayer 100\ntest g\n perft 2 71\n\
         test h\n play (mark 1 1)\ntest i\n play noop noop\ntest j\n legal nobody noop\ntest k\n holds (gone 1)\n",
        expect![[r#"
            a: 2:2: `(mark 4 4)` is not legal for xplayer [legal: (mark 1 1), (mark 1 2), (mark 1 3), (mark 2 1), (mark 2 2), (mark 2 3) and 3 more]
            b: 4:2: `(mark 1 1)` is legal for xplayer []
            c: 6:2: `(cell 1 1 x)` does not hold here [no fact begins with `cell` here]
            d: passed
            e: 10:2: the game is not over here []
            f: 12:2: xplayer has a goal of 50 here, not 100 []
            g: 14:2: there are 72 lines of 2 joint moves, not 71 []
            h: 16:2: there are 1 moves for 2 roles [write one move each for xplayer, oplayer]
            i: 18:2: `noop` is not legal for xplayer [legal: (mark 1 1), (mark 1 2), (mark 1 3), (mark 2 1), (mark 2 2), (mark 2 3) and 3 more]
            j: 20:2: `nobody` is not a role of this game [the roles are xplayer, oplayer]
            k: 22:2: `(gone 1)` does not hold here [no fact begins with `gone` here]
        "#]],
    );
}

#[test]
fn lines_that_cannot_be_read() {
    check(
        "legal xplayer noop\ngame\ntest a\n frobnicate\n legal xplayer\n holds (cell ?x 1 b)\n value xplayer 101\n \
         perft 99 1\n perft x\n not play noop noop\n not perft 1 9\n terminal now\n holds (cell 1\n",
        expect![[r#"
            1:1: this line belongs to no test [begin one with `test` and a name]
            2:1: this names no sheet [write `game` and a file]
            4:2: no line begins with `frobnicate` [it is `game`, `test`, `play`, `legal`, `holds`, `terminal`, `value`, `perft`, or `not` and one of these]
            5:2: a role and a move are expected here [as in `legal white (mark 1 1)`]
            6:2: one fact is expected here [as in `holds (cell 1 1 x)`]
            7:2: this is no goal value [it is a whole number from 0 to 100]
            8:2: this is no count of lines [write the number of joint moves, at most 20, and the number of lines]
            9:2: two numbers are expected here [as in `perft 2 72`]
            10:2: `not play` cannot be expected [say what is expected instead]
            11:2: `not perft` cannot be expected [say what is expected instead]
            12:2: `terminal` stands alone [remove what is behind it]
            13:2: one fact is expected here [as in `holds (cell 1 1 x)`]
            a: passed
        "#]],
    );
    check(
        "",
        expect![[r#"
        1:1: there is no test in this file [write `test` and a name, and below it what to play and to expect]
    "#]],
    );
}
