//! The rules of a match, from which any number of games can be played.

use std::sync::Arc;
use std::time::Duration;

use stonegate_compile::{EvaluatorReferee, MachineReferee, Referee, RefereeError, Stopwatch};
use stonegate_gdl::{Rules, Sheet};
use stonegate_ground::{Budget, Machine, ground};

use crate::dedicated::Dedicated;
use crate::ruleset::Ruleset;

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
