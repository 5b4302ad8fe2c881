//! The rules of a match, from which any number of games can be played.

use std::sync::Arc;
use std::time::Duration;

use stonegate_compile::{
    EvaluatorReferee, GameRules, MachineReferee, Patience, Referee, RefereeError, Tier,
};
use stonegate_gdl::Canonical;
use stonegate_ground::Machine;

use crate::compiling::Compiling;
use crate::dedicated::Dedicated;
use crate::prepare::PrepareSettings;
use crate::ruleset::Ruleset;
use crate::stopwatch::now;

/// The rules of a match, from which any number of games can be played.
#[derive(Clone, Debug)]
pub enum Rulebook {
    Machine {
        machine: Arc<Machine>,
        /// Players may want more of what is compiled already.
        compiling: Arc<Compiling>,
    },
    /// For a sheet that has no circuit.
    Clauses {
        game: Arc<GameRules>,
        patience: Patience,
    },
    Dedicated(Dedicated),
}

/// A match needs one state at a time, for which a circuit with more nodes than this
/// is slower than the clauses.
const MAX_NODES: usize = 4_000_000;

impl Rulebook {
    /// Reads the rules. Games of a sheet are played on the circuit if it takes no more than the
    /// given time to make, and on the reference evaluator otherwise, which then has that
    /// time for each question.
    pub fn new(ruleset: &Ruleset, settings: &PrepareSettings, patience: Duration) -> Self {
        match ruleset {
            Ruleset::Sheet(game) => Self::of_sheet(game, settings, patience),
            Ruleset::Dedicated(game) => Self::Dedicated(game.clone()),
        }
    }

    fn of_sheet(game: &Arc<GameRules>, settings: &PrepareSettings, patience: Duration) -> Self {
        let canonical = Arc::new(Canonical::new(&game.rules));
        let compiling = Compiling::join(&canonical, settings, Tier::Quick);
        let is_over = || compiling.work() > patience;
        let machine = compiling.wait_for_better(Tier::Reference, is_over);
        let fitting = machine.filter(|(_, machine)| machine.circuit.nodes().len() <= MAX_NODES);
        match fitting {
            Some((_, machine)) => Self::Machine {
                machine: Arc::new(machine.renamed(&|text| canonical.rename(text))),
                compiling: Arc::new(compiling),
            },
            None => Self::Clauses {
                game: Arc::clone(game),
                patience: Patience { limit: patience, now },
            },
        }
    }

    /// A game in its initial state.
    pub fn game(&self) -> Result<Box<dyn Referee>, RefereeError> {
        Ok(match self {
            Self::Machine { machine, .. } => Box::new(MachineReferee::new(Arc::clone(machine))),
            Self::Clauses { game, patience } => {
                Box::new(EvaluatorReferee::new(&game.rules, *patience)?)
            }
            Self::Dedicated(game) => game.referee(),
        })
    }
}
