//! Thoughts that must not be seen yet.

use std::sync::{Arc, Mutex};

use super::thoughts_view::ThoughtsView;
use crate::catalog::lock;

/// Lies over the thoughts of an engine while a person has to choose at the same time.
/// Nobody sees them, not even those who only watch, as a person may watch, too.
#[derive(Clone, Debug)]
pub(super) struct Veil(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    is_down: bool,
    latest: Option<ThoughtsView>,
}

impl Veil {
    pub(super) fn new(is_down: bool) -> Self {
        Self(Arc::new(Mutex::new(State { is_down, latest: None })))
    }

    /// The thoughts, if they may be seen; otherwise they are kept.
    pub(super) fn pass(&self, thoughts: ThoughtsView) -> Option<ThoughtsView> {
        let mut state = lock(&self.0);
        if state.is_down {
            state.latest = Some(thoughts);
            return None;
        }
        Some(thoughts)
    }

    /// Lets everything be seen from here on, and gives the last of what was hidden.
    pub(super) fn lift(&self) -> Option<ThoughtsView> {
        let mut state = lock(&self.0);
        state.is_down = false;
        state.latest.take()
    }
}
