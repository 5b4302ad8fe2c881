//! Those who play: programs of ours, people, programs behind a pipe, a socket or a wire.

#![forbid(unsafe_code)]

mod clock;
mod dedicated;
mod hangup;
mod player;
mod program;
mod rulebook;
mod ruleset;
mod seat;
mod thoughts;

mod spec;
mod table_player;

mod players;

mod http;
mod wire;

mod board;

mod mind;
mod ponderer;
mod thinker;

pub use board::{BoardAddress, BoardLine, BoardStation, Chip, board_folder, machine_folder};
pub use clock::{Clock, GRACE, safety_margin};
pub use dedicated::go::Thinking as GoThinking;
pub use dedicated::othello::with_helpers;
pub use dedicated::{Dedicated, DedicatedError, RESIGN, WAIT};
pub use hangup::Hangup;
pub use http::{Address, DEFAULT_PORT};
pub use mind::{Method, NoMove};
pub use player::{Briefing, Player, PlayerError, Turn};
pub use players::{HumanPlayer, RandomPlayer, RemotePlayer, ThinkingPlayer, ThinkingSettings};
pub use rulebook::Rulebook;
pub use ruleset::Ruleset;
pub use seat::{Answer, Listener, Seat};
pub use spec::{Options, PlayerSpec, Resources, SpecError};
pub use table_player::TablePlayer;
pub use thinker::{IllegalHistory, Thinker};
pub use thoughts::{Opinion, Thoughts};
pub use wire::{Wire, WireAddress};
