//! Who can think about a game, on a circuit or straight from the rules.
//!
//! All minds are made here, so that the compiler makes the search for both kinds of games once.

use std::sync::Arc;

use stonegate_compile::ClauseGame;
use stonegate_gdl::RoleId;
use stonegate_lanes::Engine;
use stonegate_search::{
    BeliefSize, HiddenMachine, MachineGame, OneByOne, Options, Reasoner, Search,
};

use crate::calculating::CalculatingMind;
use crate::greedy::GreedyMind;
use crate::guessing::{Guess, Guessing};
use crate::mind::Mind;
use crate::searching::{Fault, MakeReasoner, SearchingMind};
use crate::solving::{Clock, SolvingMind, solving_bytes};

/// A game on a circuit, or straight from the rules.
#[derive(Clone, Debug)]
pub enum Playable {
    Circuit(Arc<MachineGame>),
    Clauses(Arc<ClauseGame>),
}

impl Playable {
    /// Alpha-beta with a table of so many bytes.
    pub fn calculating(self, memory: usize) -> Arc<dyn Mind> {
        match self {
            Self::Circuit(game) => Arc::new(CalculatingMind::new(game, memory)),
            Self::Clauses(game) => Arc::new(CalculatingMind::new(game, memory)),
        }
    }

    /// A look at the next step.
    pub fn greedy(self, seed: u64) -> Arc<dyn Mind> {
        match self {
            Self::Circuit(game) => Arc::new(GreedyMind::new(game, seed)),
            Self::Clauses(game) => Arc::new(GreedyMind::new(game, seed)),
        }
    }
}

/// Monte Carlo tree search on a circuit.
pub fn search_circuit(
    game: &Arc<MachineGame>,
    options: Options,
    reasoner: MakeReasoner<MachineGame>,
    fault: Fault,
) -> Arc<dyn Mind> {
    Arc::new(SearchingMind::new(Search::new(Arc::clone(game), options), reasoner, fault))
}

/// The same with what is left of the memory, while the game is solved if it is small enough.
pub fn solve_or_search_circuit(
    game: &Arc<MachineGame>,
    engine: &Arc<Engine>,
    options: &Options,
    reasoner: MakeReasoner<MachineGame>,
    fault: Fault,
    clock: Clock,
) -> Arc<dyn Mind> {
    let max_bytes = solving_bytes(engine.machine(), options);
    let options = Options { memory: options.memory - max_bytes, ..options.clone() };
    let searching = SearchingMind::new(Search::new(Arc::clone(game), options), reasoner, fault);
    Arc::new(SolvingMind::new(searching, Arc::clone(engine), max_bytes, clock))
}

/// Monte Carlo tree search straight from the rules.
pub fn search_clauses(game: Arc<ClauseGame>, options: &Options) -> Arc<dyn Mind> {
    // Games cost more than leaves here, and many of them at once are no cheaper.
    let options = Options { playouts: 1, max_wave: 1, ..options.clone() };
    let search = Search::new(Arc::clone(&game), options);
    let reasoner = move |options: &Options| -> Box<dyn Reasoner<ClauseGame>> {
        Box::new(OneByOne::new(Arc::clone(&game), options))
    };
    Arc::new(SearchingMind::new(search, Box::new(reasoner), Box::new(|| None)))
}

/// Who plays a role on a circuit by what it perceives.
pub fn guess_on_circuit(
    game: Arc<MachineGame>,
    engine: Arc<Engine>,
    role: RoleId,
    options: Options,
) -> Box<dyn Guess> {
    let game = Arc::new(HiddenMachine::new(game, engine));
    Box::new(Guessing::new(game, role, BeliefSize::ON_A_MACHINE, options))
}

/// Who plays a role straight from the rules by what it perceives.
pub fn guess_on_clauses(game: Arc<ClauseGame>, role: RoleId, options: Options) -> Box<dyn Guess> {
    Box::new(Guessing::new(game, role, BeliefSize::ON_CLAUSES, options))
}
