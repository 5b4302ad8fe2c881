//! `stonegate link connect6`: processes that play over a pseudo-terminal, and a hosted engine.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

fn stonegate() -> Command {
    Command::new(env!("CARGO_BIN_EXE_stonegate"))
}

#[test]
fn a_game_of_two_processes_and_a_referee() {
    let mut board = stonegate()
        .args(["link", "connect6", "--pty", "--player", "connect6:seven", "--games", "1"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut errors = BufReader::new(board.stderr.take().expect("it is piped"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("it says where it waits");
    let port = line.trim().strip_prefix("waiting for a color at ").expect("a port").to_owned();

    let referee = stonegate()
        .args(["link", "connect6", "--seconds", "5", "--referee", &port, "connect6:host"])
        .output()
        .expect("the program runs");
    let record = String::from_utf8_lossy(&referee.stdout);
    let turns = record.lines().skip(2).collect::<Vec<_>>();
    assert_eq!(turns.first(), Some(&"dark 1010"), "{record}");
    assert_eq!(turns.last(), Some(&"dark wins: six in a row"), "{record}");
    assert!(referee.status.success() && board.wait().expect("it ends").success());
}

#[test]
fn an_engine_for_desktop_boards_is_hosted() {
    let program = format!(
        "c6:{} link connect6 --text --player connect6:seven",
        env!("CARGO_BIN_EXE_stonegate")
    );
    let output = stonegate()
        .args(["match", "connect6", &program, "connect6:host", "--play", "5"])
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("100"), "{text}");
}

/// Programs that play Connect6 only say what is meant by the name, whatever else has it.
#[test]
fn two_programs_play_beside_a_folder_of_the_same_name() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    std::fs::create_dir(folder.path().join("connect6")).expect("there is room for another one");
    let program = |player: &str| {
        let program = env!("CARGO_BIN_EXE_stonegate");
        format!("c6:{program} link connect6 --text --player connect6:{player}")
    };
    let output = stonegate()
        .args(["match", "connect6", &program("seven"), &program("host"), "--play", "20"])
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("ended: black 100, white 0"), "{text}");
}

#[test]
fn a_program_stays_through_a_game() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let starts = folder.path().join("starts");
    let program = format!(
        "c6:sh -c 'echo started >> {}; exec {} link connect6 --text --player connect6:seven'",
        starts.display(),
        env!("CARGO_BIN_EXE_stonegate")
    );
    let output = stonegate()
        .args(["link", "connect6", "--seconds", "20", "--referee", "connect6:host", &program])
        .output()
        .expect("the program runs");
    let record = String::from_utf8_lossy(&output.stdout);
    assert_eq!(record.lines().last(), Some("light wins: six in a row"), "{record}");
    assert!(record.lines().filter(|line| line.starts_with("light ")).count() > 3, "{record}");
    let starts = std::fs::read_to_string(starts).expect("the program was started");
    assert_eq!(starts, "started\n");
}
