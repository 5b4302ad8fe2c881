//! Connect6 on a wire: a board or the referee of the FPT 2011 protocol, and the text dialect of
//! desktop engines.

mod board;
mod bot;
mod game;
mod party;
mod referee;
mod text;

pub use board::serve as serve_board;
pub use party::Party;
pub use referee::referee;
pub use text::serve as serve_text;
