//! What finds good moves, in terms of texts, whatever the game runs on.

mod calculating;
mod greedy;
mod searching;
mod solving;
mod texts;

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use stonegate_compile::{Interruption, ReferenceGame, Tier};
use stonegate_gdl::{Canonical, RoleId};
use stonegate_lanes::Engine;
use stonegate_rtl::{BoardReasoner, Numbering};
use stonegate_search::{
    LanesReasoner, MachineGame, OneByOne, Options, Reasoner, Search, Unsuitable,
};

use crate::board::{BoardAddress, BoardStation, Chip};
use crate::prepare::Ready;
use crate::stopwatch::time_of;
use crate::thoughts::Thoughts;
use calculating::CalculatingMind;
use greedy::GreedyMind;
use searching::SearchingMind;
use solving::SolvingMind;
use texts::Texts;

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

/// Thinks about one position after the other. Moves are texts, roles are numbers.
pub(crate) trait Mind: fmt::Debug + Send + Sync {
    /// Goes on to the position after a joint move. Says whether the move is legal; if not, nothing
    /// happens.
    fn advance(&self, joint: &[String]) -> bool;

    /// Thinks until `stop` says so or there is nothing left to find out: for a thread to help.
    fn work(&self, stop: &(dyn Fn() -> bool + Sync));

    /// Questions about the rules that are not answered by then are given up.
    fn set_deadline(&self, deadline: Instant);

    /// Ends the questions that threads may be stuck in, if these can take long. Questions are
    /// answered again when the interruption is dropped, which is for after the threads have ended.
    fn interrupt(&self) -> Option<Interruption<'_>> {
        None
    }

    /// Whether the position is unknown because its questions were cut short.
    fn is_cut_short(&self) -> bool;

    /// The best move of a role.
    fn best(&self, role: RoleId) -> Result<String, NoMove>;

    /// How many legal moves a role has.
    fn n_moves(&self, role: RoleId) -> usize;

    /// What is known takes about so many bytes.
    fn bytes(&self) -> usize;

    /// What has been found out, from a role's point of view.
    fn thoughts(&self, role: RoleId) -> Thoughts;
}

/// Why there is no best move.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum NoMove {
    /// The game is over, or the role has no legal move.
    #[error("there is no legal move")]
    Over,
    /// The game is not one for this method.
    #[error("{0}")]
    Unsuitable(Unsuitable),
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
            Arc::new(SearchingMind { search, reasoner, station: Some(station) })
        }
        (Ready::Reference(game), Method::Mcts(options) | Method::Board(options, ..)) => {
            let game = reference_game(game, deadline);
            // Games cost more than leaves here, and many of them at once are no cheaper.
            let options = Options { playouts: 1, max_wave: 1, ..options.clone() };
            let search = Search::new(Arc::clone(&game), options.clone());
            let reasoner = move || one_by_one(&game, &options);
            Arc::new(SearchingMind { search, reasoner, station: None })
        }
        (
            Ready::Engine { engine, game, .. },
            Method::Mcts(options) | Method::Board(options, ..),
        ) => {
            let max_bytes = solving::max_bytes(engine.machine().roles.len(), options.memory);
            let options = Options { memory: options.memory - max_bytes, ..options.clone() };
            let search = Search::new(Arc::clone(game), options.clone());
            let reasoner = {
                let engine = Arc::clone(engine);
                move || lanes(&engine, &options)
            };
            let searching = SearchingMind { search, reasoner, station: None };
            Arc::new(SolvingMind::new(searching, Arc::clone(engine), max_bytes, deadline))
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

fn lanes(engine: &Arc<Engine>, options: &Options) -> Box<dyn Reasoner<MachineGame>> {
    Box::new(LanesReasoner::new(Arc::clone(engine), options))
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
