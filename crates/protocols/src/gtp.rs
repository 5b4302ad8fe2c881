//! GTP 2, the Go Text Protocol (Farnebäck, draft 2, 2002), by which a program is asked for moves.
//!
//! A controller writes [`Command`]s, one on a line, and the engine answers each with a
//! [`Response`] that ends with an empty line. An engine reads commands from a [`CommandReader`],
//! a controller reads responses from a [`ResponseReader`]; both take bytes as they come.
//!
//! ```
//! use stonegate_protocols::gtp::{Color, Command, Response, Vertex};
//!
//! let command = Command::parse(b"7 play\tWHITE d4 # a corner")?.expect("the line is not empty");
//! assert_eq!((command.id, command.name.as_str()), (Some(7), "play"));
//! let mut arguments = command.arguments();
//! assert_eq!(arguments.color()?, Color::White);
//! assert_eq!(arguments.vertex()?, Vertex::Point { column: 3, row: 3 });
//!
//! let response = Response::success(command.id, "");
//! assert_eq!(response.to_string(), "=7\n\n");
//! # Ok::<(), stonegate_protocols::gtp::Failure>(())
//! ```

mod arguments;
mod command;
mod response;
mod vertex;

pub use arguments::Arguments;
pub use command::{Command, CommandReader, MAX_INT};
pub use response::{Failure, Response, ResponseReader};
pub use vertex::{Color, GenmoveAnswer, ParseVertexError, Vertex};
