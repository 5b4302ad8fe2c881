//! What holds for any text, whatever syntax it is read in.

#![forbid(unsafe_code)]

use stonegate_gdl::{Syntax, analyze, decode, parse_as, render};

/// Panics if a text breaks a law of the rules language: nothing panics, spans lie
/// in the text, and a sheet without errors is printed as what it says.
pub fn check_laws(bytes: &[u8], syntax: Syntax) {
    let (text, undecodable) = decode(bytes);
    let (sheet, errors) = parse_as(&text, syntax);
    if errors.is_empty() {
        for printed_syntax in [Syntax::Kif, Syntax::Infix] {
            let printed = sheet.print(printed_syntax);
            let (read, errors) = parse_as(&printed, printed_syntax);
            assert_eq!(errors, [], "{printed}");
            assert!(read.same_clauses(&sheet), "{printed}");
            assert_eq!(read.print(printed_syntax), printed);
        }
    }
    let diagnostics = analyze(&text).diagnostics;
    for diagnostic in undecodable.iter().chain(&errors).chain(&diagnostics) {
        assert!(text.get(diagnostic.span.range()).is_some(), "{diagnostic:?}");
        assert!(render(diagnostic, "sheet", &text, false).len() < 10_000);
    }
}
