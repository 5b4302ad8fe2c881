//! Games that have a machine of their own.
//!
//! To add one: a variant of [`Dedicated`], a file with its [`TurnGame`] and its players, and
//! a line in the table of engines in `spec.rs` for each of these.

pub(crate) mod c6;
pub(crate) mod connect6;
pub(crate) mod go;
pub(crate) mod gomocup;
pub(crate) mod gomoku;
pub(crate) mod gtp;
mod hosted;
pub(crate) mod nboard;
pub(crate) mod othello;

mod turns;

use std::fmt;
use std::str::FromStr;

use stonegate_board::Layout;
use stonegate_connect6::Size;
use stonegate_go::Setup;
use stonegate_othello::Width;

use crate::referee::Referee;
use turns::TurnReferee;

pub(crate) use turns::TurnGame;

/// A dedicated game with its settings. Black and White take turns; who has not the turn
/// plays [`WAIT`].
#[derive(Clone, PartialEq, Debug)]
pub enum Dedicated {
    Connect6(Size),
    Go(Setup),
    Gomoku(stonegate_gomoku::Setup),
    Othello(Width),
}

/// The only move of the role whose turn it is not.
pub const WAIT: &str = "noop";

/// What a player says who gives up. It is not among the legal moves, so that nobody
/// draws it at random, but it is always accepted from who has the turn.
pub const RESIGN: &str = "resign";

impl Dedicated {
    /// A game of each kind, as its plain name gives it.
    pub fn all() -> Vec<Self> {
        vec![
            Self::Connect6(Size::STANDARD),
            Self::Go(Setup::default()),
            Self::Gomoku(stonegate_gomoku::Setup::default()),
            Self::Othello(Width::EIGHT),
        ]
    }

    /// The name without settings.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Connect6(_) => "connect6",
            Self::Go(_) => "go",
            Self::Gomoku(_) => "gomoku",
            Self::Othello(_) => "othello",
        }
    }

    /// The name as people write it.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Connect6(_) => "Connect6",
            Self::Go(_) => "Go",
            Self::Gomoku(_) => "Gomoku",
            Self::Othello(_) => "Othello",
        }
    }

    /// What the game is about, in a sentence.
    pub fn about(&self) -> &'static str {
        match self {
            Self::Connect6(_) => "Place two stones a turn; six or more in a row win.",
            Self::Go(_) => "Surround more of the board than the other.",
            Self::Gomoku(_) => "Place one stone a turn; five in a row win.",
            Self::Othello(_) => "Enclose the other's discs to turn them; most discs win.",
        }
    }

    /// The board sizes and rules to choose from, with what to call them.
    pub fn variants(&self) -> Vec<(String, Self)> {
        match self {
            Self::Connect6(_) => [19, 15, 13]
                .into_iter()
                .filter_map(Size::new)
                .map(|size| (format!("{0} × {0}", size.get()), Self::Connect6(size)))
                .collect(),
            Self::Go(setup) => [9, 13, 19]
                .into_iter()
                .filter_map(stonegate_go::Size::square)
                .map(|size| {
                    (format!("{0} × {0}", size.width()), Self::Go(Setup { size, ..*setup }))
                })
                .collect(),
            Self::Gomoku(_) => gomoku::variants()
                .into_iter()
                .map(|(title, setup)| (title, Self::Gomoku(setup)))
                .collect(),
            Self::Othello(_) => [Width::EIGHT, Width::SIX, Width::FOUR]
                .map(|width| (format!("{0} × {0}", width.get()), Self::Othello(width)))
                .to_vec(),
        }
    }

    /// A game in its initial position.
    pub fn referee(&self) -> Box<dyn Referee> {
        match self {
            Self::Connect6(size) => Box::new(TurnReferee::new(connect6::Game::new(*size))),
            Self::Go(setup) => Box::new(TurnReferee::new(go::Game::new(setup))),
            Self::Gomoku(setup) => Box::new(TurnReferee::new(gomoku::Game::new(*setup))),
            Self::Othello(width) => Box::new(TurnReferee::new(othello::Game::new(*width))),
        }
    }

    /// Where its stones and moves are on the board.
    pub fn layout(&self) -> Layout {
        match self {
            Self::Connect6(size) => connect6::layout(*size),
            Self::Go(setup) => go::layout(setup),
            Self::Gomoku(setup) => gomoku::layout(*setup),
            Self::Othello(width) => othello::layout(*width),
        }
    }

    /// Whether a game that began with these joint moves is fit for a match: nobody has
    /// won already.
    pub fn is_balanced(&self, line: &[Vec<String>]) -> bool {
        match self {
            Self::Connect6(size) => connect6::is_balanced(*size, line),
            Self::Go(setup) => go::is_balanced(setup, line),
            Self::Gomoku(setup) => gomoku::is_balanced(*setup, line),
            Self::Othello(width) => othello::is_balanced(*width, line),
        }
    }
}

/// Why a text names no dedicated game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DedicatedError {
    /// There is no game of this name.
    Unknown(String),
    /// The game has no such setting.
    Setting { game: &'static str, setting: String, expected: &'static str },
}

impl fmt::Display for DedicatedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let names = Dedicated::all();
                let names = names.iter().map(Dedicated::name).collect::<Vec<_>>().join(", ");
                write!(f, "there is no machine for `{name}`: there is one for {names}")
            }
            Self::Setting { game, setting, expected } => {
                write!(f, "`{game}` has no setting `{setting}`: it takes {expected}")
            }
        }
    }
}

impl std::error::Error for DedicatedError {}

impl fmt::Display for Dedicated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connect6(Size::STANDARD) => f.write_str("connect6"),
            Self::Connect6(size) => write!(f, "connect6:size={}", size.get()),
            Self::Go(setup) => write!(f, "go{setup}"),
            Self::Gomoku(setup) => write!(f, "gomoku{setup}"),
            Self::Othello(Width::EIGHT) => f.write_str("othello"),
            Self::Othello(width) => write!(f, "othello{}", width.get()),
        }
    }
}

/// Reads a name with the size behind it and settings after a colon: `othello6`.
impl FromStr for Dedicated {
    type Err = DedicatedError;

    fn from_str(text: &str) -> Result<Self, DedicatedError> {
        let lower = text.trim().to_ascii_lowercase();
        let (head, settings) = lower.split_once(':').unwrap_or((&lower, ""));
        // The longest name that fits, so that a name may end in a digit.
        let mut games = Self::all();
        games.sort_by_key(|game| std::cmp::Reverse(game.name().len()));
        let game = games.into_iter().find(|game| {
            let rest = head.strip_prefix(game.name());
            rest.is_some_and(|rest| {
                rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit())
            })
        });
        let game = game.ok_or_else(|| DedicatedError::Unknown(text.to_owned()))?;
        let size = &head[game.name().len()..];
        match game {
            Self::Connect6(_) => connect6::parse(size, settings).map(Self::Connect6),
            Self::Go(_) => go::parse(size, settings).map(Self::Go),
            Self::Gomoku(_) => gomoku::parse(size, settings).map(Self::Gomoku),
            Self::Othello(_) => othello::parse(size, settings).map(Self::Othello),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_printed() {
        let variants = Dedicated::all().into_iter().flat_map(|game| game.variants());
        for (_, game) in variants {
            assert_eq!(game.to_string().parse(), Ok(game));
        }
        for text in ["othello", "othello6"] {
            let game = text.parse::<Dedicated>().expect("it is a game");
            assert_eq!(game.to_string(), text);
        }
        assert_eq!("Othello8".parse(), Ok(Dedicated::Othello(Width::EIGHT)));
        for (text, expected) in [
            ("draughts", "there is no machine for `draughts`"),
            ("othellox", "there is no machine for `othellox`"),
            ("othello7", "`othello` has no setting `7`: it takes"),
            ("othello:komi=7", "no setting `komi=7`"),
        ] {
            let error = text.parse::<Dedicated>().expect_err("it is no game").to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn games_are_played_to_their_end() {
        for game in Dedicated::all() {
            let mut referee = game.referee();
            assert_eq!(referee.roles(), ["black", "white"]);
            let layout = game.layout();
            let mut n_moves = 0;
            while !referee.is_terminal().expect("it can be told") {
                let legal = referee.legal().expect("it can be told").to_vec();
                let joint = legal.iter().map(|moves| moves[n_moves * 7 % moves.len()].clone());
                let joint = joint.collect::<Vec<_>>();
                assert!(joint.iter().any(|action| action == WAIT), "{joint:?}");
                for action in
                    joint.iter().filter(|action| ![WAIT, "pass"].contains(&action.as_str()))
                {
                    assert_eq!(layout.squares_of(action).len(), 1, "{game}: {action}");
                }
                referee.apply(&joint).expect("the moves are legal");
                n_moves += 1;
                assert!(n_moves < 2_000, "{game} does not end");
            }
            let goals = referee.goals().expect("it is over");
            assert_eq!(goals.iter().map(|goal| u32::from(goal.expect("known"))).sum::<u32>(), 100);
        }
    }
}
