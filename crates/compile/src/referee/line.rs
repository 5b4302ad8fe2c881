//! The states that a game has gone through.

/// A line of play from the initial state on.
#[derive(Debug)]
pub(super) struct Line<S, L> {
    states: Vec<S>,
    /// The legal moves of the current state, once they have been asked for.
    pub(super) legal: Option<L>,
}

impl<S, L> Line<S, L> {
    pub(super) fn new(initial: S) -> Self {
        Self { states: vec![initial], legal: None }
    }

    pub(super) fn current(&self) -> &S {
        self.states.last().expect("a line has an initial state")
    }

    /// Goes on to the next state.
    pub(super) fn push(&mut self, state: S) {
        self.states.push(state);
        self.legal = None;
    }

    /// Goes back to the state before, if there is one.
    pub(super) fn undo(&mut self) -> bool {
        if self.states.len() == 1 {
            return false;
        }
        self.states.pop();
        self.legal = None;
        true
    }
}
