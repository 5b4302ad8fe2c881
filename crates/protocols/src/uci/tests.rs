//! Lines of the protocol, written and read.

use proptest::prelude::*;

use super::*;
use crate::parse_error::reread;

#[test]
fn commands() {
    for line in [
        "uci",
        "debug on",
        "debug off",
        "isready",
        "setoption name Clear Hash",
        "setoption name Hash value 64",
        "setoption name NalimovPath value c:\\chess\\tb;d:\\tb 2",
        "ucinewgame",
        "position startpos",
        "position startpos moves e2e4 e7e5",
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",
        "go",
        "go searchmoves e2e4 d2d4 infinite",
        "go ponder wtime 1000 btime 2000 winc 10 binc 20 movestogo 40",
        "go depth 6 nodes 1000 mate 3 movetime 500",
        "stop",
        "ponderhit",
        "quit",
    ] {
        assert_eq!(reread::<Command>(line), line);
    }
    assert_eq!(reread::<Command>("  go \t wtime -20\r"), "go wtime 0");
    assert_eq!(
        reread::<Command>("joho debug on"),
        "error: \"joho debug on\" is no line of the protocol"
    );
    assert_eq!(reread::<Command>("position here"), "error: \"here\" is not `startpos` or `fen`");
    assert_eq!(reread::<Command>("position fen moves"), "error: the position is missing");
    assert_eq!(reread::<Command>("go depth"), "error: a number of plies is missing");
    assert_eq!(reread::<Command>("go nodes x"), "error: \"x\" is not a number of nodes");
    assert_eq!(reread::<Command>("setoption value 3"), "error: the name of the option is missing");
}

#[test]
fn replies() {
    for line in [
        "id name Stonegate 0.1.0",
        "id author A. B. and C.",
        "option name Ponder type check default false",
        "option name Hash type spin default 16 min 1 max 33554432",
        "option name Style type combo default Normal var Solid var Normal",
        "option name Clear Hash type button",
        "uciok",
        "readyok",
        "bestmove e2e4",
        "bestmove e2e4 ponder e7e5",
        "info depth 12 score cp -35 nodes 1000 nps 2000 time 500 pv e2e4 e7e5",
        "info depth 3 score mate -2",
        "info string depth is no field here",
    ] {
        assert_eq!(reread::<Reply>(line), line);
    }
    assert_eq!(
        reread::<Reply>(
            "info seldepth 9 multipv 1 score cp 5 upperbound hashfull 3 depth 8 pv a1a2"
        ),
        "info depth 8 score cp 5 pv a1a2"
    );
    assert_eq!(reread::<Reply>("bestmove"), "error: the move is missing");
}

proptest! {
    #[test]
    fn any_line_is_read_or_refused(line in "(position|go|setoption|info|option|bestmove)?[ -~]{0,60}") {
        // What was read once is read again as the same.
        if let Ok(command) = line.parse::<Command>() {
            prop_assert_eq!(command.to_string().parse(), Ok(command));
        }
        if let Ok(reply) = line.parse::<Reply>() {
            prop_assert_eq!(reply.to_string().parse(), Ok(reply));
        }
    }
}
