//! The protocol of general game playing: a manager asks, a player replies.
//!
//! A message is a list in the syntax of the rules, KIF or infix, and so is the
//! reply. Heads are read in any case, match ids as they are spelled.
//!
//! | message | reply |
//! |---|---|
//! | `(info)` | `((name X) (status available))`, or `busy` instead |
//! | `(preview (rules) clock)` | `ready` |
//! | `(start id role (rules) startclock playclock)` | `ready`, or `busy` |
//! | `(play id nil)`, then `(play id (move ..))` | the move |
//! | `(stop id (move ..))` | `done` |
//! | `(abort id)` | `aborted` |
//!
//! Terms are kept in one spelling, KIF with single blanks: `(mark 1 1)`.

mod message;
mod reply;
mod rule_text;

mod list;
mod term;

mod error;

pub use error::DecodeError;
pub use message::{LastMoves, MAX_CLOCK, Message};
pub use reply::{Description, Reply};
pub use rule_text::RuleText;
pub use term::{canonical, convert};
