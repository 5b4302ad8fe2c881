//! When a page gets thoughts.

use std::sync::Arc;

use parking_lot::Mutex;
use stonegate_arena::ThoughtsView;

/// Lies over the thoughts of an engine while a person has to choose at the same time.
/// Nobody sees them, not even those who only watch, as a person may watch, too.
#[derive(Clone, Debug)]
pub(super) struct Veil(Arc<Mutex<VeilState>>);

#[derive(Debug)]
struct VeilState {
    is_down: bool,
    latest: Option<ThoughtsView>,
}

impl Veil {
    pub(super) fn new(is_down: bool) -> Self {
        Self(Arc::new(Mutex::new(VeilState { is_down, latest: None })))
    }

    /// The thoughts, if they may be seen; otherwise they are kept.
    pub(super) fn pass(&self, thoughts: ThoughtsView) -> Option<ThoughtsView> {
        let mut state = self.0.lock();
        if state.is_down {
            state.latest = Some(thoughts);
            return None;
        }
        Some(thoughts)
    }

    /// Lets everything be seen from here on, and gives the last of what was hidden.
    pub(super) fn lift(&self) -> Option<ThoughtsView> {
        let mut state = self.0.lock();
        state.is_down = false;
        state.latest.take()
    }
}
