//! `stonegate player`, asked over real sockets.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use stonegate_gdl::Syntax;

use crate::faults::EXPLOSION;
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

    /// Whether a thread of this name is there soon, where the system tells.
    fn has_thread(&self, name: &str) -> Option<bool> {
        for _ in 0..200 {
            for task in fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?.flatten() {
                let comm = fs::read_to_string(task.path().join("comm"));
                if comm.is_ok_and(|comm| comm.trim_end() == name) {
                    return Some(true);
                }
            }
            thread::sleep(Duration::from_millis(10));
        }
        Some(false)
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
    let (mut sheet, _) = stonegate_gdl::parse(&stonegate_oracles::own_game(name));
    sheet.comments.clear();
    sheet.print(Syntax::Kif)
}

const FREE: &str = "((name stonegate) (status available))";
const BUSY: &str = "((name stonegate) (status busy))";

/// The requests of a recorded match, byte for byte.
fn recorded_requests(player: &str) -> Option<Vec<String>> {
    let file = stonegate_oracles::shared(&format!("notes/ggp-wire-capture/{player}.txt"))?;
    let text = stonegate_oracles::read(&file);
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
fn questions_come_in_many_ways() {
    let process = PlayerProcess::start("--player random");
    let get = process.exchange("GET /%28%20INFO+%29 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(body(&get), FREE);
    let get = process.exchange("GET / HTTP/1.1\r\n\r\n");
    assert_eq!(body(&get), FREE);
    assert!(get.contains("\r\nContent-Type: text/acl\r\n"), "{get}");
    let head = "POST /any/path HTTP/1.1\r\nContent-Length: 6\r\nExpect: 100-continue\r\n\r\n";
    let post = process.exchange(&format!("{head}(info)"));
    assert!(post.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"), "{post}");
    let chunked =
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n(in\r\n3\r\nfo)\r\n0\r\n\r\n";
    assert_eq!(body(&process.exchange(chunked)), FREE);
    // Without a length, the parentheses say where the message ends, or the end of the connection.
    assert_eq!(body(&process.exchange("POST / HTTP/1.0\r\n\r\n( INFO )")), FREE);
    let mut stream = process.connect();
    stream.write_all(b"POST / HTTP/1.0\r\n\r\ninfo").expect("it reads");
    stream.shutdown(Shutdown::Write).expect("it is connected");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("it replies");
    assert_eq!(body(&reply), FREE);
    for (request, status) in [
        ("nonsense\r\n\r\n", "400"),
        ("GET /%zz HTTP/1.0\r\n\r\n", "400"),
        ("GET /(abort+m) HTTP/1.0\r\n\r\n", "405"),
        ("POST / HTTP/1.0\r\nContent-Length: many\r\n\r\n", "400"),
        ("DELETE / HTTP/1.0\r\n\r\n", "405"),
    ] {
        let reply = process.exchange(request);
        assert_eq!(reply.split(' ').nth(1), Some(status), "{request}: {reply}");
    }
}

#[test]
fn a_page_of_somebody_else_may_not_ask() {
    let process = PlayerProcess::start("--player random --allow-origin http://games.example");
    let ask = |method: &str, headers: &str| {
        let start = start("m", "robot", LAMP, "1 1");
        let length = start.len();
        let head = format!("{method} / HTTP/1.0\r\n{headers}Content-Length: {length}\r\n\r\n");
        process.exchange(&format!("{head}{start}"))
    };
    for headers in [
        "Host: 127.0.0.1\r\nOrigin: http://evil.example\r\n",
        "Host: evil.example\r\nOrigin: http://evil.example\r\n",
        "Host: localhost\r\nOrigin: null\r\n",
        "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n",
    ] {
        for method in ["POST", "OPTIONS"] {
            let reply = ask(method, headers);
            assert!(reply.starts_with("HTTP/1.0 403 "), "{headers}: {reply}");
            assert!(!reply.contains("Access-Control-Allow-Origin"), "{reply}");
        }
    }
    let rebound = process.exchange("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    assert!(rebound.starts_with("HTTP/1.1 403 "), "{rebound}");
    let options = ask("OPTIONS", "Host: localhost\r\nOrigin: http://games.example\r\n");
    assert!(options.starts_with("HTTP/1.0 200 OK\r\n"), "{options}");
    assert!(options.contains("\r\nAccess-Control-Allow-Origin: http://games.example\r\n"));
    assert!(options.contains("\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n"));
    assert_eq!(body(&options), "");
    assert_eq!(process.ask("(info)"), FREE, "nobody has started a match");
    // Managers are programs, which may call the machine what they like.
    assert_eq!(body(&ask("POST", "Host: player.example\r\n")), "ready");
    assert_eq!(body(&ask("POST", "Origin: http://games.example\r\n")), "busy");
}

#[test]
fn it_ponders_unless_it_is_told_not_to() {
    for (options, ponders) in [("", true), ("--no-ponder", false)] {
        let process = PlayerProcess::start(&format!("--player mcts:threads=1 {options}"));
        let message = start("m", "white", &own_game("breakthrough"), "1 1");
        assert_eq!(process.ask(&message), "ready");
        let Some(is_there) = process.has_thread("pondering") else { return };
        assert_eq!(is_there, ponders, "{options}");
    }
}

#[test]
fn it_begins_with_a_preview_unless_it_is_told_not_to() {
    for (options, begins) in [("", true), ("--no-preview", false)] {
        let process = PlayerProcess::start(&format!("--player mcts:threads=1 {options}"));
        // Something that takes longer to compile than to look for the thread.
        let preview = format!("(preview ({EXPLOSION}) 10)");
        assert_eq!(process.ask(&preview), "ready");
        assert_eq!(process.ask("(info)"), FREE);
        let Some(is_there) = process.has_thread("prepare") else { return };
        assert_eq!(is_there, begins, "{options}");
    }
}

#[test]
fn a_wrong_message_is_not_the_end() {
    let process = PlayerProcess::start("--player mcts:threads=1,iterations=100");
    let rules = own_game("tic-tac-toe");
    assert_eq!(process.ask(&start("m", "XPlayer", &rules, "1 1")), "ready");
    assert!(process.ask("(play m nil)").starts_with("(mark "));
    assert_eq!(process.ask("(play m ((mark 9 9) noop))"), "noop");
    assert_eq!(process.ask("(PLAY m ((MARK 1 1) NOOP))"), "noop");
    assert!(process.ask("(play m (noop (mark 3 3)))").starts_with("(mark "));
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
