//! `stonegate link`: games with another machine at the end of a wire.

mod connect6;
mod go;

use std::path::PathBuf;
use std::process::ExitCode;

use stonegate_players::WireAddress;

use connect6::Connect6;
use go::Go;

/// Play with another machine over a serial line, a socket or a pseudo-terminal
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate link connect6 --pty
  stonegate link connect6 --port /dev/ttyUSB0 --player connect6:seven
  stonegate link connect6 --referee /dev/ttyUSB0 /dev/ttyUSB1
  stonegate link go --port /dev/ttyUSB0 --side white")]
pub(crate) struct Link {
    #[command(subcommand)]
    game: Game,
}

/// One for each game that has a protocol for wires.
#[derive(clap::Subcommand)]
enum Game {
    Connect6(Connect6),
    Go(Go),
}

pub(crate) fn run(args: &Link) -> anyhow::Result<ExitCode> {
    match &args.game {
        Game::Connect6(args) => connect6::run(args),
        Game::Go(args) => go::run(args),
    }
}

/// The wire to the other machine.
#[derive(clap::Args)]
#[group(multiple = false)]
struct Line {
    /// A serial port
    #[arg(long, value_name = "PATH")]
    port: Option<PathBuf>,

    /// A pseudo-terminal that is made for the game; its name is printed
    #[arg(long)]
    pty: bool,

    /// A socket to connect to
    #[arg(long, value_name = "HOST:PORT")]
    tcp: Option<String>,

    /// A socket to wait at until somebody connects
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<String>,

    /// Standard input and output
    #[arg(long)]
    stdio: bool,
}

impl Line {
    /// The wire that was asked for, if any.
    fn address(&self, baud: u32) -> Option<WireAddress> {
        let port = self.port.clone().map(|path| WireAddress::Port { path, baud });
        let tcp = self.tcp.clone().map(WireAddress::Tcp);
        let listen = self.listen.clone().map(WireAddress::Listen);
        let pty = self.pty.then_some(WireAddress::Pty);
        let stdio = self.stdio.then_some(WireAddress::Stdio);
        port.or(tcp).or(listen).or(pty).or(stdio)
    }
}
