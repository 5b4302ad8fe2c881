use expect_test::expect;

use crate::sandbox::{Sandbox, json, stdout};

#[test]
fn the_list_is_aligned() {
    let text = stdout(&Sandbox::new().run("games"));
    let start = text.lines().take(5).map(|line| format!("{line}\n")).collect::<String>();
    expect![[r#"
        amazons              Amazons                white, black
            Two players move amazons on a 6x6 board and burn squares; who cannot move
            loses.
        amazons-10x10        Amazons (10x10)        white, black
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
        error: no built-in game is called `brakethrough`: did you mean `breakthrough` or `breakthrough-6x6`?
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
    let names = text.lines().filter_map(|line| match line.split_once(' ') {
        Some(("", _)) | None => None,
        Some((name, _)) => Some(name),
    });
    assert!(games.iter().map(|game| game["name"].as_str().expect("a text")).eq(names));
    assert_eq!(games[0]["roles"], serde_json::json!(["white", "black"]));
}
