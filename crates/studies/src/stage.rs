//! A tournament in the browser.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use stonegate_frontends::Names;
use stonegate_server::{LiveStudy, Server, live_router};
use stonegate_workbench::report::print_note;
use tokio::runtime::{Builder, Runtime};

use crate::live::Live;
use crate::study::Study;

/// So many connections there may be: a page has one that stays, and some while it is opened.
const PLACES: usize = 256;

/// Players need the cores: one thread listens, and a few tell what there is to see.
const N_LISTENING: usize = 1;
const N_TELLING: usize = 4;

/// How often somebody looks whether to stop.
const LOOK: Duration = Duration::from_millis(100);

/// The server of a tournament.
#[derive(Debug)]
pub struct Stage {
    live: Arc<Live>,
    address: SocketAddr,
    runtime: Runtime,
}

impl Stage {
    pub fn open(address: SocketAddr, study: &Arc<Study>) -> anyhow::Result<Self> {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(N_LISTENING).max_blocking_threads(N_TELLING).enable_all();
        let runtime = builder.build().context("starting threads")?;
        let host = address.ip().to_string();
        let server = runtime.block_on(Server::bind(&host, address.port())).context("--live")?;
        let address = server.address()?;
        let live = Arc::new(Live::new(Arc::clone(study)));
        let shown = Arc::clone(&live) as Arc<dyn LiveStudy>;
        runtime.spawn(server.run(live_router(shown, Names::new([host])), None, PLACES));
        print_note(&format!("the tournament is at http://{address}"));
        Ok(Self { live, address, runtime })
    }

    /// What those who play tell of it.
    pub fn live(&self) -> &Live {
        &self.live
    }

    /// Shows what was played until somebody wants it to stop.
    pub fn stay_until(self, stop: &AtomicBool) {
        if !stop.load(Ordering::Relaxed) {
            print_note(&format!("it stays at http://{} until Ctrl-C", self.address));
        }
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(LOOK);
        }
        self.runtime.shutdown_background();
    }
}
