//! The solver at the end of its line.

use std::io::{Read, Write};

use stonegate_oracles::is_slow_run;
use stonegate_othello::{ClassicSolver, Heuristic, Position, Width};
use stonegate_protocols::go_link::{FrameReader, encode_frame};
use stonegate_protocols::othello_link::{Reply, Request};
use stonegate_rtl::{HandMadeMachine, OthelloError, OthelloHost, SerialLine, Wires};

use super::solver::positions;
use crate::machines::{self, Simulation, make};
use crate::tools::has;

/// So many clocks without a byte are a silence.
const SILENCE: u32 = 100_000;

/// More silences than a search takes.
const PATIENCE: u32 = 100;

type Machine = SerialLine<Simulation>;

fn start(args: &[&str]) -> OthelloHost<Machine> {
    let name = format!("othello{}", args.concat());
    let all = [&["simulation"], args].concat();
    let folder = make(HandMadeMachine::Othello, &name, &all);
    let pipes = machines::start(&folder.join("build/simulation"));
    let mut wires = Wires::new(pipes, HandMadeMachine::Othello.screen());
    wires.power_up(5).unwrap();
    OthelloHost::new(SerialLine::new(wires, SILENCE), PATIENCE)
}

/// Asks for moves, and compares them with the twin.
fn check(host: &mut OthelloHost<Machine>, positions: &[Position], depths: &[u32]) {
    let twin = ClassicSolver::new(Width::EIGHT, Heuristic::Location);
    for (number, position) in positions.iter().enumerate() {
        let depth = depths[number % depths.len()];
        let board = position.board();
        let answer = host.search(board.mover(), board.opponent(), depth as u8, &|| false).unwrap();
        let expected = twin.search(position, depth);
        let square = expected.square.map(|square| square.index() as u8);
        assert_eq!((answer.square, i32::from(answer.value)), (square, expected.value));
    }
}

/// Asks for moves without a depth, and compares them with the twin: the start is searched ten plies
/// deep by a clock as slow as that of the simulation, and twelve empty squares to the end.
fn check_picked_depths(host: &mut OthelloHost<Machine>) {
    let twin = ClassicSolver::new(Width::EIGHT, Heuristic::Location);
    let mut positions = positions(33, Width::EIGHT, 500).into_iter();
    let endgame = positions.find(|position| position.n_empties() == 12).unwrap();
    let start = Position::start(Width::EIGHT);
    for (position, depth) in [(start, 10), (endgame, 24), (start, 10)] {
        let board = position.board();
        let answer = host.search(board.mover(), board.opponent(), 0, &|| false).unwrap();
        let expected = twin.search(&position, depth);
        assert_eq!(i32::from(answer.value), expected.value);
        assert_eq!(u64::from(answer.n_visits), expected.n_visits, "{position} {depth}");
    }
}

/// Verilator warns of nothing, Yosys finds neither latches nor loops, and Icarus reads it all.
#[test]
fn the_tools_have_no_complaints() {
    if !has("verilator") || !has("yosys") || !has("iverilog") {
        return;
    }
    make(HandMadeMachine::Othello, "othello-lint", &["lint", "icarus"]);
    if is_slow_run() {
        let all = ["lint", "check", "icarus"];
        make(HandMadeMachine::Othello, "othello-lint", &all);
        let several = [&all[..], &["SOLVERS=4", "LOCATION=0"]].concat();
        make(HandMadeMachine::Othello, "othello-lint-several", &several);
    }
}

#[test]
fn moves_over_the_line() {
    if !has("verilator") {
        return;
    }
    let mut host = start(&[]);
    check(&mut host, &positions(31, Width::EIGHT, 12), &[1, 2, 3, 4]);
    check_picked_depths(&mut host);

    // What makes no sense is refused, and what is damaged has no answer.
    let refused = |result| matches!(result, Err(OthelloError::Refused));
    assert!(refused(host.search(1, 1, 3, &|| false)), "two discs on a square");
    assert!(refused(host.search(1, 2, 25, &|| false)), "deeper than the stack");
    let request = Request { number: 9, depth: 1, mover: 0x10_0800_0000, opponent: 0x8_1000_0000 };
    let content = request.content();
    for content in [&b"?"[..], b"S", &content[..18], &[&content[..], b"x"].concat()] {
        assert_eq!(exchange(host.line_mut(), &encode_frame(content)), Some(Reply::Error));
    }
    let mut damaged = request.encode();
    damaged[5] ^= 1;
    assert_eq!(exchange(host.line_mut(), &damaged), None);
    assert_eq!(exchange(host.line_mut(), &encode_frame(&[b'S'; 200])), None);
    let reply = exchange(host.line_mut(), &request.encode());
    assert!(matches!(reply, Some(Reply::Move { number: 9, square: Some(_), .. })));

    if is_slow_run() {
        check(&mut start(&["SOLVERS=3"]), &positions(32, Width::EIGHT, 60), &[1, 3, 5]);
    }
}

/// Sends bytes, and reads what comes until there is a reply or a silence.
fn exchange(line: &mut Machine, bytes: &[u8]) -> Option<Reply> {
    line.write_all(bytes).unwrap();
    let (mut reader, mut byte) = (FrameReader::default(), [0]);
    while line.read(&mut byte).is_ok() {
        if let Some(content) = reader.push(byte[0]) {
            return Reply::decode(&content);
        }
    }
    None
}
