//! What game programs say to each other: messages, encoded and decoded.
//!
//! Each protocol is a module of its own, and nothing here touches a socket: text
//! comes in, a message goes out, and the other way round. What cannot be read is
//! an error that says why.
//!
//! What comes in line by line is cut by [`lines`].
//!
//! [`ggp`] is the protocol of general game playing, by which a player is sent the
//! rules of a game that it has never seen:
//!
//! ```
//! use stonegate_gdl::Syntax;
//! use stonegate_protocols::ggp::{LastMoves, Message, Reply};
//!
//! let (message, syntax) = Message::decode("( PLAY match.1 (( mark 1 1 ) noop ) )")?;
//! let last = LastMoves::Joint(vec!["(mark 1 1)".to_owned(), "noop".to_owned()]);
//! assert_eq!(message, Message::Play { id: "match.1".to_owned(), last });
//! assert_eq!(message.encode(Syntax::Infix), "play(match.1,[mark(1,1),noop])");
//!
//! let reply = Reply::Move("(mark 2 2)".to_owned());
//! assert_eq!(reply.encode(syntax), "(mark 2 2)");
//! # Ok::<(), stonegate_protocols::ggp::DecodeError>(())
//! ```

#![forbid(unsafe_code)]

pub mod connect6;
pub mod ggp;
pub mod go_link;
pub mod gomocup;
pub mod gomoku_link;
pub mod gtp;
pub mod http;
pub mod lines;
pub mod nboard;
