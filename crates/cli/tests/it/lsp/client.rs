//! An editor's side of the conversation.

#![expect(clippy::needless_pass_by_value, reason = "a message is written at its call")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// Nothing in these tests takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

pub(super) const SHEET: &str = "file:///game.kif";

pub(super) struct Editor {
    pub(super) process: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What came in while something else was waited for.
    kept: Vec<Value>,
    n_requests: i64,
    version: i64,
    _sandbox: Sandbox,
}

impl Editor {
    /// An editor that counts columns in UTF-16 units and can do nothing in particular.
    pub(super) fn start() -> Self {
        Self::start_with("lsp", json!({}))
    }

    pub(super) fn start_with(args: &str, capabilities: Value) -> Self {
        let sandbox = Sandbox::new();
        let mut process = sandbox
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(process.stdout.take().expect("was piped"));
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = read_message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = process.stdin.take();
        let (kept, n_requests, version) = (Vec::new(), 0, 0);
        let mut editor =
            Self { process, input, messages, kept, n_requests, version, _sandbox: sandbox };
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let answer = editor.ask("initialize", params);
        assert_eq!(answer["serverInfo"]["name"], "stonegate");
        editor.notify("initialized", json!({}));
        editor
    }

    pub(super) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let input = self.input.as_mut().expect("it has not ended");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
        input.flush().expect("it listens");
    }

    pub(super) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and gives its number.
    pub(super) fn request(&mut self, method: &str, params: Value) -> i64 {
        self.n_requests += 1;
        let id = self.n_requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The first message that is wanted, now or later.
    pub(super) fn hear(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&wanted) {
            return self.kept.remove(at);
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("it answers in time");
            if wanted(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    /// The answer to a request, with `result` or `error`.
    pub(super) fn answer(&mut self, id: i64) -> Value {
        self.hear(|message| message["id"] == id && message.get("method").is_none())
    }

    /// Asks, and gives the result.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let mut answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Asks about the sheet.
    pub(super) fn ask_sheet(&mut self, method: &str, mut params: Value) -> Value {
        params["textDocument"] = json!({ "uri": SHEET });
        self.ask(method, params)
    }

    /// Opens a sheet and gives its findings.
    pub(super) fn open(&mut self, text: &str) -> Vec<Value> {
        self.version += 1;
        let version = self.version;
        let item = json!({ "uri": SHEET, "languageId": "gdl", "version": version, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
        self.findings()
    }

    /// Makes changes.
    pub(super) fn change(&mut self, changes: Value) {
        self.version += 1;
        let document = json!({ "uri": SHEET, "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// The findings of the sheet as it stands.
    pub(super) fn findings(&mut self) -> Vec<Value> {
        let version = self.version;
        let note = self.hear(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["version"] == version
        });
        note["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// Says goodbye. The exit code tells whether that was understood.
    pub(super) fn leave(mut self) {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert!(self.process.wait().expect("it ends").success());
    }

    /// Hangs up without a word.
    pub(super) fn hang_up(mut self) -> Option<i32> {
        drop(self.input.take());
        self.process.wait().expect("it ends").code()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read_message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length: ") {
            length = number.trim().parse().expect("a number");
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("a message is JSON"))
}

/// A place in a text, counted in UTF-16 units.
pub(super) fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
    json!({ "line": line, "character": column })
}

/// The text after edits of the protocol.
pub(super) fn apply(text: &str, edits: &Value) -> String {
    let offset = |place: &Value| {
        let line = place["line"].as_u64().expect("a number") as usize;
        let column = place["character"].as_u64().expect("a number") as usize;
        let start = text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
        let units = text[start..].char_indices().scan(0, |units, (at, char)| {
            *units += char.len_utf16();
            Some((*units, at + char.len_utf8()))
        });
        let at = units.take_while(|(units, _)| *units <= column).last().map_or(0, |(_, at)| at);
        start + at
    };
    let mut edits = edits.as_array().expect("a list").clone();
    edits.sort_by_key(|edit| offset(&edit["range"]["start"]));
    let mut changed = text.to_owned();
    for edit in edits.iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        changed.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    changed
}
