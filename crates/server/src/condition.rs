//! How the server is: whether it is well, for whoever restarts it, and its numbers, for
//! Prometheus.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use stonegate_store::Written;

use super::Arena;

/// The format of Prometheus.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What is counted from the start on.
#[derive(Debug)]
pub(crate) struct Tally {
    started: Instant,
    /// Answers, by the first digit of their status.
    answers: [AtomicU64; 6],
}

impl Tally {
    pub(crate) fn new() -> Self {
        Self { started: Instant::now(), answers: Default::default() }
    }

    pub(crate) fn count(&self, status: StatusCode) {
        if let Some(answers) = self.answers.get(usize::from(status.as_u16() / 100)) {
            answers.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What a look at the server finds.
#[derive(Serialize)]
struct Health {
    /// Whether what is played is kept.
    ok: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
    version: &'static str,
    /// Since the start, in seconds.
    uptime: u64,
    tables: usize,
    sockets: usize,
}

/// The health of an arena; a server that keeps nothing is not well.
pub(crate) async fn health(State(arena): State<Arc<Arena>>) -> Response {
    let trouble = arena.trouble.borrow().as_ref().map(ToString::to_string);
    let health = Health {
        ok: trouble.is_none(),
        trouble,
        version: env!("CARGO_PKG_VERSION"),
        uptime: arena.tally.started.elapsed().as_secs(),
        tables: arena.tables.n_tables(),
        sockets: arena.sockets.n_taken(),
    };
    let status = if health.ok { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, [(header::CACHE_CONTROL, "no-store")], Json(health)).into_response()
}

/// What is answered at an address of its own, which pages do not see.
pub fn numbers(arena: Arc<Arena>) -> Router {
    Router::new().route("/metrics", get(metrics)).route("/health", get(health)).with_state(arena)
}

async fn metrics(State(arena): State<Arc<Arena>>) -> Response {
    ([(header::CONTENT_TYPE, TEXT)], exposition(&arena)).into_response()
}

fn exposition(arena: &Arena) -> String {
    let mut text = Exposition::default();
    let uptime = arena.tally.started.elapsed().as_secs();
    text.gauge("stonegate_uptime_seconds", "How long the server has been running.", uptime);
    text.gauge("stonegate_tables", "Tables in the store.", arena.tables.n_tables());
    text.gauge("stonegate_sockets", "Websockets that are open.", arena.sockets.n_taken());
    let answers = arena.tally.answers.iter().enumerate().skip(1).map(|(digit, answers)| {
        (format!("{{status=\"{digit}xx\"}}"), answers.load(Ordering::Relaxed))
    });
    let answers = answers.collect::<Vec<_>>();
    text.family("stonegate_answers_total", "counter", "Answers, by their status.", &answers);
    let pools =
        [("reading", &arena.reading), ("viewing", &arena.viewing), ("asking", &arena.asking)];
    let jobs = pools.iter().flat_map(|(name, pool)| {
        let labels = |state: &str| format!("{{pool=\"{name}\",state=\"{state}\"}}");
        [(labels("running"), pool.n_running()), (labels("waiting"), pool.n_waiting())]
    });
    let jobs = jobs.collect::<Vec<_>>();
    text.family("stonegate_jobs", "gauge", "What threads do, and what waits for them.", &jobs);
    let Written { changes, commits } = arena.written.get();
    text.counter("stonegate_store_changes_total", "Changes that are on the disk.", changes);
    text.counter("stonegate_store_commits_total", "Writes that brought them there.", commits);
    let trouble = u8::from(arena.trouble.borrow().is_some());
    text.gauge("stonegate_store_trouble", "Whether the disk takes nothing at present.", trouble);
    if let Some(bytes) = memory() {
        text.gauge("process_resident_memory_bytes", "What the process has in memory.", bytes);
    }
    if let Some(files) = files() {
        text.gauge("process_open_fds", "Files and sockets that are open.", files);
    }
    text.0.concat()
}

/// Numbers as Prometheus reads them.
#[derive(Default)]
struct Exposition(Vec<String>);

impl Exposition {
    /// The numbers of one name, told apart by labels where there are several.
    fn family<T: Display>(&mut self, name: &str, kind: &str, help: &str, numbers: &[(String, T)]) {
        self.0.push(format!("# HELP {name} {help}\n# TYPE {name} {kind}\n"));
        let lines = numbers.iter().map(|(labels, number)| format!("{name}{labels} {number}\n"));
        self.0.extend(lines);
    }

    /// A number that changes.
    fn gauge(&mut self, name: &str, help: &str, number: impl Display) {
        self.family(name, "gauge", help, &[(String::new(), number)]);
    }

    /// A number that only grows.
    fn counter(&mut self, name: &str, help: &str, number: impl Display) {
        self.family(name, "counter", help, &[(String::new(), number)]);
    }
}

/// Where the system tells.
fn memory() -> Option<u64> {
    const PAGE: u64 = 4096;
    let status = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(status.split_whitespace().nth(1)?.parse::<u64>().ok()? * PAGE)
}

fn files() -> Option<usize> {
    // Looking takes one itself.
    Some(std::fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_prometheus_reads_them() {
        let mut text = Exposition::default();
        text.gauge("tables", "Tables.", 3);
        text.family("jobs", "gauge", "Jobs.", &[("{pool=\"a\"}".to_owned(), 0.5)]);
        let expected = "# HELP tables Tables.\n# TYPE tables gauge\ntables 3\n\
                        # HELP jobs Jobs.\n# TYPE jobs gauge\njobs{pool=\"a\"} 0.5\n";
        assert_eq!(text.0.concat(), expected);
    }
}
