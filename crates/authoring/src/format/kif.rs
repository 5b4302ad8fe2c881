//! The layout of lists.

use stonegate_gdl::{Token, TokenKind};

use super::{Block, WIDTH, comment, is_trailing, width};

/// What stands at the top of a sheet, laid out.
pub(super) fn blocks(text: &str, tokens: &[Token]) -> Vec<Block> {
    let mut tokens = tokens.iter().copied();
    let mut blocks = Vec::new();
    while let Some(token) = tokens.next() {
        blocks.push(match token.kind {
            TokenKind::Comment => comment(text, token),
            TokenKind::Open => {
                let list = List::read(text, token, &mut tokens);
                let span = token.span.to(list.close.span);
                let mut out = String::new();
                list.print(&mut out, 0);
                Block { text: out, span, is_comment: false }
            }
            _ => {
                let word = text[token.span.range()].to_owned();
                Block { text: word, span: token.span, is_comment: false }
            }
        });
    }
    blocks
}

struct List<'t> {
    items: Vec<Item<'t>>,
    close: Token,
    /// Whether it takes several lines however short it is: the author wrote it so, or a comment
    /// demands it.
    is_broken: bool,
    /// What it takes on one line.
    width: usize,
}

enum Item<'t> {
    Word(&'t str),
    List(List<'t>),
    Comment { text: &'t str, is_trailing: bool },
}

impl<'t> List<'t> {
    /// Reads the list behind an opening parenthesis.
    fn read(text: &'t str, open: Token, tokens: &mut impl Iterator<Item = Token>) -> Self {
        let mut list = Self { items: Vec::new(), close: open, is_broken: false, width: 1 };
        let mut has_line_end = false;
        let mut end = open.span.end;
        while let Some(token) = tokens.next() {
            let gap = &text[end as usize..token.span.start as usize];
            let word = &text[token.span.range()];
            end = token.span.end;
            list.width += 1;
            match token.kind {
                TokenKind::Close => {
                    list.close = token;
                    break;
                }
                TokenKind::Open => {
                    let inner = Self::read(text, token, tokens);
                    end = inner.close.span.end;
                    list.width += inner.width;
                    list.is_broken |= inner.is_broken;
                    list.items.push(Item::List(inner));
                }
                TokenKind::Comment => {
                    let is_trailing = is_trailing(text, token);
                    list.is_broken = true;
                    list.items.push(Item::Comment { text: word.trim_end(), is_trailing });
                }
                _ => {
                    list.width += width(word);
                    list.items.push(Item::Word(word));
                }
            }
            has_line_end |= gap.contains(['\n', '\r']);
        }
        list.is_broken |= has_line_end && list.has_conditions();
        list
    }

    /// Whether this is a rule, or alternatives, or a conjunction.
    fn has_conditions(&self) -> bool {
        let Some(Item::Word(word)) = self.items.first() else { return false };
        ["<=", "or", "and"].iter().any(|operator| operator.eq_ignore_ascii_case(word))
    }

    /// Prints the list where `behind` closing parentheses follow it.
    fn print(&self, out: &mut String, behind: usize) {
        let column = width(out);
        if !self.is_broken && column + self.width + behind <= WIDTH {
            self.print_flat(out);
            return;
        }
        out.push('(');
        // The conditions of a rule are indented by two, other items stand below the second one.
        let is_rule = matches!(self.items.first(), Some(Item::Word("<=")));
        let mut indent = column + if is_rule { 2 } else { 1 };
        let mut is_fresh = true;
        let mut needs_line = false;
        for (index, item) in self.items.iter().enumerate() {
            let is_trailing = matches!(item, Item::Comment { is_trailing: true, .. });
            let stays = index < 2 && !needs_line && !matches!(item, Item::Comment { .. });
            if !is_fresh && !is_trailing && !stays {
                line(out, indent);
            } else if !is_fresh {
                out.push(' ');
            }
            if index == 1 && stays && !is_rule {
                indent = width(out);
            }
            let is_last = index + 1 == self.items.len();
            let behind = if is_last { behind + 1 } else { 0 };
            match item {
                Item::Word(word) => out.push_str(word),
                Item::List(list) => list.print(out, behind),
                Item::Comment { text, .. } => out.push_str(text),
            }
            is_fresh = false;
            needs_line |= matches!(item, Item::Comment { .. });
        }
        if matches!(self.items.last(), Some(Item::Comment { .. })) {
            line(out, indent);
        }
        out.push(')');
    }

    fn print_flat(&self, out: &mut String) {
        out.push('(');
        for (index, item) in self.items.iter().enumerate() {
            out.push_str(if index > 0 { " " } else { "" });
            match item {
                Item::Word(word) => out.push_str(word),
                Item::List(list) => list.print_flat(out),
                Item::Comment { text, .. } => out.push_str(text),
            }
        }
        out.push(')');
    }
}

fn line(out: &mut String, indent: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
}
