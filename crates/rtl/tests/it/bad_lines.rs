//! Lines that damage what they carry, or stop carrying it.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use stonegate_ground::{Machine, MoveId, RoleId, State, Stepper};
use stonegate_lanes::{Backend, Engine};
use stonegate_rtl::model::Random;
use stonegate_rtl::{Board, BoardReasoner, LinkError, Look, Numbering, Station};
use stonegate_search::{MachineGame, Options, Search, random_move};

use crate::simulation::{Game, Line};
use crate::tools::has;

/// Bytes in a thousand that are damaged.
const DAMAGED_PER_MILLE: u32 = 5;

/// A line with noise on it, which goes dead after some bytes if it is told to.
struct BadLine {
    line: Line,
    random: Random,
    bytes_left: usize,
}

impl BadLine {
    fn new(game: &Game, bytes_left: usize) -> Self {
        let mut line = game.line();
        line.patience = Duration::from_secs(3);
        Self { line, random: Random::new(5), bytes_left }
    }

    fn damage(&mut self, byte: u8) -> u8 {
        let is_damaged = self.random.below(1000, 16) < DAMAGED_PER_MILLE;
        byte ^ if is_damaged { 1 << self.random.below(8, 16) } else { 0 }
    }
}

impl Read for BadLine {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bytes_left == 0 {
            return Err(ErrorKind::TimedOut.into());
        }
        let count = self.line.read(buffer)?;
        self.bytes_left = self.bytes_left.saturating_sub(count);
        for byte in &mut buffer[..count] {
            *byte = self.damage(*byte);
        }
        Ok(count)
    }
}

impl Write for BadLine {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let damaged = buffer.iter().map(|&byte| self.damage(byte)).collect::<Vec<_>>();
        self.line.write(&damaged)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.line.flush()
    }
}

/// A game whose simulated board is built.
fn game() -> Game {
    let game = Game::built_in("tic-tac-toe", None);
    game.make(&["simulation", "UNITS=2"]);
    game
}

/// States of random games and a legal joint move in each.
fn steps(machine: &Arc<Machine>, n: usize) -> Vec<(State, Vec<MoveId>)> {
    let mut stepper = Stepper::new(machine);
    let mut random = Random::new(3);
    let mut state = machine.initial();
    let mut steps = Vec::new();
    while steps.len() < n {
        let position = stepper.position(&state);
        if position.terminal {
            state = machine.initial();
            continue;
        }
        let legal = position.legal.iter();
        let joint: Vec<MoveId> =
            legal.map(|legal| legal[random.below(legal.len() as u32, 16) as usize]).collect();
        let next = stepper.next(&state, &joint);
        steps.push((state, joint));
        state = next;
    }
    steps
}

#[test]
fn noise_leads_to_repetitions_and_never_to_a_wrong_state() {
    if !has("verilator") {
        return;
    }
    let game = game();
    let steps = steps(&game.machine, 300);
    let line = BadLine::new(&game, usize::MAX);
    let mut board = Board::connect(line, Arc::clone(&game.machine), 5).expect("it comes through");
    let looks = steps.iter().map(|(state, joint)| Look { state, joint: Some(joint), job: None });
    let examined = board.examine(&looks.collect::<Vec<_>>()).expect("it comes through");
    let mut stepper = Stepper::new(&game.machine);
    for ((state, joint), examined) in steps.iter().zip(&examined) {
        assert_eq!(examined.state, Some(stepper.next(state, joint)));
    }
    let statistics = board.statistics();
    assert!(statistics.repeated > 10 && statistics.damaged > 10, "{statistics:?}");
}

#[test]
fn a_dead_line_is_an_error() {
    if !has("verilator") {
        return;
    }
    let game = game();
    let line = BadLine::new(&game, 400);
    let mut board = Board::connect(line, Arc::clone(&game.machine), 3).expect("it comes through");
    let steps = steps(&game.machine, 100);
    let looks = steps.iter().map(|(state, joint)| Look { state, joint: Some(joint), job: None });
    let error = board.examine(&looks.collect::<Vec<_>>()).expect_err("nothing comes through");
    assert!(matches!(error, LinkError::NoAnswer), "{error}");
}

#[test]
fn another_game_is_refused() {
    if !has("verilator") {
        return;
    }
    let other = Game::built_in("nim", None);
    let connected = Board::connect(game().line(), other.machine, 3);
    assert!(matches!(connected.expect_err("it is for tic-tac-toe"), LinkError::WrongGame));
}

/// Five games of a search on a board with a noisy line against random moves, from both sides.
#[test]
fn matches_are_won_over_a_noisy_line() {
    if !stonegate_oracles::may_be_slow() || !has("verilator") {
        return;
    }
    let game = game();
    let machine = Arc::clone(&game.machine);
    let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best_interpreter()));
    let board_game = Arc::new(MachineGame::new(machine));
    let options = Options { max_wave: 32, ..Options::default() };
    let folder = Arc::new(game);
    let open = {
        let folder = Arc::clone(&folder);
        move || Ok(BadLine::new(&folder, usize::MAX))
    };
    let station = Arc::new(Station::new(Arc::clone(engine.machine()), Box::new(open), 3));
    station.connect().expect("it comes through");
    let numbering = Arc::new(Numbering::new(engine.machine(), &folder.canonical));
    let mut reasoner = BoardReasoner::new(Arc::clone(&station), numbering, &engine, &options);
    let mut stepper = Stepper::new(engine.machine());
    let mut points = 0;
    for number in 0..5 {
        let us = RoleId::new(number % 2);
        let search = Search::new(Arc::clone(&board_game), options.clone());
        let mut n_moves = 0_u64;
        loop {
            let state = search.state();
            let position = stepper.position(&state);
            if position.terminal {
                points += u32::from(position.goals[us][0].value());
                break;
            }
            let start = std::time::Instant::now();
            search.work(&mut reasoner, &|| start.elapsed() > Duration::from_millis(1500));
            let joint: Vec<MoveId> = RoleId::first(2)
                .map(|role| {
                    if role == us {
                        return search.best(role).expect("the game is not over");
                    }
                    n_moves += 1;
                    let seed = 100 * number as u64 + n_moves;
                    random_move(&*board_game, &state, role, seed).expect("there is a move")
                })
                .collect();
            search.advance(&joint);
        }
    }
    assert_eq!(station.fault(), None);
    assert!(points >= 400, "{points} points");
}
