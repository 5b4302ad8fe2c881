//! `stonegate player`: a player for the managers of general game playing.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use stonegate_frontends::ggp::{Door, Habits, Origin, Session, bind, serve};
use stonegate_players::{Chip, DEFAULT_PORT, PlayerSpec, Resources};
use stonegate_workbench::backend::tell_refusal;
use stonegate_workbench::thinking::Thinking;
use tokio::runtime::Runtime;

/// Play for whoever sends the rules of a game over HTTP
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate player
  stonegate player --port 9148 --player random
  stonegate player --host 0.0.0.0 --threads 2 --memory 2G
  stonegate player --board /dev/ttyUSB1 --chip ice40-hx8k

Speaks the GGP protocol: messages info, preview, start, play, stop and abort, in KIF
and in infix. Listens on this machine only, unless --host says otherwise. Pages in
browsers may not ask, unless --allow-origin says so. One line for each message goes
to standard error. Ctrl-C ends it.")]
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

    /// Do not think on while others do
    #[arg(long)]
    no_ponder: bool,

    /// Do not begin to compile a game when it is announced
    #[arg(long)]
    no_preview: bool,

    /// A page that may ask from within a browser, as `https://games.example.org`; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<Origin>,

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
    tell_refusal();
    let resources = Resources { ponder: !args.no_ponder, ..args.thinking.resources() };
    let habits = Habits { previews: !args.no_preview };
    let session = Session::new(NAME.to_owned(), spec, resources, habits)?;
    let runtime = Runtime::new().context("starting threads")?;
    let listener = runtime.block_on(bind(args.host, args.port))?;
    let address = listener.local_addr().context("asking for the port")?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "listening on http://{address}")?;
    out.flush()?;
    drop(out);
    runtime.block_on(serve(listener, Arc::new(session), Door::new(args.allow_origin)));
    Ok(ExitCode::SUCCESS)
}
