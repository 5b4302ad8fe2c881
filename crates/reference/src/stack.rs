//! The stack of a proof.

use std::sync::Arc;

use crate::bindings::Mark;
use crate::calls::Cell;
use crate::facts::Candidates;
use crate::program::FactsId;
use crate::tables::TableId;

/// A call that is being proved.
pub(crate) struct Frame {
    pub(crate) table: TableId,
    pub(crate) call: Arc<[Cell]>,
    /// How many clauses have been tried.
    pub(crate) n_tried: usize,
    /// The goal of the last clause that waits for the frame above.
    pub(crate) goal: usize,
    /// The lowest frame whose unfinished answers were read, by this frame or
    /// above it.
    pub(crate) low: usize,
    /// The heights of the other stacks below this frame.
    pub(crate) bindings: (usize, Mark),
    pub(crate) n_choices: usize,
    pub(crate) n_partial: usize,
    /// How many answers there were when the round of the proof began.
    pub(crate) n_answers: u64,
}

/// [`Frame::low`] of a frame that read no unfinished answers.
pub(crate) const NONE: usize = usize::MAX;

/// A goal with alternatives left.
pub(crate) struct Choice {
    pub(crate) goal: usize,
    pub(crate) mark: Mark,
    pub(crate) alternatives: Alternatives,
}

pub(crate) enum Alternatives {
    Facts(FactsId, Candidates),
    /// The next answer of a table, and the variables that take its values.
    Answers {
        table: TableId,
        next: usize,
        free: Box<[usize]>,
    },
}

/// The calls that are being proved, each for the one below it.
#[derive(Default)]
pub(crate) struct Frames(Vec<Frame>);

impl Frames {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn push(&mut self, frame: Frame) {
        self.0.push(frame);
    }

    pub(crate) fn pop(&mut self) -> Frame {
        self.0.pop().expect(RUNNING)
    }

    pub(crate) fn last(&self) -> Option<&Frame> {
        self.0.last()
    }

    pub(crate) fn top(&self) -> &Frame {
        self.last().expect(RUNNING)
    }

    pub(crate) fn top_mut(&mut self) -> &mut Frame {
        self.0.last_mut().expect(RUNNING)
    }

    /// The highest frame for which the partial table at a position was proved.
    pub(crate) fn owner(&self, position: usize) -> &Frame {
        let n_below = self.0.partition_point(|frame| frame.n_partial <= position);
        &self.0[n_below - 1]
    }
}

const RUNNING: &str = "a proof runs while it has frames";
