//! Each fix removes its finding and adds none.

use expect_test::expect_file;
use stonegate_authoring::{Document, apply};
use stonegate_gdl::{Code, analyze};

use crate::sheets::bad;

/// The findings of a text, those that are alike side by side.
fn findings(text: &str) -> Vec<(Code, String)> {
    let found = analyze(text).diagnostics.into_iter().map(|one| (one.code, one.message));
    let mut found = found.collect::<Vec<_>>();
    found.sort();
    found
}

#[test]
fn every_fix_of_a_bad_sheet_removes_its_finding_and_adds_none() {
    let mut listing = String::new();
    for (name, text) in bad() {
        let document = Document::new(text.clone());
        for finding in &document.analysis.diagnostics {
            let fixes = document.fixes(finding);
            let titles = fixes.iter().map(|fix| fix.title.as_str()).collect::<Vec<_>>().join("; ");
            listing = format!("{listing}{name} {}: {titles}\n", finding.code);
            for fix in fixes {
                let mut expected = findings(&text);
                let removed = (finding.code, finding.message.clone());
                let at = expected.iter().position(|one| *one == removed).expect("it is there");
                expected.remove(at);
                let after = apply(&text, &fix.edits);
                for one in findings(&after) {
                    let at = expected.iter().position(|other| *other == one);
                    let at =
                        at.unwrap_or_else(|| panic!("{name}, {}: {one:?}\n{after}", fix.title));
                    expected.remove(at);
                }
            }
        }
    }
    expect_file!["fixes.txt"].assert_eq(&listing);
}

#[test]
fn a_fix_is_offered_although_others_were_hidden_by_the_syntax_error() {
    let text = "(role robot)\n(init (lamp off)\n(legal robot push)\n(unused fact)\n\
                (<= (next (lamp on)) (does robot push))\n(<= terminal (true (lamp on)))\n\
                (<= (goal robot 100) (true (lamp on)))\n";
    let document = Document::new(text.to_owned());
    let fixes = document.fixes(&document.analysis.diagnostics[0]);
    let after = apply(text, &fixes[0].edits);
    assert!(after.contains("(init (lamp off))\n"), "{after}");
}
