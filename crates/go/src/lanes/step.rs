//! One move in all games.

use fearless_simd::prelude::*;
use fearless_simd::u64x8;

use super::length::LENGTH_BITS;
use super::word::{OneOrMore, Word, mux};
use super::{Lanes, Policy};

impl Lanes {
    /// Plays a random move in each game that is not over. A game where it turns out to be suicide
    /// stays as it is, and will not try the point again this turn.
    #[inline(always)]
    pub(super) fn step<S: Simd>(&mut self, simd: S) {
        self.find_candidates(simd);
        if self.policy == Policy::Tactical {
            self.prefer_answers(simd);
        }
        self.selection.draw(simd, &self.geometry, &self.candidates, &mut self.generators);
        self.place(simd);
        self.join_stones(simd);
        self.wires.spread(simd, &self.geometry, &mut self.alive);
        let verdict = self.judge(simd);
        self.take_turns(simd, verdict);
    }

    /// Empty points that are no eyes of the mover, not forbidden by ko and not tried in vain.
    #[inline(always)]
    fn find_candidates<S: Simd>(&mut self, simd: S) {
        let geometry = self.geometry;
        let active = !self.over.load(simd);
        for y in 0..geometry.height {
            let mover = geometry.rows(&self.mover, y);
            let opponent = geometry.rows(&self.opponent, y);
            let ko = geometry.row(&self.ko, y);
            let rejected = geometry.row(&self.rejected, y);
            let candidates = geometry.row_mut(&mut self.candidates, y);
            for x in 0..geometry.width {
                let off = |is_off: bool| u64x8::splat(simd, if is_off { !0 } else { 0 });
                let is_surrounded = (mover[1][x].load(simd) | off(x == 0))
                    & (mover[1][x + 2].load(simd) | off(x + 1 == geometry.width))
                    & (mover[0][x + 1].load(simd) | off(y == 0))
                    & (mover[2][x + 1].load(simd) | off(y + 1 == geometry.height));
                let [a, b] = [x, x + 2].map(|x| opponent[0][x].load(simd));
                let [c, d] = [x, x + 2].map(|x| opponent[2][x].load(simd));
                let is_false = if geometry.is_edge(x, y) {
                    a | b | c | d
                } else {
                    (a & b) | (c & d) | ((a | b) & (c | d))
                };
                let is_eye = is_surrounded & !is_false;
                let is_taken = mover[1][x + 1].load(simd) | opponent[1][x + 1].load(simd);
                let is_banned = ko[x].load(simd) | rejected[x].load(simd);
                candidates[x].store(active & !(is_taken | is_banned | is_eye));
            }
        }
    }

    /// Puts the stones onto the board.
    #[inline(always)]
    fn place<S: Simd>(&mut self, simd: S) {
        let geometry = self.geometry;
        let columns = &self.selection.columns[..geometry.width];
        for y in 0..geometry.height {
            let row = self.selection.rows[y].load(simd);
            let mover = geometry.row_mut(&mut self.mover, y);
            let opponent = geometry.row(&self.opponent, y);
            let empty = geometry.row_mut(&mut self.empty, y);
            for x in 0..geometry.width {
                let stones = mover[x].load(simd) | (row & columns[x].load(simd));
                mover[x].store(stones);
                empty[x].store(!(stones | opponent[x].load(simd)));
            }
        }
    }

    /// Joins stones of one color by wires, and lets those be alive that are beside an empty point.
    #[inline(always)]
    fn join_stones<S: Simd>(&mut self, simd: S) {
        let geometry = self.geometry;
        for y in 0..geometry.height {
            let mover = geometry.rows(&self.mover, y);
            let opponent = geometry.rows(&self.opponent, y);
            let empty = geometry.rows(&self.empty, y);
            let right = geometry.row_mut(&mut self.wires.right, y);
            let above = geometry.row_mut(&mut self.wires.above, y);
            let alive = geometry.row_mut(&mut self.alive, y);
            for x in 0..geometry.width {
                let own = mover[1][x + 1].load(simd);
                let other = opponent[1][x + 1].load(simd);
                let join = |row: usize, x: usize| {
                    (own & mover[row][x].load(simd)) | (other & opponent[row][x].load(simd))
                };
                right[x].store(join(1, x + 2));
                above[x].store(join(2, x + 1));
                let beside = empty[1][x].load(simd)
                    | empty[1][x + 2].load(simd)
                    | empty[0][x + 1].load(simd)
                    | empty[2][x + 1].load(simd);
                alive[x].store((own | other) & beside);
            }
        }
    }

    /// Looks at the stones without liberties.
    #[inline(always)]
    fn judge<S: Simd>(&self, simd: S) -> Verdict<S> {
        let geometry = self.geometry;
        let mut own = OneOrMore::new(simd);
        let mut captured = OneOrMore::new(simd);
        for y in 0..geometry.height {
            let stones = geometry.row(&self.mover, y).iter().zip(geometry.row(&self.opponent, y));
            for ((mover, opponent), alive) in stones.zip(geometry.row(&self.alive, y)) {
                let dead = !alive.load(simd);
                own.add(mover.load(simd) & dead);
                captured.add(opponent.load(simd) & dead);
            }
        }
        // A lone stone that took one stone and has no other liberty could be taken back at once.
        Verdict { suicide: own.any & !captured.any, ko: own.is_one() & captured.is_one() }
    }

    /// Takes captured stones away and hands the turn over, or takes a suicide back.
    #[inline(always)]
    fn take_turns<S: Simd>(&mut self, simd: S, verdict: Verdict<S>) {
        let Verdict { suicide, ko } = verdict;
        let geometry = self.geometry;
        let white_moves = self.white_moves.load(simd);
        let columns = &self.selection.columns[..geometry.width];
        for y in 0..geometry.height {
            let row = self.selection.rows[y].load(simd);
            let movers = geometry.row_mut(&mut self.mover, y);
            let opponents = geometry.row_mut(&mut self.opponent, y);
            let alive = geometry.row(&self.alive, y);
            let banned = geometry.row_mut(&mut self.ko, y);
            let rejected = geometry.row_mut(&mut self.rejected, y);
            let first = geometry.row_mut(&mut self.first, y);
            for x in 0..geometry.width {
                let placed = row & columns[x].load(simd);
                let (alive, before) = (alive[x].load(simd), opponents[x].load(simd));
                let mover = movers[x].load(simd) & !(placed & suicide);
                let opponent = before & (alive | suicide);
                movers[x].store(mux(suicide, mover, opponent));
                opponents[x].store(mux(suicide, opponent, mover));
                let ban = mux(suicide, banned[x].load(simd), ko & before & !alive);
                banned[x].store(ban);
                let tried = rejected[x].load(simd) | placed;
                rejected[x].store(tried & suicide);
                let (by_black, by_white) = (first[x].black.load(simd), first[x].white.load(simd));
                let new = placed & !suicide & !(by_black | by_white);
                first[x].black.store(by_black | (new & !white_moves));
                first[x].white.store(by_white | (new & white_moves));
            }
        }
        self.suicide.store(suicide);
        self.white_moves.store(white_moves ^ !suicide);
        let over = self.over.load(simd);
        let passes = !self.selection.any.load(simd) & !over;
        let passed = self.passed.load(simd);
        self.passed.store(mux(suicide, passed, passes));
        let mut carry = !(over | suicide);
        for plane in &mut self.lengths[..LENGTH_BITS] {
            let bit = plane.load(simd);
            plane.store(bit ^ carry);
            carry &= bit;
        }
        self.over.store(over | (passes & passed) | carry);
    }
}

/// What the move of each game was.
#[derive(Copy, Clone)]
struct Verdict<S: Simd> {
    suicide: u64x8<S>,
    ko: u64x8<S>,
}

/// Who was the first to play on a point.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct First {
    pub(super) black: Word,
    pub(super) white: Word,
}
