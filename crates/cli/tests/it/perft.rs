use expect_test::expect;

use crate::sandbox::{LAMP, Sandbox, json, lamp_with_warning, transcript};

#[test]
fn lines_are_counted_for_each_depth() {
    let sandbox = Sandbox::new();
    sandbox.check(
        "perft tic-tac-toe 6",
        &expect![[r#"
        depth  nodes  ended
            1      9      0
            2     72      0
            3    504      0
            4   3024      0
            5  15120      0
            6  54720   1440
    "#]],
    );
    sandbox.write("lamp.kif", LAMP);
    sandbox.check(
        "perft lamp.kif 3 --engine reference",
        &expect![[r#"
        depth  nodes  ended
            1      1      0
            2      0      1
            3      0      1
    "#]],
    );
    sandbox.check(
        "perft lamp.kif 0",
        &expect![[r#"
        depth  nodes  ended
    "#]],
    );
}

#[test]
fn a_role_without_moves_ends_a_line() {
    let sandbox = Sandbox::new();
    sandbox.write("stuck.kif", LAMP.replace("(legal robot push)", ""));
    sandbox.check(
        "perft stuck.kif 2",
        &expect![[r#"
        depth  nodes  ended
            1      0      1
            2      0      1
    "#]],
    );
}

#[test]
fn lines_of_dedicated_games_are_counted() {
    for (game, expected) in [("gomoku:size=5", ["25", "600"]), ("connect6:size=6", ["36", "1260"])]
    {
        let value = json(&Sandbox::new().run(&format!("perft {game} 2 --json")));
        let nodes = value["perft"].as_array().expect("a list").iter().map(|ply| &ply["nodes"]);
        assert_eq!(nodes.collect::<Vec<_>>(), expected, "{game}");
    }
}

#[test]
fn many_joint_moves_are_multiplied() {
    let roles = (0..20).map(|n| format!("(role r{n})")).collect::<String>();
    let sandbox = Sandbox::new();
    sandbox.write(
        "many.kif",
        format!("{roles} (<= (legal ?r ?m) (role ?r) (role ?m)) (<= terminal (true over))"),
    );
    let value = json(&sandbox.run("perft many.kif 1 --json"));
    let nodes = 20_u128.pow(20).to_string();
    assert_eq!(value, serde_json::json!({"perft": [{"depth": 1, "nodes": nodes, "ended": "0"}]}));
}

#[test]
fn sheets_that_cannot_be_read_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("bad.kif", format!("{LAMP}\n(<= (legal robot wait) (not))"));
    sandbox.check(
        "perft bad.kif 1",
        &expect![[r#"
        error[misused-operator]: `not` takes one condition, not 0
         --> bad.kif:8:24
          |
        8 | (<= (legal robot wait) (not))
          |                        ^^^^^
          |
          = help: write (not condition), one for each

        error: cannot play bad.kif: 1 error
        [exit code 2]
    "#]],
    );
    // What is merely unusual is played.
    for sheet in [lamp_with_warning(), format!("{LAMP})")] {
        sandbox.write("unusual.kif", sheet);
        let output = sandbox.run("perft unusual.kif 1");
        assert_eq!(transcript(&output), "depth  nodes  ended\n    1      1      0\n");
    }
}
