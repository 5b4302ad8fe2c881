//! The documents say what is true: their sessions are run, their examples checked.

use expect_test::{ExpectFile, expect_file};
use stonegate_gdl::{Code, Severity, analyze};

use crate::sandbox::{Sandbox, json, stdout, transcript};

/// Runs every `$ stonegate ..` line of the console blocks of a document, puts
/// the real output below it, and compares the result with the document
/// (`UPDATE_EXPECT=1` writes it). Other blocks can write the files for this:
/// "```kif save=FILE" has the contents of a file, "```kif append=FILE" what is
/// added at its end, and "```diff edit=FILE" lines that change.
#[track_caller]
fn check_sessions(document: &str, expect: &ExpectFile) {
    let sandbox = Sandbox::new();
    let mut actual = String::new();
    for block in blocks(document) {
        actual.push_str(&block.text_before);
        if block.info == "console" {
            actual.push_str(&run_session(&sandbox, &block.body));
        } else {
            actual.push_str(&block.body);
            if let Some((_, action)) = block.info.split_once(' ') {
                write_file(&sandbox, action, &block.body);
            }
        }
    }
    expect.assert_eq(&actual);
}

#[track_caller]
fn write_file(sandbox: &Sandbox, action: &str, body: &str) {
    match action.split_once('=') {
        Some(("save", name)) => sandbox.write(name, body),
        Some(("append", name)) => {
            let before = sandbox.read(name);
            sandbox.write(name, format!("{before}\n{body}"))
        }
        Some(("edit", name)) => {
            let side = |other_mark| {
                let lines = body.lines().filter(|line| !line.starts_with(other_mark));
                lines.map(|line| format!("{}\n", &line[1..])).collect::<String>()
            };
            let before = sandbox.read(name);
            assert!(before.contains(&side('+')), "{name} has no such lines:\n{body}");
            sandbox.write(name, before.replace(&side('+'), &side('-')))
        }
        _ => panic!("no block does `{action}`"),
    };
}

/// The commands of a session, each with the output it has.
fn run_session(sandbox: &Sandbox, session: &str) -> String {
    let commands = session.lines().filter_map(|line| line.strip_prefix("$ stonegate"));
    let run = |args: &str| format!("$ stonegate{args}\n{}", transcript(&sandbox.run(args)));
    commands.map(run).collect()
}

struct Block {
    /// All that stands before the body, with the opening fence.
    text_before: String,
    /// What stands behind the opening fence. Empty for the end of the document.
    info: String,
    body: String,
}

fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut text_before = String::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        text_before.push_str(line);
        text_before.push('\n');
        if let Some(info) = line.strip_prefix("```") {
            let body = lines.by_ref().take_while(|line| *line != "```");
            let body = body.map(|line| format!("{line}\n")).collect();
            let text_before = std::mem::replace(&mut text_before, "```\n".to_owned());
            blocks.push(Block { text_before, info: info.to_owned(), body });
        }
    }
    blocks.push(Block { text_before, info: String::new(), body: String::new() });
    blocks
}

#[test]
fn sessions_of_the_readme() {
    let document = include_str!("../../../../README.md");
    check_sessions(document, &expect_file!["../../../../README.md"]);
}

#[test]
fn sessions_of_the_commands() {
    let document = include_str!("../../../../docs/commands.md");
    check_sessions(document, &expect_file!["../../../../docs/commands.md"]);
}

#[test]
fn sessions_of_the_readme_of_this_crate() {
    let document = include_str!("../../README.md");
    check_sessions(document, &expect_file!["../../README.md"]);
}

#[test]
fn every_game_and_command_is_listed() {
    let document = include_str!("../../../../docs/commands.md");
    let sandbox = Sandbox::new();
    for game in json(&sandbox.run("games --json"))["games"].as_array().expect("a list") {
        let name = game["name"].as_str().expect("a text");
        assert!(document.contains(&format!("`{name}`")), "docs/commands.md leaves out {name}");
    }
    let summary = stdout(&sandbox.run("help"));
    for line in summary.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
        let command = line.split_whitespace().next().expect("the line is not empty");
        let mention = format!("`stonegate {command}");
        assert!(document.contains(&mention), "docs/commands.md leaves out {command}");
    }
}

#[test]
fn sessions_of_the_guide() {
    let document = include_str!("../../../../docs/write-your-own-game.md");
    check_sessions(document, &expect_file!["../../../../docs/write-your-own-game.md"]);
}

/// What would be too long to show.
const WITHOUT_EXAMPLE: [Code; 5] =
    [Code::InvalidText, Code::TooDeep, Code::TooLarge, Code::TooManyErrors, Code::TooManyWarnings];

#[test]
fn every_diagnostic_is_explained() {
    let document = include_str!("../../../../docs/diagnostics.md");
    let sections = document.split("\n### ").skip(1).collect::<Vec<_>>();
    let title = |section: &str| section.lines().next().unwrap_or_default().trim().to_owned();
    let mut codes = Code::ALL.to_vec();
    codes.sort_by_key(|code| std::cmp::Reverse(code.severity()));
    let titles = sections.iter().map(|section| title(section)).collect::<Vec<_>>();
    assert_eq!(titles, codes.iter().map(ToString::to_string).collect::<Vec<_>>());

    let warnings = document.find("## Warnings").expect("the warnings have a chapter");
    for (code, section) in codes.into_iter().zip(sections) {
        assert!(section.contains(code.rule()), "{code}: the rule is {}", code.rule());
        let place = document.find(&format!("### {code}\n")).expect("was found above");
        assert_eq!(place > warnings, code.severity() == Severity::Warning, "{code}");
        let examples = blocks(section).into_iter().filter(|block| !block.info.is_empty());
        let examples = examples.collect::<Vec<_>>();
        assert_eq!(examples.is_empty(), WITHOUT_EXAMPLE.contains(&code), "{code}");
        for example in examples {
            let found = analyze(&example.body).diagnostics;
            assert!(found.iter().any(|found| found.code == code), "{code}: found {found:#?}");
        }
    }
}
