//! Answers to the last move that a sensible player does not miss.
//!
//! If the last stone left its chain with a single liberty, the chain is taken. If it left the
//! mover's chains beside it with a single liberty between them, they run away, provided that there
//! is a way. Otherwise a point around the last stone with a [shape](super::shape) is good.

use fearless_simd::prelude::*;
use fearless_simd::u64x8;

use super::Lanes;
use super::word::{OneOrMore, mux};

impl Lanes {
    /// In games with a good answer, leaves only good answers among the candidates.
    #[inline(always)]
    pub(super) fn prefer_answers<S: Simd>(&mut self, simd: S) {
        self.mark_touched_chains(simd);
        self.wires.spread(simd, &self.geometry, &mut self.alive);
        let (escape, capture) = self.find_liberties(simd);
        let geometry = self.geometry;
        let zero = u64x8::splat(simd, 0);
        let (mut any_urgent, mut any_shape) = (zero, zero);
        for y in 0..geometry.height {
            let exits = geometry.row_mut(&mut self.exits, y);
            let captures = geometry.row(&self.captures, y);
            let candidates = geometry.row(&self.candidates, y);
            let shapes = geometry.row_mut(&mut self.shapes, y);
            for x in 0..geometry.width {
                let candidate = candidates[x].load(simd);
                let urgent = (exits[x].load(simd) & escape) | (captures[x].load(simd) & capture);
                let urgent = urgent & candidate;
                let shape = shapes[x].load(simd) & candidate;
                exits[x].store(urgent);
                shapes[x].store(shape);
                any_urgent |= urgent;
                any_shape |= shape;
            }
        }
        for y in 0..geometry.height {
            let exits = geometry.row(&self.exits, y);
            let shapes = geometry.row(&self.shapes, y);
            let candidates = geometry.row_mut(&mut self.candidates, y);
            for x in 0..geometry.width {
                let quiet = mux(any_shape, shapes[x].load(simd), candidates[x].load(simd));
                candidates[x].store(mux(any_urgent, exits[x].load(simd), quiet));
            }
        }
    }

    /// Marks the last stone and the mover's stones beside it, and shapes around the last stone.
    #[inline(always)]
    fn mark_touched_chains<S: Simd>(&mut self, simd: S) {
        let geometry = self.geometry;
        let zero = u64x8::splat(simd, 0);
        let kept = !self.suicide.load(simd);
        let rows = &self.selection.rows;
        let row_at = |y: Option<usize>| match y {
            Some(y) if y < geometry.height => rows[y].load(simd) & kept,
            _ => zero,
        };
        let columns = &self.selection.columns;
        for y in 0..geometry.height {
            let row = row_at(Some(y));
            let beside = row_at(y.checked_sub(1)) | row_at(Some(y + 1));
            let mover = geometry.rows(&self.mover, y);
            let opponent = geometry.rows(&self.opponent, y);
            let alive = geometry.row_mut(&mut self.alive, y);
            let shapes = geometry.row_mut(&mut self.shapes, y);
            let (mut left, mut column) = (zero, columns[0].load(simd));
            for x in 0..geometry.width {
                let right = if x + 1 < geometry.width { columns[x + 1].load(simd) } else { zero };
                let touched = (row & (left | right)) | (beside & column);
                let own = mover[1][x + 1].load(simd) & touched;
                let last = opponent[1][x + 1].load(simd) & row & column;
                alive[x].store(own | last);
                let around = (row | beside) & (left | column | right);
                let is_shape =
                    super::shape::find(simd, &mover, &opponent, x, geometry.is_edge(x, y));
                shapes[x].store(around & is_shape);
                (left, column) = (column, right);
            }
        }
    }

    /// Finds the liberties of the marked chains: the mover's, where running away is possible, and
    /// the opponent's. Returns in which games each have only one.
    #[inline(always)]
    fn find_liberties<S: Simd>(&mut self, simd: S) -> (u64x8<S>, u64x8<S>) {
        let geometry = self.geometry;
        let mut n_exits = OneOrMore::new(simd);
        let mut n_captures = OneOrMore::new(simd);
        for y in 0..geometry.height {
            let movers = geometry.rows(&self.mover, y);
            let opponents = geometry.rows(&self.opponent, y);
            let marked = geometry.rows(&self.alive, y);
            let exits = geometry.row_mut(&mut self.exits, y);
            let captures = geometry.row_mut(&mut self.captures, y);
            for x in 0..geometry.width {
                let zero = u64x8::splat(simd, 0);
                let (mut own, mut others, mut friends) = (zero, zero, zero);
                let mut open = OneOrMore::new(simd);
                let sides = [
                    (1, x, x > 0),
                    (1, x + 2, x + 1 < geometry.width),
                    (0, x + 1, y > 0),
                    (2, x + 1, y + 1 < geometry.height),
                ];
                for (row, x, is_on_board) in sides {
                    let reached = marked[row][x].load(simd);
                    let mover = movers[row][x].load(simd);
                    let opponent = opponents[row][x].load(simd);
                    own |= reached & mover;
                    others |= reached & opponent;
                    friends |= mover & !reached;
                    if is_on_board {
                        open.add(!(mover | opponent));
                    }
                }
                let empty = !(movers[1][x + 1].load(simd) | opponents[1][x + 1].load(simd));
                n_exits.add(own & empty);
                n_captures.add(others & empty);
                exits[x].store(own & empty & (open.several() | friends));
                captures[x].store(others & empty);
            }
        }
        (n_exits.is_one(), n_captures.is_one())
    }
}
