//! The conversation with an editor.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit,
    Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRefresh, ExecuteCommand, HoverRequest, InlayHintRefreshRequest,
    Request as _, ShowDocument,
};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, ExecuteCommandParams, InitializeParams, MessageType, NumberOrString,
    PublishDiagnosticsParams, ShowDocumentParams, ShowMessageParams,
};
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::{Value, json};

use crate::answers::{Failure, answer, has_findings};
use crate::arena::Arena;
use crate::capabilities::Client;
use crate::commands::{CIRCUIT, PERFT, PLAY, RANDOM_GAME};
use crate::convert::Page;
use crate::documents::{Open, OutlookState};
use crate::lenses::{lines_table, moves_table};
use crate::outlook::{Done, Job, Worker};

/// A hover waits so long for figures that are being worked out.
const HOVER_PATIENCE: Duration = Duration::from_millis(700);

/// Speaks with the editor behind standard input and output until it hangs up. Tells whether it
/// took leave as it should.
pub fn serve(arena: Arena) -> anyhow::Result<bool> {
    let (connection, threads) = Connection::stdio();
    let was_orderly = run(&connection, arena)?;
    drop(connection);
    threads.join().context("talking to the editor")?;
    Ok(was_orderly)
}

fn run(connection: &Connection, arena: Arena) -> anyhow::Result<bool> {
    let (id, params) = match connection.initialize_start() {
        Err(error) if error.channel_is_disconnected() => return Ok(false),
        started => started?,
    };
    let params = serde_json::from_value::<InitializeParams>(params).context("the first request")?;
    let client = Client::new(&params.capabilities);
    let result = json!({
        "capabilities": client.server_capabilities(),
        "serverInfo": { "name": "stonegate", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, result)?;
    let (shown, to_show) = unbounded();
    let mut session = Session {
        connection,
        client,
        worker: Worker::start().context("starting a thread")?,
        arena: Arc::new(arena),
        open: FxHashMap::default(),
        waiting: Vec::new(),
        shown,
        to_show,
        n_requests: 0,
        seed: 0,
    };
    session.run()
}

struct Session<'a> {
    connection: &'a Connection,
    client: Client,
    worker: Worker,
    arena: Arc<Arena>,
    open: FxHashMap<String, Open>,
    /// Hovers whose figures are on the way.
    waiting: Vec<Waiting>,
    /// Pages that are ready to be shown, or why not.
    shown: Sender<anyhow::Result<String>>,
    to_show: Receiver<anyhow::Result<String>>,
    /// How many requests were sent to the client.
    n_requests: i32,
    seed: u64,
}

struct Waiting {
    request: Request,
    uri: String,
    deadline: Instant,
}

/// What happens next.
enum Event {
    Message(Message),
    Done(Box<Done>),
    Show(anyhow::Result<String>),
    /// Something is due.
    Time,
    HungUp,
}

impl Session<'_> {
    fn run(&mut self) -> anyhow::Result<bool> {
        loop {
            match self.next_event() {
                Event::Message(Message::Request(request)) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(true);
                    }
                    self.request(request);
                }
                Event::Message(Message::Notification(note)) if note.method == Exit::METHOD => {
                    return Ok(false);
                }
                Event::Message(Message::Notification(note)) => self.notification(note),
                Event::Done(done) => self.take_outlook(*done),
                Event::Show(page) => self.show(page),
                // Clients only say whether they have done something.
                Event::Message(Message::Response(_)) | Event::Time => {}
                Event::HungUp => return Ok(false),
            }
            // A burst of edits is read once, when its last one is there.
            if self.connection.receiver.is_empty() {
                self.publish();
                self.begin_work();
                self.answer_overdue();
            }
        }
    }

    fn next_event(&self) -> Event {
        let due = self.open.values().filter_map(Open::due);
        let due = due.chain(self.waiting.iter().map(|waiting| waiting.deadline)).min();
        let wait = due
            .map_or(Duration::from_hours(1), |due| due.saturating_duration_since(Instant::now()));
        select! {
            recv(self.connection.receiver) -> message => message.map_or(Event::HungUp, Event::Message),
            recv(self.worker.done) -> done => done.map_or(Event::HungUp, |done| Event::Done(done.into())),
            recv(self.to_show) -> page => page.map_or(Event::HungUp, Event::Show),
            default(wait) => Event::Time,
        }
    }

    fn notification(&mut self, note: Notification) {
        // A message that cannot be read is not answered: there is nobody to tell.
        match note.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Ok(params) = serde_json::from_value::<DidOpenTextDocumentParams>(note.params)
                else {
                    return;
                };
                let item = params.text_document;
                let key = item.uri.as_str().to_owned();
                self.open.insert(key, Open::new(item.uri, item.version, item.text));
            }
            DidChangeTextDocument::METHOD => {
                let Ok(params) = serde_json::from_value::<DidChangeTextDocumentParams>(note.params)
                else {
                    return;
                };
                let encoding = self.client.encoding;
                if let Some(open) = self.open.get_mut(params.text_document.uri.as_str()) {
                    open.change(params.text_document.version, params.content_changes, encoding);
                }
            }
            DidCloseTextDocument::METHOD => {
                let Ok(params) = serde_json::from_value::<DidCloseTextDocumentParams>(note.params)
                else {
                    return;
                };
                let uri = params.text_document.uri;
                if let Some(open) = self.open.remove(uri.as_str()) {
                    open.call_off();
                }
                self.notify::<PublishDiagnostics>(PublishDiagnosticsParams::new(
                    uri,
                    Vec::new(),
                    None,
                ));
            }
            Cancel::METHOD => {
                if let Ok(params) = serde_json::from_value::<CancelParams>(note.params) {
                    self.cancel(params.id);
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self, id: NumberOrString) {
        let id = match id {
            NumberOrString::Number(number) => RequestId::from(number),
            NumberOrString::String(text) => RequestId::from(text),
        };
        if let Some(at) = self.waiting.iter().position(|waiting| waiting.request.id == id) {
            self.waiting.remove(at);
            let message = "the question was taken back";
            self.reply(id, Err(Failure::new(ErrorCode::RequestCanceled, message)));
        }
    }

    fn request(&mut self, request: Request) {
        if request.method == ExecuteCommand::METHOD {
            let result = self.execute(request.params);
            self.reply(request.id, result);
            return;
        }
        let uri = request.params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
        let Some(open) = self.open.get_mut(&uri) else {
            let failure = if uri.is_empty() {
                let message = format!("there is no request `{}`", request.method);
                Failure::new(ErrorCode::MethodNotFound, message)
            } else {
                Failure::new(ErrorCode::InvalidParams, format!("{uri} is not open"))
            };
            self.reply(request.id, Err(failure));
            return;
        };
        let document = open.document();
        let is_on_the_way = !document.analysis.has_errors()
            && matches!(open.outlook, OutlookState::Wanted | OutlookState::Working(_));
        if request.method == HoverRequest::METHOD && is_on_the_way {
            let deadline = Instant::now() + HOVER_PATIENCE;
            self.waiting.push(Waiting { request, uri: uri.clone(), deadline });
            self.begin_outlook(&uri);
            return;
        }
        if request.method == CodeActionRequest::METHOD {
            self.answer_aside(&uri, request);
            return;
        }
        self.answer_now(&uri, request);
    }

    fn answer_now(&mut self, uri: &str, request: Request) {
        let Some(open) = self.open.get_mut(uri) else {
            let failure = Failure::new(ErrorCode::ContentModified, "the document was closed");
            self.reply(request.id, Err(failure));
            return;
        };
        let document = open.document();
        let page = Page { document: &document, encoding: self.client.encoding, uri: &open.uri };
        let result = answer(page, open.known(), &request.method, request.params);
        self.reply(request.id, result);
    }

    /// Fixes are tried out, which takes a while in a large sheet.
    fn answer_aside(&mut self, uri: &str, request: Request) {
        let Some(open) = self.open.get_mut(uri) else { return };
        let document = open.document();
        let (uri, encoding) = (open.uri.clone(), self.client.encoding);
        let page = Page { document: &document, encoding, uri: &uri };
        if !has_findings(page, &request.params) {
            self.reply(request.id, Ok(json!([])));
            return;
        }
        let sender = self.connection.sender.clone();
        let work = move || {
            let page = Page { document: &document, encoding, uri: &uri };
            let known = crate::answers::Known::Nothing("");
            let result = answer(page, known, &request.method, request.params);
            let _ = sender.send(response(request.id, result).into());
        };
        if let Err(error) = thread::Builder::new().name("fixes".to_owned()).spawn(work) {
            self.tell(MessageType::WARNING, &format!("there is no thread for fixes: {error}"));
        }
    }

    /// Sends the findings of all documents that have changed.
    fn publish(&mut self) {
        let encoding = self.client.encoding;
        let mut notes = Vec::new();
        for open in self.open.values_mut().filter(|open| !open.is_published) {
            let document = open.document();
            let page = Page { document: &document, encoding, uri: &open.uri };
            let findings = document.analysis.diagnostics.iter();
            let diagnostics = findings.map(|finding| page.diagnostic(finding)).collect();
            let uri = open.uri.clone();
            notes.push(PublishDiagnosticsParams::new(uri, diagnostics, Some(open.version)));
            open.is_published = true;
            if document.analysis.has_errors() {
                let reason = "The figures are shown when the sheet has no errors.";
                open.outlook = OutlookState::None(reason.to_owned());
            }
        }
        for note in notes {
            self.notify::<PublishDiagnostics>(note);
        }
    }

    /// Begins the heavy work that is due.
    fn begin_work(&mut self) {
        let now = Instant::now();
        let due = self.open.iter().filter(|(_, open)| open.due().is_some_and(|due| due <= now));
        let due = due.map(|(uri, _)| uri.clone()).collect::<Vec<_>>();
        for uri in due {
            self.begin_outlook(&uri);
        }
    }

    fn begin_outlook(&mut self, uri: &str) {
        let Some(open) = self.open.get_mut(uri) else { return };
        if !matches!(open.outlook, OutlookState::Wanted) {
            return;
        }
        let is_off = Arc::new(AtomicBool::new(false));
        open.outlook = OutlookState::Working(Arc::clone(&is_off));
        let (uri, document, seed) = (uri.to_owned(), open.document(), self.seed);
        self.worker.begin(Job { uri, document, seed, is_off });
    }

    fn take_outlook(&mut self, done: Done) {
        let Some(open) = self.open.get_mut(&done.uri) else { return };
        if !Arc::ptr_eq(&open.document(), &done.document) {
            return;
        }
        open.outlook = match done.outlook {
            Ok(outlook) => OutlookState::Ready(Arc::new(outlook)),
            Err(reason) => OutlookState::None(reason),
        };
        let (ready, others) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|waiting: &Waiting| waiting.uri == done.uri);
        self.waiting = others;
        self.answer_all(ready);
        if self.client.refreshes_lenses {
            self.ask::<CodeLensRefresh>(());
        }
        if self.client.refreshes_hints {
            self.ask::<InlayHintRefreshRequest>(());
        }
    }

    fn answer_overdue(&mut self) {
        let now = Instant::now();
        let (overdue, others) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|waiting: &Waiting| waiting.deadline <= now);
        self.waiting = others;
        self.answer_all(overdue);
    }

    fn answer_all(&mut self, waiting: Vec<Waiting>) {
        for Waiting { request, uri, .. } in waiting {
            self.answer_now(&uri, request);
        }
    }

    fn execute(&mut self, params: Value) -> Result<Value, Failure> {
        let bad = |message: String| Failure::new(ErrorCode::InvalidParams, message);
        let params = serde_json::from_value::<ExecuteCommandParams>(params)
            .map_err(|error| bad(error.to_string()))?;
        let uri = params.arguments.first().and_then(Value::as_str).unwrap_or_default();
        let Some(open) = self.open.get_mut(uri) else {
            return Err(bad(format!("`{}` takes the address of an open sheet", params.command)));
        };
        match params.command.as_str() {
            PLAY => self.open_page(uri, "new"),
            CIRCUIT => self.open_page(uri, "circuit"),
            PERFT | RANDOM_GAME => {
                let OutlookState::Ready(outlook) = &open.outlook else {
                    return Err(Failure::new(
                        ErrorCode::RequestFailed,
                        "the game is not ready yet",
                    ));
                };
                let Some(play) = &outlook.play else {
                    let message = "there was no time to play this game";
                    return Err(Failure::new(ErrorCode::RequestFailed, message));
                };
                let text = if params.command == PERFT {
                    lines_table(&play.lines)
                } else {
                    moves_table(play)
                };
                if params.command == RANDOM_GAME {
                    // The next one is another game.
                    open.outlook = OutlookState::Wanted;
                    self.seed += 1;
                    self.begin_outlook(uri);
                }
                self.tell(MessageType::INFO, &text);
                Ok(json!(text))
            }
            other => Err(bad(format!("there is no command `{other}`"))),
        }
    }

    /// Brings the sheet to the arena, which may have to start first.
    fn open_page(&mut self, uri: &str, page: &'static str) -> Result<Value, Failure> {
        let Some(open) = self.open.get_mut(uri) else { return Ok(Value::Null) };
        let document = open.document();
        let (arena, shown) = (Arc::clone(&self.arena), self.shown.clone());
        let work = move || {
            let _ = shown.send(arena.bring(&document.text, page));
        };
        let spawned = thread::Builder::new().name("arena".to_owned()).spawn(work);
        spawned
            .map(|_| Value::Null)
            .map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))
    }

    fn show(&mut self, page: anyhow::Result<String>) {
        let address = match page {
            Ok(address) => address,
            Err(error) => return self.tell(MessageType::ERROR, &format!("{error:#}")),
        };
        match address.parse() {
            Ok(uri) if self.client.shows_documents => {
                let external = Some(true);
                self.ask::<ShowDocument>(ShowDocumentParams {
                    uri,
                    external,
                    take_focus: Some(true),
                    selection: None,
                });
            }
            _ => self.tell(MessageType::INFO, &format!("The game is at {address}")),
        }
    }

    fn tell(&self, typ: MessageType, message: &str) {
        self.notify::<ShowMessage>(ShowMessageParams { typ, message: message.to_owned() });
    }

    fn notify<N: lsp_types::notification::Notification>(&self, params: N::Params)
    where
        N::Params: Serialize,
    {
        self.send(Notification::new(N::METHOD.to_owned(), params));
    }

    fn ask<R: lsp_types::request::Request>(&mut self, params: R::Params) {
        self.n_requests += 1;
        let id = RequestId::from(self.n_requests);
        self.send(Request::new(id, R::METHOD.to_owned(), params));
    }

    fn reply(&self, id: RequestId, result: Result<Value, Failure>) {
        self.send(response(id, result));
    }

    /// Whoever has hung up is noticed where messages come in.
    fn send(&self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }
}

fn response(id: RequestId, result: Result<Value, Failure>) -> Response {
    match result {
        Ok(value) => Response::new_ok(id, value),
        Err(failure) => Response::new_err(id, failure.code as i32, failure.message),
    }
}
