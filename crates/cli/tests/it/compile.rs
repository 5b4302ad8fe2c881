use std::io::ErrorKind;
use std::process::Command;

use expect_test::expect;
use serde_json::json;

use crate::sandbox::{LAMP, Sandbox, json, lamp_with_error, stdout, transcript};

/// Relations over a domain of 200, each with 200 times as many tuples as the one
/// before.
fn exploding() -> String {
    let numbers = (0..200).map(|n| format!("(number {n})\n")).collect::<String>();
    let mut sheet = format!("{LAMP}{numbers}(<= (tuple0 ?v0) (number ?v0))\n");
    for n in 1..10 {
        let vars = (0..n).map(|n| format!("?v{n}")).collect::<Vec<_>>().join(" ");
        sheet.push_str(&format!(
            "(<= (tuple{n} {vars} ?v{n}) (tuple{} {vars}) (number ?v{n}))\n",
            n - 1
        ));
    }
    let vars = (0..10).map(|n| format!("?v{n}")).collect::<Vec<_>>().join(" ");
    sheet.push_str(&format!("(<= (goal robot 50) (true (lamp on)) (tuple9 {vars}))\n"));
    sheet
}

#[test]
fn a_table_shows_what_became_of_the_game() {
    let sandbox = Sandbox::new();
    let output = sandbox.run("compile tic-tac-toe");
    let text = stdout(&output);
    // Passes come and go, and times are not the same twice.
    let (table, rest) = text.split_once("  pass ").expect("passes come next");
    expect![[r#"
        tic-tac-toe
          role           xplayer (10 moves)
          role           oplayer (10 moves)
          facts          20
          registers      19
          atoms          100
          rule instances 85
          invariants     10
          levels         10
          loops          0 (0 atoms)

          gates               quick  optimized
          core                  101         91
            legal, terminal      83         73
            next                 18         18
          goals                   2          2

    "#]]
    .assert_eq(table);
    let (passes, times) = rest.split_once("  time ").expect("times come last");
    for pass in ["fold", "rewrite", "onehot"] {
        assert!(passes.contains(pass), "{passes}");
    }
    for stage in ["read", "ground", "optimize"] {
        assert!(times.contains(stage), "{times}");
    }
    assert_eq!(transcript(&output), text, "nothing else is said");
}

#[test]
fn json_is_one_object() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    let mut value = json(&sandbox.run("compile lamp.kif --json"));
    for stage in ["read", "ground", "optimize"] {
        let time = value["milliseconds"][stage].take();
        assert!(time.as_f64().is_some_and(|time| time >= 0.0), "{stage}: {time}");
    }
    let passes = value["passes"].take();
    assert_eq!(passes[0]["pass"], json!("fold"));
    expect![[r#"
        {
          "atoms": 6,
          "facts": 2,
          "game": "lamp.kif",
          "gates": {
            "core": 0,
            "goals": 0,
            "legal_terminal": 0,
            "next": 0,
            "quick": {
              "core": 0,
              "goals": 1
            }
          },
          "invariants": 1,
          "levels": 0,
          "loops": {
            "atoms": 0,
            "components": 0
          },
          "milliseconds": {
            "ground": null,
            "optimize": null,
            "read": null
          },
          "passes": null,
          "registers": 1,
          "roles": [
            {
              "moves": 1,
              "name": "robot"
            }
          ],
          "rule_instances": 3
        }"#]]
    .assert_eq(&format!("{value:#}"));
}

#[test]
fn both_reports_count_the_same_gates() {
    let sandbox = Sandbox::new();
    let value = json(&sandbox.run("compile tic-tac-toe --json"));
    let core = value["gates"]["core"].as_u64().expect("a number");
    let table = stdout(&sandbox.run("compile tic-tac-toe"));
    let line = table.lines().find(|line| line.starts_with("  core ")).expect("a line for the core");
    assert_eq!(line.split_whitespace().last(), Some(core.to_string().as_str()));
    assert!(core > 0, "tic-tac-toe needs gates");
}

#[test]
fn files_are_written() {
    let sandbox = Sandbox::new();
    let output = sandbox
        .run("compile tic-tac-toe --dot t.dot --aiger t.aag --blif t.blif --text t.txt --json");
    let n_facts = json(&output)["facts"].as_u64().expect("a number") as usize;
    assert!(sandbox.read("t.dot").starts_with("digraph"));
    assert!(sandbox.read("t.aag").starts_with("aag "));
    assert!(sandbox.read("t.blif").starts_with(".model"));
    let text = sandbox.read("t.txt");
    assert!(text.starts_with("role xplayer\n  move (mark 1 1)\n"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("fact ")).count(), n_facts);
}

#[test]
fn a_file_that_cannot_be_written() {
    let sandbox = Sandbox::new();
    sandbox.check(
        "compile tic-tac-toe --dot missing/t.dot",
        &expect![[r#"
        error: writing missing/t.dot: No such file or directory (os error 2)
        [exit code 2]
    "#]],
    );
}

/// Berkeley ABC finds as many inputs, outputs, registers and gates as there are.
#[test]
fn other_tools_read_the_circuit() {
    let sandbox = Sandbox::new();
    sandbox.run("compile tic-tac-toe --blif t.blif --aiger t.aag");
    let aiger = sandbox.read("t.aag");
    // The first line: `aag`, then how many variables, inputs, latches, outputs and gates.
    let counts = aiger.lines().next().unwrap_or_default().split(' ').collect::<Vec<_>>();
    let [_, _, n_inputs, n_latches, n_outputs, n_gates] = counts[..] else { panic!("{counts:?}") };
    let mut abc = Command::new("berkeley-abc");
    abc.args(["-q", "read_blif t.blif; strash; print_stats"]).current_dir(sandbox.folder.path());
    match abc.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            stonegate_oracles::skip("berkeley-abc is not installed");
        }
        output => {
            let text = stdout(&output.expect("it starts"));
            let stats = text.split_whitespace().collect::<String>();
            let expected = format!("i/o={n_inputs}/{n_outputs}lat={n_latches}and={n_gates}lev");
            assert!(stats.contains(&expected), "{text}");
        }
    }
}

#[test]
fn limits_end_with_exit_code_2() {
    let sandbox = Sandbox::new();
    sandbox.write("exploding.kif", exploding());
    sandbox.check(
        "compile exploding.kif --max-rows 100000",
        &expect![[r#"
        error: exploding.kif:209:5: the game is too large to ground: `tuple2/3` exploded; the limit is 100000 rows, see --max-rows
        [exit code 2]
    "#]],
    );
    sandbox.check(
        "compile exploding.kif --ground-seconds 0",
        &expect![[r#"
        error: exploding.kif:1:1: stopped before the game was grounded, while computing `role/1`; the limit is 0 s, see --ground-seconds
        [exit code 2]
    "#]],
    );
    sandbox.write("unsafe.kif", lamp_with_error());
    sandbox.check(
        "compile unsafe.kif",
        &expect![[r#"
        error: unsafe.kif:6:5: a rule for `goal/2` has a variable without a value; `stonegate check` tells more
        [exit code 2]
    "#]],
    );
}

/// No time for optimization leaves the quick circuit, and the game as it is.
#[test]
fn the_quick_circuit_is_kept() {
    let sandbox = Sandbox::new();
    let gates = |options: &str| {
        let value = json(&sandbox.run(&format!("compile connect-four --json {options}")));
        let count = |value: &serde_json::Value| value.as_u64().expect("a number");
        (count(&value["gates"]["quick"]["core"]), count(&value["gates"]["core"]))
    };
    let (quick, optimized) = gates("");
    assert!(optimized < quick, "{optimized} of {quick} gates");
    let (same_quick, less_optimized) = gates("--optimize-seconds 0");
    assert_eq!(quick, same_quick);
    assert!(optimized <= less_optimized && less_optimized <= quick, "{less_optimized} gates");
}
