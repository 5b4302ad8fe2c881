//! A plain file server, as any host of static pages has one.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The page that `cargo xtask site` has written, if it has.
pub(crate) fn page() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/page");
    if folder.join("stonegate.wasm").is_file() {
        return Some(folder);
    }
    stonegate_oracles::skip("the page without a server is not built: `cargo xtask site` does it");
    None
}

/// Hands out a folder until the end of the test, or until it is told to be silent.
pub(crate) struct FileServer {
    address: String,
    is_silent: Arc<AtomicBool>,
}

impl FileServer {
    /// `headers` go with every answer, and `more` are files that are not in the folder.
    pub(crate) fn start(
        folder: PathBuf,
        headers: &'static [&'static str],
        more: BTreeMap<String, String>,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let address = format!("http://{}", listener.local_addr().expect("it has an address"));
        let is_silent = Arc::new(AtomicBool::new(false));
        let (silent, more) = (Arc::clone(&is_silent), Arc::new(more));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if silent.load(Ordering::SeqCst) {
                    continue;
                }
                let (folder, more) = (folder.clone(), Arc::clone(&more));
                thread::spawn(move || answer(&stream, &folder, headers, &more));
            }
        });
        Self { address, is_silent }
    }

    /// The address of a view of the page.
    pub(crate) fn view(&self, view: &str) -> String {
        format!("{}/#{view}", self.address)
    }

    /// Answers nobody any more.
    pub(crate) fn fall_silent(&self) {
        self.is_silent.store(true, Ordering::SeqCst);
    }
}

/// Answers one request. A browser that does not wait for the answer is none of our business.
fn answer(
    stream: &TcpStream,
    folder: &Path,
    headers: &[&str],
    more: &BTreeMap<String, String>,
) -> Option<()> {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let first = lines.next()?;
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let path = first.split(' ').nth(1)?.split('?').next()?;
    let name = path.trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    let file = match more.get(name) {
        Some(text) => Some(text.clone().into_bytes()),
        None => fs::read(folder.join(name)).ok(),
    };
    let kind = match name.rsplit('.').next()? {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "json" => "application/json",
        _ => "application/octet-stream",
    };
    let (status, body) = match file {
        Some(body) => ("200 OK", body),
        None => ("404 Not Found", Vec::new()),
    };
    let mut head = format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nConnection: close\r\n");
    head.push_str(&format!("Content-Length: {}\r\n", body.len()));
    for header in headers {
        head.push_str(&format!("{header}\r\n"));
    }
    let mut stream = stream;
    stream.write_all(format!("{head}\r\n").as_bytes()).ok()?;
    stream.write_all(&body).ok()
}
