//! Which mind a method has, by what the game runs on.

use std::sync::Arc;
use std::time::Instant;

use stonegate_compile::{ReferenceGame, Tier};
use stonegate_gdl::Canonical;
use stonegate_lanes::Engine;
use stonegate_minds::{
    CalculatingMind, Clock, GreedyMind, Mind, SearchingMind, SolvingMind, Texts, solving_bytes,
};
use stonegate_rtl::{BoardReasoner, Numbering};
use stonegate_search::{
    Experience, LanesReasoner, MachineGame, OneByOne, Options, Reasoner, Search,
};

use crate::board::{BoardAddress, BoardStation, Chip};
use crate::prepare::Ready;
use crate::stopwatch::{now, time_of};

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
}

/// A mind in the initial position, whose questions about the rules end at the deadline.
/// `canonical` are the rules that the machine of the game was made of.
pub(crate) fn mind(
    ready: &Ready,
    canonical: &Canonical,
    method: &Method,
    deadline: Instant,
) -> Arc<dyn Mind> {
    match (ready, method) {
        (
            Ready::Engine { tier: Tier::Optimized, engine, game },
            Method::Board(options, address, chip),
        ) => {
            let search = Search::new(Arc::clone(game), options.clone());
            let numbering = Arc::new(Numbering::new(engine.machine(), canonical));
            let bitstream = chip.map(|chip| (chip, canonical.fingerprint()));
            let station = Arc::new(address.station(&numbering, bitstream));
            let (engine, options) = (Arc::clone(engine), options.clone());
            let reasoner = {
                let station = Arc::clone(&station);
                move || board(&station, &numbering, &engine, &options)
            };
            let fault = move || station.fault();
            Arc::new(SearchingMind::new(search, reasoner).with_fault(fault))
        }
        (Ready::Reference(game), Method::Mcts(options) | Method::Board(options, ..)) => {
            let game = reference_game(game, deadline);
            // Games cost more than leaves here, and many of them at once are no cheaper.
            let options = Options { playouts: 1, max_wave: 1, ..options.clone() };
            let search = Search::new(Arc::clone(&game), options.clone());
            let reasoner = move || one_by_one(&game, &options);
            Arc::new(SearchingMind::new(search, reasoner))
        }
        (
            Ready::Engine { engine, game, .. },
            Method::Mcts(options) | Method::Board(options, ..),
        ) => {
            let max_bytes = solving_bytes(engine.machine(), options);
            let options = Options { memory: options.memory - max_bytes, ..options.clone() };
            let search = Search::new(Arc::clone(game), options.clone());
            let reasoner = {
                let (engine, experience) = (Arc::clone(engine), Arc::default());
                move || lanes(&engine, &options, &experience)
            };
            let searching = SearchingMind::new(search, reasoner);
            let clock = Clock { now, deadline: time_of(deadline) };
            Arc::new(SolvingMind::new(searching, Arc::clone(engine), max_bytes, clock))
        }
        (Ready::Reference(game), method) => simple_mind(reference_game(game, deadline), method),
        (Ready::Engine { game, .. }, method) => simple_mind(Arc::clone(game), method),
    }
}

/// A mind that needs nothing but the game.
fn simple_mind<G: Texts + 'static>(game: Arc<G>, method: &Method) -> Arc<dyn Mind> {
    match *method {
        Method::AlphaBeta { memory } => Arc::new(CalculatingMind::new(game, memory)),
        Method::Greedy { seed } => Arc::new(GreedyMind::new(game, seed)),
        Method::Mcts(_) | Method::Board(..) => unreachable!("it needs a reasoner"),
    }
}

fn reference_game(game: &ReferenceGame, deadline: Instant) -> Arc<ReferenceGame> {
    let game = game.another();
    game.set_deadline(time_of(deadline));
    Arc::new(game)
}

fn lanes(
    engine: &Arc<Engine>,
    options: &Options,
    experience: &Arc<Experience>,
) -> Box<dyn Reasoner<MachineGame>> {
    Box::new(LanesReasoner::new(Arc::clone(engine), options).with_experience(experience))
}

fn board(
    station: &Arc<BoardStation>,
    numbering: &Arc<Numbering>,
    engine: &Arc<Engine>,
    options: &Options,
) -> Box<dyn Reasoner<MachineGame>> {
    Box::new(BoardReasoner::new(Arc::clone(station), Arc::clone(numbering), engine, options))
}

fn one_by_one(game: &Arc<ReferenceGame>, options: &Options) -> Box<dyn Reasoner<ReferenceGame>> {
    Box::new(OneByOne::new(Arc::clone(game), options))
}
