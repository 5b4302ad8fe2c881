//! `stonegate link go`: one of two Go machines on a wire.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use stonegate_frontends::go_link::{Bot, Keys, Lines, Seat, Table, play};
use stonegate_go::{Color, Game, GameMachine, Rules, Setup, Size};
use stonegate_players::PlayerSpec;
use stonegate_protocols::go_link::classic;
use stonegate_workbench::args::{Side, seconds};
use stonegate_workbench::report::print_note;
use stonegate_workbench::thinking::Thinking;

use super::Line;

/// Play Go against the machine at the other end of a wire
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate link go --pty
  stonegate link go --port /dev/ttyUSB0 --side white --player go
  stonegate link go --port /dev/rfcomm0 --classic --player 'gtp:gnugo --mode gtp'

At a terminal, arrows move the cursor, Enter plays, `p` selects a pass, `u` asks to take a move
back, `n` to begin anew, `y` agrees, `r` resigns and `q` leaves. Elsewhere moves are read as
lines: `D4`, `pass`, `resign`, `undo`, `new`, `yes`, `no`, `quit`.

With `--classic` the wire carries one byte for each move, as the machine of two FPGAs does:
up to 15x15, no komi, no resignation. Otherwise both ends speak the framed protocol of docs/go-link.md.")]
pub(crate) struct Go {
    #[command(flatten)]
    line: Line,

    /// Speak the byte protocol of the FPGA machine
    #[arg(long)]
    classic: bool,

    /// Which side plays at this end
    #[arg(long, value_name = "SIDE", default_value = "black", ignore_case = true)]
    side: Side,

    /// An older name of `--side`
    #[arg(long, value_name = "SIDE", ignore_case = true, hide = true, conflicts_with = "side")]
    colour: Option<Side>,

    /// Who plays at this end: `human`, `go`, or a program as in `gtp:COMMAND`
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    player: PlayerSpec,

    /// The size of the board
    #[arg(long, value_name = "N", default_value = "9")]
    size: Size,

    /// The rules: `fpga`, `fpga-superko`, `chinese` or `tromp-taylor`
    #[arg(long, value_name = "NAME", default_value = "fpga", value_parser = rules)]
    rules: Rules,

    /// Points for White [default: as the rules say]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<f64>,

    /// How long an engine thinks about a move
    #[arg(long, value_name = "S", default_value = "2", value_parser = seconds)]
    seconds: Duration,

    /// The speed of a serial port
    #[arg(long, value_name = "BAUD", default_value_t = classic::BAUD)]
    baud: u32,

    #[command(flatten)]
    thinking: Thinking,
}

fn rules(text: &str) -> Result<Rules, String> {
    text.parse().map_err(|error| format!("{error}"))
}

pub(crate) fn run(args: &Go) -> anyhow::Result<ExitCode> {
    let setup = args.setup()?;
    let color = args.color();
    let Some(address) = args.line.address(args.baud) else {
        bail!("name the wire: `--port PATH`, `--tcp HOST:PORT`, `--listen HOST:PORT` or `--pty`");
    };
    let wire = address.open().with_context(|| format!("opening the wire {address:?}"))?;
    let mut out = anstream::stderr();
    writeln!(out, "the wire is {}", wire.name)?;
    let machine = GameMachine::new(Game::new(setup.size, setup.rules), color);
    let mut table =
        if args.classic { Table::classic(machine) } else { Table::framed(machine, setup)? };
    let mut seat: Box<dyn Seat> = if args.player.to_string() != "human" {
        let resources = args.thinking.resources();
        Box::new(Bot::new(&args.player, &resources, setup, color, args.seconds)?)
    } else if io::stdin().is_terminal() && io::stdout().is_terminal() {
        // The screen hides what was printed.
        table.note(&format!("the wire is {}, nobody is there yet", wire.name));
        Box::new(Keys::open()?)
    } else {
        Box::new(Lines::open())
    };
    play(table, wire, seat.as_mut())?;
    Ok(ExitCode::SUCCESS)
}

impl Go {
    fn color(&self) -> Color {
        if self.colour.is_some() {
            print_note("`--colour` is called `--side`");
        }
        self.colour.unwrap_or(self.side).into()
    }

    fn setup(&self) -> anyhow::Result<Setup> {
        let komi = self.komi.unwrap_or(self.rules.komi);
        if komi.abs() > 400.0 || (2.0 * komi).fract() != 0.0 {
            bail!("komi is a number of half points, at most 400 points");
        }
        let setup = Setup::even(self.size, self.rules.with_komi(komi));
        let side = setup.size.width();
        let has_bytes = setup.size.height() == side && side <= usize::from(classic::MAX_SIDE);
        if self.classic && !(has_bytes && Rules::OF_MACHINES.contains(&setup.rules)) {
            bail!(
                "the byte protocol is for square boards of up to 15 lines with the rules `fpga` or \
                 `fpga-superko` and no komi"
            );
        }
        Ok(setup)
    }
}
