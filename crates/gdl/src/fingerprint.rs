//! The rules of a game without their names.
//!
//! Two sheets that differ in names, white space, comments or syntax have the same
//! canonical rules. Programs that run matches scramble names, and keep keywords,
//! whole numbers and the order of the clauses; so does this.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use crate::print::Printer;
use crate::rules::{Literal, Rule, Rules, Sentence, TermId, TermNode};
use crate::symbol::{Symbol, Symbols, keyword};
use crate::syntax::Syntax;

/// Goes into every fingerprint: another canonical form takes another version.
const VERSION: &str = "stonegate rules 1\n";

/// The machines of sheets with percepts were others before they had outputs for them.
const VERSION_WITH_PERCEPTS: &str = "stonegate rules 2\n";

/// Rules whose names are numbers, and what the numbers stand for.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// The names that are neither keywords nor whole numbers are `c0`, `c1`, ... in
    /// the order of their first appearance, and the variables of each rule `?v0`,
    /// `?v1`, ... Spans are those of the original.
    pub rules: Rules,
    /// What the sheet calls `c0`, `c1`, ..., as KIF text.
    pub names: Vec<String>,
}

/// The SHA-256 hash of canonical rules, printed as 64 hexadecimal digits.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Fingerprint([u8; 32]);

impl Canonical {
    /// ```
    /// use stonegate_gdl::{Canonical, analyze};
    ///
    /// let lamp = Canonical::new(&analyze("(init (lamp off)) (<= (p ?x) (q ?x 7))").rules);
    /// let scrambled = Canonical::new(&analyze("init(fu(bar)). a(Y) :- b(Y, 7).").rules);
    /// assert_eq!(lamp.fingerprint(), scrambled.fingerprint());
    /// assert_eq!(lamp.rename("(c0 c1 7)"), "(lamp off 7)");
    /// assert_eq!(scrambled.rename("(c0 c1 7)"), "(fu bar 7)");
    /// ```
    pub fn new(rules: &Rules) -> Self {
        let mut renaming = Renaming {
            old: rules,
            new: Rules::empty(Symbols::new()),
            constants: FxHashMap::default(),
            variables: FxHashMap::default(),
            names: Vec::new(),
        };
        for rule in &rules.rules {
            renaming.rule(rule);
        }
        Self { rules: renaming.new.complete(), names: renaming.names }
    }

    pub fn fingerprint(&self) -> Fingerprint {
        let version = if self.rules.has_percepts() { VERSION_WITH_PERCEPTS } else { VERSION };
        let mut text = version.to_owned();
        for rule in &self.rules.rules {
            write_rule(&mut text, &self.rules, rule);
        }
        Fingerprint(Sha256::digest(text).into())
    }

    /// Puts the names of the sheet into a KIF text with canonical names.
    pub fn rename(&self, text: &str) -> String {
        let mut renamed = String::with_capacity(2 * text.len());
        for piece in text.split_inclusive([' ', '(', ')']) {
            let word = piece.trim_end_matches([' ', '(', ')']);
            let number = word.strip_prefix('c').and_then(|digits| digits.parse::<usize>().ok());
            renamed.push_str(number.and_then(|n| self.names.get(n)).map_or(word, String::as_str));
            renamed.push_str(&piece[word.len()..]);
        }
        renamed
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

struct Renaming<'a> {
    old: &'a Rules,
    new: Rules,
    constants: FxHashMap<Symbol, Symbol>,
    /// Of the rule at hand.
    variables: FxHashMap<Symbol, Symbol>,
    names: Vec<String>,
}

impl Renaming<'_> {
    fn rule(&mut self, rule: &Rule) {
        self.variables.clear();
        let head = self.sentence(&rule.head);
        let body = rule.body.iter().map(|literal| match literal {
            Literal::Positive(sentence) => Literal::Positive(self.sentence(sentence)),
            Literal::Negative(sentence) => Literal::Negative(self.sentence(sentence)),
            &Literal::Distinct(left, right) => Literal::Distinct(self.term(left), self.term(right)),
        });
        let body = body.collect();
        self.new.rules.push(Rule { head, body, clause: rule.clause });
    }

    fn sentence(&mut self, sentence: &Sentence) -> Sentence {
        let name = self.constant(self.old.relations.name(sentence.relation));
        let relation = self.new.relations.intern(name, sentence.args.len());
        let args = sentence.args.iter().map(|&arg| self.term(arg)).collect();
        Sentence { relation, args, span: sentence.span }
    }

    fn term(&mut self, term: TermId) -> TermId {
        let old = self.old;
        let node = match old.terms.get(term) {
            TermNode::Variable(name) => TermNode::Variable(self.variable(*name)),
            TermNode::Constant(name) => TermNode::Constant(self.constant(*name)),
            TermNode::Function(name, args) => {
                let name = self.constant(*name);
                TermNode::Function(name, args.iter().map(|&arg| self.term(arg)).collect())
            }
        };
        self.new.terms.intern(node)
    }

    fn variable(&mut self, name: Symbol) -> Symbol {
        let number = self.variables.len();
        let symbols = &mut self.new.symbols;
        *self.variables.entry(name).or_insert_with(|| symbols.intern(&format!("v{number}")))
    }

    fn constant(&mut self, symbol: Symbol) -> Symbol {
        let name = self.old.symbols.name(symbol);
        if keyword(name) == Some(symbol) || name.parse::<i64>().is_ok() {
            return self.new.symbols.intern(name);
        }
        *self.constants.entry(symbol).or_insert_with(|| {
            let printer = Printer { symbols: &self.old.symbols, syntax: Syntax::Kif };
            self.names.push(printer.constant(symbol).into_owned());
            self.new.symbols.intern(&format!("c{}", self.names.len() - 1))
        })
    }
}

fn write_rule(out: &mut String, rules: &Rules, rule: &Rule) {
    write_sentence(out, rules, &rule.head);
    for literal in &rule.body {
        match literal {
            Literal::Positive(sentence) => write_sentence(out, rules, sentence),
            Literal::Negative(sentence) => {
                out.push('~');
                write_sentence(out, rules, sentence);
            }
            &Literal::Distinct(left, right) => {
                let (left, right) = (rules.display(left), rules.display(right));
                write!(out, "(distinct {left} {right})").expect("a string takes all");
            }
        }
    }
    out.push('\n');
}

fn write_sentence(out: &mut String, rules: &Rules, sentence: &Sentence) {
    write!(out, "({}", rules.relation_name(sentence.relation)).expect("a string takes all");
    for &arg in &sentence.args {
        write!(out, " {}", rules.display(arg)).expect("a string takes all");
    }
    out.push(')');
}
