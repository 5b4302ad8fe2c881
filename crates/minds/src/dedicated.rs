//! Games that have an engine of their own.
//!
//! To add one: a crate whose position is a [`BoardGame`] and that has a `BoardEngine`, and a line in
//! the table of kinds below.

use std::any::Any;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use stonegate_board::{Layout, Orientation};
use stonegate_compile::Referee;
#[cfg(test)]
use stonegate_compile::WAIT;
use stonegate_stones::{BoardGame, Grid, Lines, ParseSetupError};

use crate::turns::{TurnReferee, follow};

/// A dedicated game with its settings. Black and White take turns; who has not the turn
/// plays [`WAIT`](crate::WAIT).
#[derive(Clone, Debug)]
pub struct Dedicated(Arc<dyn AnySetup>);

/// What a player says who gives up. It is not among the legal moves, so that nobody
/// draws it at random, but it is always accepted from who has the turn.
pub const RESIGN: &str = "resign";

/// What there is to know of a game when it is settled what is played.
#[derive(Clone, Copy, Debug)]
struct Kind {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    /// Reads what stands behind the name.
    parse: fn(&str) -> Result<Dedicated, ParseSetupError>,
}

impl Kind {
    const fn of<G: BoardGame>() -> Self {
        let parse = |text: &str| text.parse().map(Dedicated::new::<G>);
        Self { name: G::NAME, title: G::TITLE, about: G::ABOUT, parse }
    }
}

/// The games, one line each.
const KINDS: [Kind; 4] = [
    Kind::of::<stonegate_connect6::Position>(),
    Kind::of::<stonegate_go::CountedGame>(),
    Kind::of::<stonegate_gomoku::Position>(),
    Kind::of::<stonegate_othello::Position>(),
];

impl Dedicated {
    pub fn new<G: BoardGame>(setup: G::Setup) -> Self {
        Self(Arc::new(SetupOf::<G>(setup)))
    }

    /// The settings, if this is the game.
    pub fn setup<G: BoardGame>(&self) -> Option<&G::Setup> {
        self.0.as_any().downcast_ref::<SetupOf<G>>().map(|setup| &setup.0)
    }

    /// A game of each kind, as its plain name gives it.
    pub fn all() -> Vec<Self> {
        KINDS.iter().filter_map(|kind| (kind.parse)("").ok()).collect()
    }

    /// The name without settings.
    pub fn name(&self) -> &'static str {
        self.0.kind().name
    }

    /// The name as people write it.
    pub fn title(&self) -> &'static str {
        self.0.kind().title
    }

    /// What the game is about, in a sentence.
    pub fn about(&self) -> &'static str {
        self.0.kind().about
    }

    /// The board sizes and rules to choose from, with what to call them.
    pub fn variants(&self) -> Vec<(String, Self)> {
        self.0.variants()
    }

    /// A game in its initial position.
    pub fn referee(&self) -> Box<dyn Referee> {
        self.0.referee()
    }

    /// Where its stones and moves are on the board.
    pub fn layout(&self) -> Layout {
        let Grid { columns, rows, is_upward, on_lines, marks } = self.0.grid();
        let orientation = Orientation { is_upward, ..Orientation::default() };
        Layout::of_squares(columns, rows, orientation, on_lines).with_marks(marks)
    }

    /// Counts the lines of so many moves from the initial position on.
    pub fn count_lines(&self, depth: u32) -> Lines {
        self.0.count_lines(depth)
    }

    /// Whether a game that began with these joint moves is fit for a match: nobody has
    /// won already.
    pub fn is_balanced(&self, line: &[Vec<String>]) -> bool {
        self.0.is_balanced(line)
    }
}

/// The settings of some game, whichever it is.
trait AnySetup: fmt::Debug + Send + Sync {
    fn kind(&self) -> Kind;
    fn as_any(&self) -> &dyn Any;
    /// What stands behind the name.
    fn text(&self) -> String;
    fn variants(&self) -> Vec<(String, Dedicated)>;
    fn grid(&self) -> Grid;
    fn referee(&self) -> Box<dyn Referee>;
    fn count_lines(&self, depth: u32) -> Lines;
    fn is_balanced(&self, line: &[Vec<String>]) -> bool;
}

#[derive(Debug)]
struct SetupOf<G: BoardGame>(G::Setup);

impl<G: BoardGame> AnySetup for SetupOf<G> {
    fn kind(&self) -> Kind {
        Kind::of::<G>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn variants(&self) -> Vec<(String, Dedicated)> {
        let variants = G::variants().into_iter();
        variants.map(|(title, setup)| (title, Dedicated::new::<G>(setup))).collect()
    }

    fn grid(&self) -> Grid {
        G::grid(&self.0)
    }

    fn referee(&self) -> Box<dyn Referee> {
        Box::new(TurnReferee::new(G::start(&self.0)))
    }

    fn count_lines(&self, depth: u32) -> Lines {
        G::start(&self.0).count_lines(depth)
    }

    fn is_balanced(&self, line: &[Vec<String>]) -> bool {
        let mut game = G::start(&self.0);
        let is_possible = line.iter().all(|joint| follow(&mut game, joint).is_some());
        is_possible && game.is_balanced()
    }
}

/// Why a text names no dedicated game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DedicatedError {
    /// There is no game of this name.
    #[error(
        "there is no machine for `{0}`: there is one for {all}",
        all = KINDS.map(|kind| kind.name).join(", ")
    )]
    Unknown(String),
    /// The game has no such setting.
    #[error("`{game}` has no setting `{}`: it takes {}", .error.setting, .error.expected)]
    Setting { game: &'static str, error: ParseSetupError },
}

impl PartialEq for Dedicated {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl fmt::Display for Dedicated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name(), self.0.text())
    }
}

/// Reads a name with the size behind it and settings after a colon: `othello6`.
impl FromStr for Dedicated {
    type Err = DedicatedError;

    fn from_str(text: &str) -> Result<Self, DedicatedError> {
        let lower = text.trim().to_ascii_lowercase();
        let behind = |kind: &Kind| {
            let rest = lower.strip_prefix(kind.name)?;
            let is_name = rest.chars().next().is_none_or(|c| c == ':' || c.is_ascii_digit());
            is_name.then(|| (*kind, rest.to_owned()))
        };
        // The longest name that fits, so that a name may end in a digit.
        let fitting = KINDS.iter().filter_map(behind).max_by_key(|(kind, _)| kind.name.len());
        let (kind, rest) = fitting.ok_or_else(|| DedicatedError::Unknown(text.to_owned()))?;
        (kind.parse)(&rest).map_err(|error| DedicatedError::Setting { game: kind.name, error })
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
        assert_eq!("Othello8".parse(), "othello".parse::<Dedicated>());
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
