#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod game;
mod stored;
mod token;

mod agreement;
mod people;
mod seat;

mod clocks;
mod counting;
mod play;
mod position;
mod secrets;

mod event;
mod message;
mod table;

mod table_view;
mod view;

#[cfg(test)]
mod fixture;

pub use agreement::RequestView;
pub use clocks::{ClocksView, TimeControl};
pub use counting::{CountView, Standing};
pub use event::{Aim, Answer, Circumstances, Effect, Event, Page, Question, QuestionId, Sight};
pub use game::Game;
pub use message::{Command, Refusal, Reply, SeatRequest};
pub use people::{Guest, Rights};
pub use play::Play;
pub use position::Position;
pub use seat::{SeatView, Sitter, new_seats};
pub use secrets::HIDDEN_MOVE;
pub use stored::{
    BROUGHT, StoredClocks, StoredCount, StoredMove, StoredSeat, StoredStatus, StoredTable,
};
pub use table::Table;
pub use table_view::{GameView, Kind, TableMessage, TableView};
pub use token::{TokenHash, hex};
pub use view::{
    BoardView, CircuitView, ConeView, LastMove, Over, Place, PositionView, Reason, Ruler, Scene,
    Situation, Times, boards, choosing, evidence, squares,
};
