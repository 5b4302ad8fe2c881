//! The parser for infix syntax: `p(X) :- q(X) & ~r(X)`.
//!
//! Sheets in the wild leave out full stops and some `&`. A clause therefore ends
//! at a full stop or where the next token cannot continue it; where both could
//! be meant, the layout decides: a line that starts no further right than the
//! head of the clause begins another clause.

pub(crate) mod lexer;

use rustc_hash::FxHashSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::kif::conjunction;
use crate::parse::{Errors, MAX_DEPTH};
use crate::span::Span;
use crate::symbol::{Symbol, Symbols, keyword};
use crate::syntax::{Atom, Clause, Formula, Sheet, Syntax, Term, TermKind};
use crate::tokens::TokenKind;
use lexer::{Token, Word};

pub(crate) fn parse(text: &str, errors: &mut Errors) -> Sheet {
    let (tokens, comments) = lexer::lex(text, errors);
    let mut parser = Parser {
        tokens: &tokens,
        ends: ends_of_lists(&tokens),
        variables: tokens.iter().filter_map(variable).collect(),
        at: 0,
        depth: 0,
        head_column: 0,
        n_anonymous: 0,
        end: text.len(),
        symbols: Symbols::new(),
        errors,
    };
    let clauses = parser.clauses();
    Sheet { syntax: Syntax::Infix, symbols: parser.symbols, clauses, comments }
}

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    /// For each opening parenthesis, the token behind its closing one.
    ends: Vec<Option<usize>>,
    /// The variables that the sheet has names for.
    variables: FxHashSet<&'a str>,
    at: usize,
    depth: usize,
    /// The column at which the current clause starts.
    head_column: usize,
    n_anonymous: usize,
    /// The end of the text.
    end: usize,
    symbols: Symbols,
    errors: &'a mut Errors,
}

/// The parser has reported an error and is looking for the next clause.
struct Lost;

type Parsed<T> = Result<T, Lost>;

impl<'a> Parser<'a> {
    fn clauses(&mut self) -> Vec<Clause> {
        let mut clauses = Vec::new();
        while self.at < self.tokens.len() && !self.errors.full() {
            let start = self.at;
            self.depth = 0;
            self.head_column = self.tokens[start].line_start.unwrap_or(0);
            match self.clause() {
                Ok(clause) => clauses.push(clause),
                Err(Lost) => self.recover(start),
            }
        }
        clauses
    }

    fn clause(&mut self) -> Parsed<Clause> {
        if matches!(self.peek(), Some(TokenKind::Not | TokenKind::Open)) {
            let hint = "a clause is a sentence, or a sentence, `:-` and conditions";
            return Err(self.unexpected(Code::MisusedOperator, "a clause cannot start here", hint));
        }
        if let Some(operator) = self.operator() {
            let message =
                format!("`{}` cannot be the head of a clause", self.symbols.name(operator));
            let hint = "a clause states one sentence; conditions stand behind `:-`";
            return Err(self.unexpected(Code::MisusedOperator, &message, hint));
        }
        let start = self.span();
        let head = self.atom()?;
        let body = if self.eat(TokenKind::If) {
            match self.peek() {
                None | Some(TokenKind::Stop) => Some(Vec::new()),
                _ if self.followed_by_if() => Some(Vec::new()),
                _ => Some(match self.alternatives()? {
                    Formula::And(parts, _) => parts,
                    formula => vec![formula],
                }),
            }
        } else {
            None
        };
        let span = start.to(self.previous_span());
        match self.peek() {
            Some(TokenKind::Stop) => self.at += 1,
            None | Some(TokenKind::Name) => {}
            Some(TokenKind::Close) => {
                let hint = "remove it, or add the opening one before it";
                let message = "this closing parenthesis closes nothing";
                return Err(self.unexpected(Code::Unbalanced, message, hint));
            }
            Some(_) => {
                let hint = "a clause ends with a full stop or at the start of the next clause";
                let message = "this cannot follow a clause";
                return Err(self.unexpected(Code::UnexpectedToken, message, hint));
            }
        }
        Ok(Clause { head, body, span, paragraph: false })
    }

    /// `a & b | c`: alternatives of conjunctions.
    fn alternatives(&mut self) -> Parsed<Formula> {
        let start = self.span();
        let first = self.conjunction()?;
        if self.peek() != Some(TokenKind::Or) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat(TokenKind::Or) {
            parts.push(self.conjunction()?);
        }
        Ok(Formula::Or(parts, start.to(self.previous_span())))
    }

    fn conjunction(&mut self) -> Parsed<Formula> {
        let start = self.span();
        let mut parts = vec![self.condition()?];
        while self.conjunction_goes_on() {
            parts.push(self.condition()?);
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        Ok(Formula::And(conjunction(parts), start.to(self.previous_span())))
    }

    /// Whether another condition follows; moves past the `&` before it.
    fn conjunction_goes_on(&mut self) -> bool {
        match self.peek() {
            Some(TokenKind::And | TokenKind::Comma) => {
                self.at += 1;
                // An `&` behind the last condition of a clause means nothing.
                !matches!(self.peek(), None | Some(TokenKind::Stop)) && !self.followed_by_if()
            }
            Some(TokenKind::Not | TokenKind::Open) => true,
            Some(TokenKind::Name) => !self.clause_starts(),
            _ => false,
        }
    }

    /// Whether the name here starts another clause rather than a condition
    /// whose `&` was left out.
    fn clause_starts(&self) -> bool {
        if self.followed_by_if() {
            return true;
        }
        match self.keyword() {
            Some(Symbol::INIT | Symbol::NEXT) => true,
            Some(keyword) if is_condition(keyword) => false,
            _ => self.peek() == Some(TokenKind::Name) && self.at_clause_column(),
        }
    }

    fn at_clause_column(&self) -> bool {
        self.tokens[self.at].line_start.is_some_and(|column| column <= self.head_column)
    }

    /// Whether the sentence here is followed by `:-`.
    fn followed_by_if(&self) -> bool {
        let kind = |at: usize| self.tokens.get(at).map(|token| token.kind);
        let behind = match kind(self.at + 1) {
            Some(TokenKind::Open) => self.ends[self.at + 1],
            _ => Some(self.at + 1),
        };
        behind.and_then(kind) == Some(TokenKind::If)
    }

    fn condition(&mut self) -> Parsed<Formula> {
        let start = self.span();
        if self.eat(TokenKind::Not) {
            let inner = self.nested(Self::condition)?;
            return Ok(Formula::Not(Box::new(inner), start.to(self.previous_span())));
        }
        if self.eat(TokenKind::Open) {
            let inner = self.nested(Self::alternatives)?;
            self.expect_close(start)?;
            return Ok(inner);
        }
        if let Some(operator) = self.operator()
            && self.tokens.get(self.at + 1).is_some_and(|token| token.kind == TokenKind::Open)
        {
            self.at += 1;
            return self.operation(operator, start);
        }
        self.atom().map(Formula::Atom)
    }

    /// `not(a)`, `or(a, b)`, `and(a, b)`: the operators by name.
    fn operation(&mut self, operator: Symbol, start: Span) -> Parsed<Formula> {
        let open = self.span();
        self.at += 1;
        let mut parts = match self.peek() {
            Some(TokenKind::Close) => Vec::new(),
            _ => self.nested(|parser| parser.separated(Self::operand))?,
        };
        self.expect_close(open)?;
        let span = start.to(self.previous_span());
        match operator {
            Symbol::NOT if parts.len() == 1 => Ok(Formula::Not(Box::new(parts.remove(0)), span)),
            Symbol::NOT => {
                let message = format!("`not` takes one condition, not {}", parts.len());
                self.errors.push(
                    Diagnostic::new(Code::MisusedOperator, span, message)
                        .hint("write ~condition, one for each"),
                );
                Err(Lost)
            }
            Symbol::OR => Ok(Formula::Or(parts, span)),
            _ => Ok(Formula::And(conjunction(parts), span)),
        }
    }

    /// `a | b` as an operand, where a comma separates: a conjunction needs
    /// parentheses.
    fn operand(&mut self) -> Parsed<Formula> {
        let start = self.span();
        let first = self.condition()?;
        if self.peek() != Some(TokenKind::Or) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat(TokenKind::Or) {
            parts.push(self.condition()?);
        }
        Ok(Formula::Or(parts, start.to(self.previous_span())))
    }

    fn atom(&mut self) -> Parsed<Atom> {
        let span = self.span();
        if let Some(operator) = self.operator() {
            let message = format!(
                "`{}` needs parentheses around what it is about",
                self.symbols.name(operator)
            );
            let hint = "write ~a for `not`, a & b for `and`, a | b for `or`";
            return Err(self.unexpected(Code::MisusedOperator, &message, hint));
        }
        match self.token() {
            Some(Token { kind: TokenKind::Name, word: Some(Word { name, quoted }), .. }) => {
                let relation = if *quoted {
                    self.symbols.intern(name)
                } else {
                    self.symbols.intern_relation(name)
                };
                self.at += 1;
                let args = self.arguments()?.unwrap_or_default();
                Ok(Atom { relation, args, span: span.to(self.previous_span()) })
            }
            Some(Token { kind: TokenKind::Variable, .. }) => {
                let hint = "a name that starts with a capital is a variable; quote it if it is not";
                Err(self.unexpected(Code::NotASentence, "a variable is not a sentence", hint))
            }
            _ => {
                let hint = "a sentence is a relation with its arguments: cell(1,X,b)";
                Err(self.unexpected(Code::UnexpectedToken, "a sentence is expected here", hint))
            }
        }
    }

    /// `(a, b, c)`, if a parenthesis follows.
    fn arguments(&mut self) -> Parsed<Option<Vec<Term>>> {
        let open = self.span();
        if !self.eat(TokenKind::Open) {
            return Ok(None);
        }
        if self.eat(TokenKind::Close) {
            return Ok(Some(Vec::new()));
        }
        let args = self.nested(|parser| parser.separated(Self::term))?;
        self.expect_close(open)?;
        Ok(Some(args))
    }

    /// One or more of something, with commas between.
    fn separated<T>(&mut self, parse: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut list = vec![parse(self)?];
        while self.eat(TokenKind::Comma) {
            list.push(parse(self)?);
        }
        Ok(list)
    }

    fn term(&mut self) -> Parsed<Term> {
        let span = self.span();
        let kind = match self.token() {
            Some(Token { kind: TokenKind::Variable, word, .. }) => {
                self.at += 1;
                TermKind::Variable(match word {
                    Some(word) => self.symbols.intern(&word.name),
                    None => self.fresh_variable(),
                })
            }
            Some(Token { kind: TokenKind::Name, word: Some(Word { name, quoted }), .. }) => {
                let symbol = if *quoted {
                    self.symbols.intern(name)
                } else {
                    self.symbols.intern_constant(name)
                };
                self.at += 1;
                match self.arguments()? {
                    Some(args) if !args.is_empty() => TermKind::Function(symbol, args),
                    _ => TermKind::Constant(symbol),
                }
            }
            _ => {
                let hint = "an argument is a constant, a variable or a function of arguments";
                let message = "an argument is expected here";
                return Err(self.unexpected(Code::UnexpectedToken, message, hint));
            }
        };
        Ok(Term { kind, span: span.to(self.previous_span()) })
    }

    fn fresh_variable(&mut self) -> Symbol {
        loop {
            self.n_anonymous += 1;
            let name = format!("_{}", self.n_anonymous);
            if !self.variables.contains(&*name) {
                return self.symbols.intern(&name);
            }
        }
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} terms or conditions are nested here");
            let hint = "give the inner terms names by relations of their own";
            return Err(self.unexpected(Code::TooDeep, &message, hint));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn expect_close(&mut self, open: Span) -> Parsed<()> {
        if self.eat(TokenKind::Close) {
            return Ok(());
        }
        let found = self.span();
        let message = "a `,` or `)` is expected here";
        self.errors.push(
            Diagnostic::new(Code::Unbalanced, found, message)
                .hint("close the parenthesis before the sentence ends")
                .related(open, "this parenthesis is still open"),
        );
        Err(Lost)
    }

    fn unexpected(&mut self, code: Code, message: &str, hint: &str) -> Lost {
        self.errors.push(Diagnostic::new(code, self.span(), message).hint(hint));
        Lost
    }

    /// Skips to where another clause begins: behind a full stop, at a sentence
    /// followed by `:-`, or at a line that starts left enough.
    fn recover(&mut self, start: usize) {
        self.at = self.at.max(start);
        while let Some(token) = self.tokens.get(self.at) {
            if token.kind == TokenKind::Stop {
                self.at += 1;
                return;
            }
            if self.at > start
                && token.kind == TokenKind::Name
                && (self.at_clause_column() || self.followed_by_if())
            {
                return;
            }
            self.at += 1;
        }
    }

    fn token(&self) -> Option<&'a Token<'a>> {
        self.tokens.get(self.at)
    }

    fn peek(&self) -> Option<TokenKind> {
        self.token().map(|token| token.kind)
    }

    /// The keyword that stands here.
    fn keyword(&self) -> Option<Symbol> {
        let token = self.token().filter(|token| token.kind == TokenKind::Name)?;
        let word = token.word.as_ref().filter(|word| !word.quoted)?;
        keyword(&word.name)
    }

    /// The operator that is named here.
    fn operator(&self) -> Option<Symbol> {
        self.keyword().filter(|&keyword| is_operator(keyword))
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.peek() == Some(kind);
        self.at += usize::from(found);
        found
    }

    fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(Span::new(self.end, self.end), |token| token.span)
    }

    fn previous_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }
}

fn variable<'a>(token: &'a Token<'_>) -> Option<&'a str> {
    let word = token.word.as_ref().filter(|_| token.kind == TokenKind::Variable);
    word.map(|word| &*word.name)
}

/// For each opening parenthesis, the index of the token behind its closing one,
/// if that comes before a clause must have ended.
fn ends_of_lists(tokens: &[Token<'_>]) -> Vec<Option<usize>> {
    let mut ends = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => open.push(index),
            TokenKind::Close => {
                if let Some(start) = open.pop() {
                    ends[start] = Some(index + 1);
                }
            }
            TokenKind::Stop | TokenKind::If => open.clear(),
            _ => {}
        }
    }
    ends
}

/// Keywords that stand in conditions only.
fn is_condition(keyword: Symbol) -> bool {
    [Symbol::TRUE, Symbol::DOES, Symbol::DISTINCT].contains(&keyword) || is_operator(keyword)
}

/// The operators that can be written like relations.
fn is_operator(keyword: Symbol) -> bool {
    [Symbol::NOT, Symbol::OR, Symbol::AND].contains(&keyword)
}
