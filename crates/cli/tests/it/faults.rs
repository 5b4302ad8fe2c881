//! What goes wrong on one side is no matter to the other.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
#[cfg(unix)]
use std::process::Command;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::matches::{errors, records};
use crate::player::{PlayerProcess, start};
use crate::sandbox::{LAMP, Sandbox, transcript};

/// A game of one role that takes three moves.
const COUNT: &str = "\
(role robot)
(init (step 0))
(succ 0 1) (succ 1 2) (succ 2 3)
(legal robot wait)
(legal robot rest)
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= terminal (true (step 3)))
(goal robot 100)
";

/// Rules whose facts multiply beyond any machine.
pub(crate) const EXPLOSION: &str = "\
(role robot)
(digit 0) (digit 1) (digit 2) (digit 3) (digit 4) (digit 5) (digit 6) (digit 7)
(<= (init (number ?a ?b ?c ?d ?e ?f ?g ?h))
  (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e) (digit ?f) (digit ?g) (digit ?h))
(<= (legal robot (pick ?a ?b ?c ?d ?e ?f ?g ?h)) (true (number ?a ?b ?c ?d ?e ?f ?g ?h)))
(<= (next (number ?a ?b ?c ?d ?e ?f ?g ?h))
  (true (number ?a ?b ?c ?d ?e ?f ?g ?h)) (not (does robot (pick ?a ?b ?c ?d ?e ?f ?g ?h))))
(<= terminal (not (true (number 0 0 0 0 0 0 0 0))))
(goal robot 100)
";

/// Plays `COUNT` with a player whose connections are served by `serve`.
fn play_against(serve: impl Fn(&mut TcpStream) + Send + 'static) -> (Output, Value) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    // The thread ends with the test program.
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request);
            serve(&mut stream);
        }
    });
    let sandbox = Sandbox::new();
    sandbox.write("count.kif", COUNT);
    let command = format!("match count.kif http://{address} --start 1 --play 1 --record games");
    let output = sandbox.run(&command);
    let record = records(&sandbox, "games").pop().expect("there is a record");
    (output, record)
}

#[track_caller]
fn check_errors(serve: impl Fn(&mut TcpStream) + Send + 'static, expected: &str) {
    let began = Instant::now();
    let (output, record) = play_against(serve);
    assert!(output.status.success(), "{}", transcript(&output));
    assert_eq!(record["isCompleted"], true);
    assert_eq!(record["moves"].as_array().map(Vec::len), Some(3));
    let errors = errors(&record);
    let n_expected = errors.iter().filter(|error| error.starts_with(expected)).count();
    assert!(n_expected >= 3 && n_expected == errors.len(), "{errors:?}");
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[test]
fn a_player_that_hangs_up() {
    check_errors(|_| {}, "CE ");
}

#[test]
fn a_player_that_talks_garbage() {
    let garbage = b"HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\n)(\xff\x00?x ((";
    check_errors(|stream| drop(stream.write_all(garbage)), "GA ");
}

#[test]
fn a_player_that_does_not_speak_http() {
    check_errors(|stream| drop(stream.write_all(b"220 smtp ready\r\n")), "CE ");
}

#[test]
fn a_player_that_makes_illegal_moves() {
    let reply = b"HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nsleep";
    check_errors(|stream| drop(stream.write_all(reply)), "IL sleep");
}

#[test]
fn a_player_that_never_stops_talking() {
    let endless = |stream: &mut TcpStream| {
        let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n");
        while stream.write_all(&[b'a'; 1 << 13]).is_ok() {}
    };
    check_errors(endless, "GA ");
}

#[test]
fn a_player_that_is_not_there() {
    let free_port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let address = free_port.expect("a port is free");
    let sandbox = Sandbox::new();
    sandbox.write("count.kif", COUNT);
    let output = sandbox.run(&format!("match count.kif http://{address} --start 1 --play 1"));
    assert!(output.status.success());
    let text = transcript(&output);
    assert_eq!(text.matches("the connection failed").count(), 4, "{text}");
    assert!(text.ends_with("ended: robot 100\n"), "{text}");
}

#[test]
fn a_player_that_is_late() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    // Connections are accepted by the system and never answered.
    let output = sandbox.run(&format!("match lamp.kif http://{address} --start 1 --play 1"));
    assert!(output.status.success());
    let text = transcript(&output);
    assert_eq!(text.matches("the answer was late").count(), 2, "{text}");
}

#[test]
fn a_player_that_is_killed() {
    let mut player = PlayerProcess::start("--player random");
    let sandbox = Sandbox::new();
    // Long enough to be killed in the middle: the other player is slow.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let silent = silent.local_addr().map(|address| (address, silent)).expect("it is bound");
    let command = format!(
        "match tic-tac-toe {} http://{} --start 1 --play 1 --step-limit 2 --record games",
        player.address(),
        silent.0
    );
    let output = thread::scope(|scope| {
        let playing = scope.spawn(|| sandbox.run(&command));
        thread::sleep(Duration::from_millis(2500));
        player.kill();
        playing.join().expect("it does not panic")
    });
    // Given up after two moves, both of which were made.
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
    let record = records(&sandbox, "games").pop().expect("there is a record");
    assert_eq!(record["moves"].as_array().map(Vec::len), Some(2));
    assert_eq!(record["errors"][0][0], "");
    let last = record["errors"][2][0].as_str().expect("a text");
    assert!(last.starts_with("CE "), "{record}");
}

#[test]
fn messages_that_are_too_long_are_refused_early() {
    let mut player = PlayerProcess::start("--player random");
    let length = 100 << 20;
    let mut stream = player.connect();
    let head = format!("POST / HTTP/1.0\r\nContent-Length: {length}\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("it reads");
    let chunk = vec![b'('; 1 << 20];
    for _ in 0..100 {
        if stream.write_all(&chunk).is_err() {
            break;
        }
    }
    let mut reply = String::new();
    // The connection may be cut off in the middle of the message.
    let _ = stream.read_to_string(&mut reply);
    assert!(reply.is_empty() || reply.starts_with("HTTP/1.0 413 "), "{reply}");
    let endless_head = player.exchange(&format!("GET /{} HTTP/1.0", "a".repeat(1 << 20)));
    assert_eq!(endless_head.split(' ').nth(1), Some("431"), "{endless_head}");
    assert!(player.is_running());
    assert!(
        player.peak_memory().is_none_or(|bytes| bytes < 64 << 20),
        "{:?}",
        player.peak_memory()
    );
    assert_eq!(player.ask("(info)"), "((name stonegate) (status available))");
}

#[test]
fn a_thousand_starts_in_a_second() {
    let player = PlayerProcess::start("--player random");
    assert_eq!(player.ask(&start("m.0", "robot", COUNT, "10 10")), "ready");
    let began = Instant::now();
    thread::scope(|scope| {
        for worker in 0..4 {
            let player = &player;
            scope.spawn(move || {
                for number in 0..250 {
                    let id = format!("m.{worker}.{number}");
                    assert_eq!(player.ask(&start(&id, "robot", COUNT, "10 10")), "busy");
                }
            });
        }
    });
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert!(
        player.peak_memory().is_none_or(|bytes| bytes < 256 << 20),
        "{:?}",
        player.peak_memory()
    );
    assert!(["wait", "rest"].contains(&player.ask("(play m.0 nil)").as_str()));
}

#[test]
fn clients_that_dawdle_do_not_keep_others_out() {
    let player = PlayerProcess::start("--player random");
    // More than there are places.
    let dawdlers = (0..300).map(|_| {
        let mut stream = player.connect();
        stream.write_all(b"POST / HTTP/1.0\r\n").expect("it reads");
        stream
    });
    let dawdlers = dawdlers.collect::<Vec<_>>();
    let asked = Instant::now();
    assert_eq!(player.ask("(info)"), "((name stonegate) (status available))");
    // They are told after ten seconds that they took too long.
    assert!(asked.elapsed() < Duration::from_secs(8), "{:?}", asked.elapsed());
    drop(dawdlers);
}

#[test]
fn rules_that_explode() {
    for spec in ["random", "mcts:threads=1"] {
        let mut player = PlayerProcess::start(&format!("--player {spec}"));
        let asked = Instant::now();
        assert_eq!(player.ask(&start("m", "robot", EXPLOSION, "1 1")), "ready");
        let reply = player.ask("(play m nil)");
        assert!(asked.elapsed() < Duration::from_secs(4), "{:?}", asked.elapsed());
        assert!(reply == "nil" || reply.starts_with("(pick "), "{reply}");
        assert_eq!(player.ask("(stop m nil)"), "done");
        assert_eq!(player.ask("(info)"), "((name stonegate) (status available))");
        assert!(player.is_running());
        let peak = player.peak_memory();
        assert!(peak.is_none_or(|bytes| bytes < 3 << 30), "{peak:?}");
    }
}

/// A player that is still busy with the last rules takes others, and begins when it is free.
#[test]
fn rules_that_explode_again_and_again() {
    let mut player = PlayerProcess::start("--player mcts:threads=1");
    for number in 0..4 {
        let id = format!("m.{number}");
        assert_eq!(player.ask(&start(&id, "robot", EXPLOSION, "1 1")), "ready");
        assert_eq!(player.ask(&format!("(abort {id})")), "aborted");
    }
    assert!(player.is_running());
    let peak = player.peak_memory();
    assert!(peak.is_none_or(|bytes| bytes < 2 << 30), "{peak:?}");
}

/// A match that is ended from outside after its first state, and its record.
fn interrupt(end: impl Fn(&mut Child)) -> (Option<i32>, Value) {
    // Connections are accepted by the system and never answered, so every turn is long.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = silent.local_addr().expect("it is bound");
    let sandbox = Sandbox::new();
    sandbox.write("count.kif", COUNT);
    let command = format!("match count.kif http://{address} --start 1 --play 1 --record games");
    let mut command = sandbox.command(&command);
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut manager = command.spawn().expect("it starts");
    let folder = sandbox.folder.path().join("games");
    let began = Instant::now();
    while !folder.exists() || records(&sandbox, "games").is_empty() {
        assert!(began.elapsed() < Duration::from_secs(20), "there is no record");
        thread::sleep(Duration::from_millis(20));
    }
    end(&mut manager);
    let status = manager.wait().expect("it ends");
    (status.code(), records(&sandbox, "games").pop().expect("there is a record"))
}

#[test]
fn a_manager_that_is_killed_leaves_a_record() {
    let (_, record) = interrupt(|manager| manager.kill().expect("it is running"));
    assert_eq!((&record["isCompleted"], &record["isAborted"]), (&false.into(), &false.into()));
    assert_eq!(record["errors"][0][0], "TO");
}

#[test]
#[cfg(unix)]
fn a_manager_that_is_interrupted_finishes_the_move() {
    let (code, record) = interrupt(|manager| {
        let id = manager.id().to_string();
        Command::new("kill").args(["-INT", &id]).status().expect("there is a kill command");
    });
    assert_eq!((&record["isCompleted"], &record["isAborted"]), (&false.into(), &true.into()));
    assert_eq!(record["note"], "the match was stopped");
    assert_eq!(code, Some(130));
    assert_eq!(record["moves"].as_array().map(Vec::len), Some(1));
}
