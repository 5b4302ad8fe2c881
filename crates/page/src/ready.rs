//! What a game can be played on, and who plays it there.

use std::sync::Arc;

use stonegate_compile::{GameRules, ReferenceGame};
use stonegate_gdl::RoleId;
use stonegate_ground::Machine;
use stonegate_lanes::{Backend, Engine};
use stonegate_minds::{CalculatingMind, GreedyMind, Guess, Guessing, Mind, SearchingMind};
use stonegate_search::{
    BeliefSize, Experience, HiddenMachine, LanesReasoner, MachineGame, OneByOne, Options, Reasoner,
    Search,
};

use crate::host::Host;
use crate::players::{Method, TABLE_BYTES};

/// A circuit, or the rules themselves.
#[derive(Clone)]
pub(crate) enum Ready {
    Engine {
        engine: Arc<Engine>,
        game: Arc<MachineGame>,
        /// What random games have taught, for all who play it.
        experience: Arc<Experience>,
    },
    Reference(Arc<GameRules>),
}

impl Ready {
    pub(crate) fn on(machine: Arc<Machine>) -> Self {
        let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
        let game = Arc::new(MachineGame::new(machine));
        Self::Engine { engine, game, experience: Arc::default() }
    }

    /// Who plays a role by what it perceives.
    pub(crate) fn guess(&self, role: RoleId, method: &Method, host: Host) -> Box<dyn Guess> {
        let options = method.search_options();
        match self {
            Self::Engine { engine, game, .. } => {
                let game = Arc::new(HiddenMachine::new(Arc::clone(game), Arc::clone(engine)));
                Box::new(Guessing::new(game, role, BeliefSize::ON_A_MACHINE, options))
            }
            Self::Reference(rules) => {
                let game = Arc::new(ReferenceGame::new(Arc::clone(rules), host.now));
                Box::new(Guessing::new(game, role, BeliefSize::ON_CLAUSES, options))
            }
        }
    }

    /// Who finds moves by a method.
    pub(crate) fn mind(&self, method: &Method, host: Host) -> Arc<dyn Mind> {
        match (self, method) {
            (Self::Engine { engine, game, experience }, Method::Mcts(options, _)) => {
                let search = Search::new(Arc::clone(game), options.clone());
                let (engine, options) = (Arc::clone(engine), options.clone());
                let experience = Arc::clone(experience);
                let reasoner = move || -> Box<dyn Reasoner<MachineGame>> {
                    let reasoner = LanesReasoner::new(Arc::clone(&engine), &options);
                    Box::new(reasoner.with_experience(&experience))
                };
                Arc::new(SearchingMind::new(search, reasoner))
            }
            (Self::Engine { game, .. }, Method::AlphaBeta) => {
                Arc::new(CalculatingMind::new(Arc::clone(game), TABLE_BYTES))
            }
            (Self::Engine { game, .. }, Method::Greedy) => {
                Arc::new(GreedyMind::new(Arc::clone(game), (host.random)()))
            }
            (Self::Reference(rules), method) => {
                let game = Arc::new(ReferenceGame::new(Arc::clone(rules), host.now));
                reference_mind(game, method, host)
            }
        }
    }
}

/// The same straight from the rules, for games that are too large for a circuit here.
fn reference_mind(game: Arc<ReferenceGame>, method: &Method, host: Host) -> Arc<dyn Mind> {
    match method {
        Method::Mcts(options, _) => {
            // Games cost more than leaves here, and many of them at once are no cheaper.
            let options = Options { playouts: 1, max_wave: 1, ..options.clone() };
            let search = Search::new(Arc::clone(&game), options.clone());
            let reasoner = move || -> Box<dyn Reasoner<ReferenceGame>> {
                Box::new(OneByOne::new(Arc::clone(&game), &options))
            };
            Arc::new(SearchingMind::new(search, reasoner))
        }
        Method::AlphaBeta => Arc::new(CalculatingMind::new(game, TABLE_BYTES)),
        Method::Greedy => Arc::new(GreedyMind::new(game, (host.random)())),
    }
}
