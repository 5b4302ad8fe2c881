use expect_test::expect;

use crate::sandbox::{Sandbox, json, stdout, transcript};

#[test]
fn the_list_is_aligned() {
    let text = stdout(&Sandbox::new().run("games"));
    let start = text.lines().take(5).map(|line| format!("{line}\n")).collect::<String>();
    expect![[r#"
        amazons               Amazons                white, black
            Two players move amazons on a 6x6 board and burn squares; who cannot move
            loses.
        amazons-10x10         Amazons (10x10)        white, black
            Two players move amazons on a 10x10 board and burn squares; who cannot move
    "#]]
    .assert_eq(&start);
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
}

#[test]
fn a_sheet_is_printed_as_it_is() {
    let sheet = include_str!("../../../../games/connect-four.kif");
    assert_eq!(stdout(&Sandbox::new().run("games Connect_Four")), sheet);
}

#[test]
fn unknown_games_get_suggestions() {
    let sandbox = Sandbox::new();
    sandbox.check("games brakethrough", &expect![[r#"
        error: no built-in game is called `brakethrough`: did you mean `breakthrough`, `breakthrough-6x6` or `blind-breakthrough`?
        [exit code 2]
    "#]]);
    sandbox.check(
        "games poker",
        &expect![[r#"
        error: no built-in game is called `poker`: see `stonegate games` for a list
        [exit code 2]
    "#]],
    );
}

#[test]
fn json_lists_the_same_games() {
    let sandbox = Sandbox::new();
    let value = json(&sandbox.run("games --json"));
    let games = value["games"].as_array().expect("a list");
    let text = stdout(&sandbox.run("games"));
    let is_heading = |line: &&str| line.ends_with(':');
    let names = text.lines().filter(|line| !is_heading(line)).filter_map(|line| {
        let (name, _) = line.split_once(' ')?;
        (!name.is_empty()).then_some(name)
    });
    assert!(games.iter().map(|game| game["name"].as_str().expect("a text")).eq(names));
    let dedicated = games.iter().filter(|game| game["sheet"] == false);
    let dedicated = dedicated.map(|game| game["name"].as_str().expect("a text"));
    assert_eq!(dedicated.collect::<Vec<_>>(), ["connect6", "go", "gomoku", "othello"]);
    assert_eq!(games[0]["roles"], serde_json::json!(["white", "black"]));
}

#[test]
fn games_with_a_machine_of_their_own_are_known() {
    let sandbox = Sandbox::new();
    let text = stdout(&sandbox.run("games"));
    let (_, machines) = text.split_once("Games with a machine of their own").expect("a heading");
    for name in ["connect6 ", "go ", "gomoku ", "othello ", "`go19`", "`othello6`"] {
        assert!(machines.contains(name), "{name}: {machines}");
    }
    let no_sheet = "has no rule sheet but a machine of its own: `stonegate play ";
    for args in ["games othello", "games go13", "check othello", "check go9", "compile othello6"] {
        let output = sandbox.run(args);
        let text = transcript(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(no_sheet), "{args}: {text}");
    }
    for args in ["check othelo", "play othelo", "games othelo", "match othelo mcts mcts"] {
        let text = transcript(&sandbox.run(args));
        assert!(text.contains("did you mean `othello`?"), "{args}: {text}");
    }
    // Sheets come first where there are both.
    assert!(stdout(&sandbox.run("games gomoku")).starts_with(';'));
}
