//! Discs that can never be flipped again.

use std::sync::LazyLock;

use fearless_simd::prelude::*;
use fearless_simd::u64x4;

/// For the discs of a player and those of the opponent on one edge of the board: the player's
/// discs that stay whatever happens.
type EdgeTable = [[u8; 256]; 256];

static EDGES: LazyLock<Box<EdgeTable>> = LazyLock::new(edge_table);

const STEPS: [u64; 4] = [1, 8, 7, 9];

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;
const RIM: u64 = COLUMN_A | COLUMN_H | 0xff00_0000_0000_00ff;

/// The squares that have only one neighbor on their line, along row, column and diagonals.
const ENDS: [u64; 4] = [COLUMN_A | COLUMN_H, 0xff00_0000_0000_00ff, RIM, RIM];

/// A lower bound of the number of `player`'s discs that can never be flipped.
///
/// A disc is stable if along each of its four lines the line is full, or one neighbor is missing
/// or a stable disc of the same player.
#[inline(always)]
pub(crate) fn n_stable<S: Simd>(simd: S, player: u64, opponent: u64) -> u32 {
    let full = full_lines(simd, !(player | opponent));
    let full_sets: [u64; 4] = full.into();
    let mut stable = edges(player, opponent)
        | (player & full_sets[0] & full_sets[1] & full_sets[2] & full_sets[3]);
    if stable == 0 {
        return 0;
    }
    let safe = full | u64x4::simd_from(simd, ENDS);
    let step = u64x4::simd_from(simd, STEPS);
    loop {
        let lanes = u64x4::splat(simd, stable);
        let lines: [u64; 4] = (safe | (lanes << step) | (lanes >> step)).into();
        let grown = stable | (player & lines[0] & lines[1] & lines[2] & lines[3]);
        if grown == stable {
            return stable.count_ones();
        }
        stable = grown;
    }
}

/// The squares whose row, column and diagonals have no empty square.
#[inline(always)]
fn full_lines<S: Simd>(simd: S, empties: u64) -> u64x4<S> {
    // Where a line may come from in each direction, and from two and four squares away.
    const UP: [u64; 4] = [!COLUMN_A, !0, !COLUMN_H, !COLUMN_A];
    const DOWN: [u64; 4] = [!COLUMN_H, !0, !COLUMN_A, !COLUMN_H];
    const UP_2: [u64; 4] = farther(UP, 1, true);
    const UP_4: [u64; 4] = farther(UP_2, 2, true);
    const DOWN_2: [u64; 4] = farther(DOWN, 1, false);
    const DOWN_4: [u64; 4] = farther(DOWN_2, 2, false);
    let step = u64x4::simd_from(simd, STEPS);
    let two_steps = step + step;
    let four_steps = two_steps + two_steps;
    let mut up = u64x4::splat(simd, empties);
    let mut down = up;
    up |= (up << step) & u64x4::simd_from(simd, UP);
    down |= (down >> step) & u64x4::simd_from(simd, DOWN);
    up |= (up << two_steps) & u64x4::simd_from(simd, UP_2);
    down |= (down >> two_steps) & u64x4::simd_from(simd, DOWN_2);
    up |= (up << four_steps) & u64x4::simd_from(simd, UP_4);
    down |= (down >> four_steps) & u64x4::simd_from(simd, DOWN_4);
    !(up | down)
}

/// Masks for twice the distance: both halves of the way must be on the board.
const fn farther(near: [u64; 4], n_steps: u64, is_up: bool) -> [u64; 4] {
    let mut far = near;
    let mut lane = 0;
    while lane < 4 {
        let shift = STEPS[lane] * n_steps;
        far[lane] &= if is_up { near[lane] << shift } else { near[lane] >> shift };
        lane += 1;
    }
    far
}

/// The stable discs of `player` on the edges, counting on nothing but the edge itself.
#[inline(always)]
fn edges(player: u64, opponent: u64) -> u64 {
    let table = &**EDGES;
    let north = edge(table, player as u8, opponent as u8);
    let south = edge(table, (player >> 56) as u8, (opponent >> 56) as u8);
    let west = edge(table, column_a(player), column_a(opponent));
    let east = edge(table, column_a(player >> 7), column_a(opponent >> 7));
    north | (south << 56) | spread(west) | (spread(east) << 7)
}

#[inline(always)]
fn edge(table: &EdgeTable, player: u8, opponent: u8) -> u64 {
    u64::from(table[usize::from(player)][usize::from(opponent)])
}

/// Column a as a number, row 1 the lowest bit.
#[inline(always)]
fn column_a(set: u64) -> u8 {
    ((set & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The inverse of `column_a`.
#[inline(always)]
fn spread(line: u64) -> u64 {
    let low = (line & 0x0f).wrapping_mul(0x0020_4081) & 0x0101_0101;
    let high = (line >> 4).wrapping_mul(0x0020_4081) & 0x0101_0101;
    low | (high << 32)
}

fn edge_table() -> Box<EdgeTable> {
    let mut table: Box<EdgeTable> =
        vec![[0; 256]; 256].try_into().expect("the vector has 256 elements");
    // Discs are only ever added, so all that can follow from an edge has fewer empty squares.
    let mut lines = (0..256_usize)
        .flat_map(|player| (0..256).map(move |opponent| (player, opponent)))
        .filter(|(player, opponent)| player & opponent == 0)
        .collect::<Vec<_>>();
    lines.sort_by_key(|(player, opponent)| (player | opponent).count_zeros());
    for (player, opponent) in lines {
        let mut stable = player;
        for square in (0..8).filter(|square| (player | opponent) >> square & 1 == 0) {
            let after = place(player, opponent, square);
            stable &= usize::from(table[after.0][after.1]);
            let after = place(opponent, player, square);
            stable &= usize::from(table[after.1][after.0]);
        }
        table[player][opponent] = stable as u8;
    }
    table
}

/// The edge after `mover` has placed a disc, which flips what it brackets on the edge, or nothing.
fn place(mover: usize, other: usize, square: usize) -> (usize, usize) {
    let mut flips = 0;
    for step in [1, -1] {
        let mut line = 0;
        let mut next = square.wrapping_add_signed(step);
        while next < 8 && other >> next & 1 == 1 {
            line |= 1 << next;
            next = next.wrapping_add_signed(step);
        }
        if next < 8 && mover >> next & 1 == 1 {
            flips |= line;
        }
    }
    (mover | flips | 1 << square, other & !flips)
}
