//! A game that has a machine of its own as an engine.

use anyhow::Context;
use stonegate_compile::Referee;
use stonegate_players::{Dedicated, RESIGN};

use crate::engine::Engine;

pub(super) struct DedicatedEngine {
    game: Dedicated,
    referee: Box<dyn Referee>,
    /// The joint moves so far.
    line: Vec<Vec<String>>,
}

impl DedicatedEngine {
    pub(super) fn new(game: Dedicated) -> Self {
        Self { referee: game.referee(), game, line: Vec::new() }
    }
}

impl Engine for DedicatedEngine {
    fn roles(&self) -> &[String] {
        self.referee.roles()
    }

    fn restart(&mut self) -> anyhow::Result<()> {
        *self = Self::new(self.game.clone());
        Ok(())
    }

    fn apply(&mut self, moves: &[usize]) -> anyhow::Result<()> {
        let legal = self.referee.legal()?;
        let joint = legal.iter().zip(moves).map(|(legal, &place)| legal.get(place));
        // The place behind the last is that of giving up.
        let joint = joint.map(|action| action.map_or(RESIGN, String::as_str).to_owned());
        let joint = joint.collect::<Vec<_>>();
        self.referee.apply(&joint)?;
        self.line.push(joint);
        Ok(())
    }

    fn undo(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        line.pop().expect("there is a move to take back");
        self.referee = self.game.referee();
        for joint in &line {
            self.referee.apply(joint).expect("it was legal before");
        }
        self.line = line;
    }

    fn facts(&mut self) -> anyhow::Result<Vec<String>> {
        let mut facts = self.referee.facts()?;
        facts.sort();
        Ok(facts)
    }

    fn legal(&mut self, role: usize) -> anyhow::Result<Vec<String>> {
        let legal = self.referee.legal()?;
        legal.get(role).cloned().context("there is no such role")
    }

    fn n_legal(&mut self, role: usize) -> anyhow::Result<usize> {
        Ok(self.legal(role)?.len())
    }

    /// A player may always give up, though that is not among the legal moves.
    fn place(&mut self, role: usize, action: &str) -> anyhow::Result<Option<usize>> {
        let legal = self.legal(role)?;
        let found = legal.iter().position(|other| other == action);
        let resigns = action == RESIGN && self.referee.recognize(role, action)?.is_some();
        Ok(found.or_else(|| resigns.then_some(legal.len())))
    }

    fn is_terminal(&mut self) -> anyhow::Result<bool> {
        Ok(self.referee.is_terminal()?)
    }

    fn goals(&mut self, role: usize) -> anyhow::Result<Vec<i64>> {
        let goals = self.referee.goals()?;
        Ok(goals.get(role).copied().flatten().map(i64::from).into_iter().collect())
    }
}
