//! `stonegate patterns bench`: how fast windows are compared.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use stonegate_gomoku::patterns::{MAX_PATTERNS, Pattern, PatternMachine};
use stonegate_gomoku::{Board, Color, Random, Size, points};

use super::Source;

/// Measure how long it takes to compare a full memory of patterns with a board
#[derive(clap::Args)]
pub(crate) struct Bench {
    #[command(flatten)]
    source: Source,

    /// How many random boards are compared
    #[arg(long, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    boards: u32,
}

pub(crate) fn run(args: &Bench) -> anyhow::Result<ExitCode> {
    let file = args.source.read()?;
    let patterns: Vec<Pattern> = file.expand().into_iter().map(|(_, pattern)| pattern).collect();
    anyhow::ensure!(!patterns.is_empty(), "there are no patterns");
    // The patterns are repeated until the memory is full.
    let patterns = patterns.into_iter().cycle().take(MAX_PATTERNS).collect();
    let machine = PatternMachine::from_image(patterns);
    let mut random = Random::new(1, 0);
    let boards: Vec<Board> = (0..args.boards).map(|_| random_board(&mut random)).collect();
    let start = Instant::now();
    let n_matching: usize = boards.iter().map(|board| machine.count(board, Color::White)).sum();
    let micros = start.elapsed().as_secs_f64() * 1e6 / f64::from(args.boards);
    let mut out = io::stdout().lock();
    let mean = n_matching as f64 / f64::from(args.boards);
    writeln!(
        out,
        "{micros:.2} microseconds to compare {MAX_PATTERNS} patterns with all windows of a \
         16x16 board; {mean:.1} of them match"
    )?;
    Ok(ExitCode::SUCCESS)
}

/// A board on which every second point has a stone.
fn random_board(random: &mut Random) -> Board {
    let mut board = Board::new(Size::SIXTEEN);
    for point in points(Size::SIXTEEN) {
        match random.below(4) {
            0 => board.place(point, Color::Black),
            1 => board.place(point, Color::White),
            _ => {}
        }
    }
    board
}
