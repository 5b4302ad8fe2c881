//! Accepting connections, within bounds.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use super::impatient::Impatient;
use super::places::Places;
use super::tls::Identity;
use crate::visitor::Visitor;

/// The head of a request is there by then, also that of the next one.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// A piece of an answer has been taken by then.
const SEND_TIME: Duration = Duration::from_secs(30);

/// What is kept of a request that has not been understood.
const MAX_BUFFER: usize = 64 << 10;

/// How long to wait after an error that may go away: too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// What an address is told that has all the connections that one may have.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n\
                      Connection: close\r\nContent-Length: 0\r\n\r\n";

/// A server that has its port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
}

impl Server {
    pub async fn bind(host: &str, port: u16) -> anyhow::Result<Self> {
        let found = tokio::net::lookup_host((host, port)).await;
        let addresses = found.with_context(|| {
            format!("there is no host `{host}`: --host is a name or an address of this machine")
        })?;
        let addresses = addresses.collect::<Vec<_>>();
        let listener = TcpListener::bind(&*addresses).await;
        let listener = listener.map_err(|error| {
            let advice = advice(host, port, &error);
            anyhow::Error::new(error).context(advice)
        })?;
        Ok(Self { listener })
    }

    pub fn address(&self) -> anyhow::Result<SocketAddr> {
        self.listener.local_addr().context("asking for the port")
    }

    /// Answers until the future is dropped: with an identity, who speaks TLS.
    pub async fn run(self, router: Router, identity: Option<Identity>, n_places: usize) {
        let acceptor = identity.map(|identity| identity.acceptor);
        let places = Places::new(n_places);
        loop {
            let permit = places.wait().await;
            let Ok((stream, peer)) = self.listener.accept().await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            let visitor = Visitor::at(peer.ip());
            let Some(place) = places.give(permit, visitor) else {
                refuse(&stream, acceptor.is_some());
                continue;
            };
            // Small answers should not wait for more; where this fails, they do.
            let _ = stream.set_nodelay(true);
            let (router, acceptor) = (router.clone(), acceptor.clone());
            tokio::spawn(async move {
                match acceptor {
                    None => serve(stream, visitor, router).await,
                    Some(acceptor) => {
                        if let Ok(Ok(stream)) = timeout(HEAD_TIME, acceptor.accept(stream)).await {
                            serve(stream, visitor, router).await;
                        }
                    }
                }
                drop(place);
            });
        }
    }
}

/// Why a port cannot be had, and what to do.
fn advice(host: &str, port: u16, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            let url = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
            format!(
                "port {port} of {host} is taken: if Stonegate is running already, open \
                 http://{url}:{port}; otherwise choose another port with --port, or any with --port 0"
            )
        }
        io::ErrorKind::AddrNotAvailable => format!(
            "{host} is not an address of this machine: leave --host out to be open to this \
             machine only, or use 0.0.0.0 to be open to the network"
        ),
        io::ErrorKind::PermissionDenied => {
            format!("port {port} of {host} is not for everybody: choose one above 1023 with --port")
        }
        _ => format!("listening on port {port} of {host}"),
    }
}

/// Turns a connection away, with a word if that is possible at once.
fn refuse(stream: &TcpStream, is_encrypted: bool) {
    if !is_encrypted {
        let _ = stream.try_write(FULL);
    }
}

async fn serve(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    visitor: Visitor,
    router: Router,
) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(visitor);
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(MAX_BUFFER)
        .serve_connection(TokioIo::new(Impatient::new(stream, SEND_TIME)), service)
        .with_upgrades();
    // Clients come and go, and break off as they please.
    let _ = connection.await;
}
