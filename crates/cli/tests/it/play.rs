use expect_test::{Expect, expect};

use crate::sandbox::{LAMP, Sandbox, transcript};

/// What is told at the start, and to who asks for help.
const COMMANDS: &str = "\
A move is the number in front of it, or its text. There are also:
  hint   what the machine would play
  undo   take back your last move
  new    begin again
  quit   leave
";

/// What the program says to somebody who types these lines.
#[track_caller]
fn check(args: &str, lines: &str, expect: &Expect) {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    let output = sandbox.run_with_input(&format!("play {args} --no-cache"), lines.as_bytes());
    // Whoever edits this file does not like blanks at the end of a line.
    let text = transcript(&output).replace("> \n", ">\n");
    expect.assert_eq(&text.replace(COMMANDS, "(commands)\n"));
}

#[test]
fn a_whole_game() {
    check(
        "lamp.kif --player random",
        "help\n1\n",
        &expect![[r#"
        (commands)

        (lamp off)

           1  push
        robot> (commands)
        robot> robot: push

        (lamp on)

        The game is over: you have 100 of 100.
        robot>
    "#]],
    );
}

/// What tic-tac-toe answers to each of these lines, after the first screen.
fn tic_tac_toe(lines: &str) -> (String, Vec<String>) {
    let args = "play tic-tac-toe --player random:seed=3 --time 0.2 --no-cache";
    let text = transcript(&Sandbox::new().run_with_input(args, lines.as_bytes()));
    let text = text.strip_prefix(COMMANDS).expect("the commands are told first");
    let mut answers = text.split("xplayer> ").map(str::to_owned).collect::<Vec<_>>();
    // The end of input is answered by nothing.
    assert_eq!(answers.pop().as_deref(), Some("\n"));
    (answers.remove(0), answers)
}

#[test]
fn moves_by_number_and_by_text() {
    let (start, answers) = tic_tac_toe("( mark 2 2 )\n9\nmark\n1\n");
    expect![[r#"

        1 . . .
        2 . . .
        3 . . .
          a b c
        (control xplayer)

           1  a1
           2  a2
           3  a3
           4  b1
           5  b2
           6  b3
           7  c1
           8  c2
           9  c3
    "#]]
    .assert_eq(&start);
    let [by_text, surplus, unclear, by_number] = &answers[..] else { panic!("{answers:#?}") };
    let (said, moves) = by_text.split_once("\n\n   1  ").expect("a board and moves");
    expect![[r#"
        xplayer: b2
        oplayer: c2

        1 . . .
        2 . x o
        3 . . .
          a b c
        (control xplayer)"#]]
    .assert_eq(said);
    let moves = moves.lines().filter_map(|line| line.split_whitespace().last());
    assert!(moves.eq(["a1", "a2", "a3", "b1", "b3", "c1", "c3"]), "{by_text}");
    assert_eq!(surplus, "`9` is no legal move; `help` tells what else there is\n");
    assert_eq!(unclear, "`mark` is no legal move; `help` tells what else there is\n");
    expect![[r#"
        xplayer: (mark 1 1), oplayer: noop
        xplayer: noop, oplayer: (mark 2 3)

        1 x . .
        2 . x o
        3 . o .
          1 2 3
        (control xplayer)

           1  (mark 1 2)
           2  (mark 1 3)
           3  (mark 2 1)
           4  (mark 3 1)
           5  (mark 3 3)
    "#]]
    .assert_eq(by_number);
}

#[test]
fn undo_takes_back_the_answer_too() {
    let (start, answers) = tic_tac_toe("undo\n1\nundo\n");
    let [nothing, moved, back] = &answers[..] else { panic!("{answers:#?}") };
    assert_eq!(*nothing, format!("there is no move to take back\n{start}"));
    expect![[r#"
        xplayer: a1
        oplayer: c2

        1 x . .
        2 . . o
        3 . . .
          a b c
        (control xplayer)

           1  a2
           2  a3
           3  b1
           4  b2
           5  b3
           6  c1
           7  c3
    "#]]
    .assert_eq(moved);
    assert_eq!(*back, format!("taken back\n{start}"));
}

#[test]
fn simultaneous_moves_are_shown_together() {
    check(
        "rock-paper-scissors --player random:seed=3 --as right",
        "rock\n",
        &expect![[r#"
        (commands)

        (balance 50)
        (played 0)

           1  paper
           2  rock
           3  scissors
        right> left: rock, right: rock

        (balance 50)
        (played 1)

           1  paper
           2  rock
           3  scissors
        right>
    "#]],
    );
}

#[test]
fn hints_come_from_the_player() {
    let lines = b"(mark 1 1)\nhint\nquit\n";
    let output = Sandbox::new()
        .run_with_input("play tic-tac-toe --player random:seed=3 --time 0.2 --no-cache", lines);
    let text = transcript(&output);
    assert!(text.contains("hint: ") && !text.contains("mark"), "{text}");
}

#[test]
fn the_machine_finds_the_only_move() {
    // The machine is noughts, and has to keep crosses from three in a row.
    let lines = b"(mark 1 1)\n(mark 2 2)\nquit\n";
    let args = "play tic-tac-toe --time 0.3 --no-cache --threads 1 --memory 64M";
    let output = Sandbox::new().run_with_input(args, lines);
    let text = transcript(&output);
    // Either it took the middle itself, or it stands in the corner opposite.
    let has_blocked = text.contains("oplayer: c3") || text.contains("oplayer: b2");
    assert!(has_blocked, "{text}");
}

#[test]
fn moves_are_terms_for_those_who_want_that() {
    let args = "play tic-tac-toe --terms --player random:seed=3 --time 0.2 --no-cache";
    let output = Sandbox::new().run_with_input(args, b"B2\nquit\n");
    let text = transcript(&output);
    assert!(text.contains("   9  (mark 3 3)\n"), "{text}");
    assert!(text.contains("xplayer: (mark 2 2)\noplayer: (mark "), "{text}");
    assert!(!text.contains("noop"), "{text}");
}

#[test]
fn levels_are_played() {
    let args = "play tic-tac-toe --player mcts:level=1 --time 0.2 --no-cache";
    let text = transcript(&Sandbox::new().run_with_input(args, b"b2\nquit\n"));
    assert!(text.contains("oplayer: "), "{text}");
    let text = transcript(&Sandbox::new().run("play tic-tac-toe --player mcts:level=8"));
    assert!(text.contains("a number from 1 to 7"), "{text}");
}

#[test]
fn bad_arguments() {
    let sandbox = Sandbox::new();
    for (args, message) in [
        ("play tic-tac-toe --as red", "the roles are xplayer, oplayer"),
        ("play tic-tac-toe --time 0", "a time is a number of seconds"),
        ("play tic-tac-toe --player rando", "there is no player `rando`"),
        ("play tic-tac-toe --player human", "there is one person at a terminal"),
        ("play nowhere", "neither a file nor a built-in game"),
    ] {
        let output = sandbox.run(args);
        let text = transcript(&output);
        assert!(text.contains(message), "{text}");
        assert_eq!(output.status.code(), Some(2), "{text}");
    }
}
