//! Games with people.
//!
//! A [`Table`] has a game at it, people and engines on its seats, and those who look on. It is told
//! what happens, an [`Event`] at a time, and says what is to be done, as [`Effect`]s: have this engine
//! think, store this, tell this to that page. It starts no threads, reads no clock, opens no file
//! and no socket: whoever drives it does that, be it the server of the page or the terminal. The
//! time is a number that comes with every event.
//!
//! A driver brings the rules as a [`Game`], and follows each effect in turn. What must not be seen
//! yet, whose clock runs, what people have to agree to and how a game is counted is all decided
//! here.

#![forbid(unsafe_code)]

mod game;
mod stored;
mod token;

mod people;
mod request;
mod seat;

mod clocks;
mod counting;
mod play;
mod position;

mod event;
mod message;
mod table;

mod table_view;
mod view;

#[cfg(test)]
mod fixture;

pub use clocks::{ClocksView, TimeControl};
pub use counting::{CountView, Standing};
pub use event::{Aim, Answer, Circumstances, Effect, Event, Page, Question, QuestionId};
pub use game::Game;
pub use message::{Command, Refusal, Reply, SeatRequest};
pub use people::{Guest, Rights};
pub use play::Play;
pub use position::Position;
pub use request::RequestView;
pub use seat::{SeatView, Sitter, new_seats};
pub use stored::{StoredClocks, StoredCount, StoredMove, StoredSeat, StoredStatus};
pub use table::Table;
pub use table_view::{GameView, Kind, TableMessage, TableView};
pub use token::{TokenHash, hex};
pub use view::{
    BoardView, CircuitView, ConeView, LastMove, Over, Place, PositionView, Reason, Ruler, Scene,
    Situation, Times, boards, choosing, evidence, squares,
};
