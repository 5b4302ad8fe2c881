//! `stonegate player`, asked over real sockets.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use stonegate_gdl::Syntax;

use crate::sandbox::LAMP;

/// A running player, which ends with the test.
pub(crate) struct PlayerProcess {
    child: Child,
    pub(crate) port: u16,
}

impl PlayerProcess {
    /// Starts a player on any free port.
    pub(crate) fn start(args: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stonegate"))
            .args(["player", "--port", "0", "--no-cache"])
            .args(args.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("was piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it listens");
        let (_, port) = line.trim_end().rsplit_once(':').expect("the address has a port");
        Self { port: port.parse().expect("the port is a number"), child }
    }

    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it is running");
        self.child.wait().expect("it ends");
    }

    /// Whether the process has not ended.
    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("it can be asked").is_none()
    }

    /// The most memory that the process has had, in bytes, where the system tells.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        stream
    }

    /// Sends bytes and reads until the connection is closed.
    pub(crate) fn exchange(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("it replies");
        reply
    }

    /// The reply to a message.
    pub(crate) fn ask(&self, message: &str) -> String {
        let reply = self.exchange(&post(message));
        assert!(reply.starts_with("HTTP/1.0 200 OK\r\n"), "{reply}");
        body(&reply).to_owned()
    }
}

impl Drop for PlayerProcess {
    fn drop(&mut self) {
        // It may have been killed by the test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn post(message: &str) -> String {
    format!("POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n{message}", message.len())
}

fn body(reply: &str) -> &str {
    reply.split_once("\r\n\r\n").expect("a reply has a body").1
}

/// `(start ..)` of a game.
pub(crate) fn start(id: &str, role: &str, rules: &str, clocks: &str) -> String {
    format!("(start {id} {role} ({rules}) {clocks})")
}

fn own_game(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{name}.kif"));
    let text = fs::read_to_string(file).expect("it is one of our games");
    let (mut sheet, _) = stonegate_gdl::parse(&text);
    sheet.comments.clear();
    sheet.print(Syntax::Kif)
}

const FREE: &str = "((name stonegate) (status available))";
const BUSY: &str = "((name stonegate) (status busy))";

/// The requests of a recorded match, byte for byte.
#[expect(clippy::print_stderr, reason = "the one way to tell that a test was skipped")]
fn recorded_requests(player: &str) -> Option<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    if !folder.exists() {
        eprintln!("skipped: ../shared is not there");
        return None;
    }
    let file = folder.join(format!("notes/ggp-wire-capture/{player}.txt"));
    let text = fs::read_to_string(file).expect("the capture is there");
    let exchanges = text.split(">>> ").skip(1);
    Some(exchanges.map(|text| text.split("\n<<< ").next().unwrap_or(text).to_owned()).collect())
}

#[test]
fn a_recorded_match_gets_good_answers() {
    for (player, first_turn) in [("xplayer", 0), ("oplayer", 1)] {
        for spec in ["random", "mcts:threads=1"] {
            let Some(requests) = recorded_requests(player) else { return };
            let process = PlayerProcess::start(&format!("--player {spec}"));
            assert_eq!(process.ask("( INFO )"), FREE);
            let mut taken = Vec::new();
            for (index, request) in requests.iter().enumerate() {
                let reply = process.exchange(request);
                assert!(reply.starts_with("HTTP/1.0 200 OK\r\n"), "{reply}");
                let reply = body(&reply);
                match index {
                    0 | 1 => assert_eq!(reply, "ready"),
                    9 => assert_eq!(reply, "done"),
                    turn if turn % 2 == first_turn => {
                        taken.extend(marked(request));
                        let mark = marked(reply);
                        assert!(mark.is_some_and(|mark| !taken.contains(&mark)), "{reply}");
                    }
                    _ => {
                        taken.extend(marked(request));
                        assert_eq!(reply, "encompasses");
                    }
                }
            }
            assert_eq!(process.ask("( INFO )"), FREE);
        }
    }
}

/// The cell that is marked by a move somewhere in a text.
fn marked(text: &str) -> Option<(u8, u8)> {
    let (_, behind) = text.split_once("fahrenheit")?;
    let mut words = behind.split([' ', ')']).filter(|word| !word.is_empty());
    let mut number = || words.next()?.parse().ok().filter(|number| (1..=3).contains(number));
    Some((number()?, number()?))
}

#[test]
fn one_match_at_a_time() {
    let process = PlayerProcess::start("--player random");
    assert_eq!(process.ask("(play m.1 nil)"), "busy");
    assert_eq!(process.ask("(stop m.1 nil)"), "busy");
    assert_eq!(process.ask("(abort m.1)"), "busy");
    assert_eq!(process.ask(&start("m.1", "robot", LAMP, "1 1")), "ready");
    assert_eq!(process.ask("(info)"), BUSY);
    assert_eq!(process.ask(&start("m.2", "robot", LAMP, "1 1")), "busy");
    assert_eq!(process.ask("(play m.2 nil)"), "busy");
    assert_eq!(process.ask("(play m.1 nil)"), "push");
    assert_eq!(process.ask("(STOP m.1 ((push)))"), "done");
    assert_eq!(process.ask("(info)"), FREE);
    assert_eq!(process.ask(&start("m.2", "robot", LAMP, "1 1")), "ready");
    assert_eq!(process.ask("(ABORT m.2)"), "aborted");
    assert_eq!(process.ask("(info)"), FREE);
}

#[test]
fn the_same_in_infix() {
    let process = PlayerProcess::start("--player random");
    let (sheet, _) = stonegate_gdl::parse(LAMP);
    let rules = sheet.print(Syntax::Infix).trim_end().trim_end_matches('.').replace(".\n", ",");
    assert_eq!(process.ask("info()"), "[[name,stonegate],[status,available]]");
    assert_eq!(process.ask("ping(m)"), "ready");
    assert_eq!(process.ask(&format!("preview([{rules}],1)")), "ready");
    assert_eq!(process.ask(&format!("start(m,robot,[{rules}],1,1)")), "ready");
    assert_eq!(process.ask("play(m,nil)"), "push");
    assert_eq!(process.ask("stop(m,[push])"), "done");
}

#[test]
fn browsers_can_ask_as_well() {
    let process = PlayerProcess::start("--player random");
    let options = process.exchange("OPTIONS / HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\n\r\n");
    assert!(options.starts_with("HTTP/1.0 200 OK\r\n"), "{options}");
    assert!(options.contains("\r\nAccess-Control-Allow-Origin: *\r\n"), "{options}");
    assert!(options.contains("\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n"));
    assert_eq!(body(&options), "");
    let get = process.exchange("GET /%28%20INFO+%29 HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_eq!(body(&get), FREE);
    let get = process.exchange("GET / HTTP/1.1\r\n\r\n");
    assert_eq!(body(&get), FREE);
    let head = "POST / HTTP/1.1\r\nContent-Length: 6\r\nExpect: 100-continue\r\n\r\n";
    let post = process.exchange(&format!("{head}(info)"));
    assert!(post.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 200 OK\r\n"), "{post}");
    for (request, status) in [
        ("nonsense\r\n\r\n", "400"),
        ("GET /%zz HTTP/1.0\r\n\r\n", "400"),
        ("POST / HTTP/1.0\r\nContent-Length: many\r\n\r\n", "400"),
        ("POST / HTTP/1.0\r\n\r\n", "411"),
        ("DELETE / HTTP/1.0\r\n\r\n", "405"),
    ] {
        let reply = process.exchange(request);
        assert!(reply.starts_with(&format!("HTTP/1.0 {status} ")), "{request}: {reply}");
    }
}

#[test]
fn it_can_be_interrupted_while_it_thinks() {
    let process = PlayerProcess::start("--player mcts:threads=1");
    let message = start("m", "white", &own_game("breakthrough"), "30 30");
    thread::scope(|scope| {
        let thinking = scope.spawn(|| process.ask(&message));
        thread::sleep(Duration::from_millis(500));
        let asked = Instant::now();
        assert_eq!(process.ask("(info)"), BUSY);
        assert_eq!(process.ask("(abort m)"), "aborted");
        assert_eq!(process.ask("(info)"), FREE);
        assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
        // The manager that was waiting hears something, too.
        assert_eq!(thinking.join().expect("it does not panic"), "ready");
        assert!(asked.elapsed() < Duration::from_secs(4), "{:?}", asked.elapsed());
    });
}

#[test]
fn the_clock_is_used_and_kept() {
    let process = PlayerProcess::start("--player mcts:threads=1");
    let timed = |message: &str| {
        let asked = Instant::now();
        (process.ask(message), asked.elapsed())
    };
    let (reply, time) = timed(&start("m", "white", &own_game("breakthrough"), "1 1"));
    assert_eq!(reply, "ready");
    assert!((500..1000).contains(&time.as_millis()), "{time:?}");
    let (reply, time) = timed("(play m nil)");
    assert!(reply.starts_with("(move "), "{reply}");
    assert!((500..1000).contains(&time.as_millis()), "{time:?}");
}

#[test]
fn a_match_that_its_manager_leaves_is_forgotten() {
    let process = PlayerProcess::start("--player random");
    assert_eq!(process.ask(&start("m", "robot", LAMP, "0 0")), "ready");
    assert_eq!(process.ask("(info)"), BUSY);
    thread::sleep(Duration::from_millis(1200));
    assert_eq!(process.ask("(info)"), FREE);
    assert_eq!(process.ask("(play m nil)"), "busy");
}

#[test]
fn it_plays_on_after_moves_that_it_did_not_make() {
    let process = PlayerProcess::start("--player random:seed=3");
    let rules = own_game("tic-tac-toe");
    assert_eq!(process.ask(&start("m", "xplayer", &rules, "1 1")), "ready");
    let first = process.ask("(play m nil)");
    let told = if first == "(mark 1 1)" { "(mark 1 2)" } else { "(mark 1 1)" };
    assert_eq!(process.ask(&format!("(play m ({told} noop))")), "noop");
    let reply = process.ask("(play m (noop (mark 3 3)))");
    assert!(reply.starts_with("(mark ") && reply != told && reply != "(mark 3 3)", "{reply}");
}
