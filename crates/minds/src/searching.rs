//! Monte Carlo tree search.

use std::fmt;
use std::time::Duration;

use stonegate_compile::Interruption;
use stonegate_gdl::{MoveId, RoleId};
use stonegate_search::{Game, Reasoner, Search};

use crate::mind::{Mind, NoMove};
use crate::texts::{Texts, find_moves};
use crate::thoughts::{Opinion, Thoughts};

/// Searches a tree, in as many threads as take part.
pub struct SearchingMind<G: Game, F> {
    search: Search<G>,
    /// Makes what a thread needs to take part.
    reasoner: F,
    /// What the reasoners have to do without, in words.
    fault: Box<dyn Fn() -> Option<String> + Send + Sync>,
}

impl<G: Game, F> SearchingMind<G, F> {
    /// A mind for a search, where each thread that takes part makes a reasoner.
    pub fn new(search: Search<G>, reasoner: F) -> Self {
        Self { search, reasoner, fault: Box::new(|| None) }
    }

    pub(crate) fn search(&self) -> &Search<G> {
        &self.search
    }

    /// Tells in its thoughts what the reasoners have to do without.
    #[must_use]
    pub fn with_fault(self, fault: impl Fn() -> Option<String> + Send + Sync + 'static) -> Self {
        Self { fault: Box::new(fault), ..self }
    }
}

impl<G, F> SearchingMind<G, F>
where
    G: Texts,
{
    pub(crate) fn texts(&self, joint: &[MoveId]) -> Vec<String> {
        let game = self.search.game();
        let moves = RoleId::enumerate(joint);
        moves.map(|(role, &action)| game.move_text(role, action)).collect()
    }
}

impl<G, F> Mind for SearchingMind<G, F>
where
    G: Texts,
    F: Fn() -> Box<dyn Reasoner<G>> + Send + Sync,
{
    fn advance(&self, joint: &[String]) -> bool {
        let (game, state) = (self.search.game(), self.search.state());
        let Some(moves) = find_moves(&**game, &state, joint) else { return false };
        self.search.advance(&moves);
        !game.is_interrupted()
    }

    fn work(&self, stop: &(dyn Fn() -> bool + Sync)) {
        self.search.work(&mut *(self.reasoner)(), stop);
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
        let opinions = ranked.map(|report| Opinion {
            action: self.search.game().move_text(role, report.action),
            value: report.proven().map_or(report.mean, f64::from),
            visits: report.visits.into(),
            is_proven: report.proven().is_some(),
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

impl<G: Game, F> fmt::Debug for SearchingMind<G, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.search.fmt(f)
    }
}
