//! Parentheses, quotes, and words that stand where they cannot.

use stonegate_gdl::{Code, Diagnostic, Span, Syntax, Token, TokenKind};

use super::Fix;
use crate::document::Document;
use crate::edit::Edit;

pub(super) fn propose(document: &Document, finding: &Diagnostic) -> Vec<Fix> {
    match finding.code {
        Code::InvalidText => remove_controls(document),
        Code::Unbalanced => balance(document, finding),
        Code::UnclosedQuote => close_quote(document, finding.span),
        Code::NotASentence => mend_list(document, finding.span),
        Code::MisusedOperator => mend_operator(document, finding.span),
        _ => mend_token(document, finding.span),
    }
}

fn remove_controls(document: &Document) -> Vec<Fix> {
    let is_odd = |&(_, char): &(usize, char)| char.is_control() && !char.is_whitespace();
    let odd = document.text.char_indices().filter(is_odd);
    let edits = odd.map(|(at, char)| Edit::delete(Span::new(at, at + char.len_utf8())));
    vec![Fix::new("Remove all control characters", edits.collect())]
}

fn balance(document: &Document, finding: &Diagnostic) -> Vec<Fix> {
    let span = finding.span;
    match document.source(span) {
        ")" => {
            let mut fixes = Vec::new();
            // A clause may have been closed too early: then an earlier one is too many.
            let before = document.token_before(span.start).unwrap_or(0);
            let earlier = document.tokens()[..before].iter().rev();
            let earlier = earlier.take(16).filter(|token| token.kind == TokenKind::Close);
            fixes.push(Fix::new("Remove the parenthesis", vec![Edit::delete(span)]));
            for token in earlier {
                fixes.push(Fix::new(
                    "Remove an earlier parenthesis",
                    vec![Edit::delete(token.span)],
                ));
            }
            fixes
        }
        _ if document.syntax() == Syntax::Infix => {
            let end = document.token_before(span.start).map(|at| document.tokens()[at].span.end);
            let edit = Edit::insert(end.unwrap_or(span.start), ")");
            vec![Fix::new("Close the parenthesis", vec![edit])]
        }
        _ => close_list(document, span),
    }
}

/// Closes what is open since a parenthesis: at the end of a line, or behind some other item.
fn close_list(document: &Document, open: Span) -> Vec<Fix> {
    let first = document.token_from(open.start);
    let mut depth = 0;
    let mut at_lines = Vec::new();
    let mut at_items = Vec::new();
    for (at, token) in document.tokens().iter().enumerate().skip(first) {
        match token.kind {
            TokenKind::Comment => continue,
            TokenKind::Open if at > first && begins_rule(document, at) => break,
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if token.kind == TokenKind::Open {
            continue;
        }
        let end = token.span.end;
        let rest = &document.text[end as usize..];
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        let line = line.split(';').next().unwrap_or_default();
        if line.trim().is_empty() {
            at_lines.push(Edit::insert(end, ")".repeat(depth)));
        }
        at_items.push(Edit::insert(end, ")"));
    }
    let close = |edit: Edit| Fix::new("Close the parenthesis", vec![edit]);
    at_lines.into_iter().take(8).chain(at_items.into_iter().take(48)).map(close).collect()
}

/// Whether a rule begins here: it cannot stand inside of anything.
fn begins_rule(document: &Document, at: usize) -> bool {
    let next = document.tokens()[at + 1..].iter().find(|token| token.kind != TokenKind::Comment);
    next.is_some_and(|token| document.source(token.span) == "<=")
}

fn close_quote(document: &Document, quote: Span) -> Vec<Fix> {
    let mark = document.source(quote);
    let rest = &document.text[quote.end as usize..];
    let is_word = |char: char| char.is_alphanumeric() || "_-+*/<>=".contains(char);
    let length = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
    let end = quote.end + length as u32;
    vec![
        Fix::new("Close the quote", vec![Edit::insert(end, mark)]),
        Fix::new("Remove the quote", vec![Edit::delete(quote)]),
    ]
}

/// What is no sentence or no term.
fn mend_list(document: &Document, span: Span) -> Vec<Fix> {
    let text = document.source(span);
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let mut fixes = Vec::new();
    if let Some(inner) = inner.map(str::trim) {
        if inner.starts_with('(') {
            fixes.push(Fix::new("Remove the outer parentheses", vec![Edit::new(span, inner)]));
        }
        if let Some(name) = inner.strip_prefix('?') {
            let edit = Edit::new(span, format!("({name})"));
            fixes.push(Fix::new("Make it a name", vec![edit]));
        }
    }
    fixes.push(Fix::new("Remove it", vec![document.remove(span)]));
    fixes
}

fn mend_operator(document: &Document, span: Span) -> Vec<Fix> {
    let text = document.source(span);
    let mut fixes = Vec::new();
    let first = document.token_from(span.start);
    let parts = parts(document, span);
    let operator = parts.first().map(|&part| document.source(part).to_lowercase());
    match operator.as_deref() {
        // `not a`, without parentheses.
        Some("not") if parts.len() == 1 && !text.starts_with('(') => {
            if let Some(next) = item(document, first + 1) {
                let whole = span.to(next);
                let negated = document.negation(document.source(next));
                fixes.push(Fix::new("Negate what follows", vec![Edit::new(whole, negated)]));
            }
        }
        Some("not") => {
            let negated = parts[1..].iter().map(|&part| document.negation(document.source(part)));
            let negated = negated.collect::<Vec<_>>();
            if negated.len() > 1 {
                let edit = Edit::new(span, document.conjunction(&negated));
                fixes.push(Fix::new("Negate each condition", vec![edit]));
            }
        }
        Some("or" | "and") => fixes.extend(split_head(document, span, &parts[1..])),
        _ => {}
    }
    // A whole clause that says nothing, or a condition without a meaning.
    let clause = whole_clause(document, span);
    fixes.push(Fix::new("Remove it", vec![document.remove(span)]));
    fixes.push(Fix::new("Remove the clause", vec![document.remove(clause)]));
    fixes
}

/// A clause for each alternative of a head.
fn split_head(document: &Document, head: Span, alternatives: &[Span]) -> Option<Fix> {
    if document.syntax() == Syntax::Infix {
        return None;
    }
    let whole = whole_clause(document, head);
    let body = parts(document, whole).into_iter().filter(|part| part.start > head.start);
    let body = body.map(|part| document.source(part)).collect::<Vec<_>>();
    let clauses =
        alternatives.iter().map(|&part| document.clause_text(document.source(part), &body));
    let clauses = clauses.collect::<Vec<_>>();
    if clauses.is_empty() {
        return None;
    }
    Some(Fix::new("Write a clause for each", vec![Edit::new(whole, clauses.join("\n"))]))
}

/// The list, or the line in infix syntax, that a span is a part of.
fn whole_clause(document: &Document, span: Span) -> Span {
    if document.syntax() == Syntax::Infix {
        let first = document.token_from(span.start);
        let stop = document.tokens()[first..].iter().find(|token| token.kind == TokenKind::Stop);
        let start = document.tokens()[first].span.start;
        let before = &document.text[..start as usize];
        let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        return Span::new(start, stop.map_or(span.end, |stop| stop.span.end) as usize);
    }
    let mut depth = 0;
    let mut start = span;
    for token in document.tokens() {
        match token.kind {
            TokenKind::Open => {
                if depth == 0 {
                    start = token.span;
                }
                depth += 1;
            }
            TokenKind::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 && token.span.end >= span.end {
            return start.to(token.span);
        }
    }
    span
}

/// The words and lists right inside of a list; of a call its name and its arguments.
fn parts(document: &Document, span: Span) -> Vec<Span> {
    let tokens = document.tokens();
    let mut at = document.token_from(span.start);
    let mut parts = Vec::new();
    if document.syntax() == Syntax::Infix {
        parts.extend(tokens.get(at).map(|token| token.span));
        at += 1;
    }
    if tokens.get(at).is_none_or(|token| token.kind != TokenKind::Open) {
        return if parts.is_empty() { vec![span] } else { parts };
    }
    at += 1;
    while let Some(token) = tokens.get(at).filter(|token| token.span.end <= span.end) {
        match token.kind {
            TokenKind::Close => break,
            TokenKind::Comma | TokenKind::Comment => at += 1,
            _ => {
                let Some(part) = item(document, at) else { break };
                parts.push(part);
                at = document.token_from(part.end);
            }
        }
    }
    parts
}

/// Whether a name is followed by its arguments, in infix syntax, and is not the operator itself.
fn is_call(document: &Document, token: &Token) -> bool {
    let next = document.tokens().get(document.token_from(token.span.end));
    document.syntax() == Syntax::Infix
        && token.kind == TokenKind::Name
        && stonegate_gdl::keyword(document.source(token.span))
            .is_none_or(|symbol| symbol < stonegate_gdl::Symbol::NOT)
        && next.is_some_and(|next| next.kind == TokenKind::Open)
}

/// The word or list that begins with a token.
fn item(document: &Document, at: usize) -> Option<Span> {
    let first = document.tokens().get(at)?;
    let has_args = is_call(document, first);
    if first.kind != TokenKind::Open && !has_args {
        return Some(first.span);
    }
    let mut depth = 0;
    for token in &document.tokens()[at..] {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return Some(first.span.to(token.span));
        }
    }
    None
}

/// A token that means nothing where it stands: it goes, or those before it do.
fn mend_token(document: &Document, span: Span) -> Vec<Fix> {
    let mut fixes = Vec::new();
    let word = word_around(document, span);
    if document.syntax() == Syntax::Infix && word != span {
        let quoted = format!("'{}'", document.source(word));
        fixes.push(Fix::new("Put the name in quotes", vec![Edit::new(word, quoted)]));
    }
    if !document.source(span).trim().is_empty() {
        fixes.push(Fix::new("Remove it", vec![Edit::delete(span)]));
    }
    if let Some(before) = document.token_before(span.start) {
        for n_before in 1..=2 {
            let Some(first) = (before + 1).checked_sub(n_before) else { break };
            let whole = document.tokens()[first].span.to(document.tokens()[before].span);
            let start = document.text[..whole.start as usize].trim_end().len();
            let edit = Edit::delete(Span::new(start, span.start as usize));
            let title = format!("Remove `{}`", document.source(whole));
            fixes.push(Fix::new(title, vec![edit]));
        }
    }
    fixes
}

/// A span with the letters around it.
fn word_around(document: &Document, span: Span) -> Span {
    let is_letter = |char: char| char.is_alphanumeric() || char == '_';
    let before = &document.text[..span.start as usize];
    let behind = &document.text[span.end as usize..];
    let start = before.trim_end_matches(is_letter).len();
    let end = document.text.len() - behind.trim_start_matches(is_letter).len();
    Span::new(start, end)
}
