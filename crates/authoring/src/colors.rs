//! What each word is, for an editor that colors it.

use stonegate_gdl::{Phase, Span, Symbol, Syntax, Token, TokenKind, keyword};

use crate::document::Document;
use crate::names::NameKind;

/// What a word is.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Color {
    Keyword,
    Operator,
    Relation,
    Function,
    Object,
    Number,
    Variable,
    Comment,
}

/// A word and its color.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Colored {
    pub span: Span,
    pub color: Color,
    /// Whether a relation is defined here.
    pub is_definition: bool,
    /// Whether a relation is the same in every state.
    pub is_static: bool,
}

impl Document {
    /// The colors of the words in a part of the text, in order.
    pub fn colors(&self, part: Span) -> Vec<Colored> {
        let first = self.tokens().partition_point(|token| token.span.end <= part.start);
        let tokens = self.tokens()[first..].iter();
        let tokens = tokens.take_while(|token| token.span.start < part.end);
        (first..).zip(tokens).filter_map(|(at, &token)| self.colored(at, token)).collect()
    }

    fn colored(&self, at: usize, token: Token) -> Option<Colored> {
        let span = token.span;
        let color = match token.kind {
            TokenKind::Comment => Color::Comment,
            TokenKind::If | TokenKind::And | TokenKind::Or | TokenKind::Not => Color::Operator,
            TokenKind::Variable => Color::Variable,
            TokenKind::Name => return Some(self.colored_name(at, span)),
            _ => return None,
        };
        Some(Colored { span, color, is_definition: false, is_static: false })
    }

    fn colored_name(&self, at: usize, span: Span) -> Colored {
        let plain = |color| Colored { span, color, is_definition: false, is_static: false };
        let text = self.name_text(span);
        let Some(name) = self.names().starting(span.start) else {
            return plain(self.guess(at, text));
        };
        match name.kind {
            NameKind::Keyword => plain(Color::Keyword),
            NameKind::Function => plain(Color::Function),
            NameKind::Variable => plain(Color::Variable),
            NameKind::Object if text.parse::<i64>().is_ok() => plain(Color::Number),
            NameKind::Object => plain(Color::Object),
            NameKind::Relation => {
                let rules = &self.analysis.rules;
                let relation = rules.relations.get(name.symbol, name.n_args);
                let phase = relation.map(|relation| rules.dependencies.phase(relation));
                let is_static = phase == Some(Phase::Static);
                let is_definition = name.in_head;
                Colored { span, color: Color::Relation, is_definition, is_static }
            }
        }
    }

    /// What a word looks like in a clause that could not be read.
    fn guess(&self, at: usize, text: &str) -> Color {
        let is_open = |token: Option<&Token>| token.is_some_and(|it| it.kind == TokenKind::Open);
        let begins_list = match self.syntax() {
            Syntax::Kif => is_open(at.checked_sub(1).and_then(|at| self.tokens().get(at))),
            Syntax::Infix => is_open(self.tokens().get(at + 1)),
        };
        match keyword(text) {
            Some(Symbol::NOT | Symbol::OR | Symbol::AND | Symbol::RULE) => Color::Operator,
            Some(symbol) if symbol != Symbol::RANDOM => Color::Keyword,
            _ if begins_list => Color::Relation,
            _ if text.parse::<i64>().is_ok() => Color::Number,
            _ => Color::Object,
        }
    }
}
