//! Random games in lockstep: 512 of them, a bit of a word for each.
//!
//! A point of the board is a few words, one bit for each game: has the mover a stone there, has the
//! opponent one, is the stone alive? A move is a handful of bitwise operations for each point, and
//! does in all games at once what the pruner of the FPGA machine does in one: captured is what
//! liberties do not reach.
//!
//! Moves are drawn uniformly from the legal points that are no eyes of the mover, or, with
//! [`Policy::Tactical`], first from the good answers to the last move.
//! An eye is an empty point whose neighbors are all stones of the mover and of whose diagonals the
//! opponent has none at the edge and at most one elsewhere. Suicide is forbidden, ko is simple, two
//! passes end the game, and so does a number of moves of three times the points.
//!
//! Sixteen games are a block: they share their start, and end together.

mod answer;
mod draw;
mod geometry;
mod length;
mod result;
mod select;
mod shape;
mod step;
mod wires;
mod word;

use fearless_simd::{Level, Simd, dispatch};

pub use result::BlockResult;
pub use word::{BLOCK, N_BLOCKS};

use crate::board::Board;
use crate::point::Point;
use crate::size::Size;
use draw::{Generators, Numbers, Planes};
use geometry::Geometry;
use length::length_before;
use select::Selection;
use step::First;
use stonegate_stones::Color;

/// How many moves are made in each game between two looks at the stop function.
const STEPS_PER_LOOK: usize = 8;
use wires::Wires;
use word::Word;

/// What happened on a point in the games of a block, a bit for each.
#[derive(Copy, Clone, Debug)]
pub struct Plays {
    /// Black was the first to play here.
    pub first_black: u16,
    /// White was the first to play here.
    pub first_white: u16,
    /// The point is Black's in the end.
    pub black_area: u16,
    /// The point is White's in the end.
    pub white_area: u16,
}

/// How moves are drawn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Policy {
    /// Uniformly.
    Uniform,
    /// The same, but who can take the last stone or has to run away from it does so, and shapes
    /// around it come next.
    Tactical,
}

/// Blocks of games on boards of one size.
#[derive(Clone, Debug)]
pub struct Lanes {
    level: Level,
    policy: Policy,
    geometry: Geometry,
    mover: Vec<Word>,
    opponent: Vec<Word>,
    /// Where the mover may not take back.
    ko: Vec<Word>,
    /// Where the mover has tried suicide.
    rejected: Vec<Word>,
    first: Vec<First>,
    white_moves: Word,
    /// How many moves each game has had, a bit of the number in a word. It begins so that the last
    /// move of the longest game carries over.
    lengths: Planes,
    passed: Word,
    over: Word,
    /// Games that took their last move back.
    suicide: Word,
    is_busy: [bool; N_BLOCKS],
    generators: Generators,
    // Of one step only.
    candidates: Vec<Word>,
    empty: Vec<Word>,
    alive: Vec<Word>,
    exits: Vec<Word>,
    captures: Vec<Word>,
    shapes: Vec<Word>,
    wires: Wires,
    selection: Selection,
}

impl Lanes {
    /// Lanes without games, for the best vector instructions that the processor has.
    pub fn new(size: Size, policy: Policy, seed: u64) -> Self {
        Self::on(Level::new(), size, policy, seed)
    }

    fn on(level: Level, size: Size, policy: Policy, seed: u64) -> Self {
        let geometry = Geometry::new(size);
        let words = vec![Word::ZERO; geometry.n_words()];
        Self {
            level,
            policy,
            mover: words.clone(),
            opponent: words.clone(),
            ko: words.clone(),
            rejected: words.clone(),
            first: vec![First::default(); geometry.n_words()],
            white_moves: Word::ZERO,
            lengths: [Word::ZERO; 16],
            passed: Word::ZERO,
            over: Word::ONES,
            suicide: Word::ZERO,
            is_busy: [false; N_BLOCKS],
            generators: Generators::new(seed),
            candidates: words.clone(),
            empty: words.clone(),
            alive: words.clone(),
            exits: words.clone(),
            captures: words.clone(),
            shapes: words,
            wires: Wires::new(&geometry),
            selection: Selection::new(),
            geometry,
        }
    }

    /// A block without games.
    pub fn free_block(&self) -> Option<usize> {
        self.is_busy.iter().position(|is_busy| !is_busy)
    }

    /// Starts the games of a block: from this board, with `to_move` to move, who may not place a
    /// stone on the point `ko`.
    pub fn start(&mut self, block: usize, board: &Board, to_move: Color, ko: Option<Point>) {
        assert_eq!(board.size(), self.geometry.size, "the lanes are made for one size");
        for point in board.size().points() {
            let i = self.geometry.index_of(point);
            let stone = board.at(point);
            self.mover[i].set_block(block, stone == Some(to_move));
            self.opponent[i].set_block(block, stone == Some(!to_move));
            self.ko[i].set_block(block, ko == Some(point));
            self.rejected[i].set_block(block, false);
            self.first[i].black.set_block(block, false);
            self.first[i].white.set_block(block, false);
        }
        self.white_moves.set_block(block, to_move == Color::White);
        let before = length_before(self.geometry.size);
        for (i, plane) in self.lengths.iter_mut().enumerate() {
            plane.set_block(block, before >> i & 1 == 1);
        }
        self.passed.set_block(block, false);
        self.over.set_block(block, false);
        self.suicide.set_block(block, true);
        self.is_busy[block] = true;
    }

    /// Plays on until some blocks have ended or `stop` says so, and gives `sink` each block that
    /// has ended, with its number. These blocks are free then.
    pub fn run(&mut self, stop: &dyn Fn() -> bool, mut sink: impl FnMut(usize, BlockResult)) {
        if self.is_busy.contains(&true) {
            let counts = dispatch!(self.level, simd => self.play_on(simd, stop));
            for block in 0..N_BLOCKS {
                if self.is_done(block) {
                    self.is_busy[block] = false;
                    sink(block, self.result_of(block, &counts));
                }
            }
        }
    }

    fn is_done(&self, block: usize) -> bool {
        self.is_busy[block] && self.over.block(block) == u16::MAX
    }

    fn play_on<S: Simd>(&mut self, simd: S, stop: &dyn Fn() -> bool) -> [Numbers; 3] {
        simd.vectorize(
            #[inline(always)]
            || {
                // Counting takes as long as a move or two, so it waits for a few blocks.
                let n_busy = self.is_busy.iter().filter(|is_busy| **is_busy).count();
                let n_wanted = n_busy.min(N_BLOCKS / 8);
                let mut n_steps = 0;
                while (0..N_BLOCKS).filter(|&block| self.is_done(block)).count() < n_wanted {
                    n_steps += 1;
                    if n_steps % STEPS_PER_LOOK == 0 && stop() {
                        break;
                    }
                    self.step(simd);
                }
                let [black, white] = self.count_areas(simd);
                [black, white, self.count_moves(simd)]
            },
        )
    }
}
