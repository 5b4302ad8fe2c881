//! What an evaluation may cost, and what ends one early.

use std::fmt;

/// Bounds on one question to an evaluator.
#[derive(Copy, Clone)]
pub struct Budget<'a> {
    /// Steps of the proof: clauses and conditions tried, alternatives taken.
    pub max_steps: u64,
    /// Bytes for tables and terms, roughly. What an evaluator has learned from
    /// earlier questions counts as well.
    pub max_bytes: usize,
    /// Asked now and then; the evaluation ends once it says yes.
    pub stop: &'a dyn Fn() -> bool,
}

/// Why a question has no answer.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum EvaluateError {
    /// [`Budget::stop`] said so.
    #[error("the evaluation was stopped")]
    Stopped,
    #[error("the evaluation takes more steps than allowed")]
    OutOfSteps,
    #[error("the evaluation takes more memory than allowed")]
    OutOfMemory,
    /// A sentence holds if it does not: the rules are not stratified.
    #[error("`{relation}` depends on its own negation")]
    NegativeLoop { relation: String },
    /// A rule concludes something for a variable that has no value.
    /// `clause` is the place of the rule in the sheet.
    #[error("a rule for `{relation}` leaves a variable of its head without a value")]
    UnboundVariable { relation: String, clause: usize },
}

impl Default for Budget<'_> {
    /// No limit on time, and a gigabyte.
    fn default() -> Self {
        Self { max_steps: u64::MAX, max_bytes: 1 << 30, stop: &|| false }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("max_steps", &self.max_steps)
            .field("max_bytes", &self.max_bytes)
            .finish_non_exhaustive()
    }
}

/// Counts the steps of one evaluation.
pub(crate) struct Meter<'a> {
    budget: &'a Budget<'a>,
    steps: u64,
}

/// Steps between two looks at the stop check and the memory.
const CHECK_INTERVAL: u64 = 1 << 12;

impl<'a> Meter<'a> {
    pub(crate) fn new(budget: &'a Budget<'a>) -> Self {
        Self { budget, steps: 0 }
    }

    pub(crate) fn step(&mut self, bytes: impl Fn() -> usize) -> Result<(), EvaluateError> {
        if self.steps.is_multiple_of(CHECK_INTERVAL) {
            if (self.budget.stop)() {
                return Err(EvaluateError::Stopped);
            }
            if bytes() > self.budget.max_bytes {
                return Err(EvaluateError::OutOfMemory);
            }
        }
        if self.steps >= self.budget.max_steps {
            return Err(EvaluateError::OutOfSteps);
        }
        self.steps += 1;
        Ok(())
    }
}
