//! The worth of a board, kept up to date stone by stone.

use crate::board::Board;
use crate::cell::{Cell, STRIDE};
use crate::cell_set::CellSet;
use crate::lines::{Direction, LENGTH, all_lines};
use stonegate_stones::Color;

/// What a line with so many stones of one player and none of the other is worth.
const WORTH: [i32; LENGTH + 1] = [0, 1, 5, 12, 20, 24, 0];

/// Cells of the board with room for steps beyond it.
const N_CELLS: usize = STRIDE * STRIDE;

/// The number of stones of both players in every line, and what follows from it: the worth of the
/// board and what a stone on each cell would add to it.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// The lines of the board, for each direction as their first cells.
    lines: [CellSet; 4],
    /// For each direction and first cell the stones of Black and White.
    counts: Vec<[u8; 2]>,
    /// For each cell what a stone of Black and one of White would add.
    gains: Vec<[i32; 2]>,
    /// How many lines have so many stones of one player and none of the other.
    n_lines: [[u16; LENGTH + 1]; 2],
    /// The worth of Black's lines less that of White's.
    worth: i32,
}

impl Tally {
    pub(crate) fn of(board: &Board) -> Self {
        let lines = all_lines(board.area());
        let mut tally = Self {
            lines,
            counts: vec![[0; 2]; 4 * N_CELLS],
            gains: vec![[0; 2]; N_CELLS],
            n_lines: [[0; LENGTH + 1]; 2],
            worth: 0,
        };
        for direction in Direction::ALL {
            for first in lines[direction as usize] {
                for number in 0..LENGTH {
                    let cell = first.index() + number * direction.step();
                    tally.gains[cell][0] += WORTH[1];
                    tally.gains[cell][1] += WORTH[1];
                }
            }
        }
        for color in [Color::Black, Color::White] {
            board.stones(color).iter().for_each(|cell| tally.place(color, cell));
        }
        tally
    }

    pub(crate) fn place(&mut self, color: Color, cell: Cell) {
        self.change(color, cell, |count| count + 1);
    }

    /// Takes a stone off again.
    pub(crate) fn remove(&mut self, color: Color, cell: Cell) {
        self.change(color, cell, |count| count - 1);
    }

    /// The worth of the board for a player.
    pub(crate) fn worth(&self, color: Color) -> i32 {
        match color {
            Color::Black => self.worth,
            Color::White => -self.worth,
        }
    }

    /// What a stone of a player on an empty cell adds.
    pub(crate) fn gain(&self, color: Color, cell: Cell) -> i32 {
        self.gains[cell.index()][color as usize]
    }

    /// Whether a player has a one-turn win.
    pub(crate) fn has_threat(&self, color: Color) -> bool {
        let n_lines = &self.n_lines[color as usize];
        n_lines[4] + n_lines[5] > 0
    }

    /// Whether a player has lines of three stones, without which there is no two-turn win.
    pub(crate) fn has_three(&self, color: Color) -> bool {
        self.n_lines[color as usize][3] > 0
    }

    fn change(&mut self, color: Color, cell: Cell, change: impl Fn(u8) -> u8) {
        for direction in Direction::ALL {
            let step = direction.step();
            for back in 0..LENGTH {
                let Some(first) = cell.index().checked_sub(back * step) else { break };
                if !self.lines[direction as usize].has(first) {
                    continue;
                }
                let counts = &mut self.counts[direction as usize * N_CELLS + first];
                let before = *counts;
                counts[color as usize] = change(before[color as usize]);
                let after = *counts;
                self.worth += value(after) - value(before);
                self.count(before, u16::wrapping_sub);
                self.count(after, u16::wrapping_add);
                let (old, new) = (gains(before), gains(after));
                for number in 0..LENGTH {
                    let gains = &mut self.gains[first + number * step];
                    gains[0] += new[0] - old[0];
                    gains[1] += new[1] - old[1];
                }
            }
        }
    }

    fn count(&mut self, [black, white]: [u8; 2], change: impl Fn(u16, u16) -> u16) {
        let (color, n_stones) = match (black, white) {
            (n_stones, 0) => (Color::Black, n_stones),
            (0, n_stones) => (Color::White, n_stones),
            _ => return,
        };
        let n_lines = &mut self.n_lines[color as usize][usize::from(n_stones)];
        *n_lines = change(*n_lines, 1);
    }
}

/// The worth of a line for Black.
fn value([black, white]: [u8; 2]) -> i32 {
    match (black, white) {
        (n_stones, 0) => WORTH[usize::from(n_stones)],
        (0, n_stones) => -WORTH[usize::from(n_stones)],
        _ => 0,
    }
}

/// What one more stone of Black, or one of White, in a line adds for its owner.
fn gains([black, white]: [u8; 2]) -> [i32; 2] {
    if usize::from(black + white) == LENGTH {
        return [0; 2];
    }
    let now = value([black, white]);
    [value([black + 1, white]) - now, now - value([black, white + 1])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Size;
    use crate::lines::Lines;
    use stonegate_stones::Random;

    #[test]
    fn changes_add_up() {
        let mut random = Random::new(1, 1);
        let mut board = Board::empty(Size::new(11).unwrap());
        let empty = Tally::of(&board);
        let mut tally = empty.clone();
        let mut placed = Vec::new();
        for number in 0..100 {
            let cells = board.empties().into_iter().collect::<Vec<_>>();
            let cell = cells[random.below(cells.len())];
            let color = if number % 2 == 0 { Color::Black } else { Color::White };
            let (worth, gain) = (tally.worth(color), tally.gain(color, cell));
            board.place(color, cell);
            tally.place(color, cell);
            placed.push((color, cell));
            assert_eq!(tally.worth(color), worth + gain);
            for color in [Color::Black, Color::White] {
                let lines = Lines::of(&board, color);
                for n_stones in 1..=LENGTH {
                    let n_lines = Direction::ALL
                        .iter()
                        .map(|&direction| lines.with(n_stones, direction).len());
                    let expected = usize::from(tally.n_lines[color as usize][n_stones]);
                    assert_eq!(n_lines.sum::<usize>(), expected);
                }
            }
        }
        for (color, cell) in placed.into_iter().rev() {
            tally.remove(color, cell);
        }
        assert_eq!(tally.worth, 0);
        assert_eq!(tally.gains, empty.gains);
    }
}
