//! The defensive steps: 2, 4, 6A and 6B.

use super::{Step, Turn};
use crate::board::Board;
use crate::cell::Cell;
use crate::reading::Reading;
use crate::threats::{Blocks, Threats};
use crate::three_turn::ThreeTurnWin;
use stonegate_stones::Color;

impl Turn {
    /// Step 2: plays the smallest blocking set of the greatest point quality.
    pub(super) fn stop_one_turn_wins(&mut self) {
        let threats = Threats::of(&self.board, !self.color);
        let quality = self.quality();
        let worth = |cells: &[Cell]| cells.iter().map(|&cell| quality.at(cell)).sum::<u16>();
        let step = Step::StopOneTurnWin;
        match threats.blocks() {
            Blocks::Nothing => {}
            Blocks::One(cells) => {
                let cell = quality.best(cells).expect("a block has a cell");
                self.put(step, format!("stops one threat at {cell}"), &[cell]);
            }
            Blocks::Two(pairs) if self.stones_left == 2 => {
                let best = pairs
                    .into_iter()
                    .reduce(|best, pair| if worth(&pair) > worth(&best) { pair } else { best });
                let pair = best.expect("a block has a pair");
                self.put(step, format!("stops two threats at {} and {}", pair[0], pair[1]), &pair);
            }
            Blocks::Two(_) | Blocks::Impossible => self.stop_what_can_be_stopped(),
        }
    }

    /// The game is lost if the opponent sees it: stops as many lines as possible with each stone.
    fn stop_what_can_be_stopped(&mut self) {
        while !self.is_over() {
            let threats = Threats::of(&self.board, !self.color);
            let quality = self.quality();
            let n_stopped =
                |cell: Cell| threats.gaps().iter().filter(|gap| gap.contains(cell)).count();
            let cells = threats.gaps().iter().flat_map(|gap| [gap.first, gap.second]);
            let best = cells.reduce(|best, cell| {
                let key = |cell: Cell| (n_stopped(cell), quality.at(cell), std::cmp::Reverse(cell));
                if key(cell) > key(best) { cell } else { best }
            });
            let Some(cell) = best else { return };
            let text = format!("stops some of too many threats at {cell}");
            self.put(Step::StopOneTurnWin, text, &[cell]);
        }
    }

    /// Step 4: takes the cell that most two-turn wins of the opponent need.
    pub(super) fn stop_two_turn_wins(&mut self) {
        while !self.is_over() {
            let wins = self.reading.two_turn_wins(&self.board, !self.color, 2);
            let Some(first) = wins.first() else { return };
            let quality = self.quality();
            let n_stopped =
                |cell: Cell| wins.iter().filter(|win| win.stones.contains(cell)).count();
            let cells = wins.iter().flat_map(|win| win.stones.cells()).copied();
            let best = cells.reduce(|best, cell| {
                let key = |cell: Cell| (n_stopped(cell), quality.at(cell), std::cmp::Reverse(cell));
                if key(cell) > key(best) { cell } else { best }
            });
            let cell = best.expect("a win has stones");
            self.put(Step::StopTwoTurnWin, format!("stops {} at {cell}", first.kind), &[cell]);
        }
    }

    /// Steps 6A and 6B: take the better cell of a three-turn win of the opponent.
    pub(super) fn stop_three_turn_wins(
        &mut self,
        step: Step,
        find: impl Fn(Reading, &Board, Color) -> Option<ThreeTurnWin>,
    ) {
        while !self.is_over() {
            let Some(win) = find(self.reading, &self.board, !self.color) else { return };
            let cells = win.stones.cells().iter().copied();
            let cell = self.quality().best(cells).expect("a win has stones");
            self.put(step, format!("stops {win} with a stone at {cell}"), &[cell]);
        }
    }
}
