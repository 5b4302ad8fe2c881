#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod clock;
mod dedicated;
mod hangup;
mod hosted;
mod player;
mod program;
mod rulebook;
mod ruleset;
mod seat;
mod seated;

mod spec;
mod table_player;

mod players;

mod http;
mod wire;

mod board;

mod cache_folder;
mod compiling;
mod prepare;
mod speed;
mod stopwatch;

mod mind;
mod ponderer;
mod thinker;
mod weights;

pub use board::{BoardAddress, BoardLine, BoardStation, Chip, board_folder, machine_folder};
pub use cache_folder::CacheFolder;
pub use clock::{Clock, GRACE, safety_margin};
pub use compiling::{Compiling, Progress};
pub use dedicated::go::link as go_link;
pub use dedicated::{Dedicated, DedicatedError, RESIGN, SparringPartner, ThreadCrew, WAIT};
pub use hangup::Hangup;
pub use http::{Address, DEFAULT_PORT};
pub use mind::Method;
pub use player::{Briefing, Player, PlayerError, Sight, Turn};
pub use players::{
    Dialect, HumanPlayer, RandomPlayer, RemotePlayer, ThinkingPlayer, ThinkingSettings,
};
pub use prepare::{Prepare, PrepareSettings, Ready};
pub use rulebook::Rulebook;
pub use ruleset::Ruleset;
pub use seat::{Answer, Last, Listener, Seat};
pub use spec::{Options, PlayerSpec, Resources, SpecError};
pub use stonegate_minds::{NoMove, Opinion, Thoughts};
pub use stopwatch::{Stopwatch, cpu_time, now, time_of};
pub use table_player::TablePlayer;
pub use thinker::{IllegalHistory, Thinker};
pub use weights::{Learned, weights_file};
pub use wire::{Wire, WireAddress};

/// What the README of the project shows is run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;
