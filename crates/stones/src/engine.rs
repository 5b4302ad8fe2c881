//! What thinks about a game.

use std::fmt;

use crate::game::BoardGame;

/// Plays a game, and keeps what it has learned of one position for the next.
///
/// An engine starts no threads and reads no clock: whoever asks lends it both.
pub trait BoardEngine: fmt::Debug + Send {
    type Game: BoardGame;

    /// How far it thinks, whatever the time is.
    type Limits: Clone + Default + fmt::Debug + Send;

    /// Thinks about a position until the limits are reached or the time is over, and tells what it
    /// thinks meanwhile.
    fn decide(
        &mut self,
        task: &Task<'_, Self>,
        tell: Tell<'_, Self::Game>,
    ) -> Decision<<Self::Game as BoardGame>::Move>;
}

/// A decision that an engine is asked for.
#[derive(Debug)]
pub struct Task<'a, E: BoardEngine + ?Sized> {
    /// It is not the end of a game.
    pub position: &'a E::Game,
    pub limits: &'a E::Limits,
    pub loan: Loan<'a>,
}

/// Takes the thoughts about a position of a game.
pub type Tell<'a, G> = &'a mut dyn FnMut(&Thought<<G as BoardGame>::Move>);

/// What an engine does with its turn.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Decision<M> {
    /// Makes these moves, one after the other: as many as it has thought out of a turn of several.
    /// There are none only if it knows of none.
    Play(Vec<M>),
    Resign,
}

/// Time and threads that an engine has for one decision.
#[derive(Copy, Clone)]
pub struct Loan<'a> {
    /// Which share of the time has gone by, from 0 to 1. Engines ask often, in all threads.
    pub elapsed: &'a (dyn Fn() -> f64 + Sync),
    pub crew: &'a dyn Crew,
}

impl Loan<'_> {
    /// Whether to answer.
    pub fn is_over(&self) -> bool {
        (self.elapsed)() >= 1.0
    }
}

impl fmt::Debug for Loan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loan").field("elapsed", &(self.elapsed)()).finish_non_exhaustive()
    }
}

/// Threads that work together.
pub trait Crew: Sync {
    /// Does some work in this thread and calls `help` in each of the others, with a number from 1
    /// on. Comes back when all have.
    fn work(&self, lead: &mut dyn FnMut(), help: &(dyn Fn(usize) + Sync));
}

/// A crew without helpers.
#[derive(Copy, Clone, Debug)]
pub struct Alone;

impl Crew for Alone {
    fn work(&self, lead: &mut dyn FnMut(), _help: &(dyn Fn(usize) + Sync)) {
        lead();
    }
}

/// What an engine thinks of a position so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<M> {
    /// The moves that it has looked at, the best first.
    pub moves: Vec<Rating<M>>,
    /// How the game should go on.
    pub line: Vec<M>,
    /// The goal that who has the turn can expect, from 0 to 100, if the engine has an idea.
    pub value: Option<f64>,
    /// How many plies or turns it has looked ahead.
    pub depth: u32,
    /// Random games behind the thought.
    pub n_playouts: u64,
    /// Positions that were looked at.
    pub n_states: u64,
    /// Nodes of the tree, what was kept of earlier positions included.
    pub n_nodes: u64,
    /// Why the first move is the best, in words, from engines that can tell.
    pub reason: String,
    /// The points that the reason is about.
    pub marks: Vec<String>,
}

impl<M> Default for Thought<M> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            line: Vec::new(),
            value: None,
            depth: 0,
            n_playouts: 0,
            n_states: 0,
            n_nodes: 0,
            reason: String::new(),
            marks: Vec::new(),
        }
    }
}

/// What an engine thinks of a move.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Rating<M> {
    pub action: M,
    /// The goal that who makes the move can expect, from 0 to 100.
    pub value: f64,
    /// How often the move was looked at, by engines that count.
    pub visits: u64,
    /// Whether the value is certain.
    pub is_proven: bool,
}

/// The goal that the value of an evaluation stands for: 50 for 0, and 75 for a value that wins
/// three games of four.
pub fn expected_goal(value: i32, three_of_four: f64) -> f64 {
    100.0 / (1.0 + (-f64::from(value) * 3.0_f64.ln() / three_of_four).exp())
}

/// The goal of a decided game, for who is ahead by so much.
pub const fn decided_goal(lead: i32) -> f64 {
    match lead {
        0 => 50.0,
        1.. => 100.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_those_of_won_games() {
        assert!((expected_goal(0, 8.0) - 50.0).abs() < 1e-9);
        assert!((expected_goal(8, 8.0) - 75.0).abs() < 1e-9);
        assert!((expected_goal(-8, 8.0) - 25.0).abs() < 1e-9);
        assert!(decided_goal(7) > 99.0 && decided_goal(-7) < 1.0);
        assert!((decided_goal(0) - 50.0).abs() < 1e-9);
    }
}
