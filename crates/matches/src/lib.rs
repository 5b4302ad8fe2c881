//! Matches and their records.
//!
//! A [`Match`] brings together a [`Referee`](stonegate_compile::Referee), who knows the rules, and one
//! [`Player`](stonegate_players::Player) for each role, whoever that may be: a program of ours, a person, a
//! program behind a socket. All are asked at the same time, each in a thread of its
//! own ([`Seat`](stonegate_players::Seat)), and none can hold up the match: a move that is late, illegal or
//! missing is drawn at random, and the [`Record`] tells of it.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! use stonegate_matches::{Entrant, Match, Setup};
//! use stonegate_players::{Clock, PlayerSpec, Resources, Rulebook, Ruleset};
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

mod matches;
mod record;
mod scramble;

pub use matches::{Entrant, Match, Setup, roles_to_play};
pub use record::Record;
pub use scramble::{Scrambled, Scrambler};
