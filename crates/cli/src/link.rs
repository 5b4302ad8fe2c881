//! What the `link` command does, one file for each game.

pub(crate) mod connect6;
pub(crate) mod go;

use std::path::PathBuf;

use stonegate_players::WireAddress;

/// The wire to the other machine.
#[derive(clap::Args)]
#[group(multiple = false)]
pub(crate) struct Line {
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
    pub(crate) fn address(&self, baud: u32) -> Option<WireAddress> {
        let port = self.port.clone().map(|path| WireAddress::Port { path, baud });
        let tcp = self.tcp.clone().map(WireAddress::Tcp);
        let listen = self.listen.clone().map(WireAddress::Listen);
        let pty = self.pty.then_some(WireAddress::Pty);
        let stdio = self.stdio.then_some(WireAddress::Stdio);
        port.or(tcp).or(listen).or(pty).or(stdio)
    }
}
