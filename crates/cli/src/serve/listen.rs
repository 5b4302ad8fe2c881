//! Accepting connections, within bounds.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::tls::Identity;

/// So many connections are open at a time, besides websockets; others wait.
const MAX_CONNECTIONS: usize = 512;

/// The head of a request is there by then, also that of the next one.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// What is kept of a request that has not been understood.
const MAX_BUFFER: usize = 64 << 10;

/// How long to wait after an error that may go away: too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// A server that has its port.
#[derive(Debug)]
pub(crate) struct Server {
    listener: TcpListener,
}

impl Server {
    pub(crate) async fn bind(host: &str, port: u16) -> anyhow::Result<Self> {
        let listener = TcpListener::bind((host, port)).await.with_context(|| {
            format!(
                "listening on port {port} of {host}: if Stonegate is running already, open \
                 http://{host}:{port}; otherwise choose another port with --port, or any with \
                 --port 0"
            )
        })?;
        Ok(Self { listener })
    }

    pub(crate) fn address(&self) -> anyhow::Result<SocketAddr> {
        self.listener.local_addr().context("asking for the port")
    }

    /// Answers until the future is dropped: with an identity, who speaks TLS.
    pub(crate) async fn run(self, router: Router, identity: Option<Identity>) {
        let acceptor = identity.map(|identity| identity.acceptor);
        let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        loop {
            let place = Arc::clone(&places).acquire_owned().await;
            let place = place.expect("the places are never closed");
            let Ok((stream, _)) = self.listener.accept().await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            // Small answers should not wait for more; where this fails, they do.
            let _ = stream.set_nodelay(true);
            let (router, acceptor) = (router.clone(), acceptor.clone());
            tokio::spawn(async move {
                match acceptor {
                    None => serve(stream, router).await,
                    Some(acceptor) => {
                        if let Ok(Ok(stream)) = timeout(HEAD_TIME, acceptor.accept(stream)).await {
                            serve(stream, router).await;
                        }
                    }
                }
                drop(place);
            });
        }
    }
}

async fn serve(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, router: Router) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(MAX_BUFFER)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    // Clients come and go, and break off as they please.
    let _ = connection.await;
}
