//! `stonegate perft othello`: lines of play on the dedicated board.

use std::time::Instant;

use anyhow::ensure;
use stonegate_othello::{Board, Lines, perft};
use stonegate_workbench::{perft::Ply, report::print_note};

/// Deeper, the numbers of lines are beyond 64 bits, and far beyond anybody's patience.
const MAX_DEPTH: usize = 20;

/// Counts the lines of 1, 2, .. `depth` plies, and tells how fast.
pub(crate) fn count(depth: usize) -> anyhow::Result<Vec<Ply>> {
    ensure!(depth <= MAX_DEPTH, "lines of more than {MAX_DEPTH} moves are too many to count");
    let start = Instant::now();
    let lines = (1..=depth as u32).map(|depth| perft(Board::START, depth)).collect::<Vec<_>>();
    let seconds = start.elapsed().as_secs_f64();
    let n_lines = lines.iter().map(|lines| lines.all).sum::<u64>();
    let rate = n_lines as f64 / seconds.max(1e-9) / 1e6;
    print_note(&format!("{n_lines} lines in {seconds:.3} s, {rate:.0} million a second"));
    let ply = |Lines { all, ended }| Ply { nodes: (all - ended).into(), ended: ended.into() };
    Ok(lines.into_iter().map(ply).collect())
}
