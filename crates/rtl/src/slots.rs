//! What the host knows of the states that a reasoner keeps.

use stonegate_ground::State;

/// The slots of a reasoner.
///
/// A slot counts as filled when the reasoner has said so, and never before: a request that is lost
/// must not leave another one with the wrong state.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    kept: Vec<Option<State>>,
    /// Slots that a request under way reads or writes: no other one may write them, since requests
    /// that are made again are no longer in order.
    in_use: Vec<bool>,
    /// The slot that is given away next.
    next: usize,
}

impl Slots {
    pub(crate) fn new(n_slots: usize) -> Self {
        Self { kept: vec![None; n_slots], in_use: vec![false; n_slots], next: 0 }
    }

    /// No request is under way.
    pub(crate) fn release(&mut self) {
        self.in_use.fill(false);
    }

    pub(crate) fn find(&self, state: &State) -> Option<u8> {
        let at = self.kept.iter().position(|kept| kept.as_ref() == Some(state))?;
        Some(at as u8)
    }

    /// The slot of a state, and whether it is there already.
    pub(crate) fn source(&mut self, state: &State) -> (u8, bool) {
        match self.find(state) {
            Some(slot) => {
                self.in_use[usize::from(slot)] = true;
                (slot, true)
            }
            None => (self.target(), false),
        }
    }

    /// A slot to put a state into. The states that have been there longest go first.
    ///
    /// The caller has seen to it that there are slots that are not in use.
    pub(crate) fn target(&mut self) -> u8 {
        while self.in_use[self.next] {
            self.next = (self.next + 1) % self.kept.len();
        }
        let slot = self.next;
        self.in_use[slot] = true;
        self.kept[slot] = None;
        slot as u8
    }

    /// The reasoner has put a state into a slot.
    pub(crate) fn keep(&mut self, slot: u8, state: State) {
        self.kept[usize::from(slot)] = Some(state);
    }

    /// Nothing is certain any more.
    pub(crate) fn forget(&mut self) {
        self.kept.iter_mut().for_each(|kept| *kept = None);
    }
}
