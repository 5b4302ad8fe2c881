//! `stonegate serve`: play and watch any game in the browser.

use std::env;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use stonegate_compile::Cache;
use stonegate_frontends::Names;
use stonegate_players::{CacheFolder, PlayerSpec, PrepareSettings};
use stonegate_server::{
    Arena, Capacity, HouseBoard, Identity, LogLevel, Server, StoreError, numbers, router,
};
use stonegate_workbench::backend::best_backend;
use stonegate_workbench::report;
use tokio::runtime::Runtime;
use tokio::sync::{Notify, watch};

use crate::interrupt;

/// Play and watch any game in the browser
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate serve --open
  stonegate serve --port 0 --store my-tables.sqlite
  stonegate serve --host 0.0.0.0 --tls

Prints the address of the page. Tables are kept in a file and are there again the
next time. Listens on this machine only, unless --host says otherwise: 0.0.0.0 is
open to the network. Ctrl-C ends it.

Pages ask for this server by an address or by a name of this machine; --name adds
others, as a proxy in front of the server may use them.")]
pub(crate) struct Serve {
    /// The address or name to listen on
    #[arg(long, value_name = "ADDRESS", default_value = DEFAULT_HOST)]
    host: String,

    /// Another name that the server is asked by; may be repeated
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,

    /// Where to listen; 0 takes any free port
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// The file that tables are kept in
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Speak HTTPS, with a certificate of its own: phones need it for their cameras
    #[arg(long)]
    tls: bool,

    /// Tell how the server is at this address of its own, at /health and, for Prometheus, /metrics
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,

    /// How much to tell on standard error: off, error, warn, info or debug
    #[arg(long, value_name = "LEVEL", default_value_t = LogLevel::WARN)]
    log: LogLevel,

    /// A board that may sit at tables of its game, as in `gomoku:board=PORT`
    #[arg(long, value_name = "PLAYER")]
    board: Option<PlayerSpec>,

    /// Where the board keeps a picture of its screen: see `stonegate rtl --simulate --screen`
    #[arg(long, value_name = "FILE.png", requires = "board")]
    screen: Option<PathBuf>,

    /// Where the board reads which of its buttons are pressed: see `stonegate rtl --simulate --buttons`
    #[arg(long, value_name = "FILE", requires = "board")]
    buttons: Option<PathBuf>,
}

/// So many programs may ask for numbers at a time.
const METRICS_PLACES: usize = 16;

const DEFAULT_HOST: &str = "127.0.0.1";
const DEFAULT_PORT: u16 = 7420;

/// What the cache of machines may take, in bytes.
const CACHE_BYTES: u64 = 512 << 20;

/// What a sheet may take to compile. Others want to play as well.
const COMPILE_TIME: Duration = Duration::from_secs(20);
const MAX_ROWS: usize = 4_000_000;
const COMPILE_MEMORY: usize = 1 << 30;

/// As `stonegate` alone does it.
impl Default for Serve {
    fn default() -> Self {
        Self {
            host: DEFAULT_HOST.to_owned(),
            name: Vec::new(),
            port: DEFAULT_PORT,
            open: false,
            store: None,
            tls: false,
            metrics: None,
            log: LogLevel::WARN,
            board: None,
            screen: None,
            buttons: None,
        }
    }
}

impl Serve {
    fn board(&self) -> anyhow::Result<Option<HouseBoard>> {
        let board = self.board.clone().map(|player| HouseBoard::new(player, self.screen.clone()));
        Ok(board.transpose()?.map(|board| board.with_buttons(self.buttons.clone())))
    }
}

pub(crate) fn run(args: &Serve) -> anyhow::Result<ExitCode> {
    args.log.start();
    let store = super::store::path(args.store.as_ref())?;
    let runtime = Runtime::new().context("starting threads")?;
    // The port comes first: if it is taken, the store is most likely in use as well.
    let server = runtime.block_on(Server::bind(&args.host, args.port))?;
    let capacity = Capacity::of_system();
    let (arena, damage) = Arena::open(&store, settings(), capacity.sockets, args.board()?)?;
    if !damage.is_none() {
        report::print_warning(&damage.to_string());
    }
    let identity = args.tls.then(|| Identity::beside(&store, &args.host)).transpose()?;
    let bound = server.address()?;
    let scheme = if args.tls { "https" } else { "http" };
    let addresses = reachable(bound).into_iter().map(|address| format!("{scheme}://{address}"));
    let addresses = addresses.collect::<Vec<_>>();
    let outside = addresses.last().filter(|_| !bound.ip().is_loopback());
    let arena = Arc::new(arena.reached_at(outside.cloned()));
    let names = args.name.iter().chain([&args.host]).cloned();
    let router = router(Arc::clone(&arena), Names::new(names));
    let metrics = match args.metrics {
        Some(address) => {
            let host = address.ip().to_string();
            let server = runtime.block_on(Server::bind(&host, address.port()));
            let server = server.context("--metrics")?;
            let bound = server.address()?;
            runtime.spawn(server.run(numbers(Arc::clone(&arena)), None, METRICS_PLACES));
            Some(bound)
        }
        None => None,
    };
    // Who sees an address may press Ctrl-C: it is listened for before.
    let stop = Arc::new(Notify::new());
    interrupt::then({
        let stop = Arc::clone(&stop);
        move || stop.notify_one()
    })?;
    announce(&addresses, &store, metrics)?;
    if !bound.ip().is_loopback() {
        report::print_warning(open_to_others(args.tls));
    }
    if let Some(identity) = &identity {
        report::print_note(&format!(
            "browsers will warn of the certificate, which is the program's own: go on if its \
             SHA-256 fingerprint is {}",
            identity.fingerprint
        ));
    }
    if args.open {
        open_browser(&addresses[0]);
    }
    runtime.spawn(report_trouble(arena.trouble(), store));
    runtime.block_on(async {
        tokio::select! {
            () = server.run(router, identity, capacity.connections) => {}
            () = stop.notified() => {}
        }
    });
    // Whatever a page has been shown is stored: nothing is left to wait for.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

/// Tells when the store stops and begins again to keep what is played.
async fn report_trouble(mut trouble: watch::Receiver<Option<StoreError>>, store: PathBuf) {
    let store = store.display();
    while trouble.changed().await.is_ok() {
        match &*trouble.borrow_and_update() {
            Some(error) => report::print_warning(&format!("{store}: {error}")),
            None => report::print_note(&format!("{store}: everything is stored again")),
        }
    }
}

fn settings() -> PrepareSettings {
    PrepareSettings {
        ground_time: Some(COMPILE_TIME),
        optimize_time: COMPILE_TIME,
        max_rows: MAX_ROWS,
        memory: COMPILE_MEMORY,
        backend: best_backend(),
        cache: CacheFolder::default_directory()
            .map(|directory| Arc::new(CacheFolder::new(directory, CACHE_BYTES)) as Arc<dyn Cache>),
    }
}

/// The addresses by which a socket can be reached: one that listens everywhere has no address
/// of its own. The first is for this machine.
fn reachable(bound: SocketAddr) -> Vec<SocketAddr> {
    if !bound.ip().is_unspecified() {
        return vec![bound];
    }
    let v4 = outward("0.0.0.0:0", "192.0.2.1:9");
    let mut addresses = if bound.is_ipv4() {
        vec![IpAddr::from(Ipv4Addr::LOCALHOST)]
    } else {
        let v6 = outward("[::]:0", "[2001:db8::1]:9");
        [Some(IpAddr::from(Ipv6Addr::LOCALHOST)), v6].into_iter().flatten().collect()
    };
    addresses.extend(v4);
    addresses.into_iter().map(|address| SocketAddr::new(address, bound.port())).collect()
}

/// The address that this machine has for others. Nothing is sent: the system only chooses the
/// way to an address that nobody has.
fn outward(from: &str, to: &str) -> Option<IpAddr> {
    let socket = UdpSocket::bind(from).ok()?;
    socket.connect(to).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// What it means to listen to others.
fn open_to_others(is_encrypted: bool) -> &'static str {
    if is_encrypted {
        "everybody who can reach this machine over the network can open the page, play at its \
         tables and have it think; leave --host out to keep it to this machine"
    } else {
        "everybody who can reach this machine over the network can open the page, play at its \
         tables and have it think, and what is said can be read on the way: see --tls; leave \
         --host out to keep it to this machine"
    }
}

fn announce(addresses: &[String], store: &Path, metrics: Option<SocketAddr>) -> anyhow::Result<()> {
    let store = store.display();
    let addresses = addresses.join("\nand for others at ");
    let metrics = metrics.map(|it| format!("Its numbers are at http://{it}/metrics\n"));
    let text = format!(
        "Stonegate is at {addresses}\nTables are kept in {store}; Ctrl-C ends the server.\n{}",
        metrics.unwrap_or_default()
    );
    // In one piece: who only wants the address may stop reading after the first line.
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Shows the page, if there is a program for that.
fn open_browser(address: &str) {
    let (program, args): (_, &[&str]) = match env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(args).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        report::print_note(&format!("no browser was found: open {address} yourself"));
    }
}
