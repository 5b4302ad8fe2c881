#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod span;
mod symbol;
mod syntax;

mod parse;

mod infix;
mod kif;
mod tokens;

mod print;

mod lower;
mod rules;

mod fingerprint;

mod goal;
mod ids;

mod graph;

mod check;

mod diagnostic;
mod render;

pub use check::{Analysis, analyze, form};
pub use diagnostic::{Code, Diagnostic, Severity};
pub use fingerprint::{Canonical, Fingerprint};
pub use goal::{Goal, ParseGoalError};
pub use graph::{Dependencies, Edge, Phase};
pub use ids::{MoveId, PerceptId, RoleId};
pub use parse::{MAX_SHEET_BYTES, decode, detect, parse, parse_as};
pub use render::{Remark, render, render_remark};
pub use rules::{Literal, RelationId, Relations, Rule, Rules, Sentence, TermId, TermNode, Terms};
pub use span::{Span, line_column};
pub use symbol::{Symbol, Symbols, keyword};
pub use syntax::{Atom, Clause, Comment, Formula, Sheet, Syntax, Term, TermKind};
pub use tokens::{Token, TokenKind, tokens};
