//! GTP 2, the Go Text Protocol (Farnebäck, draft 2, 2002), by which a program is asked for moves.
//!
//! A controller writes [`Command`]s, one on a line, and the engine answers each with a
//! [`Response`] that ends with an empty line, which a controller finds with a [`ResponseReader`].
//!
//! ```
//! use stonegate_protocols::gtp::{Color, Command, Response, Vertex};
//!
//! let command = Command::parse("7 play\tWHITE d4 # a corner")?.expect("the line is not empty");
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
pub use command::{Command, MAX_INT};
pub use response::{Failure, Response, ResponseReader};
pub use vertex::{Color, GenmoveAnswer, ParseVertexError, Vertex};
