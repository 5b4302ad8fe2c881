//! What holds for texts that are half a sheet at best.

use proptest::prelude::*;
use stonegate_authoring::{Document, Script, Sizes, format};
use stonegate_gdl::{Span, parse};

const PIECES: [&str; 28] = [
    "(", ")", "(<= ", "?x", "?", "p", "q", "a", "1", "true", "next", "role", "not", "or",
    "distinct", "\n", "\n\n", " ", "\t", "; note\n", "% note\n", ":-", "&", "|", "~", ",", ".",
    "'é b'",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(&PIECES[..]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Sheets that can be read more often than texts of any pieces.
fn sheet() -> impl Strategy<Value = String> {
    let clause = prop::sample::select(
        &[
            "(p a)",
            "(<= (p ?x) (q ?x))",
            "(<= p (or a\n(not b)))",
            "(<= (p ?x)\n(q ?x ; c\n) d)",
            "p(a).",
            "p(X) :- q(X) & ~r(X).",
            "p :- a b | c",
            "p :-\n  a, % c\n  b.",
            "q",
        ][..],
    );
    let gap = prop::sample::select(&[" ", "", "\n", "\n\n\n", " ; c\n", "\n% c\n", "   "][..]);
    prop::collection::vec((clause, gap), 0..8)
        .prop_map(|parts| parts.into_iter().flat_map(|(a, b)| [a, b]).collect())
}

fn check(text: &str) -> Result<(), TestCaseError> {
    if let Ok(tidy) = format(text) {
        let (before, after) = (parse(text).0, parse(&tidy).0);
        prop_assert!(before.same_clauses(&after), "{tidy}");
        prop_assert_eq!(before.comments.len(), after.comments.len());
        let again = format(&tidy);
        prop_assert_eq!(again.as_ref(), Ok(&tidy));
    }
    Script::read(text);
    let document = Document::new(text.to_owned());
    document.colors(Span::new(0, text.len()));
    document.outline();
    for (offset, _) in text.char_indices().step_by(3) {
        document.completions(offset as u32);
        document.hover(offset as u32, Sizes::Unknown(""));
        document.definitions(offset as u32);
        let _ = document.rename(offset as u32, "?new");
    }
    for finding in document.analysis.diagnostics.iter().take(3) {
        document.fixes(finding);
    }
    Ok(())
}

/// What random texts have found.
#[test]
fn texts_that_were_hard() {
    for text in ["p ||'é b'", "p:-p; note\ntrue", "p:-p; note\n&"] {
        if let Err(error) = check(text) {
            panic!("{text}: {error}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_can_be_edited(text in text()) {
        check(&text)?;
    }

    #[test]
    fn formatting_changes_the_layout_only(sheet in sheet()) {
        check(&sheet)?;
    }
}
