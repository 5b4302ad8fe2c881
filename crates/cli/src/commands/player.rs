//! `stonegate player`: a player for the managers of general game playing.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use stonegate_arena::{Chip, DEFAULT_PORT, PlayerSpec};

use crate::ggp::{Session, serve};
use crate::thinking::Thinking;

/// Play for whoever sends the rules of a game over HTTP
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate player
  stonegate player --port 9148 --player random
  stonegate player --host 0.0.0.0 --threads 2 --memory 2G
  stonegate player --board /dev/ttyUSB1 --chip ice40-hx8k

Speaks the GGP protocol: messages info, preview, start, play, stop and abort, in KIF
and in infix. Listens on this machine only, unless --host says otherwise. One line
for each message goes to standard error. Ctrl-C ends it.")]
pub(crate) struct Player {
    /// Where to listen; 0 takes any free port
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,

    /// The address to listen on; 0.0.0.0 is open to the network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Who plays, as for `stonegate match`
    #[arg(long = "player", value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    spec: PlayerSpec,

    /// Search on a board that was made by `stonegate rtl`: /dev/ttyUSB1, /dev/ttyUSB1@115200
    #[arg(long, value_name = "PORT", conflicts_with = "spec")]
    board: Option<String>,

    /// Load the bitstream of each game onto the board first, from the library of `stonegate rtl`:
    /// ice40-hx8k, ecp5-25k, ecp5-45k, ecp5-85k
    #[arg(long, value_name = "CHIP", requires = "board")]
    chip: Option<Chip>,

    #[command(flatten)]
    thinking: Thinking,
}

/// Who plays if nobody says who.
const DEFAULT_PLAYER: &str = "mcts";

/// What managers call the player.
const NAME: &str = "stonegate";

pub(crate) fn run(args: Player) -> anyhow::Result<ExitCode> {
    let spec = match (&args.board, args.chip) {
        (Some(port), Some(chip)) => format!("mcts:board={port},chip={chip}").parse()?,
        (Some(port), None) => format!("mcts:board={port}").parse()?,
        (None, _) => args.spec,
    };
    let session = Session::new(NAME.to_owned(), spec, args.thinking.resources())?;
    let address = (args.host, args.port);
    let listener = TcpListener::bind(address).with_context(|| {
        format!("listening on port {} of {}: is it taken? see --port", args.port, args.host)
    })?;
    let address = listener.local_addr().context("asking for the port")?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "listening on http://{address}")?;
    out.flush()?;
    drop(out);
    serve(&listener, &Arc::new(session))
}
