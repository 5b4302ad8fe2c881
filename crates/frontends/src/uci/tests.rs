//! Conversations with a board.

use std::io::BufReader;
use std::time::Duration;

use stonegate_players::Resources;

use super::*;

/// What is said to these lines, without what is thought.
fn talk(player: &str, lines: &str) -> String {
    let settings = Settings {
        player: player.parse().expect("a player"),
        resources: Resources::new(1),
        time: Duration::from_millis(50),
    };
    let mut output = Vec::new();
    serve(BufReader::new(lines.as_bytes()), settings, &mut output).expect("nobody hangs up");
    let output = String::from_utf8(output).expect("text");
    let is_told = |line: &&str| !line.starts_with("info") || line.contains("info string");
    output.split_inclusive('\n').filter(is_told).collect()
}

#[test]
fn a_board_is_told_who_plays() {
    let said = talk("random", "uci\nnonsense\nisready\nquit\nuci\n");
    let lines = said.lines().collect::<Vec<_>>();
    assert!(lines[0].starts_with("id name Stonegate"), "{said}");
    assert!(lines.contains(&"option name Threads type spin default 1 min 1 max 1024"), "{said}");
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn the_only_move_is_found() {
    let lines = "position fen k7/2K5/8/8/8/8/8/7R w - - 0 1 moves h1h2\ngo movetime 50\n";
    assert_eq!(talk("random", lines), "bestmove a8a7\n");
}

#[test]
fn what_cannot_be_is_told_and_the_board_goes_on() {
    let conversation = [
        ("position startpos moves e2", "error: `e2` is not a move like e2e4"),
        ("position fen 8/8 w - -", "error: \"8/8\" is not eight ranks of eight squares"),
        ("go nodes x", "\"x\" is not a number of nodes"),
        ("setoption name Threads value 0", "error: `Threads` is a number from 1 to 1024"),
        ("setoption name Style value Risky", "error: there is no option `Style`"),
        (
            "position startpos moves e2e5\ngo movetime 10",
            "error: the rules cannot be played: `(move e 2 e 5)` is not legal for `white`",
        ),
        (
            "position fen k7/1Q6/1K6/8/8/8/8/8 b - -\ngo nodes 10",
            "error: the rules cannot be played: there is no legal move",
        ),
    ];
    for (lines, expected) in conversation {
        let said = talk("random", &format!("{lines}\n"));
        let (first, rest) = said.split_once('\n').unwrap_or_default();
        assert_eq!(first, format!("info string {expected}"));
        let is_asked = lines.contains("\ngo ");
        assert_eq!(rest, if is_asked { "bestmove 0000\n" } else { "" });
    }
}
