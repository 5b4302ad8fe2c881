//! `stonegate rtl`: a game on a board.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use stonegate_fpga::{BoardProject, MachineProject, bitstream, simulate, switch};
use stonegate_players::{Chip, machine_folder};
use stonegate_rtl::{HandMadeMachine, Switch};
use stonegate_workbench::args::seconds;
use stonegate_workbench::compile::Limits;
use stonegate_workbench::source::Source;

/// Put a game onto a board: Verilog, a simulation, a bitstream
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate rtl tic-tac-toe -o board
  stonegate rtl tic-tac-toe --simulate
  stonegate rtl connect-four --bitstream ice40-hx8k
  stonegate rtl reversi --bitstream ecp5-85k --units 2 --seconds 600
  stonegate rtl go9 --simulate --switches white,framed,bot
  stonegate rtl go19 --screen board.png --moves 100
  stonegate rtl gomoku16 --simulate
  stonegate rtl connect6:seven --simulate
  stonegate rtl othello --screen game.png --moves 12
  stonegate rtl othello --camera table.y4m --frames seen.y4m

The folder has a Makefile: `make help` there tells what can be made. Without -o it is a
folder of the library, named by the hash of the rules, which does not depend on names;
what was made there before is found again, by this command and by players with a board.
A simulated board is a serial device: `stonegate match tic-tac-toe mcts:board=PORT random`
plays on it, with the PORT that --simulate prints.

go9, go13 and go19 are Go machines of their own, with buttons, switches and a screen:
see docs/the-go-machine.md. In simulation, arrows and Enter press the buttons; where there is
no terminal, words on standard input do: up, down, left, right, centre, pass, white, framed, bot,
reset, quit. At the PORT is `stonegate link go --port PORT`, or another machine. go9:superko,
go13:superko and go19:superko forbid every earlier board: `link go --rules fpga-superko` fits them.

gomoku16 is a Gomoku machine that plays by patterns: see docs/the-gomoku-machine.md. The player
`gomoku:board=PORT` plays on it, with the PORT that --simulate prints.

connect6:seven is a Connect6 machine of seven steps, and othello the solver of an Othello machine:
see docs/the-connect6-machine.md and docs/the-othello-machine.md. `connect6:board=PORT` and
`othello:board=PORT` play on them. With --screen or --frames, othello is othello:camera, the same
solver with a camera above a rendered table: a person puts a piece onto it, and the game is drawn
onto the picture. With --camera it sees a video instead, such as `stonegate vision --demo --bare`
makes, and its button is pressed for whoever lets the piece rest on a cell where it may lie.")]
pub(crate) struct Rtl {
    /// A file, the name of a built-in game or of a machine, or - for standard input
    #[arg(value_name = "GAME")]
    game: PathBuf,

    /// Where to write the project [default: a folder of the library]
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// Build the board with Verilator and run it behind a pseudo-terminal
    #[arg(long, conflicts_with_all = ["bitstream", "frames"])]
    simulate: bool,

    /// Write a picture of a machine's screen, after moves of two of them against each other; with
    /// --simulate, keep it as the screen is
    #[arg(long, value_name = "FILE.png", conflicts_with = "bitstream")]
    screen: Option<PathBuf>,

    /// Words that are added to this file press the buttons of a simulated machine; the page does so
    #[arg(long, value_name = "FILE", requires = "simulate")]
    buttons: Option<PathBuf>,

    /// Write a film of a machine's screen, a picture for each of its moves, or all that a camera takes
    #[arg(long, value_name = "FILE.y4m", conflicts_with = "bitstream")]
    frames: Option<PathBuf>,

    /// With --screen or --frames: the video that a machine with a camera sees
    #[arg(long, value_name = "FILE.y4m", conflicts_with_all = ["bitstream", "simulate", "moves"])]
    camera: Option<PathBuf>,

    /// How many moves are made for --screen and --frames
    #[arg(long, value_name = "N", default_value_t = 40)]
    moves: usize,

    /// Which switches of a simulated machine are on at first: white, pass, framed, bot
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = switch)]
    switches: Vec<Switch>,

    /// The clocks in a second of a simulated machine: more than there is time for make it slow
    #[arg(long, value_name = "HZ", requires = "simulate", value_parser = clap::value_parser!(u32).range(100_000..=100_000_000))]
    clock: Option<u32>,

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
    if let Some(machine) = args.game.to_str().and_then(HandMadeMachine::named) {
        return run_machine(args, machine);
    }
    if args.screen.is_some()
        || args.frames.is_some()
        || args.clock.is_some()
        || args.buttons.is_some()
        || args.camera.is_some()
        || !args.switches.is_empty()
    {
        bail!("only machines such as go9 have a clock to choose, a screen, buttons and switches");
    }
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

/// A machine that is made by hand.
fn run_machine(args: &Rtl, machine: HandMadeMachine) -> anyhow::Result<ExitCode> {
    let shows_screen = !args.simulate && (args.screen.is_some() || args.frames.is_some());
    let machine = if shows_screen { machine.with_screen() } else { machine };
    let name = machine.name();
    if !args.switches.is_empty() && !machine.has_buttons() {
        bail!("{name} has no switches");
    }
    if args.buttons.is_some() && !machine.has_buttons() {
        bail!("{name} has no buttons");
    }
    if machine.screen().0 == 0 && (args.screen.is_some() || args.frames.is_some()) {
        bail!("{name} has no screen");
    }
    if args.camera.is_some() && machine != HandMadeMachine::OthelloCamera {
        bail!("only othello has a camera, and shows what it sees with --screen or --frames");
    }
    let folder = match &args.output {
        Some(folder) => folder.clone(),
        // `make` takes no colons.
        None => machine_folder(&name.replace(':', "-"))
            .context("there is no home folder: name one with -o")?,
    };
    let mut project = MachineProject::write(machine, args.clock, folder)?;
    project.video.clone_from(&args.camera);
    let mut out = io::stdout();
    if args.simulate {
        let (screen, buttons) = (args.screen.as_deref(), args.buttons.as_deref());
        project.simulate(&args.switches, screen, buttons, |port| {
            writeln!(out, "a board for {name} is at {port}")?;
            out.flush()
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(chip) = args.bitstream {
        let figures = project
            .bitstream(chip, args.seconds)
            .with_context(|| format!("no bitstream of {name} for {chip}"))?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&figures)?)?;
        } else {
            writeln!(out, "{name} on {chip}: {}", project.bitstream_file(chip).display())?;
            figures.print(&mut out)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(path) = &args.screen {
        project.screen(args.moves, path)?;
    }
    if let Some(path) = &args.frames {
        project.frames(args.moves, path)?;
    }
    writeln!(out, "{}", project.folder().display())?;
    Ok(ExitCode::SUCCESS)
}
