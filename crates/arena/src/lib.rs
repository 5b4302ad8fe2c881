//! Players, clocks, matches and their records.
//!
//! A [`Match`] brings together a [`Referee`], who knows the rules, and one
//! [`Player`] for each role, whoever that may be: a program of ours, a person, a
//! program behind a socket. All are asked at the same time, each in a thread of its
//! own ([`Seat`]), and none can hold up the match: a move that is late, illegal or
//! missing is drawn at random, and the [`Record`] tells of it.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! use stonegate_arena::{Clock, Entrant, Match, PlayerSpec, Resources, Rulebook, Ruleset, Setup};
//!
//! let (sheet, _) = stonegate_gdl::parse("
//!     (role robot)
//!     (init (lamp off))
//!     (legal robot push)
//!     (<= (next (lamp on)) (does robot push))
//!     (<= terminal (true (lamp on)))
//!     (<= (goal robot 100) (true (lamp on)))
//! ");
//! let spec: PlayerSpec = "random".parse()?;
//! let player = spec.player(&Resources::new(1))?;
//! let entrants = vec![Entrant { name: spec.to_string(), player }];
//! let ruleset = Ruleset::from(sheet);
//! let referee = Rulebook::new(&ruleset, Duration::from_secs(1))?.game()?;
//! let setup = Setup {
//!     match_id: "lamp.1".to_owned(),
//!     game_name: "lamp".to_owned(),
//!     ruleset,
//!     opening: Vec::new(),
//!     clock: Clock::from_secs(1, 1),
//!     scrambled: false,
//!     step_limit: 100,
//!     seed: 1,
//! };
//! let record = Match::new(setup, referee, entrants).play(&AtomicBool::new(false), &mut |_| {});
//! assert_eq!(record.moves, [["push"]]);
//! assert_eq!(record.states, ["((lamp off))", "((lamp on))"]);
//! assert_eq!(record.goal_values, [100]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod clock;
mod count;
mod dedicated;
mod hangup;
mod matches;
mod player;
mod program;
mod record;
mod referee;
mod ruleset;
mod seat;
mod speed;
mod stopwatch;
mod thoughts;

mod spec;

mod players;

mod http;
mod scramble;
mod wire;

mod board;

mod cache;
mod prepare;
mod reference_game;

mod mind;
mod ponderer;
mod spelling;
mod thinker;

mod pool;
mod quota;
mod visitor;

mod catalog;
mod store;
mod table;
mod tables;
mod view;

pub use board::{BoardAddress, BoardLine, BoardStation, Chip, board_folder, machine_folder};
pub use cache::{Cache, CacheError};
pub use prepare::{Prepare, PrepareSettings, Progress, Ready, Tier};
pub use reference_game::{Interruption, ReferenceGame, ReferenceState};

pub use catalog::{
    Basis, Brought, Card, CardView, Catalog, CatalogError, DiagnosticView, Kind, MAX_SHEET_BYTES,
    OpenGame, Reading, VariantView, Verdict,
};
pub use pool::{Bounds, Full, Pool};
pub use quota::{Quota, UsedUp};
pub use store::{Contents, Damage, Store, StoreError};
pub use table::{
    Answers, ClocksView, CountView, FromPage, GameView, Guest, News, Refusal, Rights, SeatRequest,
    SeatView, Table, TableMessage, TableView, TimeControl, ToPage, Watcher, WishView, players,
};
pub use tables::{Created, Summary, Tables};
pub use view::{CircuitView, ConeView, PositionView, Situation, choosing};
pub use visitor::Visitor;

pub use clock::{Clock, GRACE, safety_margin};
pub use count::{N_PASSES_TO_COUNT, Standing};
pub use dedicated::go::Thinking as GoThinking;
pub use dedicated::othello::with_helpers;
pub use dedicated::{Dedicated, DedicatedError, RESIGN, WAIT};
pub use hangup::Hangup;
pub use http::{Address, DEFAULT_PORT};
pub use matches::{CHANCE_ROLE, Entrant, Match, Setup, roles_to_play};
pub use mind::{Method, NoMove};
pub use player::{Briefing, Player, PlayerError, Turn};
pub use players::{HumanPlayer, RandomPlayer, RemotePlayer, ThinkingPlayer, ThinkingSettings};
pub use record::Record;
pub use referee::{EvaluatorReferee, MachineReferee, Referee, RefereeError, Rulebook};
pub use ruleset::Ruleset;
pub use scramble::{Scrambled, Scrambler};
pub use seat::{Answer, Listener, Seat};
pub use spec::{Options, PlayerSpec, Resources, SpecError};
pub use stopwatch::{Stopwatch, cpu_time};
pub use thinker::{IllegalHistory, Thinker};
pub use thoughts::{Opinion, Thoughts};
pub use wire::{Wire, WireAddress};
