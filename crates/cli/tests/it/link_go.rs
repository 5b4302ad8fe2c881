//! Two programs at the ends of a pseudo-terminal.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use crate::matches::{errors, records};
use crate::sandbox::{Sandbox, transcript};

const PLAYER: &str = "--player go:games=64 --threads 1 --memory 16M --seconds 20";

/// Starts one end.
fn start(sandbox: &Sandbox, args: &str) -> Child {
    let mut command = sandbox.command(&format!("link go {args} {PLAYER}"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Starts one end with a wire of its own, and gives the port of the other one.
fn start_with_port(sandbox: &Sandbox, args: &str) -> (Child, String) {
    let mut child = start(sandbox, &format!("--pty {args}"));
    let stderr = child.stderr.take().expect("was piped");
    let mut line = String::new();
    BufReader::new(stderr).read_line(&mut line).expect("the name of the wire");
    let port = line.trim().strip_prefix("the wire is ").expect("the name of the wire");
    (child, port.to_owned())
}

/// What an end has said, without its notes.
fn said(child: Child) -> Vec<String> {
    let output = child.wait_with_output().expect("the program ends");
    let text = String::from_utf8(output.stdout).expect("it is text");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// Plays a whole game, and gives what both ends have said.
fn play(mode: &str) -> [Vec<String>; 2] {
    let sandbox = Sandbox::new();
    let (black, port) = start_with_port(&sandbox, mode);
    let white = start(&sandbox, &format!("--port {port} --side white {mode}"));
    [black, white].map(said)
}

/// Whoever is at the other end of the wire plays in a match.
#[test]
fn the_other_end_is_a_player() {
    let sandbox = Sandbox::new();
    let (white, port) = start_with_port(&sandbox, "--side white");
    let output = sandbox.run(&format!(
        "match go9 random go:board={port} --seed 3 --start 20 --play 20 --record games"
    ));
    assert!(output.status.success(), "{}", transcript(&output));
    let [record] = &records(&sandbox, "games")[..] else { panic!("one game is one record") };
    assert_eq!(errors(record), [""; 0], "{}", transcript(&output));
    let n_moves = record["moves"].as_array().expect("a list").len();
    let said = said(white);
    let heard = said.iter().filter(|line| !line.starts_with("result ")).count();
    // A resignation is a move of the match, but none on the board.
    let resigns = usize::from(said.iter().any(|line| line.starts_with("result B+R")));
    assert_eq!(heard + resigns, n_moves, "{said:?}");
    assert!(heard > 4, "{said:?}");
}

#[test]
fn whole_games_in_both_protocols() {
    for mode in ["", "--classic"] {
        let [black, white] = play(mode);
        assert_eq!(black, white, "{mode}");
        assert!(black.len() > 10, "{black:?}");
        let result = black.last().expect("there is a result");
        assert!(result.starts_with("result ") && result.contains(", position "), "{result}");
    }
}

#[test]
fn the_byte_protocol_ends_at_fifteen_lines() {
    let output = Sandbox::new().run("link go --pty --classic --size 19");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("the byte protocol is for square boards"), "{text}");
    let output = Sandbox::new().run("link go");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("name the wire"), "{text}");
}

#[test]
fn the_older_name_of_the_side_is_understood() {
    let sandbox = Sandbox::new();
    // The wire is missing, so that nothing is played.
    let text = |args: &str| {
        let output = sandbox.run(&format!("link go {args}"));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(text("--colour white").contains("note: `--colour` is called `--side`"));
    assert!(!text("--side white").contains("note: "));
    assert!(text("--side white --colour white").contains("cannot be used with"));
    assert!(text("--side red").contains("[possible values: black, white]"));
}
