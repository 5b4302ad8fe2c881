//! The whole machine at the end of its line.

use std::io::{Read, Write};

use stonegate_connect6::{Cell, Color, Position, Reading, Size};
use stonegate_oracles::is_slow_run;
use stonegate_protocols::connect6::Stone;
use stonegate_protocols::connect6::serial::{Side, StoneReader, encode_stones};
use stonegate_rtl::{HandMadeMachine, SerialLine, Wires};

use super::play::{Opponent, twin};
use crate::machines::{self, Simulation, make};
use crate::tools::has;

/// More clocks than a turn takes.
const SILENCE: u32 = 2_000_000;

type Machine = SerialLine<Simulation>;

fn start(args: &[&str]) -> Machine {
    let name = format!("connect6{}", args.concat());
    let all = [&["simulation"], args].concat();
    let folder = make(HandMadeMachine::Connect6, &name, &all);
    let pipes = machines::start(&folder.join("build/simulation"));
    let mut wires = Wires::new(pipes, HandMadeMachine::Connect6.screen());
    wires.power_up(5).unwrap();
    wires.run(2_000).unwrap();
    SerialLine::new(wires, SILENCE)
}

fn stone_of(cell: Cell) -> Stone {
    Stone { row: cell.row() as u8 + 1, column: cell.column() as u8 + 1 }
}

fn say(line: &mut Machine, cells: &[Cell]) {
    let stones = cells.iter().map(|&cell| stone_of(cell)).collect::<Vec<_>>();
    line.write_all(&encode_stones(&stones)).unwrap();
}

/// The next stones of the machine.
fn hear(line: &mut Machine, n_stones: usize) -> Vec<Stone> {
    let (mut reader, mut stones, mut byte) = (StoneReader::default(), Vec::new(), [0]);
    while stones.len() < n_stones {
        line.read_exact(&mut byte).expect("the machine has a stone to say");
        stones.extend(reader.push(byte[0]).map(|stone| stone.expect("a digit")));
    }
    stones
}

/// The machine says nothing for so many clocks.
fn assert_silent(line: &mut Machine, clocks: u32) {
    line.wires.run(clocks).unwrap();
    assert_eq!(line.wires.take_heard(), b"", "it has nothing to say");
}

/// Plays a game, and compares every turn with the twin.
fn play_game(line: &mut Machine, own: Color, opponent: &mut Opponent, reading: Reading) -> usize {
    let side = if own == Color::Black { Side::Dark } else { Side::Light };
    line.write_all(&[side.to_byte()]).unwrap();
    let mut position = Position::start(Size::STANDARD);
    let mut n_turns = 0;
    while position.outcome().is_none() {
        let stones = if position.color() == own {
            let expected = twin(&position, reading);
            let stones = expected.stones.iter().map(|&cell| stone_of(cell)).collect::<Vec<_>>();
            assert_eq!(hear(line, stones.len()), stones, "{position}: {:?}", expected.reasons);
            n_turns += 1;
            expected.stones
        } else {
            let stones = opponent.turn(&position);
            say(line, &stones);
            stones
        };
        for stone in stones {
            position = position.place(stone).unwrap();
        }
    }
    // Whoever has won, nothing tells the end.
    assert_silent(line, 20_000);
    n_turns
}

/// Verilator warns of nothing, Yosys finds neither latches nor loops, and Icarus reads it all.
#[test]
fn the_tools_have_no_complaints() {
    if !has("verilator") || !has("yosys") || !has("iverilog") {
        return;
    }
    make(HandMadeMachine::Connect6, "connect6-lint", &["lint", "icarus"]);
    if is_slow_run() {
        let all = ["lint", "check", "icarus"];
        make(HandMadeMachine::Connect6, "connect6-lint", &all);
        make(HandMadeMachine::Connect6, "connect6-lint-cells", &[&all[..], &["LINES=0"]].concat());
    }
}

#[test]
fn games_over_the_line() {
    if !has("verilator") {
        return;
    }
    let n_games = if is_slow_run() { 20 } else { 2 };
    let mut line = start(&[]);
    for game in 0..n_games {
        let own = if game % 2 == 0 { Color::Black } else { Color::White };
        let mut opponent = Opponent::new(40 + game, Reading::Ours);
        assert!(play_game(&mut line, own, &mut opponent, Reading::Ours) > 2);
    }
    if is_slow_run() {
        let mut line = start(&["LINES=0", "PAPER=1"]);
        let mut opponent = Opponent::new(50, Reading::Paper);
        play_game(&mut line, Color::White, &mut opponent, Reading::Paper);
    }
}

/// The twin's turn after some stones.
fn answer_to(cells: &[&str]) -> Vec<Stone> {
    let mut position = Position::start(Size::STANDARD);
    for cell in cells {
        position = position.place(cell.parse().unwrap()).unwrap();
    }
    twin(&position, Reading::Ours).stones.into_iter().map(stone_of).collect()
}

/// Noise, blanks, half turns, repeated colors and stones that cannot be: as the software takes them.
#[test]
fn faults_on_the_line() {
    if !has("verilator") {
        return;
    }
    let mut line = start(&[]);
    // Nothing is said before there is a color, whatever comes.
    line.write_all(b"1010x\xff\r\n0911").unwrap();
    assert_silent(&mut line, 20_000);
    line.write_all(b"D").unwrap();
    assert_eq!(hear(&mut line, 1), [Stone { row: 10, column: 10 }]);

    // Half a turn is none, and noise and blanks within a stone do not matter.
    line.write_all(b"09?1 1\n1").unwrap();
    assert_silent(&mut line, 50_000);
    line.write_all(b"112").unwrap();
    let expected = answer_to(&["j10", "k9", "l11"]);
    assert_eq!(hear(&mut line, 2), expected);

    // A color begins another game at any time, also within a stone; `W` is light.
    line.write_all(b"09W").unwrap();
    line.write_all(b"1010").unwrap();
    let expected = answer_to(&["j10"]);
    assert_eq!(hear(&mut line, 2), expected);

    // The same color again: the same game again.
    line.write_all(b"L1010").unwrap();
    assert_eq!(hear(&mut line, 2), expected);

    // What comes while it thinks waits: a turn that is sent too early, and a color after it.
    line.write_all(b"L1010").unwrap();
    line.write_all(b"0101L1010").unwrap();
    assert_eq!(hear(&mut line, 4), [&expected[..], &expected].concat());

    // A stone on another one, or beside the board, ends the game until there is a color.
    for fault in [&b"L10101010"[..], b"L2010", b"L0010", b"L1000", b"L9999"] {
        line.write_all(fault).unwrap();
        let played = if fault.len() == 9 { 2 } else { 0 };
        assert_eq!(hear(&mut line, played).len(), played, "{fault:?}");
        line.write_all(b"0505060607070808").unwrap();
        assert_silent(&mut line, 60_000);
    }
    line.write_all(b"D").unwrap();
    assert_eq!(hear(&mut line, 1), [Stone { row: 10, column: 10 }]);
}
