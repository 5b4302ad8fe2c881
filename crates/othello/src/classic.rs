//! The classic FPGA solver: alpha-beta without recursion, as a machine of registers and a stack does it.
//!
//! The current node is in registers. Each visit does one of three things:
//! - the *first visit* of a node finds its legal moves, pushes the node with the moves that are
//!   left, and goes on to the first child;
//! - a *revisit* does the same with the moves that are left;
//! - the *final revisit*, of a node that is finished, hands its value to the parent, which is
//!   popped from the stack.
//!
//! A visit is two clock cycles of the hardware, whatever it does.

use fearless_simd::{Level, Simd, dispatch};

use crate::board::Board;
use crate::depth_picker::pick_depth;
use crate::move_sorter::{MoveSorter, location_values};
use crate::position::{Position, Width};
use crate::square::{Square, squares};

/// What the leaves of the search are worth.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Heuristic {
    /// The mover's discs less the opponent's.
    Discs,
    /// The sum of the values of the mover's squares less the opponent's.
    Location,
}

/// The solver of the FPGA design for boards of one width.
#[derive(Clone, Debug)]
pub struct ClassicSolver {
    width: Width,
    sorter: MoveSorter,
    heuristic: Heuristic,
    values: [i8; 64],
}

/// What the classic solver found.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ClassicMove {
    /// The move, unless there is none.
    pub square: Option<Square>,
    /// For the mover, by the heuristic; a finished game is worth more than any heuristic.
    pub value: i32,
    /// How many visits it took, revisits included.
    pub n_visits: u64,
}

/// A node on the stack: some 230 bits in hardware.
#[derive(Copy, Clone, Debug)]
struct Frame {
    board: Board,
    /// The moves that are left to try.
    remaining: u64,
    /// The best value so far, for the mover.
    value: i16,
    /// The value from which on the opponent avoids this node.
    limit: i16,
    /// How many plies are left.
    depth: u8,
}

/// What the final revisit of a finished game adds, so that a win is worth more than a good board.
const DECIDED: i16 = 1000;

const LEAST: i16 = -i16::MAX;

/// How many visits there are between two looks at the stop function.
const VISITS_PER_LOOK: u64 = 1 << 14;

impl ClassicSolver {
    pub const fn new(width: Width, heuristic: Heuristic) -> Self {
        Self { width, sorter: MoveSorter::new(width), heuristic, values: location_values(width) }
    }

    /// The same solver for boards of a width.
    pub(crate) const fn on(&self, width: Width) -> Self {
        Self::new(width, self.heuristic)
    }

    /// The move that the FPGA's player makes: its depth follows from the number of moves made. If
    /// `stop` says so, the best one so far.
    pub fn play(&self, position: &Position, stop: &dyn Fn() -> bool) -> ClassicMove {
        let n_squares = self.width.area().count_ones();
        let n_moves = n_squares - 4 - position.n_empties().min(n_squares - 4);
        self.search_until(position, pick_depth(n_moves as usize), stop)
    }

    /// The best move to a depth.
    pub fn search(&self, position: &Position, depth: u32) -> ClassicMove {
        self.search_until(position, depth, &|| false)
    }

    fn search_until(
        &self,
        position: &Position,
        depth: u32,
        stop: &dyn Fn() -> bool,
    ) -> ClassicMove {
        dispatch!(Level::new(), simd => self.visit_all(simd, position.board(), depth, stop))
    }

    #[inline(always)]
    fn visit_all<S: Simd>(
        &self,
        simd: S,
        board: Board,
        depth: u32,
        stop: &dyn Fn() -> bool,
    ) -> ClassicMove {
        let mut stack = Vec::with_capacity(depth as usize + 1);
        let root = Frame { board, remaining: 0, value: LEAST, limit: -LEAST, depth: depth as u8 };
        let mut node = root;
        let mut is_first_visit = true;
        // Registers for the root: the move whose value comes next, and the best one.
        let mut root_move = None;
        let mut best = None;
        let mut n_visits = 0;
        loop {
            n_visits += 1;
            if n_visits % VISITS_PER_LOOK == 0 && stop() {
                let root = stack.first().unwrap_or(&node);
                return ClassicMove {
                    square: best.or(root_move),
                    value: i32::from(root.value),
                    n_visits,
                };
            }
            let mut child = None;
            if is_first_visit {
                node.remaining = node.board.legal_on(simd) & self.width.area();
                if node.depth == 0 {
                    node.value = self.evaluate(node.board);
                } else if node.remaining == 0 {
                    if node.board.pass().legal_on(simd) & self.width.area() == 0 {
                        node.value = outcome(node.board);
                    } else {
                        child = Some(node.board.pass());
                    }
                }
            }
            let is_leaf = is_first_visit && node.depth == 0;
            if !is_leaf
                && node.value < node.limit
                && let Some(square) = self.sorter.first(node.remaining)
            {
                node.remaining ^= square.bit();
                child = Some(node.board.play_on(simd, square));
                if stack.is_empty() {
                    root_move = Some(square);
                }
            }
            if let Some(board) = child {
                stack.push(node);
                node = Frame {
                    board,
                    remaining: 0,
                    value: -node.limit,
                    limit: -node.value,
                    depth: node.depth - 1,
                };
                is_first_visit = true;
                continue;
            }
            let Some(parent) = stack.pop() else {
                return ClassicMove { square: best, value: i32::from(node.value), n_visits };
            };
            let value = -node.value;
            node = parent;
            if value > node.value {
                node.value = value;
                if stack.is_empty() {
                    best = root_move;
                }
            }
            is_first_visit = false;
        }
    }

    #[inline(always)]
    fn evaluate(&self, board: Board) -> i16 {
        match self.heuristic {
            Heuristic::Discs => {
                board.mover.count_ones() as i16 - board.opponent.count_ones() as i16
            }
            Heuristic::Location => self.worth(board.mover) - self.worth(board.opponent),
        }
    }

    #[inline(always)]
    fn worth(&self, discs: u64) -> i16 {
        let mut worth = 0;
        for square in squares(discs) {
            worth += i16::from(self.values[square.index()]);
        }
        worth
    }
}

fn outcome(board: Board) -> i16 {
    let difference = board.mover.count_ones() as i16 - board.opponent.count_ones() as i16;
    difference + difference.signum() * DECIDED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Move;

    /// The value of a board by plain minimax.
    fn minimax(solver: &ClassicSolver, board: Board, depth: u32) -> i32 {
        let legal = board.legal_moves() & solver.width.area();
        if depth == 0 {
            return i32::from(solver.evaluate(board));
        }
        if legal == 0 {
            if board.pass().legal_moves() & solver.width.area() == 0 {
                return i32::from(outcome(board));
            }
            return -minimax(solver, board.pass(), depth - 1);
        }
        squares(legal).map(|square| -minimax(solver, board.play(square), depth - 1)).max().unwrap()
    }

    #[test]
    fn values_are_those_of_minimax() {
        for width in [Width::FOUR, Width::SIX, Width::EIGHT] {
            for heuristic in [Heuristic::Discs, Heuristic::Location] {
                let solver = ClassicSolver::new(width, heuristic);
                let mut position = Position::start(width);
                while !position.is_over() {
                    for depth in 0..5 {
                        let found = solver.search(&position, depth);
                        assert_eq!(found.value, minimax(&solver, position.board(), depth));
                    }
                    let found = solver.search(&position, 3);
                    let action = found.square.map_or(Move::Pass, Move::Place);
                    position = position.play(action).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_search_is_stopped_at_the_next_look() {
        let solver = ClassicSolver::new(Width::EIGHT, Heuristic::Location);
        let position = Position::start(Width::EIGHT);
        let found = solver.search_until(&position, 60, &|| true);
        assert_eq!(found.n_visits, VISITS_PER_LOOK);
        assert!(position.play(Move::Place(found.square.unwrap())).is_ok());
    }

    #[test]
    fn a_4x4_board_is_won_by_white() {
        // The whole game fits into the depth: White wins 11 to 3.
        let solver = ClassicSolver::new(Width::FOUR, Heuristic::Discs);
        let found = solver.search(&Position::start(Width::FOUR), 14);
        assert_eq!(found.value, -1008);
    }
}
