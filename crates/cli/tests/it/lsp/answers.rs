//! What the server says about a sheet.

use expect_test::expect;
use serde_json::{Value, json};
use stonegate_gdl::{Canonical, analyze};
use stonegate_oracles::{own_game, own_names};

use super::client::{Editor, SHEET, apply, position};
use crate::sandbox::{LAMP, Sandbox, json as read_json};

/// The last place of some text in the sheet, behind its first letter.
fn at(text: &str, what: &str) -> Value {
    json!({ "position": position(text, text.rfind(what).expect("it is there") + 1) })
}

#[test]
fn formatting_is_idempotent_on_all_sheets() {
    let mut editor = Editor::start();
    for name in own_names() {
        let text = own_game(&name).replace("\n  ", "\n     ").replace(") (", ")  (");
        editor.open(&text);
        let options = json!({ "options": { "tabSize": 2, "insertSpaces": true } });
        let edits = editor.ask_sheet("textDocument/formatting", options.clone());
        let tidy = apply(&text, &edits);
        assert!(analyze(&text).sheet.same_clauses(&analyze(&tidy).sheet), "{name}");
        editor.change(json!([{ "text": tidy }]));
        let edits = editor.ask_sheet("textDocument/formatting", options);
        assert_eq!(edits, json!([]), "{name} is tidy");
    }
    editor.leave();
}

#[test]
fn renaming_keeps_the_fingerprint() {
    let mut editor = Editor::start();
    let text = own_game("connect-four");
    editor.open(&text);
    let fingerprint = |text: &str| Canonical::new(&analyze(text).rules).fingerprint();
    for (what, new) in [("(cell", "square"), ("?x", "?column"), ("(succ", "follows")] {
        let mut params = at(&text, what);
        let prepared = editor.ask_sheet("textDocument/prepareRename", params.clone());
        assert!(prepared["placeholder"].is_string(), "{prepared}");
        params["newName"] = json!(new);
        let edit = editor.ask_sheet("textDocument/rename", params);
        let renamed = apply(&text, &edit["changes"][SHEET]);
        assert_ne!(renamed, text);
        assert_eq!(fingerprint(&renamed), fingerprint(&text), "{what}");
    }
    let mut params = at(&text, "(role");
    params["textDocument"] = json!({ "uri": SHEET });
    params["newName"] = json!("player");
    let id = editor.request("textDocument/rename", params);
    assert_eq!(editor.answer(id)["error"]["code"], -32803);
    editor.leave();
}

/// What a hover says once the figures are there, however slow the machine is.
fn hover_with_figures(editor: &mut Editor, place: &Value) -> String {
    loop {
        let hover = editor.ask_sheet("textDocument/hover", place.clone());
        let said = hover["contents"]["value"].as_str().expect("a text").to_owned();
        if !said.contains("are being worked out") {
            return said;
        }
    }
}

#[test]
fn hover_figures_are_those_of_compile() {
    let mut editor = Editor::start();
    let name = "tic-tac-toe";
    let text = own_game(name);
    editor.open(&text);
    let said = hover_with_figures(&mut editor, &at(&text, "(line"));
    expect![[r#"
        `line`: a relation with 1 argument

        It changes with the state.

        4 clauses, in lines 60, 64, 68, 72.

        Used by `won`, `goal`.

        2 atoms after grounding, 36 gates."#]]
    .assert_eq(&said);
    let compiled = read_json(&Sandbox::new().run(&format!("compile {name} --json")));
    let (atoms, gates) = (&compiled["atoms"], &compiled["gates"]);
    let gates =
        gates["core"].as_u64().expect("a number") + gates["goals"].as_u64().expect("a number");
    let lenses = editor.ask_sheet("textDocument/codeLens", json!({}));
    let titles = lenses.as_array().expect("a list").iter();
    let titles =
        titles.map(|lens| lens["command"]["title"].as_str().expect("a text")).collect::<Vec<_>>();
    assert_eq!(
        titles[..3],
        [
            "Play from here".to_owned(),
            format!("Show the circuit ({atoms} atoms, {gates} gates)"),
            "perft 9 72 504 3024".to_owned(),
        ]
    );
    assert!(titles[3].starts_with("Random game: "), "{titles:?}");
    let run = |command: &str| json!({ "command": command, "arguments": [SHEET] });
    let lines = editor.ask("workspace/executeCommand", run("stonegate.perft"));
    assert!(lines.as_str().expect("a text").starts_with("1: 9 lines, 0 ended before\n2: 72 lines"));
    let moves = editor.ask("workspace/executeCommand", run("stonegate.randomGame"));
    assert!(moves.as_str().expect("a text").starts_with("1. (mark "), "{moves}");
    let whole = json!({ "range": {
        "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 },
    } });
    // Another random game is on its way: a hover waits for it.
    hover_with_figures(&mut editor, &at(&text, "(line"));
    let hints = editor.ask_sheet("textDocument/inlayHint", whole);
    let first = &hints[0];
    let labels = hints.as_array().expect("a list").iter();
    assert!(labels.clone().any(|hint| hint["label"] == ": 1..3"), "{first}");
    editor.leave();
}

#[test]
fn places_and_words() {
    let mut editor = Editor::start();
    editor.open(LAMP);
    let found = editor.ask_sheet("textDocument/definition", at(LAMP, "lamp on"));
    assert_eq!(found.as_array().map(Vec::len), Some(2), "{found}");
    let mut params = at(LAMP, "lamp on");
    params["context"] = json!({ "includeDeclaration": true });
    let found = editor.ask_sheet("textDocument/references", params);
    assert_eq!(found.as_array().map(Vec::len), Some(4), "{found}");
    let found = editor.ask_sheet("textDocument/documentHighlight", at(LAMP, "robot"));
    assert_eq!(found.as_array().map(Vec::len), Some(4), "{found}");
    let text = format!("{LAMP}(<= terminal (true (lamp o");
    editor.change(json!([{ "text": text }]));
    let place = json!({ "position": position(&text, text.len()) });
    let items = editor.ask_sheet("textDocument/completion", place);
    let labels = items.as_array().expect("a list").iter().map(|item| item["label"].clone());
    assert_eq!(labels.collect::<Vec<_>>(), ["off", "on"]);
    editor.leave();
}
