//! What a game can be played on, and who plays it there.

use std::sync::Arc;

use stonegate_compile::{ClauseGame, GameRules};
use stonegate_gdl::RoleId;
use stonegate_ground::Machine;
use stonegate_lanes::{Backend, Engine};
use stonegate_minds::{
    Guess, Mind, Playable, guess_on_circuit, guess_on_clauses, search_circuit, search_clauses,
};
use stonegate_search::{Experience, LanesReasoner, MachineGame, Options, Reasoner};

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
    Clauses(Arc<GameRules>),
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
                guess_on_circuit(Arc::clone(game), Arc::clone(engine), role, options)
            }
            Self::Clauses(rules) => {
                let game = Arc::new(ClauseGame::new(Arc::clone(rules), host.now));
                guess_on_clauses(game, role, options)
            }
        }
    }

    /// Who finds moves by a method.
    pub(crate) fn mind(&self, method: &Method, host: Host) -> Arc<dyn Mind> {
        let simple = |game: Playable| match method {
            Method::Mcts(..) => unreachable!("it needs a reasoner"),
            Method::AlphaBeta => game.calculating(TABLE_BYTES),
            Method::Greedy => game.greedy((host.random)()),
        };
        match (self, method) {
            (Self::Engine { engine, game, experience }, Method::Mcts(options, level)) => {
                let (engine, experience) = (Arc::clone(engine), Arc::clone(experience));
                let iterations = level.iterations_of(engine.machine().circuit.n_ands());
                let iterations = options.iterations.min(iterations);
                let options = Options { iterations, ..options.clone() };
                let reasoner = move |options: &Options| -> Box<dyn Reasoner<MachineGame>> {
                    let reasoner = LanesReasoner::new(Arc::clone(&engine), options);
                    Box::new(reasoner.with_experience(&experience))
                };
                search_circuit(game, options, Box::new(reasoner), Box::new(|| None))
            }
            (Self::Engine { game, .. }, _) => simple(Playable::Circuit(Arc::clone(game))),
            (Self::Clauses(rules), method) => {
                let game = Arc::new(ClauseGame::new(Arc::clone(rules), host.now));
                match method {
                    Method::Mcts(options, _) => search_clauses(game, options),
                    _ => simple(Playable::Clauses(game)),
                }
            }
        }
    }
}
