//! Formatting: another layout of the same words.
//!
//! Only blanks and line breaks change, and in infix syntax the full stops and `&` that were left
//! out. Comments stay where they are. An author decides whether a rule stands on one line or has a
//! line for each condition; what does not fit on a line is broken anyway.

mod infix;
mod kif;

use stonegate_gdl::{Diagnostic, Span, Syntax, Token, TokenKind, parse, tokens};

/// What is longer is broken.
const WIDTH: usize = 100;

/// A clause or a comment, laid out.
struct Block {
    text: String,
    span: Span,
    is_comment: bool,
}

/// The text in a tidy layout. A sheet with syntax errors has none: these are given back.
///
/// ```
/// let tidy = stonegate_authoring::format("(<=(legal ?p  noop)\n(role ?p) ) ; wait").unwrap();
/// assert_eq!(tidy, "(<= (legal ?p noop)\n  (role ?p)) ; wait\n");
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (sheet, errors) = parse(text);
    if !errors.is_empty() {
        return Err(errors);
    }
    let tokens = tokens(text, sheet.syntax);
    let blocks = match sheet.syntax {
        Syntax::Kif => kif::blocks(text, &tokens),
        Syntax::Infix => infix::blocks(text, &tokens, &sheet),
    };
    let tidy = assemble(text, &blocks);
    // Once they are laid out, a few words without a list may look like the other syntax, and odd
    // characters like a file that is no text.
    let (again, errors) = parse(&tidy);
    if again.syntax != sheet.syntax || !errors.is_empty() {
        return Ok(text.to_owned());
    }
    Ok(if text.contains("\r\n") { tidy.replace('\n', "\r\n") } else { tidy })
}

/// Puts blocks below each other, with the empty lines that the author left, or beside each other
/// where they stood so.
fn assemble(text: &str, blocks: &[Block]) -> String {
    let mut tidy = String::new();
    let mut column = 0;
    let mut previous: Option<&Block> = None;
    for block in blocks {
        let width = width(&block.text);
        if let Some(previous) = previous {
            let gap = &text[previous.span.end as usize..block.span.start as usize];
            let n_line_ends = n_line_ends(gap);
            // What stands in columns is left there.
            let blanks = if gap.is_empty() || gap.contains('\t') { " " } else { gap };
            let is_beside = n_line_ends == 0
                && (block.is_comment
                    || !previous.text.contains('\n')
                        && !block.text.contains('\n')
                        && column + blanks.len() + width <= WIDTH);
            if is_beside {
                tidy.push_str(blanks);
                column += blanks.len();
            } else {
                tidy.push_str(if n_line_ends > 1 { "\n\n" } else { "\n" });
                column = 0;
            }
        }
        tidy.push_str(&block.text);
        column += width;
        previous = Some(block);
    }
    if !tidy.is_empty() {
        tidy.push('\n');
    }
    tidy
}

fn n_line_ends(text: &str) -> usize {
    text.replace("\r\n", "\n").matches(['\n', '\r']).count()
}

/// The columns that the last line of a text takes.
fn width(text: &str) -> usize {
    text.rsplit('\n').next().unwrap_or_default().chars().count()
}

/// A comment as it is written.
fn comment(text: &str, token: Token) -> Block {
    let comment = text[token.span.range()].trim_end().to_owned();
    Block { text: comment, span: token.span, is_comment: true }
}

/// Whether a comment stands behind something else on its line.
fn is_trailing(text: &str, token: Token) -> bool {
    let before = text[..token.span.start as usize].trim_start_matches('\u{feff}');
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    !line.trim().is_empty()
}

fn is_comment(token: &Token) -> bool {
    token.kind == TokenKind::Comment
}
