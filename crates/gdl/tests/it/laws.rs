//! Laws that hold for any sheet, and for any text.

use proptest::collection::vec;
use proptest::prelude::*;
use stonegate_gdl::{Diagnostic, Sheet, Span, Syntax, analyze, detect, parse, parse_as, render};

use crate::random::{sheet, with_arguments};
use crate::sheets::own_games;

const SYNTAXES: [Syntax; 2] = [Syntax::Kif, Syntax::Infix];

proptest! {
    #[test]
    fn printing_and_parsing_are_inverse(sheet in sheet()) {
        for syntax in SYNTAXES {
            let printed = sheet.print(syntax);
            let (read, errors) = parse_as(&printed, syntax);
            prop_assert!(errors.is_empty(), "{printed}\n{errors:?}");
            prop_assert!(read.same_clauses(&sheet), "{printed}");
            prop_assert_eq!(read.print(syntax), printed);
        }
    }

    #[test]
    fn the_syntax_of_a_printed_sheet_is_detected(sheet in sheet()) {
        // A lone word is the same in both.
        let sheet = with_arguments(sheet);
        for syntax in SYNTAXES {
            let printed = sheet.print(syntax);
            prop_assert_eq!(detect(&printed), syntax, "{}", printed);
        }
    }

    #[test]
    fn comments_survive(lines in vec(line(), 0..12)) {
        let text = lines.concat();
        let (sheet, errors) = parse_as(&text, Syntax::Kif);
        prop_assert!(errors.is_empty(), "{errors:?}");
        for syntax in SYNTAXES {
            let printed = sheet.print(syntax);
            let (read, _) = parse_as(&printed, syntax);
            let texts = |sheet: &Sheet| {
                sheet.comments.iter().map(|comment| comment.text.clone()).collect::<Vec<_>>()
            };
            prop_assert_eq!(texts(&read), texts(&sheet), "{}", printed);
            prop_assert_eq!(read.print(syntax), printed);
        }
    }

    #[test]
    fn garbage_does_no_harm(text in garbage()) {
        check_harmless(&text);
    }

    #[test]
    fn damaged_sheets_do_no_harm(
        game in 0..own_games().len(),
        infix: bool,
        damage in vec((any::<prop::sample::Index>(), 0..4usize, any::<char>()), 1..12),
    ) {
        let sheet = &own_games()[game];
        // Enough of the sheet to have every construct, little enough to be quick.
        let end = sheet.text.floor_char_boundary(4000);
        let mut text = sheet.text[..end].to_owned();
        if infix {
            text = parse(&text).0.print(Syntax::Infix);
        }
        for (place, kind, char) in damage {
            text = damaged(&text, place.index(text.len()), kind, char);
        }
        check_harmless(&text);
    }
}

/// Nothing panics, every span lies in the text, and drawings stay small.
fn check_harmless(text: &str) {
    for syntax in SYNTAXES {
        let (sheet, errors) = parse_as(text, syntax);
        for clause in &sheet.clauses {
            check_span(text, clause.span);
            clause.for_each_atom(&mut |atom| {
                assert!(clause.span.contains(atom.span));
                atom.for_each_term(&mut |term| assert!(atom.span.contains(term.span)));
            });
        }
        for comment in &sheet.comments {
            check_span(text, comment.span);
        }
        for error in &errors {
            check_diagnostic(text, error);
        }
        if errors.is_empty() {
            for printed in SYNTAXES {
                let (read, errors) = parse_as(&sheet.print(printed), printed);
                assert_eq!(errors, []);
                assert!(read.same_clauses(&sheet));
            }
        }
    }
    for diagnostic in analyze(text).diagnostics {
        check_diagnostic(text, &diagnostic);
    }
}

fn check_diagnostic(text: &str, diagnostic: &Diagnostic) {
    check_span(text, diagnostic.span);
    for &(span, _) in &diagnostic.related {
        check_span(text, span);
    }
    assert!(render(diagnostic, "sheet", text, false).len() < 8000);
    render(diagnostic, "sheet", text, true);
}

fn check_span(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} is no part of the text");
}

/// The text with one character removed, a stretch repeated, a token removed or a
/// character inserted.
fn damaged(text: &str, place: usize, kind: usize, char: char) -> String {
    let start = text.floor_char_boundary(place);
    let end = match kind {
        0 => text.ceil_char_boundary(start + 1),
        1 => text.floor_char_boundary(start + 20),
        2 => text[start..].find([' ', '(', ')', '\n']).map_or(text.len(), |length| start + length),
        _ => start,
    };
    let (before, part, after) = (&text[..start], &text[start..end], &text[end..]);
    match kind {
        0 | 2 => format!("{before}{after}"),
        1 => format!("{before}{part}{part}{after}"),
        _ => format!("{before}{char}{after}"),
    }
}

fn garbage() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        prop::sample::select(vec![
            "(", ")", " ", "\n", "\r\n", "<=", "(<= ", ":-", "&", "|", "~", ",", ".", ";", "%",
            "?", "'", "\\", "_", "X", "?x", "p", "not", "or", "and", "role", "true", "does",
            "distinct", "legal", "goal", "init", "next", "terminal", "100", "\u{feff}", "\u{a0}",
            "\0", "é", "\u{2028}", "\u{85}", "\t",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    vec(token, 0..60).prop_map(|tokens| tokens.concat())
}

/// A line of a commented KIF sheet.
fn line() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "(p a)\n",
        "(p a) ; behind\n",
        "; alone\n",
        ";; twice marked %\n",
        ";\n",
        "\n",
        "(<= (p ?x) ; inside\n  (q ?x)\n\n  ; deep inside\n  (r ?x)) (p b) ; behind two\n",
        "q ;tight\n",
        "(p c) (p d)",
        "  ;   indented  \n",
    ])
    .prop_map(str::to_owned)
}
