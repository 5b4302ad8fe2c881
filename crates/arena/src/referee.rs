//! The rules of a game as a match needs them.

mod evaluator;
mod machine;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use stonegate_gdl::{Rules, Sheet};
use stonegate_ground::{Budget, Machine, ground};
use stonegate_stones::Count;

use crate::dedicated::Dedicated;
use crate::ruleset::Ruleset;
use crate::spelling::find_spelling;
use crate::stopwatch::Stopwatch;

pub use evaluator::EvaluatorReferee;
pub use machine::MachineReferee;

/// A game in progress, told in text.
///
/// Every game has roles that move at the same time; a role whose turn it is not
/// has one legal move.
pub trait Referee: fmt::Debug + Send {
    /// The roles, in their order.
    fn roles(&self) -> &[String];

    /// How long a question may take from here on, where that has to be said.
    fn set_patience(&mut self, _patience: Duration) {}

    /// The facts of the state.
    fn facts(&mut self) -> Result<Vec<String>, RefereeError>;

    fn is_terminal(&mut self) -> Result<bool, RefereeError>;

    /// The legal moves of each role.
    fn legal(&mut self) -> Result<&[Vec<String>], RefereeError>;

    /// The legal move of a role that a text means, in the spelling of
    /// [`Referee::legal`].
    fn recognize(&mut self, role: usize, text: &str) -> Result<Option<String>, RefereeError>;

    /// Makes a joint move, one legal move for each role.
    fn apply(&mut self, joint: &[String]) -> Result<(), RefereeError>;

    /// The goal of each role, from 0 to 100. Where several hold it is the highest,
    /// and where none does it is unknown.
    fn goals(&mut self) -> Result<Vec<Option<u8>>, RefereeError>;

    /// The count of a game that is over, where people may settle it.
    fn count(&mut self) -> Option<&mut dyn Count> {
        None
    }
}

/// Why a game cannot go on.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum RefereeError {
    /// The rules take too much time or memory.
    TooLarge(String),
    /// The rules make no sense.
    Rules(String),
    /// This is not a legal move.
    Illegal { role: String, action: String },
    /// There is not one move for each role.
    WrongNumber { expected: usize, found: usize },
}

impl fmt::Display for RefereeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(reason) | Self::Rules(reason) => f.write_str(reason),
            Self::Illegal { role, action } => write!(f, "`{action}` is not legal for `{role}`"),
            Self::WrongNumber { expected, found } => {
                write!(f, "there are {found} moves for {expected} roles")
            }
        }
    }
}

impl std::error::Error for RefereeError {}

/// The rules of a match, from which any number of games can be played.
#[derive(Clone, Debug)]
pub enum Rulebook {
    Machine(Arc<Machine>),
    /// For a sheet that has no circuit.
    Clauses {
        rules: Arc<Rules>,
        patience: Duration,
    },
    Dedicated(Dedicated),
}

/// A match needs one state at a time, for which a circuit with more gates than this
/// is slower than the clauses.
const MAX_ROWS: usize = 4_000_000;

impl Rulebook {
    /// Reads the rules. Games of a sheet are played on the circuit if it is there within the
    /// given time, and on the reference evaluator otherwise, which then has that
    /// time for each question.
    pub fn new(ruleset: &Ruleset, patience: Duration) -> Result<Self, RefereeError> {
        match ruleset {
            Ruleset::Sheet(sheet) => Self::of_sheet(sheet, patience),
            Ruleset::Dedicated(game) => Ok(Self::Dedicated(game.clone())),
        }
    }

    fn of_sheet(sheet: &Sheet, patience: Duration) -> Result<Self, RefereeError> {
        let (rules, too_large) = Rules::new(sheet);
        if let Some(diagnostic) = too_large.into_iter().next() {
            return Err(RefereeError::TooLarge(diagnostic.message));
        }
        let work = Stopwatch::start();
        let stop = || work.elapsed() > patience;
        let budget = Budget { stop: &stop, max_rows: MAX_ROWS, ..Budget::default() };
        Ok(match ground(&rules, &budget) {
            Ok(grounded) => Self::Machine(Arc::new(grounded.machine)),
            Err(_) => Self::Clauses { rules: rules.into(), patience },
        })
    }

    /// A game in its initial state.
    pub fn game(&self) -> Result<Box<dyn Referee>, RefereeError> {
        Ok(match self {
            Self::Machine(machine) => Box::new(MachineReferee::new(Arc::clone(machine))),
            Self::Clauses { rules, patience } => Box::new(EvaluatorReferee::new(rules, *patience)?),
            Self::Dedicated(game) => game.referee(),
        })
    }
}

/// The place of a move among the legal ones of its role.
pub(crate) fn place(
    roles: &[String],
    legal: &[Vec<String>],
    joint: &[String],
) -> Result<Vec<usize>, RefereeError> {
    if joint.len() != roles.len() {
        return Err(RefereeError::WrongNumber { expected: roles.len(), found: joint.len() });
    }
    let places = roles.iter().zip(legal).zip(joint).map(|((role, legal), action)| {
        let illegal = || RefereeError::Illegal { role: role.clone(), action: action.clone() };
        find_spelling(legal, action).ok_or_else(illegal)
    });
    places.collect()
}

/// The legal move that a text means.
pub(crate) fn recognize(legal: &[String], text: &str) -> Option<String> {
    let action = stonegate_protocols::ggp::canonical(text)?;
    find_spelling(legal, &action).map(|place| legal[place].clone())
}
