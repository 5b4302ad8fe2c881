//! Lists in both syntaxes, taken apart one level at a time.
//!
//! A message holds lists of lists, which no sentence of the rules language does,
//! so the parsers of that language cannot read it. Here a list becomes the texts
//! of its items, and only what is a term or a rule sheet goes to those parsers.

use stonegate_gdl::Syntax;

use super::error::DecodeError;

/// The head of a message and its arguments: `(play id nil)`, `play(id,nil)`.
pub(super) fn message(text: &str, syntax: Syntax) -> Result<(&str, Vec<&str>), DecodeError> {
    let (head, arguments) = match syntax {
        Syntax::Kif => {
            let items = match inside(text, '(', ')') {
                Some(inner) => items(inner, syntax)?,
                None => items(text, syntax)?,
            };
            let (&head, arguments) = items.split_first().ok_or(DecodeError::Empty)?;
            (head, arguments.to_vec())
        }
        Syntax::Infix => {
            let text = text.trim_end().trim_end_matches('.');
            let open = text.find('(').unwrap_or(text.len());
            let arguments = inside(&text[open..], '(', ')').ok_or(DecodeError::Unbalanced)?;
            (text[..open].trim(), items(arguments, syntax)?)
        }
    };
    Ok((head, arguments))
}

/// The items of an argument that is a list, `( a b )` or `[a,b]`. `None` if it is
/// no list.
pub(super) fn list(argument: &str, syntax: Syntax) -> Option<Vec<&str>> {
    items(list_body(argument, syntax)?, syntax).ok()
}

/// What stands inside of an argument that is a list.
pub(super) fn list_body(argument: &str, syntax: Syntax) -> Option<&str> {
    match syntax {
        Syntax::Kif => inside(argument, '(', ')'),
        Syntax::Infix => inside(argument, '[', ']'),
    }
}

fn inside(text: &str, open: char, close: char) -> Option<&str> {
    text.trim().strip_prefix(open)?.strip_suffix(close)
}

/// The items of a list, given what stands inside of it.
fn items(text: &str, syntax: Syntax) -> Result<Vec<&str>, DecodeError> {
    let mut splitter = Splitter { text, start: None, items: Vec::new() };
    let mut depth = 0_usize;
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match (syntax, char) {
            (Syntax::Kif, ';') | (Syntax::Infix, ';' | '%') => {
                if depth == 0 && syntax == Syntax::Kif {
                    splitter.end_item(at);
                }
                chars.find(|(_, char)| ['\n', '\r'].contains(char));
            }
            (_, '(') | (Syntax::Infix, '[') => {
                if depth == 0 && syntax == Syntax::Kif {
                    splitter.end_item(at);
                }
                splitter.begin_item(at);
                depth += 1;
            }
            (_, ')') | (Syntax::Infix, ']') => {
                depth = depth.checked_sub(1).ok_or(DecodeError::Unbalanced)?;
                if depth == 0 && syntax == Syntax::Kif {
                    splitter.end_item(at + 1);
                }
            }
            (Syntax::Infix, ',') if depth == 0 => splitter.end_item(at),
            (Syntax::Kif, _) if depth == 0 && char.is_whitespace() => splitter.end_item(at),
            (Syntax::Kif, '|') | (Syntax::Infix, '\'') => {
                splitter.begin_item(at);
                skip_quoted(&mut chars, char)?;
            }
            _ if char.is_whitespace() => {}
            _ => {
                splitter.begin_item(at);
                // A bar inside of a word quotes nothing, unlike the one of `?|a name|`.
                if syntax == Syntax::Kif && !(char == '?' && chars.as_str().starts_with('|')) {
                    while chars.as_str().starts_with(is_inside_word) {
                        chars.next();
                    }
                }
            }
        }
    }
    if depth > 0 {
        return Err(DecodeError::Unbalanced);
    }
    splitter.end_item(text.len());
    Ok(splitter.items)
}

/// Collects items as they begin and end.
struct Splitter<'t> {
    text: &'t str,
    start: Option<usize>,
    items: Vec<&'t str>,
}

impl Splitter<'_> {
    fn begin_item(&mut self, at: usize) {
        self.start.get_or_insert(at);
    }

    fn end_item(&mut self, at: usize) {
        if let Some(start) = self.start.take() {
            self.items.push(self.text[start..at].trim_end());
        }
    }
}

/// Whether a character can stand in a KIF word behind its first.
fn is_inside_word(char: char) -> bool {
    !(char.is_whitespace() || char.is_control() || "();".contains(char))
}

/// Moves behind the mark that ends a quoted name.
fn skip_quoted(
    chars: &mut impl Iterator<Item = (usize, char)>,
    mark: char,
) -> Result<(), DecodeError> {
    while let Some((_, char)) = chars.next() {
        if char == mark {
            return Ok(());
        }
        if char == '\\' {
            chars.next();
        }
    }
    Err(DecodeError::Unbalanced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, syntax: Syntax, expected: Option<(&str, &[&str])>) {
        let actual = message(text, syntax).ok();
        let expected = expected.map(|(head, arguments)| (head, arguments.to_vec()));
        assert_eq!(actual, expected, "{text}");
    }

    #[test]
    fn kif_lists_are_split_at_blanks_and_parentheses() {
        check("( PLAY m.1 NIL )", Syntax::Kif, Some(("PLAY", &["m.1", "NIL"])));
        check("(play m((mark 1 1)noop))", Syntax::Kif, Some(("play", &["m", "((mark 1 1)noop)"])));
        check("(a ; (comment\n b)", Syntax::Kif, Some(("a", &["b"])));
        check("(a |( b| (c |)|))", Syntax::Kif, Some(("a", &["|( b|", "(c |)|)"])));
        check("(a b|c (d| ?|( e|))", Syntax::Kif, Some(("a", &["b|c", "(d| ?|( e|)"])));
        check("info", Syntax::Kif, Some(("info", &[])));
        for text in ["()", "(a", "(a))", "(a (b)", "(a |b)"] {
            check(text, Syntax::Kif, None);
        }
    }

    #[test]
    fn infix_lists_are_split_at_commas() {
        check("info()", Syntax::Infix, Some(("info", &[])));
        check("play(m.1, [f(1,2), b])", Syntax::Infix, Some(("play", &["m.1", "[f(1,2), b]"])));
        check("p('a,(', [ ])", Syntax::Infix, Some(("p", &["'a,('", "[ ]"])));
        for text in ["p(a", "p(a))", "p([)", "p('a)"] {
            check(text, Syntax::Infix, None);
        }
    }
}
