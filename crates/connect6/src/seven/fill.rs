//! Step 7: gain the initiative (GI), then take the most potential cells (MPC).

use super::{Step, Turn};
use crate::completion::{Completion, Completions};

impl Turn {
    pub(super) fn fill(&mut self) {
        if self.stones.is_empty() && self.board.empties() == self.board.area() {
            let center = self.board.size().center();
            self.put(Step::Fill, format!("opens at {center}"), &[center]);
        }
        while !self.is_over() {
            match self.best_completion() {
                Some(Completion { form, stones, .. }) => {
                    let text = format!("gains the initiative by {form} at {stones}");
                    self.put(Step::Fill, text, stones.cells());
                }
                None => self.take_most_potential_cell(),
            }
        }
    }

    /// The uncompleted four to complete: most threats first, then fewest stones, then the best
    /// cells.
    fn best_completion(&self) -> Option<Completion> {
        let completions = Completions::of(&self.board, self.color);
        let quality = self.quality();
        let worth =
            |way: &Completion| way.stones.cells().iter().map(|&cell| quality.at(cell)).sum::<u16>();
        let better = |best: Completion, way: Completion| {
            let is_better =
                way.form < best.form || (way.form == best.form && worth(&way) > worth(&best));
            if is_better { way } else { best }
        };
        let fits = |way: &Completion| way.stones.len() <= self.stones_left;
        let ways = completions.ones().chain(completions.twos()).filter(fits);
        ways.reduce(better)
    }

    pub(super) fn take_most_potential_cell(&mut self) {
        let cell = self.quality().best(self.board.empties()).expect("the turn is not over");
        self.put(Step::Fill, format!("takes the most potential cell {cell}"), &[cell]);
    }
}
