//! `stonegate othello depths`: how deep the classic solver can search in a second.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use stonegate_othello::{MAX_DEPTH, VISITS_PER_SECOND, mean_visits};
use stonegate_workbench::progress::Progress;

/// Measure how long the classic solver takes, move by move
#[derive(clap::Args)]
#[command(after_help = "\
The classic solver of the FPGA design visits a node every two cycles of a 74 MHz clock. For each number of
moves played, the table has the seconds that it takes for each depth, revisits included,
on positions of random games; the depth it picks is the deepest that takes about one.")]
pub(crate) struct Depths {
    /// How many positions are searched for each number of moves
    #[arg(long, value_name = "N", default_value_t = 8)]
    positions: u64,

    /// Draw the times as a map
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
}

/// The moves of a game.
const N_MOVES: usize = 60;

/// What "about one second" is.
const MAX_SECONDS: f64 = 1.5;

pub(crate) fn run(args: &Depths) -> anyhow::Result<ExitCode> {
    let mut progress = Progress::new();
    let mut table = Vec::new();
    for n_moves in 0..N_MOVES {
        progress.show(|| format!("{n_moves} of {N_MOVES} moves"));
        let visits = mean_visits(n_moves, MAX_DEPTH, args.positions, 1);
        let to_seconds = |visits: f64| visits / VISITS_PER_SECOND as f64;
        table.push(visits.into_iter().map(to_seconds).collect::<Vec<_>>());
    }
    progress.clear();
    let mut out = std::io::stdout().lock();
    write!(out, "moves  depth")?;
    for depth in 1..=MAX_DEPTH {
        write!(out, "  {depth:>8}")?;
    }
    writeln!(out)?;
    for (n_moves, seconds) in table.iter().enumerate() {
        let depth = seconds.iter().take_while(|&&seconds| seconds <= MAX_SECONDS).count();
        write!(out, "{n_moves:>5}  {depth:>5}")?;
        for seconds in seconds {
            write!(out, "  {seconds:>8.4}")?;
        }
        writeln!(out)?;
    }
    if let Some(path) = &args.svg {
        fs::write(path, draw(&table)).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A map of the times: moves to the right, depths up, the brighter the longer.
fn draw(table: &[Vec<f64>]) -> String {
    const CELL: usize = 12;
    const LEFT: usize = 40;
    const BOTTOM: usize = 40;
    let width = LEFT + N_MOVES * CELL + 10;
    let height = MAX_DEPTH as usize * CELL + BOTTOM + 10;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"10\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    // Writing into a string cannot fail.
    for (n_moves, seconds) in table.iter().enumerate() {
        for (index, seconds) in seconds.iter().enumerate() {
            let x = LEFT + n_moves * CELL;
            let y = 10 + (MAX_DEPTH as usize - 1 - index) * CELL;
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{}\">\
                 <title>{n_moves} moves, depth {}: {seconds:.2e} s</title></rect>",
                color(*seconds),
                index + 1,
            );
        }
    }
    for depth in [1, 5, 10] {
        let y = 20 + (MAX_DEPTH as usize - depth) * CELL;
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{depth}</text>", LEFT - 4);
    }
    for n_moves in (0..N_MOVES).step_by(10) {
        let (x, y) = (LEFT + n_moves * CELL, height - BOTTOM + 14);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{n_moves}</text>");
    }
    let (x, y) = (LEFT, height - 8);
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\">moves played; up: depth; orange takes the solver about a second, \
         from a microsecond (dark) to ten seconds (yellow)</text>\n</svg>"
    );
    svg
}

/// From black over red (a tenth of a second) and orange (one second) to yellow (ten).
fn color(seconds: f64) -> String {
    // From 0 at a microsecond to 1 at ten seconds.
    let heat = ((seconds.max(1e-6).log10() + 6.0) / 7.0).clamp(0.0, 1.0);
    let red = (heat * 1.4).min(1.0) * 255.0;
    let green = ((heat - 0.6) * 2.5).clamp(0.0, 1.0) * 230.0;
    format!("#{:02x}{:02x}20", red as u8, green as u8)
}
