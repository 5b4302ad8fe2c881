//! `stonegate rtl`: a game on a board.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use stonegate_arena::Chip;

use crate::args::seconds;
use crate::compile::Limits;
use crate::rtl::{BoardProject, bitstream, simulate};
use crate::source::Source;

/// Put a game onto a board: Verilog, a simulation, a bitstream
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate rtl tic-tac-toe -o board
  stonegate rtl tic-tac-toe --simulate
  stonegate rtl connect-four --bitstream ice40-hx8k
  stonegate rtl reversi --bitstream ecp5-85k --units 2 --seconds 600

The folder has a Makefile: `make help` there tells what can be made. Without -o it is a
folder of the library, named by the hash of the rules, which does not depend on names;
what was made there before is found again, by this command and by players with a board.
A simulated board is a serial device: `stonegate match tic-tac-toe mcts:board=PORT random`
plays on it, with the PORT that --simulate prints.")]
pub(crate) struct Rtl {
    /// A file, the name of a built-in game, or - for standard input
    #[arg(value_name = "GAME")]
    game: PathBuf,

    /// Where to write the project [default: a folder of the library]
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// Build the board with Verilator and run it behind a pseudo-terminal
    #[arg(long, conflicts_with = "bitstream")]
    simulate: bool,

    /// Make a bitstream with the open tools, as fast as it gets: ice40-hx8k, ecp5-25k,
    /// ecp5-45k, ecp5-85k
    #[arg(long, value_name = "CHIP")]
    bitstream: Option<Chip>,

    /// How many reasoners are on the board [default: one; for bitstreams as many as fit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    units: Option<u8>,

    /// Cut logic with more levels of gates by registers: more clocks, but faster ones
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..))]
    levels: Option<u32>,

    /// How long making a bitstream may take
    #[arg(long, value_name = "S", default_value = "900", value_parser = seconds)]
    seconds: Duration,

    /// Print one JSON object for other programs
    #[arg(long, requires = "bitstream")]
    json: bool,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(args: &Rtl) -> anyhow::Result<ExitCode> {
    let source = Source::read(&args.game)?;
    let project = BoardProject::new(&source, args.output.as_deref(), args.levels, args.limits)?;
    let mut out = io::stdout().lock();
    if args.simulate {
        project.write()?;
        let units = args.units.unwrap_or(1);
        simulate(&project.folder, units, |port| {
            writeln!(out, "a board for {} is at {port}", project.name)?;
            out.flush()
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(chip) = args.bitstream {
        let units = args.units.map(u32::from);
        let report = bitstream(&project, chip, units, args.seconds)
            .with_context(|| format!("no bitstream of {} for {chip}", project.name))?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        } else {
            report.print(&mut out)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    project.write()?;
    let clocks = project.project.clocks.per_step(project.project.shape.roles);
    writeln!(out, "{}: {clocks} clocks a step", project.folder.display())?;
    Ok(ExitCode::SUCCESS)
}
