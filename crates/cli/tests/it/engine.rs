//! Which engine plays, and that it makes no difference.

use expect_test::expect;

use crate::sandbox::{LAMP, Sandbox, lamp_with_error, stdout};

/// Stones on a line, and whether they connect its ends: a recursion that is
/// really circular.
const CHAIN: &str = "
(role r) (role s)
(cell a) (cell b) (cell c) (joined a b) (joined b a) (joined b c) (joined c b)
(init ready) (next ready)
(<= (legal r (put ?x)) (cell ?x) (not (true (stone ?x))))
(<= (legal s (take ?x)) (true (stone ?x))) (legal s wait)
(<= (next (stone ?x)) (true (stone ?x)) (not (does s (take ?x))))
(<= (next (stone ?x)) (does r (put ?x)))
(<= (linked a) (true (stone a)))
(<= (linked ?y) (linked ?x) (joined ?x ?y) (true (stone ?y)))
(<= terminal (linked c))
(<= (goal r 100) (linked c)) (<= (goal r 0) (not (linked c)))
(<= (goal s 0) (linked c)) (<= (goal s 100) (not (linked c)))
";

const CHAIN_RECORD: &str = r#"{"t":"game","name":"chain","roles":["r","s"]}
{"t":"playout","i":0}
{"t":"s","n":0,"true":["ready"],"legal":[["(put a)","(put b)","(put c)"],["wait"]],"move":["(put c)","wait"],"goals":[[0],[100]]}
{"t":"s","n":1,"true":["(stone c)","ready"],"legal":[["(put a)","(put b)"],["(take c)","wait"]],"move":["(put a)","wait"],"goals":[[0],[100]]}
{"t":"s","n":2,"true":["(stone a)","(stone c)","ready"],"legal":[["(put b)"],["(take a)","(take c)","wait"]],"move":["(put b)","wait"],"goals":[[0],[100]]}
{"t":"end","n":3,"true":["(stone a)","(stone b)","(stone c)","ready"],"goals":[[100],[0]]}
{"t":"perft","d":[3,12]}
"#;

#[test]
fn records_are_verified_by_either_engine() {
    let sandbox = Sandbox::new();
    sandbox.write("chain.kif", CHAIN).write("chain.jsonl", CHAIN_RECORD);
    let damaged = CHAIN_RECORD.replace("[[100],[0]]", "[[0],[100]]");
    sandbox.write("damaged.jsonl", damaged);
    for engine in ["circuit", "reference"] {
        sandbox.check(
            &format!("verify --engine {engine} chain.kif chain.jsonl"),
            &expect![[r#"
                states 4 mismatches 0
            "#]],
        );
        sandbox.check(
            &format!("verify --engine {engine} chain.kif damaged.jsonl"),
            &expect![[r#"
                damaged.jsonl, line 6: goals of r: [100] instead of [0]
                damaged.jsonl, line 6: goals of s: [0] instead of [100]
                states 4 mismatches 2
                [exit code 1]
            "#]],
        );
    }
}

#[test]
fn lines_of_play_are_the_same() {
    let sandbox = Sandbox::new();
    sandbox.write("chain.kif", CHAIN).write("lamp.kif", LAMP);
    for game in
        ["tic-tac-toe 4", "rock-paper-scissors 2", "lights-out 3", "chain.kif 5", "lamp.kif 3"]
    {
        let [circuit, reference] = ["circuit", "reference"]
            .map(|engine| stdout(&sandbox.run(&format!("perft {game} --engine {engine}"))));
        assert!(circuit.starts_with("depth"), "{game}: {circuit}");
        assert_eq!(circuit, reference, "{game}");
    }
}

#[test]
fn states_are_the_same() {
    let sandbox = Sandbox::new();
    sandbox.write("moves.txt", "(mark 2 2) noop\nnoop (mark 1 1)\n");
    let [circuit, reference] = ["circuit", "reference"].map(|engine| {
        stdout(&sandbox.run(&format!("state tic-tac-toe --moves moves.txt --engine {engine}")))
    });
    assert!(circuit.contains("(cell 2 2 xplayer)"), "{circuit}");
    assert_eq!(circuit, reference);
}

#[test]
fn a_game_without_a_circuit_is_played_all_the_same() {
    let sandbox = Sandbox::new();
    sandbox.write("unsafe.kif", lamp_with_error());
    sandbox.check(
        "perft unsafe.kif 1",
        &expect![[r#"
        depth  nodes  ended
            1      1      0
        note: unsafe.kif:6:5: a rule for `goal/2` has a variable without a value; `stonegate check` tells more; using the reference evaluator
    "#]],
    );
    // Who asks for the circuit gets that or nothing.
    sandbox.check(
        "perft unsafe.kif 1 --engine circuit",
        &expect![[r#"
        error: unsafe.kif:6:5: a rule for `goal/2` has a variable without a value; `stonegate check` tells more
        [exit code 2]
    "#]],
    );
}
