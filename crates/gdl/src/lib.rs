//! The rules language of Stonegate: the Game Description Language (GDL).
//!
//! A rule sheet is text in one of two syntaxes, KIF and infix. [`parse`] makes a
//! [`Sheet`] of it, a tree that keeps what was written and where;
//! [`Sheet::print`] is its inverse in either syntax. [`Rules`] is the same
//! without sugar: flat clauses over interned symbols and terms, named by small
//! typed ids, with their [`Dependencies`]: which relation needs which, in strata
//! and phases. [`analyze`] does all of this and checks the well-formedness rules of
//! the GDL specification; what it finds are [`Diagnostic`]s, which [`render`]
//! draws into the source.
//!
//! A wrong rule sheet is normal: no function here fails or panics on bad text.
//!
//! ```
//! use stonegate_gdl::{Code, Syntax, analyze};
//!
//! let sheet = "
//!     (role robot)
//!     (init (lamp off))
//!     (legal robot push)
//!     (<= (next (lamp on)) (does robot push))
//!     (<= terminal (true (lamp on)))
//!     (<= (goal robot 100) (true (lamp ?state)))
//! ";
//! let analysis = analyze(sheet);
//! assert!(analysis.diagnostics.is_empty());
//! let infix = analysis.sheet.print(Syntax::Infix);
//! assert!(infix.contains("next(lamp(on)) :- does(robot,push)."));
//!
//! let analysis = analyze(&sheet.replace("goal robot 100", "goal robot ?points"));
//! assert_eq!(analysis.diagnostics[0].code, Code::UnsafeVariable);
//! ```

#![forbid(unsafe_code)]

mod span;
mod symbol;
mod syntax;

mod parse;

mod infix;
mod kif;

mod print;

mod lower;
mod rules;

mod fingerprint;

mod goal;

mod graph;

mod check;

mod diagnostic;
mod render;

pub use check::{Analysis, analyze};
pub use diagnostic::{Code, Diagnostic, Severity};
pub use fingerprint::{Canonical, Fingerprint};
pub use goal::{Goal, ParseGoalError};
pub use graph::{Dependencies, Edge, Phase};
pub use parse::{MAX_SHEET_BYTES, decode, detect, parse, parse_as};
pub use render::render;
pub use rules::{Literal, RelationId, Relations, Rule, Rules, Sentence, TermId, TermNode, Terms};
pub use span::{Span, line_column};
pub use symbol::{Symbol, Symbols};
pub use syntax::{Atom, Clause, Comment, Formula, Sheet, Syntax, Term, TermKind};
