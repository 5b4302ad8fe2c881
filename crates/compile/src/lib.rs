//! From the text of rules to something that can be played.
//!
//! [`GameRules`] is a sheet with the rules that it was lowered to, [`Compilation`] makes machines of
//! them in tiers, a [`Cache`] keeps these, and a [`Referee`] plays one state at a time, on a machine
//! or, where there is none, straight from the clauses. The rule sheets that come with the project
//! are [`BUILT_IN`].
//!
//! ```
//! use std::sync::Arc;
//!
//! use stonegate_compile::{BuiltIn, Compilation, GameRules, MachineReferee, Referee};
//!
//! let game = BuiltIn::find("Tic Tac Toe").expect("names may be spelled in any way");
//! let game = GameRules::read(game.text)?;
//! let compilation = Compilation::new(&game.rules, &stonegate_ground::Budget::default())?;
//! let machine = compilation.quick(&|| false).machine;
//! let mut referee = MachineReferee::new(Arc::new(machine));
//! assert_eq!(referee.n_legal()?, [9, 1]);
//! referee.apply(&["(mark 2 2)".to_owned(), "noop".to_owned()])?;
//! assert_eq!(referee.n_legal()?, [1, 8]);
//! assert!(referee.undo());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod built_in;
mod game_rules;

mod cache;
mod compile;
mod tier;

mod patience;
mod referee;
mod reference_game;
mod spelling;

pub use built_in::{BUILT_IN, BuiltIn, plain_name};
pub use cache::{Cache, CacheError, Damaged, decode_machine, encode_machine};
pub use compile::{Compilation, n_groundings};
pub use game_rules::{GameRules, UnplayableSheet, role_names};
pub use patience::{Now, Patience};
pub use referee::{EvaluatorReferee, MachineReferee, Referee, RefereeError, place, recognize};
pub use reference_game::{Interruption, ReferenceGame, ReferenceState};
pub use spelling::find_spelling;
pub use tier::Tier;
