//! Players with boards: simulated ones behind a pseudo-terminal, and some that fail.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use stonegate_vision::Frame;
use stonegate_workbench::y4m::{Next, Reader};

use crate::matches::{errors, records};
use crate::player::PlayerProcess;
use crate::sandbox::{Sandbox, stdout, transcript};

/// Building a board takes a while; `cargo xtask rtl` has the time.
pub(crate) fn can_simulate() -> bool {
    let can = stonegate_oracles::is_slow_run()
        && Command::new("verilator").arg("--version").output().is_ok();
    if !can {
        stonegate_oracles::skip("simulated boards are for `cargo xtask rtl`");
    }
    can
}

/// Where the board of a game is built, once for all runs.
fn folder(game: &str) -> PathBuf {
    // `make` takes no colons.
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("board-{}", game.replace(':', "-")))
}

/// Several tests may want the same board: a lock for each folder.
static BUILDING: Mutex<BTreeMap<PathBuf, Arc<Mutex<()>>>> = Mutex::new(BTreeMap::new());

/// A simulated board behind a pseudo-terminal; it ends with the test.
pub(crate) struct SimulatedBoard {
    child: Child,
    pub(crate) port: String,
    /// What a machine shows, line by line.
    pub(crate) shown: Receiver<String>,
}

impl SimulatedBoard {
    /// Starts the board of a game, with more arguments.
    pub(crate) fn start(sandbox: &Sandbox, game: &str, more: &str) -> Self {
        let folder = folder(game);
        let lock = {
            let mut folders = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(folders.entry(folder.clone()).or_default())
        };
        let _only_one = lock.lock();
        let args = format!("rtl {game} --simulate -o {} {more}", folder.display());
        let mut command = sandbox.command(&args);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("was piped"));
        output.read_line(&mut line).expect("the name of the port");
        let (_, port) = line.trim().split_once(" is at ").expect("the name of the port");
        let (sender, shown) = channel();
        thread::spawn(move || {
            let mut lines = output.lines().map_while(Result::ok);
            lines.all(|line| sender.send(line).is_ok())
        });
        Self { child, port: port.to_owned(), shown }
    }
}

impl Drop for SimulatedBoard {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Four of five games are won on a board, whatever the words of the rules are.
#[test]
fn a_simulated_board_wins_against_random_moves() {
    if !can_simulate() {
        return;
    }
    let sandbox = Sandbox::new();
    let board = SimulatedBoard::start(&sandbox, "connect-four", "");
    for options in ["", "--scramble"] {
        let output = sandbox.run(&format!(
            "match connect-four mcts:board={} random --games 5 --start 3 --play 1 {options} \
            --record games{options}",
            board.port
        ));
        assert!(output.status.success(), "{}", transcript(&output));
        let records = records(&sandbox, &format!("games{options}"));
        let won = records.iter().filter(|record| {
            assert_eq!(errors(record), [""; 0]);
            let players = record["playerNamesFromHost"].as_array().expect("a list");
            let us = players.iter().position(|name| name != "random").expect("we play");
            record["goalValues"][us] == 100
        });
        assert!(won.count() >= 4, "{}", transcript(&output));
    }
}

/// Two players make the same moves against another one, in a match by these options.
fn check_twins(sandbox: &Sandbox, game: &str, board: &str, twin: &str, other: &str) {
    let moves = [(board, "board"), (twin, "twin")].map(|(player, folder)| {
        let output = sandbox.run(&format!("match {game} {player} {other} --record {folder}"));
        assert!(output.status.success(), "{}", transcript(&output));
        let records = records(sandbox, folder);
        assert!(records.iter().all(|record| errors(record).is_empty()), "{}", transcript(&output));
        records.iter().map(|record| record["moves"].clone()).collect::<Vec<_>>()
    });
    assert!(moves[0].iter().all(|moves| moves.as_array().is_some_and(|moves| moves.len() > 8)));
    assert_eq!(moves[0], moves[1]);
}

/// A Gomoku machine behind a pseudo-terminal plays move by move what the same patterns play in
/// software.
#[test]
fn a_gomoku_machine_plays_as_its_twin() {
    if !can_simulate() {
        return;
    }
    let sandbox = Sandbox::new();
    let board = SimulatedBoard::start(&sandbox, "gomoku16", "");
    let other = "gomoku:depth=2,seed=3 --games 4 --opening 4 --seed 5 --start 30 --play 30";
    check_twins(
        &sandbox,
        "gomoku16",
        &format!("gomoku:board={}", board.port),
        "gomoku:pattern",
        other,
    );
}

/// A Go machine behind a pseudo-terminal plays with its own bot, and begins anew where a game was
/// over, and where it was not.
#[test]
fn a_go_machine_plays_games() {
    if !can_simulate() {
        return;
    }
    let sandbox = Sandbox::new();
    let board = SimulatedBoard::start(&sandbox, "go9", "--switches white,framed,bot");
    let play = |player: &str, folder: &str| {
        let output = sandbox.run(&format!(
            "match go9 {player} go:board={} --seed 5 --start 60 --play 60 --record {folder}",
            board.port
        ));
        assert!(output.status.success(), "{}", transcript(&output));
        let [record] = &records(&sandbox, folder)[..] else { panic!("one game is one record") };
        assert_eq!(errors(record), [""; 0], "{}", transcript(&output));
        record["moves"].as_array().expect("a list").len()
    };
    assert!(play("random:seed=1", "one") > 40);
    // The engine gives up as soon as it looks bad, and the board is not told so.
    play("go:games=4", "two");
    assert!(play("random:seed=2", "three") > 40);
}

/// A Connect6 machine behind a pseudo-terminal plays stone by stone what the seven steps play in
/// software, and the referee of the competition takes it as a board.
#[test]
fn a_connect6_machine_plays_as_its_twin() {
    if !can_simulate() {
        return;
    }
    let sandbox = Sandbox::new();
    let board = SimulatedBoard::start(&sandbox, "connect6:seven", "");
    let other = "connect6:host,seed=3 --games 20 --seed 5 --start 30 --play 60";
    check_twins(
        &sandbox,
        "connect6",
        &format!("connect6:board={}", board.port),
        "connect6:seven",
        other,
    );
    let output =
        sandbox.run(&format!("link connect6 --referee {} connect6:host --seconds 60", board.port));
    assert!(output.status.success(), "{}", transcript(&output));
    assert!(stdout(&output).contains("dark wins"), "{}", transcript(&output));
}

/// The end of a pseudo-terminal that a program waits at.
struct Terminal {
    file: fs::File,
    heard: Receiver<u8>,
}

impl Terminal {
    fn open(port: &str) -> Self {
        let file = fs::File::options().read(true).write(true).open(port).expect("a port");
        let mut bytes = BufReader::new(file.try_clone().expect("another handle")).bytes();
        let (sender, heard) = channel();
        thread::spawn(move || bytes.all(|byte| byte.is_ok_and(|byte| sender.send(byte).is_ok())));
        Self { file, heard }
    }

    /// Says something, and hears until there have been so many bytes, or a silence.
    fn exchange(&mut self, said: &[u8], n_bytes: usize, silence: Duration) -> Vec<u8> {
        self.file.write_all(said).expect("the line takes bytes");
        let mut heard = Vec::new();
        while heard.len() < n_bytes {
            let Ok(byte) = self.heard.recv_timeout(silence) else { break };
            heard.push(byte);
        }
        heard
    }
}

/// Noise, half turns, repeated colors and stones that cannot be: a Connect6 machine says at its
/// pseudo-terminal what the software says at its own.
#[test]
fn a_connect6_machine_takes_faults_as_its_twin() {
    if !can_simulate() {
        return;
    }
    let sandbox = Sandbox::new();
    let board = SimulatedBoard::start(&sandbox, "connect6:seven", "");
    let mut twin = sandbox
        .command("link connect6 --pty --player connect6:seven")
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut errors = BufReader::new(twin.stderr.take().expect("was piped"));
    errors.read_line(&mut line).expect("the name of the port");
    let port = line.trim().strip_prefix("waiting for a color at ").expect("a port").to_owned();
    thread::spawn(move || errors.lines().map_while(Result::ok).count());
    let (mut chip, mut software) = (Terminal::open(&board.port), Terminal::open(&port));
    let pause = Duration::from_secs(2);
    let mut n_heard = 0;
    for said in [
        &b"1010x\xff\r\n0911"[..],
        b"D",
        b"09?1 1\n1",
        b"112",
        b"09W",
        b"1010",
        b"L1010",
        b"L",
        b"\0\x7f 10x10",
        b"L10101010",
        b"05050606",
        b"L2010",
        b"0505",
        b"L0010",
        b"L9999",
        b"D",
        b"0911",
        b"0911",
        b"D",
    ] {
        let expected = software.exchange(said, usize::MAX, pause);
        let mut heard = chip.exchange(said, expected.len(), Duration::from_mins(1));
        heard.extend(chip.exchange(b"", usize::MAX, pause));
        let texts = [&heard, &expected].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert_eq!(texts[0], texts[1], "after {:?}", String::from_utf8_lossy(said));
        n_heard += heard.len();
    }
    twin.kill().expect("it runs");
    twin.wait().expect("it ends");
    assert!(n_heard > 40, "both have something to say");
}

/// An Othello solver behind a pseudo-terminal plays whole games, with both colors.
#[test]
fn an_othello_machine_plays_games() {
    if !can_simulate() {
        return;
    }
    let sandbox = Sandbox::new();
    let board = SimulatedBoard::start(&sandbox, "othello", "");
    let output = sandbox.run(&format!(
        "match othello othello:board={},depth=3 random --games 2 --seed 5 --start 30 --play 60 \
         --record games",
        board.port
    ));
    assert!(output.status.success(), "{}", transcript(&output));
    let records = records(&sandbox, "games");
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|record| errors(record).is_empty()), "{}", transcript(&output));
}

/// The camera of an Othello machine is a video, and so is its screen: the piece that comes to rest on
/// d3 is played there, and the machine answers.
#[test]
fn an_othello_machine_sees_a_video() {
    if !can_simulate() {
        return;
    }
    let sandbox = Sandbox::new();
    let table = "vision --demo --bare --moves 1 --depth 2 --size 320x180 --rate 10 --out table.y4m";
    let seen = "--camera table.y4m --frames seen.y4m";
    let folder = folder("othello:camera");
    for args in [table, &format!("rtl othello -o {} {seen}", folder.display())] {
        let output = sandbox.run(args);
        assert!(output.status.success(), "{}", transcript(&output));
    }
    let [table, seen] = ["table.y4m", "seen.y4m"].map(|name| {
        let bytes = fs::read(sandbox.folder.path().join(name)).expect("it is written");
        let mut video = Reader::new(&bytes[..]).expect("it is a video");
        let mut frames = Vec::new();
        while let Next::Frame(frame) = video.read().expect("it is a video") {
            frames.push(frame);
        }
        frames
    });
    assert_eq!(seen.len() + 1, table.len(), "the screen is a picture behind the camera");
    // The upright rectangle around the markers is from (76, 33) to (236, 172).
    let luma = |frame: &Frame, column: usize, row: usize| {
        let [x, y] = [76 + 20 * column + 10, 33 + (2 * row + 1) * 139 / 16];
        frame.bytes()[320 * y + x]
    };
    let (first, last) = (&seen[0], &seen[seen.len() - 1]);
    assert!(luma(first, 3, 2) > 100 && luma(last, 3, 2) < 50, "black has d3");
    let is_white = |&(column, row): &(usize, usize)| luma(last, column, row) > 220;
    let replies = [(2, 2), (2, 4), (4, 2)];
    assert_eq!(replies.iter().filter(|cell| is_white(cell)).count(), 1, "white has answered");
}

/// A manager of other programs finds the board behind our player.
#[test]
fn a_player_for_managers_searches_on_a_board() {
    if !can_simulate() {
        return;
    }
    let sandbox = Sandbox::new();
    let board = SimulatedBoard::start(&sandbox, "connect-four", "");
    let player = PlayerProcess::start(&format!("--board {}", board.port));
    let address = player.address();
    let options = "--scramble --start 3 --play 1 --record games";
    let output = sandbox.run(&format!("match connect-four {address} random {options}"));
    assert!(output.status.success(), "{}", transcript(&output));
    let [record] = &records(&sandbox, "games")[..] else { panic!("one game is one record") };
    assert_eq!(errors(record), [""; 0]);
    assert_eq!(record["goalValues"][0], 100, "{}", transcript(&output));
}

/// What a line does to bytes that go to the board or come from it.
type Line = fn(n_before: usize, &mut [u8]);

/// Damages one byte in two hundred.
fn damage(n_before: usize, bytes: &mut [u8]) {
    let first = (200 - n_before % 200) % 200;
    bytes.iter_mut().skip(first).step_by(200).for_each(|byte| *byte ^= 0x10);
}

/// Carries some bytes and then no more, without an end.
fn stall(n_before: usize, _: &mut [u8]) {
    const WORKING_BYTES: usize = 20_000;
    if n_before > WORKING_BYTES {
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
}

/// A socket with a board behind it, at the end of a bad line. Each connection has its own.
fn bad_board(sandbox: &Sandbox, game: &str, line: Line) -> SocketAddr {
    // The first board is only there to be built.
    drop(SimulatedBoard::start(sandbox, game, ""));
    let program = folder(game).join("build/simulation");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    // The threads end with the test program, and the boards with their input.
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut board = Command::new(&program);
            let board = board.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
            let mut board = board.expect("it was built");
            let (to, from) = (board.stdin.take(), board.stdout.take());
            let (to, from) = (to.expect("was piped"), from.expect("was piped"));
            let back: TcpStream = stream.try_clone().expect("a socket");
            thread::spawn(move || carry(stream, to, line));
            thread::spawn(move || {
                carry(from, back, line);
                let _ = board.wait();
            });
        }
    });
    address
}

fn carry(mut from: impl Read, mut to: impl Write, line: Line) {
    let mut buffer = [0; 256];
    let mut n_before = 0;
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        line(n_before, &mut buffer[..count]);
        n_before += count;
        if to.write_all(&buffer[..count]).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// Plays on a bad board, and gives what went wrong in the game that was played to its end.
fn errors_on(line: Line) -> Vec<String> {
    let sandbox = Sandbox::new();
    let address = bad_board(&sandbox, "tic-tac-toe", line);
    let options = "--start 6 --play 6 --record games";
    let output = sandbox.run(&format!("match tic-tac-toe mcts:board={address} random {options}"));
    assert!(output.status.success(), "{}", transcript(&output));
    let [record] = &records(&sandbox, "games")[..] else { panic!("one game is one record") };
    assert_eq!(record["isCompleted"], true);
    let errors = errors(record);
    // A wrong state would have led to an illegal move.
    assert!(errors.iter().all(|error| !error.starts_with("IL")), "{errors:?}");
    errors
}

#[test]
fn a_board_at_a_noisy_line_plays_on() {
    if can_simulate() {
        assert_eq!(errors_on(damage), [""; 0]);
    }
}

#[test]
fn a_board_that_stalls_is_told_of_and_played_without() {
    if can_simulate() {
        let errors = errors_on(stall);
        assert!(errors.contains(&"BO the board does not answer".to_owned()), "{errors:?}");
    }
}

/// The library has the bitstream of a game under the hash of its rules, and the player loads it.
#[test]
fn bitstreams_are_found_whatever_the_words() {
    let sandbox = Sandbox::new();
    let caches = sandbox.folder.path().join("caches");
    let programs = sandbox.folder.path().join("programs");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let run = |args: &str| {
        let mut command = sandbox.command(args);
        command.env("XDG_CACHE_HOME", &caches).env("PATH", &path);
        command.output().expect("the program starts")
    };
    // A loader that writes down what it is asked to load, and no board behind it.
    fs::create_dir(&programs).expect("the folder is writable");
    let loader = programs.join("iceprog");
    let log = sandbox.folder.path().join("loaded.txt");
    fs::write(&loader, format!("#!/bin/sh\necho \"$@\" > {}\n", log.display())).expect("writable");
    let mode = Command::new("chmod").arg("+x").arg(&loader).status().expect("there is chmod");
    assert!(mode.success());

    let play = "match tic-tac-toe mcts:board=127.0.0.1:1,chip=ice40-hx8k random \
        --scramble --start 5 --play 1";
    let text = transcript(&run(play));
    let missing = "no bitstream for ice40-hx8k in the library: see `stonegate rtl`";
    assert!(text.contains(missing) && text.contains("ended:"), "{text}");

    let output = run("rtl tic-tac-toe");
    let text = stdout(&output);
    let (folder, _) = text.split_once(": ").expect("the folder comes first");
    let bitstream = PathBuf::from(folder).join("ice40-hx8k.bin");
    fs::write(&bitstream, "a bitstream").expect("the library is writable");
    let text = transcript(&run(play));
    let expected = "the player goes on without its board: the board cannot be reached";
    assert!(text.contains(expected) && text.contains("ended:"), "{text}");
    let loaded = fs::read_to_string(&log).expect("the loader was started");
    assert_eq!(loaded.trim(), format!("-S {}", bitstream.display()));
}
