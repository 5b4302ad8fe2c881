//! A browser, as far as the tests need one.
//!
//! WebDriver is JSON over HTTP: <https://www.w3.org/TR/webdriver2/>.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::tab::Tab;

/// How long something may take that a person would not wait for.
const PATIENCE: Duration = Duration::from_secs(20);

/// The key of an element's id, which the standard fixes.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Browsers are hungry: two tests at a time have some.
static TURNS: [Mutex<()>; 2] = [const { Mutex::new(()) }; 2];

/// How many tests have asked for one.
static N_ASKED: AtomicUsize = AtomicUsize::new(0);

/// It is started so often before a test gives up.
const N_TRIES: usize = 3;

/// A running chromedriver, which ends with the test.
pub(crate) struct Driver {
    child: Child,
    port: u16,
    _turn: MutexGuard<'static, ()>,
}

impl Driver {
    /// Starts a driver; `None`, with a message, where there is none to start.
    pub(crate) fn start() -> Option<Self> {
        let turn = &TURNS[N_ASKED.fetch_add(1, Ordering::Relaxed) % TURNS.len()];
        let turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        // The port that it finds may be taken by somebody else before it listens.
        for _ in 0..N_TRIES {
            let mut command = Command::new("chromedriver");
            command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
            let Ok(mut child) = command.spawn() else {
                stonegate_oracles::skip("chromedriver is not installed");
                return None;
            };
            let stdout = child.stdout.take().expect("was piped");
            let port = BufReader::new(stdout).lines().map_while(Result::ok).find_map(|line| {
                let (_, port) = line.split_once("started successfully on port ")?;
                port.trim_end_matches('.').parse().ok()
            });
            if let Some(port) = port {
                return Some(Self { child, port, _turn: turn });
            }
            child.wait().expect("it has ended");
        }
        panic!("chromedriver does not say where it listens");
    }

    /// Opens a browser on a screen of this size, with nothing in it.
    pub(crate) fn browser(&self, width: u32, height: u32) -> Browser {
        self.browser_with(width, height, &[], &json!({}))
    }

    /// Opens a browser with more arguments and settings.
    pub(crate) fn odd_browser(&self, args: &[&str], settings: &Value) -> Browser {
        self.browser_with(1360, 900, args, settings)
    }

    /// What the browser's page takes.
    pub(crate) fn tab(&self) -> Tab {
        Tab::of(self.child.id()).expect("a browser has a page")
    }

    /// Opens a browser whose camera shows a video, over and over.
    pub(crate) fn browser_with_camera(&self, width: u32, height: u32, video: &Path) -> Browser {
        let video = format!("--use-file-for-fake-video-capture={}", video.display());
        let camera = "--use-fake-device-for-media-stream";
        let args = ["--use-fake-ui-for-media-stream", camera, &video];
        self.browser_with(width, height, &args, &json!({}))
    }

    fn browser_with(&self, width: u32, height: u32, more: &[&str], settings: &Value) -> Browser {
        let mut args = vec![
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--hide-scrollbars",
            // Tests read English wherever they run; who says another language afterwards gets it.
            "--accept-lang=en-US",
        ];
        args.extend(more);
        // A window has a least width, which a phone does not have.
        let screen = json!({"width": width, "height": height, "pixelRatio": 1, "touch": false});
        let capabilities = json!({
            "goog:chromeOptions": {
                "args": args, "mobileEmulation": {"deviceMetrics": screen}, "prefs": settings,
            },
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let body = json!({"capabilities": {"alwaysMatch": capabilities}});
        let session = request(self.port, "POST", "/session", Some(&body));
        let id = session["sessionId"].as_str().expect("a session has an id");
        Browser { port: self.port, path: format!("/session/{id}") }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A browser with one page, which closes with the test.
pub(crate) struct Browser {
    port: u16,
    path: String,
}

impl Browser {
    pub(crate) fn go(&self, address: &str) {
        self.post("/url", &json!({"url": address}));
    }

    pub(crate) fn address(&self) -> String {
        self.eval("location.href").as_str().expect("an address is text").to_owned()
    }

    pub(crate) fn reload(&self) {
        self.post("/refresh", &json!({}));
    }

    /// The value of an expression in the page.
    pub(crate) fn eval(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        self.post("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// The value of a promise in the page, when it has one.
    pub(crate) fn eval_async(&self, promise: &str) -> Value {
        let script = format!(
            "const done = arguments[0]; ({promise}).then(done, (error) => done(`${{error}}`))"
        );
        self.post("/execute/async", &json!({"script": script, "args": []}))
    }

    /// Runs a script before those of each page that is opened from here on.
    pub(crate) fn before_each_page(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({"source": script}));
    }

    /// Gives a command of the DevTools protocol.
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({"cmd": command, "params": parameters}))
    }

    /// The text of the first element that a selector finds; empty if there is none.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.eval(&format!("document.querySelector({selector:?})?.textContent ?? ''"));
        text.as_str().expect("text is text").to_owned()
    }

    pub(crate) fn count(&self, selector: &str) -> u64 {
        let count = self.eval(&format!("document.querySelectorAll({selector:?}).length"));
        count.as_u64().expect("a number of elements is a number")
    }

    /// Clicks on the first element that a selector finds, when there is one.
    #[track_caller]
    pub(crate) fn click(&self, selector: &str) {
        self.wait(&format!("Boolean(document.querySelector({selector:?}))"));
        let body = json!({"using": "css selector", "value": selector});
        let element = self.post("/element", &body);
        let id = element[ELEMENT].as_str().expect("an element has an id");
        self.post(&format!("/element/{id}/click"), &json!({}));
    }

    /// Waits until an expression is true, and returns its value.
    #[track_caller]
    pub(crate) fn wait(&self, expression: &str) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let value = self.eval(expression);
            if ![Value::Null, Value::Bool(false), json!(0), json!("")].contains(&value) {
                return value;
            }
            if Instant::now() > end {
                self.keep_screenshot("failure");
                panic!("this never came true: {expression}\nthe page: {}", self.text("main"));
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Writes what is to be seen into the folder of screenshots.
    pub(crate) fn keep_screenshot(&self, name: &str) {
        let picture = self.get("/screenshot");
        let picture = picture.as_str().expect("a picture is text");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
        fs::create_dir_all(&folder).expect("the folder can be made");
        let path = folder.join(name).with_extension("png");
        fs::write(path, decode_base64(picture)).expect("the folder is writable");
    }

    /// What the page has complained about since the last time.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let entries = self.post("/se/log", &json!({"type": "browser"}));
        let entries = entries.as_array().expect("a log is a list").iter();
        let loud = entries.filter(|entry| ["SEVERE", "WARNING"].contains(&level(entry)));
        loud.map(|entry| entry["message"].to_string()).collect()
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        request(self.port, "POST", &format!("{}{command}", self.path), Some(body))
    }

    fn get(&self, command: &str) -> Value {
        request(self.port, "GET", &format!("{}{command}", self.path), None)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !thread::panicking() {
            request(self.port, "DELETE", &self.path, None);
        }
    }
}

fn level(entry: &Value) -> &str {
    entry["level"].as_str().unwrap_or_default()
}

/// Sends a command and returns the value of the answer.
fn request(port: u16, method: &str, path: &str, body: Option<&Value>) -> Value {
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the driver listens");
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len(),
    )
    .expect("the driver reads");
    let mut answer = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        answer.read_line(&mut line).expect("the driver answers");
        let line = line.trim_end().to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length is a number");
        }
    }
    let mut text = vec![0; length];
    answer.read_exact(&mut text).expect("the answer is as long as it says");
    let mut answer: Value = serde_json::from_slice(&text).expect("the answer is JSON");
    let value = answer["value"].take();
    assert!(value.get("error").is_none(), "{method} {path} {body}: {value:#}");
    value
}

fn decode_base64(text: &str) -> Vec<u8> {
    let digit = |byte| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits = text.bytes().filter_map(digit).collect::<Vec<_>>();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0, |bits, &six| bits << 6 | u32::from(six));
        let bits = bits << (6 * (4 - four.len()) + 8);
        bits.to_be_bytes().into_iter().take(four.len() - 1)
    });
    bytes.collect()
}
