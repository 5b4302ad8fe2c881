//! The text form: one line per node, then outputs and constraints.
//!
//! ```text
//! n1 = input "does red (mark 1 1)"
//! n2 = register "control red" init 1 next !n2
//! n3 = loop "reaches a" component 0 feed n4
//! n4 = and n1 n3 @7
//! output "terminal" !n4
//! constrain at-most-one n1 n2
//! ```
//!
//! Literals are `0`, `1`, a node or `!` and a node; `@7` is a gate's [`Origin`](crate::Origin).
//! Names are quoted, with `\"`, `\\` and `\n` as the only escapes.
//! Printing names node 5 `n5`; the parser takes any names, and skips empty lines and `#` comments.
//! It keeps gates as they are written: nothing is folded or shared.

mod parse;
mod print;

pub use parse::{ParseCircuitError, ParseErrorKind};
pub(crate) use print::Quoted;
