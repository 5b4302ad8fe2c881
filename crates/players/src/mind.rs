//! Which mind a method has, by what the game runs on.

use std::sync::Arc;
use std::time::Instant;

use stonegate_compile::{ClauseGame, Tier};
use stonegate_gdl::Canonical;
use stonegate_ground::State;
use stonegate_lanes::Engine;
use stonegate_learning::{Evaluator, LearnedReasoner};
use stonegate_minds::{
    Clock, Level, LeveledMind, MakeReasoner, Mind, Playable, search_circuit, search_clauses,
    solve_or_search_circuit,
};
use stonegate_rtl::{BoardReasoner, Numbering};
use stonegate_search::{Experience, LanesReasoner, MachineGame, Options, Reasoner};

use crate::board::{BoardAddress, BoardStation, Chip};
use crate::prepare::Ready;
use crate::stopwatch::{now, time_of};
use crate::weights::Learned;

/// How good moves are found.
#[derive(Clone, PartialEq, Debug)]
pub enum Method {
    /// Monte Carlo tree search.
    Mcts(Options),
    /// The same on a board, once the machine that the board was made of is there. The bitstream of
    /// the game is loaded onto the chip, if one is named.
    Board(Options, BoardAddress, Option<Chip>),
    /// Alpha-beta with a table of so many bytes, for two roles that take turns.
    AlphaBeta { memory: usize },
    /// One step ahead.
    Greedy { seed: u64 },
    /// One of the others, which knows what positions are worth.
    Learned(Box<Self>, Learned),
    /// Monte Carlo tree search below its strength.
    Leveled(Box<Self>, Level),
}

impl Method {
    /// How moves are found, whatever is known of the game.
    pub(crate) fn plain(&self) -> &Self {
        match self {
            Self::Learned(method, _) | Self::Leveled(method, _) => method.plain(),
            method => method,
        }
    }
}

/// A mind in the initial position, whose questions about the rules end at the deadline.
/// `canonical` are the rules that the machine of the game was made of.
pub(crate) fn mind(
    ready: &Ready,
    canonical: &Canonical,
    method: &Method,
    deadline: Instant,
) -> Arc<dyn Mind> {
    Making { ready, canonical, deadline, solves: true }.mind(method)
}

/// What a mind is made of.
#[derive(Copy, Clone, Debug)]
struct Making<'a> {
    ready: &'a Ready,
    canonical: &'a Canonical,
    deadline: Instant,
    /// Whether a search begins with an attempt to solve the game.
    solves: bool,
}

impl Making<'_> {
    fn mind(self, method: &Method) -> Arc<dyn Mind> {
        let Self { ready, canonical, deadline, .. } = self;
        match (ready, method) {
            (_, Method::Leveled(method, level)) => self.leveled(method, *level),
            (Ready::Engine { engine, game, .. }, Method::Learned(method, learned)) => {
                match learned.evaluator(engine.machine(), canonical) {
                    Ok(Some(evaluator)) => self.learned(engine, game, method, (evaluator, learned)),
                    Ok(None) => self.mind(method),
                    Err(fault) => self.faulty(method, fault),
                }
            }
            (Ready::Clauses(_), Method::Learned(method, _)) => self.mind(method),
            (
                Ready::Engine { tier: Tier::Optimized, engine, game },
                Method::Board(options, address, chip),
            ) => {
                let numbering = Arc::new(Numbering::new(engine.machine(), canonical));
                let bitstream = chip.map(|chip| (chip, canonical.fingerprint()));
                let station = Arc::new(address.station(&numbering, bitstream));
                let reasoner = board(Arc::clone(&station), numbering, Arc::clone(engine));
                let fault = move || station.fault();
                search_circuit(game, options.clone(), reasoner, Box::new(fault))
            }
            (Ready::Clauses(game), Method::Mcts(options) | Method::Board(options, ..)) => {
                search_clauses(clause_game(game, deadline), options)
            }
            (Ready::Engine { engine, game, .. }, Method::Mcts(options)) => {
                self.searching(engine, game, options, lanes(engine), None)
            }
            // A game that was solved meanwhile would leave nothing for the board to do.
            (Ready::Engine { engine, game, .. }, Method::Board(options, ..)) => {
                let reasoner = lanes(engine);
                Self { solves: false, ..self }.searching(engine, game, options, reasoner, None)
            }
            (Ready::Clauses(game), method) => {
                simple_mind(Playable::Clauses(clause_game(game, deadline)), method)
            }
            (Ready::Engine { game, .. }, method) => {
                simple_mind(Playable::Circuit(Arc::clone(game)), method)
            }
        }
    }

    /// A mind that searches with the reasoners that `reasoner` makes. A fault is what it has to do
    /// without.
    fn searching(
        self,
        engine: &Arc<Engine>,
        game: &Arc<MachineGame>,
        options: &Options,
        reasoner: MakeReasoner<MachineGame>,
        fault: Option<String>,
    ) -> Arc<dyn Mind> {
        let fault = Box::new(move || fault.clone());
        if !self.solves {
            return search_circuit(game, options.clone(), reasoner, fault);
        }
        let clock = Clock { now, deadline: time_of(self.deadline) };
        solve_or_search_circuit(game, engine, options, reasoner, fault, clock)
    }

    /// A mind that searches less than it could, does not solve, and makes mistakes.
    fn leveled(self, method: &Method, level: Level) -> Arc<dyn Mind> {
        let mut method = method.clone();
        if let (Method::Mcts(options), Ready::Engine { engine, .. }) = (&mut method, self.ready) {
            let iterations = level.iterations_of(engine.machine().circuit.n_ands());
            options.iterations = options.iterations.min(iterations);
        }
        let mind = Self { solves: level == Level::MAX, ..self }.mind(&method);
        let seed = if let Method::Mcts(options) = method.plain() { options.seed } else { 1 };
        Arc::new(LeveledMind::new(mind, level, seed))
    }

    /// A mind that knows what positions are worth.
    fn learned(
        self,
        engine: &Arc<Engine>,
        game: &Arc<MachineGame>,
        method: &Method,
        (evaluator, learned): (Evaluator, &Learned),
    ) -> Arc<dyn Mind> {
        let n_roles = engine.machine().roles.len();
        match method {
            Method::Mcts(options) => {
                let playouts = learned.playouts;
                let lanes = Arc::clone(engine);
                let reasoner = move |options: &Options| -> Box<dyn Reasoner<MachineGame>> {
                    let lanes = LanesReasoner::new(Arc::clone(&lanes), options);
                    Box::new(LearnedReasoner::new(lanes, evaluator.clone(), playouts, n_roles))
                };
                self.searching(engine, game, options, Box::new(reasoner), None)
            }
            method => {
                let game = MachineGame::new(Arc::clone(engine.machine()));
                let judge = move |state: &State| {
                    let mut worth = vec![0.0; n_roles];
                    evaluator.clone().evaluate(state.words(), &mut worth);
                    worth
                };
                simple_mind(Playable::Circuit(Arc::new(game.judged_by(judge))), method)
            }
        }
    }

    /// A mind that does without weights, and says so if it searches.
    fn faulty(self, method: &Method, fault: String) -> Arc<dyn Mind> {
        match (self.ready, method) {
            (Ready::Engine { engine, game, .. }, Method::Mcts(options)) => {
                self.searching(engine, game, options, lanes(engine), Some(fault))
            }
            _ => self.mind(method),
        }
    }
}

/// A mind that needs nothing but the game.
fn simple_mind(game: Playable, method: &Method) -> Arc<dyn Mind> {
    match *method {
        Method::AlphaBeta { memory } => game.calculating(memory),
        Method::Greedy { seed } => game.greedy(seed),
        Method::Mcts(_) | Method::Board(..) | Method::Learned(..) | Method::Leveled(..) => {
            unreachable!("it needs a reasoner")
        }
    }
}

fn clause_game(game: &ClauseGame, deadline: Instant) -> Arc<ClauseGame> {
    let game = game.another();
    game.set_deadline(time_of(deadline));
    Arc::new(game)
}

/// Makes reasoners that share what they learn of the game.
fn lanes(engine: &Arc<Engine>) -> MakeReasoner<MachineGame> {
    let (engine, experience) = (Arc::clone(engine), Arc::<Experience>::default());
    Box::new(move |options| {
        Box::new(LanesReasoner::new(Arc::clone(&engine), options).with_experience(&experience))
    })
}

/// Makes reasoners on a board.
fn board(
    station: Arc<BoardStation>,
    numbering: Arc<Numbering>,
    engine: Arc<Engine>,
) -> MakeReasoner<MachineGame> {
    Box::new(move |options| {
        let (station, numbering) = (Arc::clone(&station), Arc::clone(&numbering));
        Box::new(BoardReasoner::new(station, numbering, &engine, options))
    })
}
