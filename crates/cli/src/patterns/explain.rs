//! `stonegate patterns explain`: which pattern fires on a board, and why.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use stonegate_gomoku::patterns::{Cell, PatternFile, PatternMachine, Spot};
use stonegate_gomoku::{Board, Color, Size, parse_board, print_board};
use stonegate_workbench::args::Side;

use super::Source;

/// Tell which pattern fires on a board, where, and what it asked for
#[derive(clap::Args)]
pub(crate) struct Explain {
    /// The board as text, `-` for standard input: rows from the top of `.`, `X` and `O`
    board: PathBuf,

    #[command(flatten)]
    source: Source,

    /// The machine's side
    #[arg(long, value_name = "SIDE", default_value = "white", ignore_case = true)]
    side: Side,
}

pub(crate) fn run(args: &Explain) -> anyhow::Result<ExitCode> {
    let board = parse_board(&read(&args.board)?)
        .with_context(|| format!("reading {}", args.board.display()))?;
    let side = board.size().width().max(board.size().height());
    ensure!(side <= Size::SIXTEEN.width(), "the machine's board has at most 16 lines, not {side}");
    let file = args.source.read()?;
    explain(&mut io::stdout().lock(), &board, args.side.into(), &file)?;
    Ok(ExitCode::SUCCESS)
}

fn explain(
    out: &mut impl Write,
    board: &Board,
    color: Color,
    file: &PatternFile,
) -> io::Result<()> {
    let machine = PatternMachine::new(file);
    let (firing, cycles) = machine.run(board, color);
    write!(out, "{}", print_board(board))?;
    let Some(firing) = firing else {
        writeln!(out, "No pattern matches.")?;
        return Ok(());
    };
    let entry = &file.entries[firing.entry];
    writeln!(out, "{color} plays {}.", firing.point)?;
    writeln!(
        out,
        "Pattern {} of {} (line {}), symmetry {} of all {}, fires:",
        firing.entry + 1,
        file.entries.len(),
        entry.line,
        firing.number + 1,
        machine.patterns().count(),
    )?;
    for comment in &entry.comments {
        writeln!(out, "  # {comment}")?;
    }
    let fired = machine.patterns().nth(firing.number).expect("it has just fired");
    for line in fired.to_string().lines() {
        writeln!(out, "  {line}")?;
    }
    let corner = firing.window.translate(Spot { column: 0, row: 4 });
    writeln!(out, "The bottom left of its window is {corner}. It asked for:")?;
    for (spot, cell) in fired.demands() {
        let wanted = match cell {
            Cell::Blank if spot == fired.spot() => "blank, to play there",
            Cell::Blank => "blank",
            Cell::White => "an own stone",
            Cell::Black | Cell::Any => "a stone of the opponent's",
        };
        writeln!(out, "  {:4} {wanted}", firing.window.translate(spot).to_string())?;
    }
    writeln!(
        out,
        "The machine sends {:02X} after {} cycles: {} patterns, {} windows, {} lines.",
        firing.byte().expect("the board has at most 16 lines"),
        cycles.total(),
        cycles.n_patterns,
        cycles.n_windows,
        cycles.n_lines,
    )
}

fn read(path: &Path) -> anyhow::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("reading standard input")?;
        return Ok(text);
    }
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}
