//! Large sheets, sheets that explode, and many edits.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Editor, SHEET};
use crate::sandbox::LAMP;

/// A game of so many bytes with facts, rules and comments.
fn large_sheet(n_bytes: usize) -> String {
    let mut text = LAMP.to_owned();
    let mut number = 0;
    while text.len() < n_bytes {
        text.push_str(&format!(
            "; Part {number}\n(wire w{number} {} {number})\n\
             (<= (lit{number} ?x ?y) (wire ?w ?x ?y) (true (lamp ?x)) (not (true (lamp ?y))))\n\
             (<= (next (lamp {number})) (lit{number} ?x ?y) (distinct ?x ?y) (does robot push))\n",
            number + 1,
        ));
        number += 1;
    }
    text
}

/// A game whose facts are too many for any memory.
fn explosion() -> String {
    let numbers = (0..100).map(|n| format!("(n {n})\n")).collect::<String>();
    let facts = "(<= (next (f ?a ?b ?c ?d ?e)) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))\n";
    let uses = "(<= (goal robot 50) (true (f ?a ?a ?a ?a ?a)))\n";
    format!("{LAMP}{numbers}{facts}{uses}")
}

/// A game that stays small, but takes longer to ground than the editor allows: many rules look for
/// four neighbors of each other among nodes of three classes, of which no two of a class are
/// neighbors.
fn toil() -> String {
    let classes = (0..75).map(|n| format!("(class {n} {})\n", n % 3)).collect::<String>();
    let edges = "(<= (edge ?m ?n) (class ?m ?k) (class ?n ?l) (distinct ?k ?l))\n";
    let found = "(edge ?a ?b) (edge ?a ?c) (edge ?a ?d) (edge ?b ?c) (edge ?b ?d) (edge ?c ?d)";
    let rules = (0..300)
        .map(|n| format!("(<= clique{n} {found})\n(<= (goal robot {}) clique{n})\n", n % 100));
    format!("{LAMP}{classes}{edges}{}", rules.collect::<String>())
}

/// Types a letter and waits for the findings.
fn type_letter(editor: &mut Editor, number: usize) {
    // The name of the first role grows and shrinks.
    let (range, text) = if number.is_multiple_of(2) { ([6, 6], "x") } else { ([6, 7], "") };
    let place = |column: usize| json!({ "line": 0, "character": column });
    let range = json!({ "start": place(range[0]), "end": place(range[1]) });
    editor.change(json!([{ "range": range, "text": text }]));
    editor.findings();
}

/// A question about the relation `legal`.
fn hover() -> Value {
    json!({ "textDocument": { "uri": SHEET }, "position": { "line": 2, "character": 3 } })
}

/// What is said about the relation `legal`.
fn hovered(editor: &mut Editor) -> String {
    let said = editor.ask("textDocument/hover", hover());
    said["contents"]["value"].as_str().expect("a text").to_owned()
}

/// The answer once the figures are there, or given up.
fn settled(editor: &mut Editor) -> String {
    loop {
        let said = hovered(editor);
        if !said.contains("are being worked out") {
            return said;
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_edit_in_a_large_sheet_costs_little() {
    const N_EDITS: u32 = 20;
    let mut editor = Editor::start();
    editor.open(&large_sheet(400_000));
    let before = processor_time(&editor);
    (0..N_EDITS as usize).for_each(|number| type_letter(&mut editor, number));
    let each = processor_time(&editor).saturating_sub(before) / N_EDITS;
    // Even without all optimizations, and on a machine that does other things as well.
    assert!(each < Duration::from_millis(100), "{each:?}");
    editor.leave();
}

#[test]
fn a_sheet_that_takes_long_leaves_the_editor_at_ease() {
    let mut editor = Editor::start();
    editor.open(&toil());
    let said = hovered(&mut editor);
    assert!(said.contains("are being worked out"), "{said}");
    // Typing goes on meanwhile.
    type_letter(&mut editor, 0);
    type_letter(&mut editor, 1);
    let note = settled(&mut editor);
    assert!(note.contains("The figures are too much for the editor: stopped"), "{note}");
    editor.leave();
}

#[test]
fn a_sheet_that_explodes_is_given_up() {
    let mut editor = Editor::start();
    editor.open(&explosion());
    let note = settled(&mut editor);
    assert!(note.contains("The figures are too much for the editor"), "{note}");
    assert!(note.contains("in line 107"), "{note}");
    editor.leave();
}

#[test]
fn a_hover_that_waits_can_be_taken_back() {
    let mut editor = Editor::start();
    editor.open(&explosion());
    let id = editor.request("textDocument/hover", hover());
    editor.notify("$/cancelRequest", json!({ "id": id }));
    let answer = editor.answer(id);
    // Unless the machine was so slow that the answer was there first.
    let is_cancelled = answer["error"]["code"] == -32800;
    assert!(is_cancelled || answer["result"].is_object(), "{answer}");
    editor.leave();
}

/// What the conversation has taken so far. Figures are worked out on another thread.
#[cfg(target_os = "linux")]
fn processor_time(editor: &Editor) -> Duration {
    let id = editor.process.id();
    let stat = std::fs::read_to_string(format!("/proc/{id}/task/{id}/stat"));
    let stat = stat.expect("the process is there");
    // The name, which may hold anything, is in parentheses; user and system time come 11 later.
    let (_, fields) = stat.rsplit_once(") ").expect("a name");
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks = ticks.map(|field| field.parse::<u64>().expect("a number")).sum::<u64>();
    Duration::from_millis(10 * ticks)
}

/// What a process has in memory, in bytes.
#[cfg(target_os = "linux")]
fn resident(editor: &Editor) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/statm", editor.process.id()));
    let status = status.expect("the process is there");
    let pages = status.split_whitespace().nth(1).expect("it has pages");
    pages.parse::<usize>().expect("a number") * 4096
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_flat_over_many_edits() {
    let is_slow = stonegate_oracles::is_slow_run();
    let (n_bytes, n_edits) = if is_slow { (400_000, 10_000) } else { (20_000, 600) };
    let mut editor = Editor::start();
    editor.open(&large_sheet(n_bytes));
    for number in 0..n_edits / 4 {
        type_letter(&mut editor, number);
    }
    let before = resident(&editor);
    for number in 0..n_edits / 4 * 3 {
        type_letter(&mut editor, number);
    }
    let after = resident(&editor);
    assert!(after < before + before / 2 + (8 << 20), "{before} bytes, then {after}");
    editor.leave();
}
