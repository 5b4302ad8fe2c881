//! How liberties propagate through a board, clock by clock.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::stdout;
use anyhow::Context;
use stonegate_go::{Board, Color, Heat, Propagation, Wire};

/// Show how liberties propagate through the stones of a board
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate go step
  echo '.XO/XXO/OO.' | tr / '\\n' | stonegate go step -

A board has a line for each row: `X` for Black, `O` for White, `.` for an empty point. All wires
are cold at first. Those at empty points are hot after the first clock; heat spreads through
stones of one color by one wire a clock, and never between stones of different colors. Stones
that stay cold have no liberty. In colors, wires at empty points are red, others that are hot
green.")]
pub(crate) struct Step {
    /// A file with a board, or `-` for standard input [default: an example]
    board: Option<PathBuf>,

    /// Show only the last clock
    #[arg(long)]
    once: bool,
}

/// A white chain that lives by one liberty far away, and one that is dead.
const EXAMPLE: &str = "
    XXXXXX.
    OOOOOX.
    XXXXOX.
    XOOXOXX
    XOOX.OX
    XXXXXX.
    .......";

pub(crate) fn run(args: &Step) -> anyhow::Result<ExitCode> {
    let text = match &args.board {
        None => EXAMPLE.to_owned(),
        Some(path) if path == Path::new("-") => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).context("reading standard input")?;
            text
        }
        Some(path) => {
            fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?
        }
    };
    let board = text.parse::<Board>().context("reading the board")?;
    let mut propagation = Propagation::new(&board);
    let mut out = stdout();
    if !args.once {
        writeln!(out, "all wires are cold:\n\n{}", drawing(&propagation))?;
    }
    loop {
        propagation.step();
        if propagation.is_settled() {
            break;
        }
        if !args.once {
            writeln!(out, "clock {}:\n\n{}", propagation.clock(), drawing(&propagation))?;
        }
    }
    if args.once {
        writeln!(out, "{}", drawing(&propagation))?;
    }
    writeln!(out, "nothing changes after clock {}", propagation.clock() - 1)?;
    for color in Color::ALL {
        let cold = propagation.cold_stones(color);
        let names = cold.iter().map(|point| point.to_string()).collect::<Vec<_>>();
        if names.is_empty() {
            writeln!(out, "{color} loses nothing")?;
        } else {
            writeln!(out, "{color} loses {}", names.join(" "))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The board with its wires, hot ones as double lines in color.
fn drawing(propagation: &Propagation) -> String {
    let size = propagation.board().size();
    let mut text = String::new();
    for row in (0..size.height()).rev() {
        let points = || (0..size.width()).filter_map(move |column| size.point(column, row));
        for point in points() {
            text.push(propagation.board().at(point).map_or('.', Color::letter));
            text += &wire(propagation, Wire::Right(point), "═══", "───", "   ");
        }
        text.push('\n');
        if row > 0 {
            for point in points() {
                let below = size.point(point.column(), row - 1).map(Wire::Above);
                text +=
                    &below.map_or(String::new(), |below| wire(propagation, below, "║", "│", " "));
                text += "   ";
            }
            text.push('\n');
        }
    }
    let lines = text.lines().map(str::trim_end).collect::<Vec<_>>();
    lines.join("\n") + "\n"
}

fn wire(propagation: &Propagation, wire: Wire, hot: &str, cold: &str, none: &str) -> String {
    const RED: &str = "\x1b[31m";
    const GREEN: &str = "\x1b[32m";
    const PLAIN: &str = "\x1b[0m";
    match propagation.heat(wire) {
        Some(Heat::Hot(1)) => format!("{RED}{hot}{PLAIN}"),
        Some(Heat::Hot(_)) => format!("{GREEN}{hot}{PLAIN}"),
        Some(Heat::Cold) => cold.to_owned(),
        Some(Heat::Blocked) | None => none.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_has_a_dead_chain_and_a_long_one() {
        let mut propagation = Propagation::new(&EXAMPLE.parse().unwrap());
        while !propagation.is_settled() {
            propagation.step();
        }
        let dead = propagation.cold_stones(Color::White);
        let corner = "B3".parse::<stonegate_go::Point>().unwrap();
        assert!(dead.contains(corner), "{dead:?}");
        assert_eq!(dead.len(), 4);
        assert!(propagation.cold_stones(Color::Black).is_empty());
        assert!(propagation.clock() > 5);
    }
}
