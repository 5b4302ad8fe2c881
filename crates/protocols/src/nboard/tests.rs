//! Lines of the protocol, written and read.

use proptest::prelude::*;

use super::*;
use crate::parse_error::reread;

#[test]
fn commands() {
    for line in [
        "nboard 2",
        "set depth 12",
        "set game (;GM[Othello]BO[8 --- *]B[F5//0.1];)",
        "set contempt -100",
        "move F5",
        "move PA/1.5/2",
        "move f5//0.01",
        "hint 4",
        "go",
        "ping 7",
        "learn",
        "analyze",
        "quit",
    ] {
        assert_eq!(reread::<Command>(line), line);
    }
    assert_eq!(reread::<Command>("  hint\t3\r"), "hint 3");
    assert_eq!(reread::<Command>("move F5/2/"), "move F5/2");
}

#[test]
fn replies() {
    for line in [
        "set myname Stonegate",
        "pong -1",
        "search F5d6C3 -2.5 0 14 1000 nodes",
        "search PA 0 0 100%",
        "search d6 2 0 73%",
        "search d6 2 0 100%W",
        "book D3 0.5 120 20",
        "=== D3/1/0.2",
        "learned",
        "analysis 17 -3.25",
        "status",
        "status thinking hard",
        "nodestats 12345678 0.5",
    ] {
        assert_eq!(reread::<Reply>(line), line);
    }
    // As Edax writes it.
    assert_eq!(reread::<Reply>("=== g5 0.00 0.0"), "=== g5/0/0");
}

#[test]
fn mistakes() {
    let check = |line, expected| assert_eq!(reread::<Command>(line), expected);
    check("", r#"error: "" is no line of the protocol"#);
    check("set speed 3", r#"error: "set speed 3" is no line of the protocol"#);
    check("hint", "error: a number of moves is missing");
    check("hint many", r#"error: "many" is not a number of moves"#);
    check("move", "error: a move is missing");
    check("move F5/NaN", r#"error: "NaN" is not an evaluation"#);
    check("set depth -1", r#"error: "-1" is not a number of plies"#);
    let check = |line, expected| assert_eq!(reread::<Reply>(line), expected);
    check("search D3 1 0 120%", r#"error: "120%" is not a depth"#);
    check("search D3", "error: an evaluation is missing");
    check("nodestats 1 inf", r#"error: "inf" is not a time in seconds"#);
    check("set depth 3", r#"error: "set depth 3" is no line of the protocol"#);
}

proptest! {
    #[test]
    fn moves_are_written_and_read(
        action in "[A-Ha-h][1-8]|PA",
        evaluation in proptest::option::of(-64.0..64.0),
        seconds in proptest::option::of(0.0..1e6),
    ) {
        let command = Command::Move(Played { action, evaluation, seconds });
        prop_assert_eq!(command.to_string().parse(), Ok(command));
    }

    #[test]
    fn any_line_is_read_or_refused(line in "(set |move |search |book |=== |hint |)?.{0,60}") {
        if let Ok(command) = line.parse::<Command>() {
            prop_assert_eq!(command.to_string().parse(), Ok(command));
        }
        if let Ok(reply) = line.parse::<Reply>() {
            prop_assert_eq!(reply.to_string().parse(), Ok(reply));
        }
    }
}
