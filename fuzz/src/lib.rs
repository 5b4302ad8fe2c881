//! What holds for any text, whatever it is read as.

#![forbid(unsafe_code)]

mod boards;
mod files;

use stonegate_authoring::{Document, Script, Sizes, format};
use stonegate_gdl::{Syntax, analyze, decode, parse, parse_as, render};
use stonegate_protocols::ggp::{Description, Message, Reply};

pub use boards::{
    check_board, check_connect6, check_go_link, check_gomocup, check_gomoku_link, check_gtp,
    check_nboard, check_othello_link, check_uci,
};
pub use files::{
    check_camera, check_machine, check_page, check_patterns, check_pictures, check_record,
    check_sheet_record, check_weights,
};

/// Panics if a text breaks a law of the rules language: nothing panics, spans lie
/// in the text, and a sheet without errors is printed as what it says.
pub fn check_laws(bytes: &[u8], syntax: Syntax) {
    let (text, undecodable) = decode(bytes);
    let (sheet, errors) = parse_as(&text, syntax);
    // What stands for bytes that are no text may be so much of a printed sheet, without the
    // comments, that it is taken for a binary file.
    if errors.is_empty() && !text.contains(char::REPLACEMENT_CHARACTER) {
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

/// Panics if a text breaks a law of editing: nothing panics, and formatting changes the layout of a
/// sheet once and nothing else.
pub fn check_authoring(bytes: &[u8]) {
    let (text, _) = decode(bytes);
    for test in Script::read(&text).0.tests {
        assert!(text.get(test.span.range()).is_some(), "{test:?}");
    }
    if let Ok(tidy) = format(&text) {
        assert!(parse(&text).0.same_clauses(&parse(&tidy).0), "{tidy}");
        assert_eq!(format(&tidy).as_ref(), Ok(&tidy));
    }
    let document = Document::new(text.into_owned());
    document.outline();
    for offset in [0, document.text.len() / 2, document.text.len()] {
        document.completions(offset as u32);
        document.hover(offset as u32, Sizes::Unknown(""));
        document.definitions(offset as u32);
    }
    if let Some(finding) = document.analysis.diagnostics.first() {
        document.fixes(finding);
    }
}

/// Panics if a text breaks a law of the GGP protocol: nothing panics, and a message
/// is encoded as what it says. Rules count as their clauses, which other laws are
/// about.
pub fn check_message(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    Description::decode(&text);
    let message = Message::decode(&text);
    // As above: what is encoded may be taken for a binary file.
    if text.contains(char::REPLACEMENT_CHARACTER) {
        return;
    }
    for syntax in [Syntax::Kif, Syntax::Infix] {
        if let Some(action) = Reply::decode_move(&text, syntax) {
            let encoded = Reply::Move(action.clone()).encode(syntax);
            assert_eq!(Reply::decode_move(&encoded, syntax), Some(action), "{encoded}");
        }
    }
    if let Ok((message, _)) = message {
        for syntax in [Syntax::Kif, Syntax::Infix] {
            let encoded = message.encode(syntax);
            let (decoded, _) = Message::decode(&encoded).expect("it was encoded");
            assert_eq!(decoded.head(), message.head(), "{encoded}");
            assert_eq!(decoded.id(), message.id(), "{encoded}");
            if let Message::Play { .. } | Message::Stop { .. } = message {
                assert_eq!(decoded, message, "{encoded}");
            }
        }
    }
}
