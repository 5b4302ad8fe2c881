//! Text to circuit.

use std::str::FromStr;

use rustc_hash::FxHashMap;

use crate::{Circuit, Constraint, Lit, LoopId, Origin, RegisterId, VerifyError};

impl FromStr for Circuit {
    type Err = ParseCircuitError;

    fn from_str(text: &str) -> Result<Self, ParseCircuitError> {
        let mut parser = Parser::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                parser.line(Line { number: index + 1, rest: line })?;
            }
        }
        parser.finish()
    }
}

/// A line that cannot be understood, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct ParseCircuitError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: ParseErrorKind,
}

/// What can be wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseErrorKind {
    /// Something else was expected here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// No node of this name was defined (or, for a gate, not above it).
    #[error("no node {0} is defined above")]
    UnknownNode(String),
    /// Two nodes have this name.
    #[error("node {0} is defined twice")]
    Redefined(String),
    /// A loop atom depends on a component that is evaluated later.
    #[error("a feed depends on a later component")]
    ComponentOrder,
}

#[derive(Default)]
struct Parser<'a> {
    circuit: Circuit,
    names: FxHashMap<&'a str, Lit>,
    /// Next values and feeds may name nodes further down: they are resolved at the end.
    nexts: Vec<(RegisterId, Line<'a>)>,
    feeds: Vec<(LoopId, Line<'a>)>,
}

impl<'a> Parser<'a> {
    fn line(&mut self, mut line: Line<'a>) -> Result<(), ParseCircuitError> {
        match line.word() {
            "output" => {
                let name = line.name()?;
                let lit = line.lit(&self.names)?;
                self.circuit.output(name, lit);
            }
            "constrain" => {
                let kind = line.word();
                let mut lits = Vec::new();
                while !line.rest.is_empty() {
                    lits.push(line.lit(&self.names)?);
                }
                self.circuit.constrain(match (kind, lits.as_slice()) {
                    ("at-most-one", _) => Constraint::AtMostOne(lits),
                    ("exactly-one", _) => Constraint::ExactlyOne(lits),
                    ("implies", &[a, b]) => Constraint::Implies(a, b),
                    _ => {
                        return Err(
                            line.expected("at-most-one, exactly-one or implies with its literals")
                        );
                    }
                });
            }
            name if is_node_name(name) => {
                line.keyword("=", "=")?;
                let lit = self.node(&mut line)?;
                if self.names.insert(name, lit).is_some() {
                    return Err(line.error(ParseErrorKind::Redefined(name.to_owned())));
                }
            }
            _ => return Err(line.expected("a node, output or constrain")),
        }
        line.end()
    }

    fn node(&mut self, line: &mut Line<'a>) -> Result<Lit, ParseCircuitError> {
        match line.word() {
            "input" => Ok(self.circuit.input(line.name()?)),
            "register" => {
                let name = line.name()?;
                line.keyword("init", "init and 0 or 1")?;
                let init = match line.word() {
                    "0" => false,
                    "1" => true,
                    _ => return Err(line.expected("0 or 1")),
                };
                line.keyword("next", "next and a literal")?;
                let id = RegisterId::new(self.circuit.registers().len());
                self.nexts.push((id, line.split_off()));
                Ok(self.circuit.register(name, init))
            }
            "loop" => {
                let name = line.name()?;
                line.keyword("component", "component and a number")?;
                let component = line.number()?;
                line.keyword("feed", "feed and a literal")?;
                let id = LoopId::new(self.circuit.loops().len());
                self.feeds.push((id, line.split_off()));
                Ok(self.circuit.loop_atom(name, component))
            }
            "and" => {
                let a = line.lit(&self.names)?;
                let b = line.lit(&self.names)?;
                let origin = if line.rest.is_empty() { Origin::NONE } else { line.origin()? };
                Ok(self.circuit.push_and(a, b, origin))
            }
            _ => Err(line.expected("input, register, loop or and")),
        }
    }

    fn finish(mut self) -> Result<Circuit, ParseCircuitError> {
        for (register, mut line) in self.nexts {
            let next = line.lit(&self.names)?;
            line.end()?;
            self.circuit.set_next(register, next);
        }
        for (atom, mut line) in self.feeds.iter().copied() {
            let feed = line.lit(&self.names)?;
            line.end()?;
            self.circuit.set_feed(atom, feed);
        }
        match self.circuit.verify() {
            Ok(()) => Ok(self.circuit),
            Err(VerifyError::ComponentOrder { atom }) => {
                let (_, line) = self.feeds[atom.index()];
                Err(line.error(ParseErrorKind::ComponentOrder))
            }
            Err(error) => unreachable!("the tables are filled line by line: {error}"),
        }
    }
}

/// What is left of a line.
#[derive(Copy, Clone)]
struct Line<'a> {
    number: usize,
    rest: &'a str,
}

impl<'a> Line<'a> {
    /// The next word, empty at the end of the line.
    fn word(&mut self) -> &'a str {
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    fn keyword(&mut self, word: &str, what: &'static str) -> Result<(), ParseCircuitError> {
        if self.word() == word { Ok(()) } else { Err(self.expected(what)) }
    }

    fn number(&mut self) -> Result<u32, ParseCircuitError> {
        self.word().parse().map_err(|_| self.expected("a number"))
    }

    fn origin(&mut self) -> Result<Origin, ParseCircuitError> {
        let tag = self.word().strip_prefix('@').and_then(|tag| tag.parse().ok());
        tag.map(Origin).ok_or_else(|| self.expected("@ and a number"))
    }

    fn lit(&mut self, names: &FxHashMap<&'a str, Lit>) -> Result<Lit, ParseCircuitError> {
        let word = self.word();
        let (name, inverted) = match word.strip_prefix('!') {
            Some(name) => (name, true),
            None => (word, false),
        };
        match name {
            "0" => Ok(Lit::FALSE ^ inverted),
            "1" => Ok(Lit::TRUE ^ inverted),
            name if is_node_name(name) => match names.get(name) {
                Some(&lit) => Ok(lit ^ inverted),
                None => Err(self.error(ParseErrorKind::UnknownNode(name.to_owned()))),
            },
            _ => Err(self.expected("a literal")),
        }
    }

    fn name(&mut self) -> Result<String, ParseCircuitError> {
        let mut name = String::new();
        let mut chars = self.rest.char_indices();
        if chars.next().is_none_or(|(_, c)| c != '"') {
            return Err(self.expected("a quoted name"));
        }
        while let Some((index, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = self.rest[index + 1..].trim_start();
                    return Ok(name);
                }
                '\\' => name.push(match chars.next() {
                    Some((_, 'n')) => '\n',
                    Some((_, c @ ('"' | '\\'))) => c,
                    _ => return Err(self.expected("n, \" or \\ after \\")),
                }),
                c => name.push(c),
            }
        }
        Err(self.expected("a closing quote"))
    }

    /// Leaves the rest of the line for later.
    fn split_off(&mut self) -> Self {
        let later = *self;
        self.rest = "";
        later
    }

    fn end(&self) -> Result<(), ParseCircuitError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.expected("the end of the line")) }
    }

    fn expected(&self, what: &'static str) -> ParseCircuitError {
        self.error(ParseErrorKind::Expected(what))
    }

    fn error(&self, kind: ParseErrorKind) -> ParseCircuitError {
        ParseCircuitError { line: self.number, kind }
    }
}

fn is_node_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
