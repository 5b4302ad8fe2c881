use expect_test::{Expect, expect};

use crate::sandbox::{LAMP, Sandbox, transcript};

/// What the program says to somebody who types these lines.
#[track_caller]
fn check(args: &str, lines: &str, expect: &Expect) {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    let output = sandbox.run_with_input(&format!("play {args} --no-cache"), lines.as_bytes());
    expect.assert_eq(&transcript(&output));
}

#[test]
fn a_whole_game() {
    check("lamp.kif --player random", "help\n1\nquit\n", &expect![[""]]);
}

#[test]
fn moves_by_number_and_by_text() {
    check("tic-tac-toe --player random:seed=3", "( mark 2 2 )\n9\nmark\n1\n", &expect![[""]]);
}

#[test]
fn undo_takes_back_the_answer_too() {
    check("tic-tac-toe --player random:seed=3 --time 0.2", "undo\n1\nundo\n", &expect![[""]]);
}

#[test]
fn simultaneous_moves_are_shown_together() {
    check("rock-paper-scissors --player random:seed=3 --as right", "rock\n", &expect![[""]]);
}

#[test]
fn hints_come_from_the_player() {
    let lines = b"(mark 1 1)\nhint\nquit\n";
    let output = Sandbox::new()
        .run_with_input("play tic-tac-toe --player random:seed=3 --time 0.2 --no-cache", lines);
    let text = transcript(&output);
    assert!(text.contains("hint: (mark "), "{text}");
}

#[test]
fn the_machine_finds_the_only_move() {
    // The machine is noughts, and has to keep crosses from three in a row.
    let lines = b"(mark 1 1)\n(mark 2 2)\nquit\n";
    let args = "play tic-tac-toe --time 0.3 --no-cache --threads 1 --memory 64M";
    let output = Sandbox::new().run_with_input(args, lines);
    let text = transcript(&output);
    // Either it took the middle itself, or it stands in the corner opposite.
    let has_blocked = text.contains("oplayer: (mark 3 3)") || text.contains("oplayer: (mark 2 2)");
    assert!(has_blocked, "{text}");
}

#[test]
fn bad_arguments() {
    let sandbox = Sandbox::new();
    for (args, message) in [
        ("play tic-tac-toe --as red", "the roles are xplayer, oplayer"),
        ("play tic-tac-toe --time 0", "needs a time between"),
        ("play tic-tac-toe --player rando", "there is no player `rando`"),
        ("play nowhere", "neither a file nor a built-in game"),
    ] {
        let output = sandbox.run(args);
        let text = transcript(&output);
        assert!(text.contains(message), "{text}");
        assert_eq!(output.status.code(), Some(2), "{text}");
    }
}
