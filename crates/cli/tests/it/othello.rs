use std::fmt::Write as _;

use expect_test::{Expect, expect};

use crate::sandbox::{Sandbox, stdout, transcript};

/// Six empty squares, Black to move: h5 wins by six.
const ENDGAME: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";

/// The columns of `solve` but nodes and times, which depend on the machine.
fn solved(lines: &str) -> String {
    let sandbox = Sandbox::new();
    sandbox.write("endgames.obf", lines);
    let output = sandbox.run("othello solve endgames.obf --threads 1 --table 1");
    let mut text = String::new();
    for line in stdout(&output).lines().skip(1).filter(|line| line.starts_with("  ")) {
        let columns = line.split_whitespace().collect::<Vec<_>>();
        let columns = [&columns[..4], &columns[7..]].concat();
        let _ = writeln!(text, "{}", columns.join(" "));
    }
    let _ = write!(text, "[exit code {:?}]", output.status.code());
    text
}

#[test]
fn endgames_are_solved() {
    let check = |lines: &str, expected: &Expect| expected.assert_eq(&solved(lines));
    check(
        &format!("% a comment\n\n{ENDGAME}; H5:+6; % FFO 20\n{ENDGAME}\n"),
        &expect![[r#"
            3 6 +6 h5
            4 6 +6 h5
            [exit code Some(0)]"#]],
    );
    check(
        &format!("{ENDGAME}; H5:+8;\n{ENDGAME}; h6:+6;\n"),
        &expect![[r#"
            1 6 +6 h5 the file says +8
            2 6 +6 h5 the file has other moves
            [exit code Some(1)]"#]],
    );
    let over = "X".repeat(63) + "- O";
    let isolated = "X".repeat(48) + "--------O------- X";
    let passed = "X".repeat(62) + "O- X\n" + &"X".repeat(61) + "OX- X";
    check(
        &format!("{over}\n{isolated}\n{passed}"),
        &expect![[r#"
            1 1 -64 - the game is over: Black +64
            2 15 +62 - the game is over: Black +62; no game leads here: the disc on a8 touches no other
            3 1 +64 h8
            4 1 +58 - Black must pass
            [exit code Some(0)]"#]],
    );
}

#[test]
fn what_is_no_endgame() {
    let check = |line: &str, expected: &Expect| {
        let sandbox = Sandbox::new();
        sandbox.write("endgames.obf", line);
        expected.assert_eq(&transcript(&sandbox.run("othello solve endgames.obf")));
    };
    check(
        "XO X",
        &expect![[r#"
            error: endgames.obf, line 1: a position is 64 squares (or 36, or 16) and the player to move, not 3 letters
            [exit code 2]
        "#]],
    );
    check(
        &ENDGAME.replace(" X", " Z"),
        &expect![[r#"
            error: endgames.obf, line 1: 'Z' is no player: write X if Black is to move, O if White is
            [exit code 2]
        "#]],
    );
    check(
        &format!("{ENDGAME}; H9:+6"),
        &expect![[r#"
            error: endgames.obf, line 1: a square is a letter from a to h and a digit from 1 to 8, as in d3
            [exit code 2]
        "#]],
    );
    check(
        "-----OX--XO----- X",
        &expect![[r#"
            error: endgames.obf, line 1: the board is 4x4, not 8x8
            [exit code 2]
        "#]],
    );
}

#[test]
fn positions_are_analyzed() {
    let sandbox = Sandbox::new();
    let analyze = |position: &str| {
        let mut command = sandbox.command("othello analyze --seconds 20 --depth 4 --threads 1");
        transcript(&command.arg(position).output().expect("the program starts"))
    };
    let start = "-".repeat(27) + "OX------XO" + &"-".repeat(27) + " X";
    assert_eq!(analyze(&start).lines().count(), 5);
    assert!(analyze(ENDGAME).contains("  exact"));
    let over = "X".repeat(64) + " O";
    assert_eq!(analyze(&over), "the game is over: Black +64\n");
    assert!(analyze("-----").starts_with("error: reading the position: a position is 64"));
    sandbox.write("positions.obf", format!("{start}\n\n{ENDGAME}; H5:+6;\n{over}\n"));
    let args = "othello analyze --file positions.obf --seconds 20 --depth 4 --threads 1";
    let output = stdout(&sandbox.run(args));
    let mut lines = output.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(lines.next().expect("of the start")[..3], ["1", "60", "4"]);
    assert_eq!(lines.next().expect("of the endgame")[..5], ["3", "6", "6", "+6", "h5"]);
    assert_eq!(lines.next().expect("of the end")[..5], ["4", "0", "0", "-64", "-"]);
    assert!(output.ends_with("3 positions, depth 0 to 6, on average 3.3\n"), "{output}");
}

#[test]
fn lines_of_play_are_counted() {
    let output = Sandbox::new().run("perft othello 6");
    expect![[r#"
        depth  nodes  ended
            1      4      0
            2     12      0
            3     56      0
            4    244      0
            5   1396      0
            6   8200      0
    "#]]
    .assert_eq(&stdout(&output));
}

/// The same arguments give the same weights, on any number of threads.
#[test]
fn training_repeats_itself() {
    let sandbox = Sandbox::new();
    for (n_threads, file) in [(1, "one.bin"), (2, "two.bin")] {
        let args = "othello train --games 6 --rounds 2 --depth 1";
        let output = sandbox.run(&format!("{args} --threads {n_threads} {file}"));
        assert!(output.status.success(), "{}", transcript(&output));
    }
    let read = |file| std::fs::read(sandbox.folder.path().join(file)).expect("it was written");
    assert_eq!(read("one.bin"), read("two.bin"));
    let output = sandbox.run("othello analyze --depth 2 --seconds 20 --weights one.bin");
    assert!(output.status.success(), "{}", transcript(&output));
    sandbox.write("no.bin", "weights");
    sandbox.check(
        "othello analyze --weights no.bin",
        &expect![[r#"
            error: reading no.bin: these are no weights of this version; train them again
            [exit code 2]
        "#]],
    );
}

/// Lets two players play two games, and gives the record of the last one.
fn play(game: &str, players: [&str; 2], options: &str) -> serde_json::Value {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&format!("match {game}"));
    command.args(players).args(options.split_whitespace());
    let output = command.args(["--games", "2", "--record", "games"]).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{}", transcript(&output));
    let files = std::fs::read_dir(sandbox.folder.path().join("games")).expect("it was made");
    let file = files.last().expect("there are records").expect("it can be read");
    let text = std::fs::read_to_string(file.path()).expect("it is a text");
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn old_names_are_understood_with_a_note() {
    let args = "othello analyse --depth 1 --seconds 20 --threads 1";
    let output = Sandbox::new().run(args);
    assert!(output.status.success());
    let said = transcript(&output);
    assert!(said.contains("note: `analyse` is called `analyze`"), "{said}");
}

/// No player was late or made a move that is not possible.
fn assert_faultless(record: &serde_json::Value) {
    assert_eq!(record["isCompleted"], true, "{record}");
    for errors in record["errors"].as_array().expect("it is a list") {
        assert_eq!(errors, &serde_json::json!(["", ""]), "{record}");
    }
}

#[test]
fn players_meet() {
    let players = ["othello:depth=2,exact=4", "random"];
    assert_faultless(&play("othello", players, "--play 5 --opening 8 --balanced"));
    assert_faultless(&play("othello4", ["othello:classic", "random"], "--play 5"));
}

/// The program plays against itself, by way of both protocols.
#[test]
fn programs_meet() {
    let program = env!("CARGO_BIN_EXE_stonegate");
    let nboard = format!("nboard:{program} nboard --seconds 0.01 --threads 1 --table 1");
    let gtp = format!("gtp:{program} gtp --game othello --seconds 0.01 --threads 1");
    assert_faultless(&play("othello", [&nboard, &gtp], "--play 10"));
}

#[test]
fn a_program_of_others() {
    let rhino = "/usr/games/gtp-rhino";
    if !std::path::Path::new(rhino).exists() {
        stonegate_oracles::skip("gtp-rhino is not there");
        return;
    }
    let rhino = format!("gtp:{rhino}");
    assert_faultless(&play("othello", ["othello:depth=1,exact=2", &rhino], "--play 10"));
}
