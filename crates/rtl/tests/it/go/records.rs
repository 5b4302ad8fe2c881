//! Recorded games of an independent program, and the game FSM in play.

use std::path::{Path, PathBuf};

use serde_json::Value;
use stonegate_go::{Board, Color, Ko, Move, PointSet, Refusal, Rules, Size, count_territory};
use stonegate_oracles::is_slow_run;

use super::boards::{Play, board, place};
use super::modules;
use super::twins::refusal_number;
use crate::bench::{Bench, Module, rtl_folder};
use crate::tools::has;

/// More clocks than any move needs.
const MOST_CLOCKS: u32 = 2000;

/// So many clocks at once: most moves need no more.
const AT_ONCE: usize = 32;

/// A `game` module in play.
pub(crate) struct Chip {
    bench: Bench,
    size: Size,
}

/// What a chip says after a move.
#[derive(Debug)]
pub(crate) struct Said {
    /// The number of the refusal, if it was refused.
    pub(crate) refusal: Option<u64>,
    pub(crate) board: Option<Board>,
    pub(crate) turn: Color,
    pub(crate) is_over: bool,
    pub(crate) points: [u64; 2],
    pub(crate) clocks: u32,
}

impl Chip {
    pub(crate) fn start(module: &Module, root: &Path, size: Size) -> Self {
        let mut chip = Self { bench: Bench::start_in(module, root), size };
        chip.reset();
        chip
    }

    pub(crate) fn reset(&mut self) {
        self.bench.step(2, &[&[1], &[0], &[0], &[0], &[0], &[0], &[0]]);
    }

    /// Enters a move as bytes: who, whether it is a pass, row and column.
    pub(crate) fn enter(&mut self, mover: Color, pass: bool, [row, column]: [u8; 2]) -> Said {
        let (mover, pass) = ([u8::from(mover == Color::White)], [u8::from(pass)]);
        let inputs = |start: &[u8]| {
            self.bench.inputs(&[&[0], start, &mover, &pass, &[0], &[row], &[column]])
        };
        let (start, rest) = (inputs(&[1]), inputs(&[0]));
        // Several clocks are asked for at once, and looked at one by one.
        let mut requests = vec![request(1, None, start)];
        let mut clocks = 0;
        let verdict = loop {
            requests.resize(AT_ONCE, request(1, None, rest.clone()));
            let replies = self.bench.exchange(&requests);
            let mut numbered = (clocks + 1..).zip(replies);
            // Accepted or refused, the game is no longer busy then. Refusals may come in the very
            // next clock.
            let verdict = numbered.find(|(clock, reply)| {
                let number = |name| self.bench.number(reply, name);
                number("busy") == 0 && (*clock > 1 || number("refused") == 1)
            });
            if let Some((clock, verdict)) = verdict {
                clocks = clock;
                break verdict;
            }
            clocks += AT_ONCE as u32;
            requests.clear();
            assert!(clocks < MOST_CLOCKS, "the game hangs");
        };
        let refused = self.bench.number(&verdict, "refused") == 1;
        let refusal = refused.then(|| self.bench.number(&verdict, "refusal"));
        // The counter takes its time.
        let reply = self.bench.exchange(&[request(400, None, rest)]).remove(0);
        assert_eq!(self.bench.number(&reply, "counting"), 0, "the counter hangs");
        let output = |name| self.bench.output(&reply, name);
        let turn = if self.bench.number(&reply, "turn") == 1 { Color::White } else { Color::Black };
        Said {
            refusal,
            board: board(self.size, output("black"), output("white")),
            turn,
            is_over: self.bench.number(&reply, "over") == 1,
            points: ["black_points", "white_points"].map(|name| self.bench.number(&reply, name)),
            clocks,
        }
    }

    pub(crate) fn play(&mut self, mover: Color, action: Move) -> Said {
        match action {
            Move::Pass => self.enter(mover, true, [0, 0]),
            Move::Place(point) => self.enter(mover, false, place(self.size, point)),
        }
    }
}

fn request(clocks: u32, until: Option<&'static str>, inputs: Vec<u8>) -> crate::bench::Request {
    crate::bench::Request { clocks, until, is_silent: false, inputs }
}

/// The records of a kind of ko and a size, if they lie beside the repository.
fn records(ko: &str, n: usize) -> Option<Vec<Value>> {
    let path = stonegate_oracles::shared(&format!("notes/go/{ko}_nosuicide_{n}x{n}.jsonl"))?;
    let text = stonegate_oracles::read(&path);
    Some(text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect())
}

fn points(value: &Value) -> PointSet {
    let points = value.as_array().expect("a list").iter();
    points.map(|point| point.as_str().expect("a text").parse().expect("a point")).collect()
}

/// The records go on after two passes, so here these do not end the game.
#[test]
fn recorded_games_are_the_same_on_the_chip() {
    let simple = [3, 5, 9].map(|n| ("simple", n, modules::game(n, false)));
    let superko = [3, 5, 9].map(|n| ("psk", n, modules::superko_game(n, false, 10)));
    // Larger ones take a while to build.
    let superko = superko.into_iter().filter(|&(_, n, _)| n == 3 || is_slow_run());
    for (ko, n, module) in simple.into_iter().chain(superko) {
        let Some(records) = records(ko, n).filter(|_| has("verilator")) else { return };
        let size = Size::square(n).expect("it is a size");
        let mut chip = Chip::start(&module, &rtl_folder(), size);
        let mut n_moves = 0;
        for record in &records {
            chip.reset();
            let mut said = None;
            let mut color = Color::Black;
            for action in record["moves"].as_array().expect("a list") {
                let action = action.as_str().expect("a text").parse().expect("a move");
                let now = chip.play(color, action);
                assert_eq!(now.refusal, None, "{n}x{n}, {action}");
                color = !color;
                assert_eq!(now.turn, color);
                n_moves += 1;
                said = Some(now);
            }
            let said = said.expect("a game has moves");
            let board = said.board.expect("no point has two stones");
            assert_eq!(board.stones(Color::Black), points(&record["black"]), "{n}x{n}");
            assert_eq!(board.stones(Color::White), points(&record["white"]), "{n}x{n}");
            // Every point where a stone is refused is one that the record does not list.
            let legal = points(&record["legal_final"]);
            let [black, white] = said.points;
            if !(board.empty() == board.area()) {
                let lead = black as i64 - white as i64;
                assert_eq!(record["area_b_minus_w"].as_i64(), Some(lead), "{n}x{n}");
            }
            let illegal = size.points().filter(|&point| !legal.contains(point));
            for point in illegal {
                assert!(chip.play(color, Move::Place(point)).refusal.is_some(), "{n}x{n} {point}");
            }
        }
        eprintln!("{n}x{n}, {ko}: {} games with {n_moves} moves", records.len());
    }
}

/// A `game` module that is compared with its twin in play.
pub(crate) struct GameComparison {
    pub(crate) module: Module,
    pub(crate) root: PathBuf,
    pub(crate) size: Size,
    pub(crate) rules: Rules,
    /// Behind so many moves there is no room for a stone.
    pub(crate) most_moves: usize,
    pub(crate) choose: fn(&mut Play) -> Move,
}

impl GameComparison {
    /// The machine as it is: simple ko, and games of any length.
    pub(crate) fn plain(root: PathBuf) -> Self {
        Self {
            module: modules::game(9, true),
            root,
            size: Size::NINE,
            rules: Rules::FPGA,
            most_moves: usize::MAX,
            choose: Play::random_move,
        }
    }
}

/// What came up in the games of a comparison.
#[derive(Default, Debug)]
pub(crate) struct SeenGames {
    pub(crate) most_clocks: u32,
    /// Moves that are refused, but would not be with simple ko.
    pub(crate) n_long_cycles: usize,
    /// Stones for which there was no room.
    pub(crate) n_too_late: usize,
}

/// Plays on the chip and on its twin, with moves of all kinds.
pub(crate) fn compare_games(
    comparison: &GameComparison,
    n_moves: usize,
) -> Result<SeenGames, String> {
    let &GameComparison { ref module, ref root, size, rules, most_moves, choose } = comparison;
    let mut chip = Chip::start(module, root, size);
    let mut play = Play::by(rules, size, 5);
    let mut seen = SeenGames::default();
    for _ in 0..n_moves {
        if play.game.is_over() && play.random.below(4) == 0 {
            play = Play::by(rules, size, play.random.below(1 << 30) as u64);
            chip.reset();
        }
        let action = choose(&mut play);
        let mover =
            if play.random.below(20) == 0 { !play.game.to_move() } else { play.game.to_move() };
        let is_out_of_turn = mover != play.game.to_move();
        let is_too_late = play.game.n_moves() >= most_moves && action != Move::Pass;
        let mut simple = play.game.clone();
        simple.set_rules(Rules { ko: Ko::Simple, ..rules });
        let expected = match (play.game.is_over(), is_out_of_turn, is_too_late) {
            (true, ..) => Some(4),
            (_, true, _) => Some(5),
            (.., true) => Some(4),
            _ => {
                let refusal = play.game.play(action).err();
                let is_long = refusal == Some(Refusal::Ko) && simple.play(action).is_ok();
                seen.n_long_cycles += usize::from(is_long);
                refusal.map(refusal_number)
            }
        };
        seen.n_too_late += usize::from(is_too_late && !is_out_of_turn && !play.game.is_over());
        let said = chip.play(mover, action);
        seen.most_clocks = seen.most_clocks.max(said.clocks);
        let game = &play.game;
        let territory = count_territory(game.board());
        let points = [territory.black, territory.white].map(|points| points as u64);
        let is_same = said.refusal == expected
            && said.board == Some(*game.board())
            && said.turn == game.to_move()
            && said.is_over == game.is_over()
            && said.points == points;
        if !is_same {
            return Err(format!("{action}: {said:?}, not {expected:?} on\n{}", game.board()));
        }
    }
    Ok(seen)
}

#[test]
fn games_on_the_chip_are_those_of_the_twin() {
    if has("verilator") {
        let seen = compare_games(&GameComparison::plain(rtl_folder()), 1_000);
        let seen = seen.unwrap_or_else(|error| panic!("{error}"));
        eprintln!("a move takes {} clocks at most", seen.most_clocks);
    }
}

/// Defects 1 and 2 of the original: stones on stones, and bytes out of range, were moves.
#[test]
fn no_move_is_free() {
    if !has("verilator") {
        return;
    }
    let mut chip = Chip::start(&modules::game(9, true), &rtl_folder(), Size::NINE);
    let place = |row, column| [row, column];
    assert_eq!(chip.enter(Color::Black, false, place(4, 4)).refusal, None);
    let replaced = chip.enter(Color::White, false, place(4, 4));
    assert_eq!((replaced.refusal, replaced.turn), (Some(1), Color::White));
    for (row, column) in [(9, 4), (4, 9), (15, 0), (0, 15), (15, 14)] {
        let said = chip.enter(Color::White, false, place(row, column));
        assert_eq!((said.refusal, said.turn), (Some(0), Color::White), "{row} {column}");
    }
    assert_eq!(chip.enter(Color::White, false, place(4, 5)).refusal, None);
    assert_eq!(chip.enter(Color::Black, false, place(4, 4)).refusal, Some(1));
    // Defect 3: a byte that came out of turn played the point of the cursor.
    assert_eq!(chip.enter(Color::White, false, place(0, 0)).refusal, Some(5));
}

/// Defect 4 of the original: a reset during an update left the machine hanging.
#[test]
fn a_reset_in_the_middle_of_a_move_is_a_reset() {
    if !has("verilator") {
        return;
    }
    let mut chip = Chip::start(&modules::game(9, true), &rtl_folder(), Size::NINE);
    for clocks in 1..30 {
        let values: [&[u8]; 7] = [&[0], &[1], &[0], &[0], &[0], &[4], &[4]];
        chip.bench.step(1, &values);
        chip.bench.step(clocks, &[&[0], &[0], &[0], &[0], &[0], &[4], &[4]]);
        chip.reset();
        let said = chip.enter(Color::Black, false, [2, 2]);
        assert_eq!(said.refusal, None, "{clocks} clocks after the move");
        assert_eq!(said.board.map(|board| board.stones(Color::Black).len()), Some(1));
        chip.reset();
    }
}
