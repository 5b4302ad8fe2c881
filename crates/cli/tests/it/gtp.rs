use crate::sandbox::{Sandbox, stdout};

/// What the engine answers to some lines.
fn conversation(args: &str, input: &[u8]) -> String {
    let args = format!("gtp --threads 1 --memory 16M {args}");
    let output = Sandbox::new().run_with_input(&args, input);
    assert!(output.status.success(), "{output:?}");
    stdout(&output)
}

/// Sends commands and compares the answers.
fn check(dialog: &[(&str, &str)]) {
    let input = dialog.iter().map(|(command, _)| format!("{command}\n")).collect::<String>();
    let text = conversation("--games 64", input.as_bytes());
    let answers = text.split_terminator("\n\n").collect::<Vec<_>>();
    for (&(command, expected), answer) in dialog.iter().zip(&answers) {
        assert_eq!(*answer, expected, "{command}");
    }
    assert_eq!(answers.len(), dialog.len(), "{text}");
}

#[test]
fn the_standard_commands() {
    let board = "\
=    A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . .(X). . 3
 2 . . . . . 2
 1 . . . . . 1
   A B C D E
White to move
Black has captured 0, White 0";
    check(&[
        ("1 protocol_version", "=1 2"),
        ("2 name", "=2 Stonegate"),
        ("known_command genmove", "= true"),
        ("known_command tea", "= false"),
        ("tea", "? unknown command"),
        ("boardsize 5", "="),
        ("clear_board", "="),
        ("komi 0.5", "="),
        ("play b C3 # the center", "="),
        ("play\twhite c3", "? illegal move"),
        ("play w d3", "="),
        ("undo", "="),
        ("showboard", board),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("12345678901 name", "? syntax error"),
        ("99 quit", "=99"),
    ]);
}

#[test]
fn handicaps_and_lists() {
    check(&[
        ("boardsize 9", "="),
        ("fixed_handicap 3", "= C3 G7 C7"),
        ("fixed_handicap 2", "? board not empty"),
        ("clear_board", "="),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("set_free_handicap A1 A1", "? bad vertex list"),
        ("set_free_handicap A1 B1 pass", "? bad vertex list"),
        ("set_free_handicap A1 B1", "="),
        ("list_stones black", "= A1 B1"),
        ("is_legal w A1", "= 0"),
        ("is_legal w C1", "= 1"),
        ("captures b", "= 0"),
        ("boardsize 20", "? unacceptable size"),
        ("rectangular_boardsize 2 1", "="),
        ("all_legal black", "= A1 B1"),
        ("loadsgf nothing.sgf", "? cannot load file"),
    ]);
}

#[test]
fn rules_are_read_and_told_as_json() {
    let chinese = r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#;
    let told = format!("= {chinese}");
    let set = format!("kata-set-rules {}", chinese.replace(',', ", "));
    check(&[
        ("boardsize 5", "="),
        ("komi 5", "="),
        (&set, "="),
        ("kata-get-rules", &told),
        ("kata-set-rules tromp-taylor", "="),
        ("kata-set-rules chinese", "="),
        ("kata-get-rules", &told),
        ("kata-set-rules japanese", "? territory scoring is not supported: `scoring` is `AREA`"),
        (r#"kata-set-rules {"tax":"ALL"}"#, "? taxes on groups are not supported: `tax` is `NONE`"),
        ("kata-get-rules", &told),
        // White gets the points of both handicap stones on top of komi, all the board is Black's.
        ("set_free_handicap B2 D4", "="),
        ("final_score", "= B+18"),
        ("get_komi", "= 5"),
    ]);
}

#[test]
fn moves_are_generated_and_played() {
    let text = conversation("--games 256 --size 5", b"genmove b\ngenmove w\nmove_history\n");
    let answers = text.split("\n\n").collect::<Vec<_>>();
    let black = answers[0].strip_prefix("= ").expect("a success");
    let white = answers[1].strip_prefix("= ").expect("a success");
    assert_eq!(answers[2], format!("= white {white}\nblack {black}"));
}

#[test]
fn the_other_side_may_be_asked_after_an_undo() {
    let input = b"boardsize 5\nset_free_handicap D4 E5\ngenmove w\nundo\ngenmove b\nquit\n";
    for games in [64, 1_024] {
        let text = conversation(&format!("--games {games}"), input);
        let n_answers = text.split_terminator("\n\n").filter(|it| it.starts_with('=')).count();
        assert_eq!(n_answers, 6, "{text}");
    }
}

#[test]
fn analysis_ends_with_the_next_command() {
    let text = conversation(
        "--games 256 --size 5",
        b"lz-analyze b 10\n7 name\nkata-genmove_analyze w 10\n",
    );
    assert!(text.starts_with("=\ninfo move "), "{text}");
    assert!(text.contains("\n\n=7 Stonegate\n\n"), "{text}");
    assert!(text.contains("\nplay "), "{text}");
}

#[test]
fn records_are_written_and_read() {
    let sandbox = Sandbox::new();
    sandbox.write("game.sgf", "(;SZ[5]KM[0.5];B[cc];W[dd];B[])");
    let input = b"loadsgf game.sgf\nprintsgf\nloadsgf game.sgf 2\nlist_stones w\n";
    let output = sandbox.run_with_input("gtp --threads 1 --memory 16M", input);
    let record = "(;GM[1]FF[4]CA[UTF-8]AP[Stonegate]SZ[5]KM[0.5];B[cc];W[dd];B[])";
    let expected = format!("= white\n\n= {record}\n\n= white\n\n=\n\n");
    assert_eq!(stdout(&output), expected);
}

/// Whatever comes in, every line is answered or empty, and the engine ends cleanly.
#[test]
fn noise_is_answered() {
    let mut state = 1_u64;
    let mut next = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % n
    };
    let words = [
        "play",
        "b",
        "w",
        "undo",
        "99999999999999999999",
        "-1",
        "1e400",
        "nan",
        "komi",
        "boardsize",
        "D4",
        "Z99",
        "pass",
        "time_left",
        "time_settings",
        "final_status_list",
        "dead",
        "fixed_handicap",
        "gogui-setup",
        "kgs-time_settings",
        "place_free_handicap",
        "all_legal",
        "\u{e9}",
        "#",
        "0",
        "2147483648",
        "set_free_handicap",
        "list_stones",
        "is_legal",
    ];
    let mut input = Vec::new();
    for _ in 0..400 {
        for _ in 0..next(5) {
            input.extend(words[next(words.len() as u64) as usize].as_bytes());
            input.push(b' ');
        }
        if next(4) == 0 {
            input.extend((0..next(20)).map(|_| next(256) as u8));
        }
        input.push(b'\n');
    }
    input.extend(b"\n77 name\nhalf a li");
    let text = conversation("--games 64 --size 5", &input);
    assert!(text.contains("=77 Stonegate\n\n"), "{text}");
    let answers = text.split("\n\n").filter(|answer| !answer.is_empty());
    assert!(answers.clone().all(|answer| answer.starts_with(['=', '?'])), "{text}");
}

/// Plays a game on a small board against a program, and gives what was printed.
fn match_against(command: &str) -> String {
    let sandbox = Sandbox::new();
    let mut program = sandbox.command("match go5 go:games=64 --games 1 --start 10 --play 10");
    let output = program.arg(format!("gtp:{command}")).output().expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    stdout(&output)
}

#[test]
fn programs_play_in_matches() {
    let ours = env!("CARGO_BIN_EXE_stonegate");
    let text = match_against(&format!("{ours} gtp --games 64 --threads 1 --memory 16M"));
    assert!(text.contains("go:games=64"), "{text}");
    let gnugo = "/usr/games/gnugo";
    if std::path::Path::new(gnugo).exists() {
        match_against(&format!("{gnugo} --mode gtp --chinese-rules --level 1"));
    } else {
        stonegate_oracles::skip("gnugo is not installed");
    }
}
