//! Monte Carlo tree search.

use std::fmt;
use std::time::Duration;

use stonegate_compile::Interruption;
use stonegate_gdl::{MoveId, RoleId};
use stonegate_search::{Game, MoveReport, Options, Reasoner, Search};

use crate::mind::{Mind, NoMove};
use crate::texts::{Texts, find_moves};
use crate::thoughts::{Opinion, Thoughts};

/// Makes what a thread needs to take part in a search with these options.
pub type MakeReasoner<G> = Box<dyn Fn(&Options) -> Box<dyn Reasoner<G>> + Send + Sync>;

/// Says what reasoners have to do without, in words.
pub type Fault = Box<dyn Fn() -> Option<String> + Send + Sync>;

/// Searches a tree, in as many threads as take part.
pub(crate) struct SearchingMind<G: Game> {
    search: Search<G>,
    reasoner: MakeReasoner<G>,
    fault: Fault,
}

impl<G: Texts> SearchingMind<G> {
    /// A mind for a search, where each thread that takes part makes a reasoner.
    pub(crate) fn new(search: Search<G>, reasoner: MakeReasoner<G>, fault: Fault) -> Self {
        Self { search, reasoner, fault }
    }

    pub(crate) fn search(&self) -> &Search<G> {
        &self.search
    }

    pub(crate) fn texts(&self, joint: &[MoveId]) -> Vec<String> {
        let game = self.search.game();
        let moves = RoleId::enumerate(joint);
        moves.map(|(role, &action)| game.move_text(role, action)).collect()
    }
}

impl<G: Texts> Mind for SearchingMind<G> {
    fn advance(&self, joint: &[String]) -> bool {
        let (game, state) = (self.search.game(), self.search.state());
        let Some(moves) = find_moves(&**game, &state, joint) else { return false };
        self.search.advance(&moves);
        !game.is_interrupted()
    }

    fn work(&self, stop: &(dyn Fn() -> bool + Sync)) {
        self.search.work(&mut *(self.reasoner)(self.search.options()), stop);
    }

    fn set_deadline(&self, deadline: Duration) {
        self.search.game().set_deadline(deadline);
    }

    fn interrupt(&self) -> Option<Interruption<'_>> {
        self.search.game().interrupt()
    }

    fn is_cut_short(&self) -> bool {
        self.search.game().is_interrupted()
    }

    fn best(&self, role: RoleId) -> Result<String, NoMove> {
        let action = self.search.best(role).ok_or(NoMove::Over)?;
        Ok(self.search.game().move_text(role, action))
    }

    fn n_moves(&self, role: RoleId) -> usize {
        self.search.game().legal(&self.search.state(), role).len()
    }

    fn bytes(&self) -> usize {
        self.search.bytes()
    }

    fn thoughts(&self, role: RoleId) -> Thoughts {
        let report = self.search.report();
        // Where nothing has a value, no move is better than another.
        let ranked = report.moves[role].iter().filter(|_| self.search.game().has_goals());
        // Nothing is known of a move that nobody has looked at, unless it is the only one.
        let is_known = |it: &&MoveReport| it.visits > 0 || it.proven().is_some();
        let is_any_known = ranked.clone().any(|it| is_known(&it));
        let opinions = ranked.filter(|it| !is_any_known || is_known(it)).map(|it| Opinion {
            action: self.search.game().move_text(role, it.action),
            value: it.proven().map_or(it.mean, f64::from),
            visits: it.visits.into(),
            is_proven: it.proven().is_some(),
        });
        Thoughts {
            iterations: report.iterations,
            playouts: report.playouts,
            states: report.states,
            nodes: report.nodes as u64,
            depth: report.depth as u32,
            opinions: opinions.collect(),
            line: report.principal_variation.iter().map(|joint| self.texts(joint)).collect(),
            values: report.values.into_iter().collect::<Option<_>>().unwrap_or_default(),
            fault: (self.fault)().unwrap_or_default(),
            ..Thoughts::default()
        }
    }
}

impl<G: Game> fmt::Debug for SearchingMind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.search.fmt(f)
    }
}
