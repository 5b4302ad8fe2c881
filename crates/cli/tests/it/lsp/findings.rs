//! Findings as one types, and what can be done about them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use stonegate_gdl::{Span, analyze, line_column};

use super::client::{Editor, SHEET, apply, position};

/// The sheets with one mistake each.
fn bad_sheets() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gdl/tests/bad");
    let paths =
        fs::read_dir(folder).expect("the folder is there").map(|it| it.expect("of files").path());
    let sheets = paths.filter(|path| path.extension().is_some_and(|ext| ext != "expect"));
    let sheets = sheets.map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("a bad sheet is still text"))
    });
    sheets.collect()
}

#[test]
fn every_finding_of_the_bad_sheets_is_at_its_place_and_has_its_fixes() {
    let mut editor = Editor::start();
    let mut n_fixes = 0;
    let sheets = bad_sheets();
    assert!(sheets.len() >= 114);
    for (name, text) in sheets {
        let findings = editor.open(&text);
        let all = analyze(&text).diagnostics;
        assert_eq!(findings.len(), all.len(), "{name}");
        for (found, expected) in findings.iter().zip(&all) {
            let Span { start, end } = expected.span;
            assert_eq!(found["range"]["start"], position(&text, start as usize), "{name}");
            assert_eq!(found["range"]["end"], position(&text, end as usize), "{name}");
            let (line, _) = line_column(&text, start);
            assert_eq!(found["range"]["start"]["line"], line - 1, "{name}");
            assert_eq!(found["code"], expected.code.as_str(), "{name}");
            let message = found["message"].as_str().expect("a text");
            assert!(message.starts_with(&expected.message), "{name}: {message}");
            let context = json!({ "diagnostics": [found] });
            let params = json!({ "range": found["range"], "context": context });
            let actions = editor.ask_sheet("textDocument/codeAction", params);
            let actions = actions.as_array().expect("a list").clone();
            let mine = actions.iter().filter(|action| {
                action["diagnostics"][0]["message"] == found["message"]
                    && action["diagnostics"][0]["range"] == found["range"]
            });
            for action in mine {
                n_fixes += 1;
                let mended = apply(&text, &action["edit"]["changes"][SHEET]);
                let mut left = all.iter().map(|one| one.code).collect::<Vec<_>>();
                for one in analyze(&mended).diagnostics {
                    let at = left.iter().position(|code| *code == one.code);
                    left.remove(at.unwrap_or_else(|| panic!("{name}: {one:?}\n{mended}")));
                }
                assert!(left.contains(&expected.code), "{name}: {mended}");
            }
        }
        editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": SHEET } }));
    }
    assert!(n_fixes > 100, "there are {n_fixes} fixes");
    editor.leave();
}

#[test]
fn edits_are_made_in_order_and_columns_are_counted_as_agreed() {
    for (encoding, width) in [("utf-16", 2), ("utf-8", 4)] {
        let capabilities = json!({ "general": { "positionEncodings": [encoding] } });
        let mut editor = Editor::start_with("lsp", capabilities);
        editor.open("(|😀| a)\n(<= terminal (|😀| a))\n");
        let range = |line: usize, start: usize, end: usize| json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } });
        // Behind the face on the first line, then a new line, then in it.
        let behind = 2 + width + 1;
        editor.change(json!([
            { "range": range(0, behind + 1, behind + 2), "text": "b" },
            { "range": range(1, 0, 0), "text": "(p ?x)\n" },
            { "range": range(1, 1, 2), "text": "q" },
        ]));
        let findings = editor.findings();
        let fact = findings.iter().find(|found| found["code"] == "variable-in-fact");
        let fact = fact.expect("a fact has a variable");
        assert_eq!(fact["range"], range(1, 3, 5), "{encoding}");
        let symbols = editor.ask_sheet("textDocument/documentSymbol", json!({}));
        let names = symbols.as_array().expect("a list").iter().map(|it| it["name"].clone());
        assert_eq!(names.collect::<Vec<_>>(), ["😀", "q", "terminal"]);
        let tokens = editor.ask_sheet("textDocument/semanticTokens/full", json!({}));
        let first = tokens["data"].as_array().expect("a list")[..5].to_vec();
        assert_eq!(first[1..3], [json!(1), json!(width + 2)], "{encoding}");
        editor.leave();
    }
}

#[test]
fn what_is_asked_wrongly_is_refused() {
    let mut editor = Editor::start();
    editor.open("(role robot)");
    for (method, params, code) in [
        ("textDocument/frobnicate", json!({ "textDocument": { "uri": SHEET } }), -32601),
        ("workspace/frobnicate", json!({}), -32601),
        ("textDocument/hover", json!({ "textDocument": { "uri": "file:///other" } }), -32602),
        ("textDocument/completion", json!({ "textDocument": { "uri": SHEET } }), -32602),
        ("workspace/executeCommand", json!({ "command": "stonegate.play" }), -32602),
        ("workspace/executeCommand", json!({ "command": "x", "arguments": [SHEET] }), -32602),
    ] {
        let id = editor.request(method, params);
        assert_eq!(editor.answer(id)["error"]["code"], code, "{method}");
    }
    // Places that are not there are no reason to stop.
    editor.change(json!([{ "range": {
        "start": { "line": 7, "character": 9 }, "end": { "line": 3, "character": 1 },
    }, "text": "\n(role human)" }]));
    editor.findings();
    let symbols = editor.ask_sheet("textDocument/documentSymbol", json!({}));
    assert_eq!(symbols[0]["detail"], "2 clauses");
    editor.notify("textDocument/didChange", json!({ "nonsense": true }));
    editor.notify("nonsense", Value::Null);
    editor.leave();
    assert_eq!(Editor::start().hang_up(), Some(1));
}
