//! Why a sheet cannot be grounded, and what the work may cost.

use std::fmt;

use stonegate_gdl::{Rules, Span, Symbol};

/// What grounding may cost, and whom to tell how far it came.
#[derive(Copy, Clone)]
pub struct Budget<'a> {
    /// Asked now and then: is the time up, or does the user want to stop?
    pub stop: &'a dyn Fn() -> bool,
    /// How many atoms there may be, how many rows in one table, and how many gates.
    pub max_rows: usize,
    /// A game with more rows than this is grounded by demand: of relations that the language gives
    /// no meaning, no other atoms are found than those that rules ask for.
    pub many_rows: usize,
    /// The memory that grounding and a first optimization may take.
    pub max_bytes: usize,
    /// Told what is being done, with the name of the relation at hand.
    pub progress: &'a dyn Fn(Progress<'_>),
}

/// What grounding is doing.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Progress<'a> {
    /// Looking for the atoms that can hold; there are `n_atoms` so far.
    Reaching { relation: &'a str, n_atoms: usize },
    /// Building gates; there are `n_gates` so far.
    Building { relation: &'a str, n_gates: usize },
}

/// Room for a few gigabytes, no limit of time, and nobody to tell.
impl Default for Budget<'_> {
    fn default() -> Self {
        Self {
            stop: &|| false,
            max_rows: 20_000_000,
            many_rows: 2_000_000,
            max_bytes: usize::MAX,
            progress: &|_| {},
        }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("max_rows", &self.max_rows)
            .field("many_rows", &self.many_rows)
            .field("max_bytes", &self.max_bytes)
            .finish_non_exhaustive()
    }
}

/// A sheet that did not become a machine.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct GroundError {
    pub kind: GroundErrorKind,
    /// The relation that was being computed, as `name/arity`.
    pub relation: String,
    /// The head of the rule that was being used.
    pub span: Span,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum GroundErrorKind {
    /// The caller's `stop` said so.
    Stopped,
    /// There were more rows, or they took more memory, than the budget allows.
    TooLarge,
    /// A variable of the rule has no value.
    Unsafe,
    /// The rule depends on its own negation.
    NegativeCycle,
    /// The game has no roles.
    NoRoles,
}

impl GroundError {
    /// The error for a rule that was being used.
    pub(crate) fn at_rule(rules: &Rules, rule: usize, kind: GroundErrorKind) -> Self {
        let head = &rules.rules[rule].head;
        let relation = format!("{}/{}", rules.relation_name(head.relation), head.args.len());
        Self { kind, relation, span: head.span }
    }

    pub(crate) fn no_roles(rules: &Rules) -> Self {
        let relation = rules.symbols.name(Symbol::ROLE).to_owned();
        Self { kind: GroundErrorKind::NoRoles, relation, span: Span { start: 0, end: 0 } }
    }
}

impl fmt::Display for GroundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = &self.relation;
        match self.kind {
            GroundErrorKind::Stopped => {
                write!(f, "stopped before the game was grounded, while computing `{relation}`")
            }
            GroundErrorKind::TooLarge => {
                write!(f, "the game is too large to ground: `{relation}` exploded")
            }
            GroundErrorKind::Unsafe => {
                write!(f, "a rule for `{relation}` has a variable without a value")
            }
            GroundErrorKind::NegativeCycle => {
                write!(f, "`{relation}` depends on its own negation")
            }
            GroundErrorKind::NoRoles => f.write_str("the game has no roles"),
        }
    }
}

impl std::error::Error for GroundError {}
