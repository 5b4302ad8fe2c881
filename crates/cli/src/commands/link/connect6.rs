//! `stonegate link connect6`: a board or the referee of the FPT 2011 protocol, and the text
//! dialect of desktop engines.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use stonegate_frontends::connect6_link::{Party, referee, serve_board, serve_text};
use stonegate_players::PlayerSpec;
use stonegate_protocols::connect6::serial::BAUD;
use stonegate_workbench::args::seconds;

use super::Line;

/// Play Connect6 by the protocol of the FPT 2011 competition, or be its referee
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate link connect6 --pty
  stonegate link connect6 --port /dev/ttyUSB0 --player connect6:seven --games 1
  stonegate link connect6 --referee /dev/ttyUSB0 connect6:seven
  stonegate link connect6 --text

The host sends `D` (dark, begins) or `L` (light); from then on each stone is four digits, two for
the row and two for the column. The color that a board is given begins a game, at any time.

The referee gives dark to the first and light to the second. Each is a serial port,
`tcp:HOST:PORT`, `listen:HOST:PORT`, `pty`, or one of our players. A late, illegal or broken turn
loses. The turns and the result are printed.")]
pub(crate) struct Connect6 {
    #[command(flatten)]
    line: Line,

    /// Speak the text dialect of desktop engines on standard input and output
    #[arg(long, conflicts_with = "Line")]
    text: bool,

    /// Referee a game of two boards: dark first, light second
    #[arg(long, value_names = ["DARK", "LIGHT"], num_args = 2, conflicts_with_all = ["Line", "text"])]
    referee: Option<Vec<String>>,

    /// Who plays
    #[arg(long, value_name = "PLAYER", default_value = "connect6")]
    player: PlayerSpec,

    /// The time for a turn, in seconds
    #[arg(long, value_name = "S", default_value = "1", value_parser = seconds)]
    seconds: Duration,

    /// The speed of serial ports
    #[arg(long, value_name = "BAUD", default_value_t = BAUD)]
    baud: u32,

    /// End after so many games [default: when the wire is closed]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
}

pub(crate) fn run(args: &Connect6) -> anyhow::Result<ExitCode> {
    if let Some(parties) = &args.referee {
        let parties = parties.iter().map(|text| {
            let party = Party::open(text, args.baud, args.seconds);
            party.with_context(|| format!("opening {text}"))
        });
        let [dark, light] = <[Party; 2]>::try_from(parties.collect::<Result<Vec<_>, _>>()?)
            .expect("the arguments are two");
        let mut say = |line: &str| writeln!(io::stdout().lock(), "{line}");
        referee(dark, light, &mut say)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.text {
        let input = io::BufReader::new(io::stdin());
        serve_text(input, io::stdout().lock(), &args.player, args.seconds)?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(address) = args.line.address(args.baud) else {
        bail!("where is the other machine? Say --port, --pty, --tcp, --listen, --stdio or --text");
    };
    let wire = address.open().with_context(|| format!("opening {address}"))?;
    // Standard output may be the wire.
    let mut say = |line: &str| writeln!(io::stderr().lock(), "{line}");
    say(&format!("waiting for a color at {}", wire.name))?;
    serve_board(wire, &args.player, args.seconds, args.games, &mut say)?;
    Ok(ExitCode::SUCCESS)
}
