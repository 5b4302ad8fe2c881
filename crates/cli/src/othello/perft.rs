//! `stonegate othello perft`: lines of play on the dedicated board.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use stonegate_othello::{Board, perft};

/// Count the lines of play on the dedicated board
#[derive(clap::Args)]
#[command(after_help = "\
A forced pass is a ply, and a game that has ended counts as one line at every greater
depth. The moves of the last ply are counted, not made.")]
pub(crate) struct Perft {
    /// How many plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
}

pub(crate) fn run(args: &Perft) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "depth             lines   seconds   million lines/s")?;
    for depth in 1..=args.depth {
        let start = Instant::now();
        let n_lines = perft(Board::START, depth);
        let seconds = start.elapsed().as_secs_f64();
        let rate = n_lines as f64 / seconds / 1e6;
        writeln!(out, "{depth:>5}  {n_lines:>16}  {seconds:>8.3}  {rate:>16.1}")?;
    }
    Ok(ExitCode::SUCCESS)
}
