//! Two programs at the ends of a pseudo-terminal.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use crate::sandbox::Sandbox;

const PLAYER: &str = "--player go:games=64 --threads 1 --memory 16M --seconds 20";

/// Starts one end.
fn start(sandbox: &Sandbox, args: &str) -> Child {
    let mut command = sandbox.command(&format!("link go {args} {PLAYER}"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Plays a whole game, and gives what both ends have said without their notes.
fn play(mode: &str) -> [Vec<String>; 2] {
    let sandbox = Sandbox::new();
    let mut black = start(&sandbox, &format!("--pty {mode}"));
    let stderr = black.stderr.take().expect("was piped");
    let mut line = String::new();
    BufReader::new(stderr).read_line(&mut line).expect("the name of the wire");
    let port = line.trim().strip_prefix("the wire is ").expect("the name of the wire").to_owned();
    let white = start(&sandbox, &format!("--port {port} --side white {mode}"));
    [black, white].map(|child| {
        let output = child.wait_with_output().expect("the program ends");
        let text = String::from_utf8(output.stdout).expect("it is text");
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    })
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
