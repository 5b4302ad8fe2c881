//! Whole machines: they play each other and our own end of the link.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::time::Duration;

use stonegate_go::{Board, Color, Game, Move, Random, Rules, Size, count_territory};
use stonegate_oracles::is_slow_run;
use stonegate_protocols::go_link::{
    Action, Endpoint, Event, FrameReader, Message, Refusal, Settings, Side, classic,
};
use stonegate_rtl::{Button, HandMadeMachine, Switch};

use super::boards::position_hash;
use super::simulated::{Machine, QUICK, Speed, TRUE};
use crate::machines::make;
use crate::pictures::{self, screens};
use crate::tools::has;

/// Verilator warns of nothing, Yosys finds neither latches nor loops, and Icarus reads it all.
#[test]
fn the_tools_have_no_complaints() {
    if !has("verilator") || !has("yosys") || !has("iverilog") {
        return;
    }
    let machines = &HandMadeMachine::ALL[..if is_slow_run() { 6 } else { 1 }];
    for &machine in machines {
        assert!(machine.name().starts_with("go"));
        make(machine, &format!("{}-lint", machine.name()), &["lint", "check", "icarus"]);
    }
    if is_slow_run() {
        let args = ["lint", "check", "icarus", "TWO_CLOCKS=1", "WIDTH=1024", "BOT=0"];
        make(HandMadeMachine::go(9), "go9-lint-closure", &args);
    }
}

/// What a wire does to bytes.
trait Line {
    fn carry(&mut self, bytes: Vec<u8>) -> Vec<u8>;
}

struct Good;

impl Line for Good {
    fn carry(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        bytes
    }
}

/// Loses, doubles and damages bytes, and is cut for a while now and then.
struct Noisy {
    random: Random,
    /// One in so many bytes, for each kind of damage.
    one_in: usize,
    cut_for: usize,
}

impl Line for Noisy {
    fn carry(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        let mut carried = Vec::new();
        for byte in bytes {
            if self.random.below(20 * self.one_in) == 0 {
                self.cut_for = 60;
            }
            if self.cut_for > 0 {
                self.cut_for -= 1;
            } else if self.random.below(self.one_in) == 0 {
                carried.push(byte ^ 1 << self.random.below(8));
            } else if self.random.below(self.one_in) != 0 {
                carried.push(byte);
                if self.random.below(self.one_in) == 0 {
                    carried.push(byte);
                }
            }
        }
        carried
    }
}

/// How a game between two machines went.
struct Played {
    game: Game,
    /// What was on the wires, Black's first.
    said: [Vec<u8>; 2],
}

/// Lets two machines play until the game is over for both, and compares all that they show.
fn play(machines: &mut [Machine; 2], lines: &mut [&mut dyn Line; 2], is_framed: bool) -> Played {
    let [black, white] = machines;
    let speed = black.speed;
    let size = Size::square(black.side).unwrap();
    let mut said = [Vec::new(), Vec::new()];
    // A game of machines has an end: eyes are not filled. Every loss on a bad wire takes a second.
    let most = 2_000 * size.n_points() as u32;
    let mut n_slices = 0;
    while !(black.is_over() && white.is_over()) {
        // A byte or so at a time.
        let (from_black, from_white) = (black.run(speed.byte()), white.run(speed.byte()));
        said[0].extend(&from_black);
        said[1].extend(&from_white);
        white.wires.say(&lines[0].carry(from_black)).unwrap();
        black.wires.say(&lines[1].carry(from_white)).unwrap();
        n_slices += 1;
        assert!(n_slices < most, "the game does not end: {} {}", black.text(), white.text());
    }
    let game = if is_framed { framed_game(size, &said) } else { classic_game(size, &said) };
    assert!(game.is_over(), "both machines have passed");
    let boards = [black.board(), white.board()];
    assert_eq!(boards, [*game.board(); 2], "both screens show the board of the twin");
    assert_eq!([black.ending(), white.ending()], Color::ALL.map(|color| ending(&game, color)));
    Played { game, said }
}

/// What the machine of a color should say at the end.
fn ending(game: &Game, color: Color) -> (String, [usize; 2]) {
    let territory = count_territory(game.board());
    let [own, other] = match color {
        Color::Black => [territory.black, territory.white],
        Color::White => [territory.white, territory.black],
    };
    let verdict = match own.cmp(&other) {
        Ordering::Greater => "VICTORY",
        Ordering::Less => "LOSER",
        Ordering::Equal => "TIED",
    };
    (verdict.to_owned(), [own, other])
}

/// The game whose bytes were on the wires: every move is legal for the twin.
fn classic_game(size: Size, said: &[Vec<u8>; 2]) -> Game {
    let mut game = Game::new(size, Rules::FPGA);
    let mut left = said.each_ref().map(|bytes| bytes.iter());
    while let Some(&byte) = left[game.n_moves() % 2].next() {
        let action = classic::decode(byte, size.width() as u8).expect("it is a move");
        play_as_bot(&mut game, from_wire(size, action).expect("it is on the board"));
    }
    assert!(left.iter().all(|left| left.len() == 0), "nothing else was said");
    game
}

/// The same for frames: the moves that were sent, each perhaps several times.
fn framed_game(size: Size, said: &[Vec<u8>; 2]) -> Game {
    let mut moves = Vec::<Option<Action>>::new();
    for bytes in said {
        let mut reader = FrameReader::default();
        let frames = bytes.iter().filter_map(|&byte| reader.push(byte));
        for frame in frames {
            let message = Message::decode(&frame).expect("machines say what is in the protocol");
            if let Message::Move { index, action, .. } = message {
                let index = usize::from(index);
                moves.resize(moves.len().max(index + 1), None);
                assert!(moves[index].is_none_or(|known| known == action), "one move an index");
                moves[index] = Some(action);
            }
        }
    }
    let mut game = Game::new(size, Rules::FPGA);
    for action in moves {
        let action = action.expect("no move is left out");
        play_as_bot(&mut game, from_wire(size, action).expect("it is on the board"));
    }
    game
}

/// Plays a move of a bot: it is legal, and fills no own eye.
fn play_as_bot(game: &mut Game, action: Move) {
    if let Move::Place(point) = action {
        let own = game.board().stones(game.to_move());
        let mut neighbors = game.size().neighbors(point);
        assert!(!neighbors.all(|neighbor| own.contains(neighbor)), "{action} on\n{}", game.board());
    }
    game.play(action).expect("it is legal");
}

fn from_wire(size: Size, action: Action) -> Option<Move> {
    match action {
        Action::Place { column, row } => {
            size.point(usize::from(column), usize::from(row)).map(Move::Place)
        }
        Action::Pass => Some(Move::Pass),
        Action::Resign => None,
    }
}

pub(super) fn to_wire(action: Move) -> Action {
    match action {
        Move::Place(point) => {
            Action::Place { column: point.column() as u8, row: point.row() as u8 }
        }
        Move::Pass => Action::Pass,
    }
}

fn pair(side: usize, speed: Speed) -> [Machine; 2] {
    [Machine::start(side, speed), Machine::start(side, speed)]
}

fn play_pairs(side: usize, speed: Speed, n_games: u32, is_framed: bool) {
    let mut machines = pair(side, speed);
    let mut n_moves = 0;
    for number in 0..n_games {
        for (color, machine) in machines.iter_mut().enumerate() {
            let mut switches = vec![Switch::Bot];
            switches.extend((color == 1).then_some(Switch::White));
            switches.extend(is_framed.then_some(Switch::Framed));
            machine.power_up(2 * number + color as u32, &switches);
        }
        let played = play(&mut machines, &mut [&mut Good, &mut Good], is_framed);
        n_moves += played.game.n_moves();
    }
    let kind = if is_framed { "framed" } else { "classic" };
    let clocks = speed.clock_hz / speed.baud;
    eprintln!("{n_games} {kind} games of {side}x{side}, {clocks} clocks a bit: {n_moves} moves");
}

#[test]
fn machines_play_each_other() {
    if !has("verilator") {
        return;
    }
    let n_games = if is_slow_run() { 9 } else { 1 };
    play_pairs(9, QUICK, n_games, false);
    play_pairs(9, QUICK, n_games, true);
    if is_slow_run() {
        play_pairs(9, TRUE, 1, false);
        play_pairs(9, TRUE, 1, true);
        play_pairs(13, QUICK, 1, false);
        play_pairs(19, QUICK, 1, true);
    }
}

#[test]
fn machines_play_over_a_bad_wire() {
    if !has("verilator") {
        return;
    }
    let mut machines = pair(9, QUICK);
    for number in 0..if is_slow_run() { 10 } else { 1 } {
        machines[0].power_up(number, &[Switch::Bot, Switch::Framed]);
        machines[1].power_up(!number, &[Switch::Bot, Switch::Framed, Switch::White]);
        let noisy = |seed| Noisy { random: Random::new(seed, 0), one_in: 150, cut_for: 0 };
        let mut lines = [noisy(u64::from(number)), noisy(!u64::from(number))];
        let [there, back] = &mut lines;
        let played = play(&mut machines, &mut [there, back], true);
        let [black, white] = played.said.map(|bytes| bytes.len());
        eprintln!("{} moves in {black} and {white} bytes", played.game.n_moves());
    }
}

/// Lets two machines hear each other for the time of so many bytes.
fn exchange(machines: &mut [Machine; 2], n_bytes: u32) {
    for _ in 0..n_bytes {
        let [black, white] = machines;
        let (from_black, from_white) = (black.run(QUICK.byte()), white.run(QUICK.byte()));
        white.wires.say(&from_black).unwrap();
        black.wires.say(&from_white).unwrap();
    }
}

/// A machine whose power is off for a while gets the game back from the other one.
#[test]
fn a_machine_that_was_switched_off_catches_up() {
    if !has("verilator") {
        return;
    }
    let mut machines = pair(9, QUICK);
    let switches =
        [vec![Switch::Bot, Switch::Framed], vec![Switch::Bot, Switch::Framed, Switch::White]];
    machines.iter_mut().zip(&switches).for_each(|(machine, on)| machine.power_up(7, on));
    exchange(&mut machines, 1_200);
    let n_empty = machines[0].board().empty().len();
    assert!(n_empty < 75, "the game has begun: {n_empty}");
    // White's bot stays off, so that the game stands still when all is told.
    machines[1].power_up(8, &[Switch::Framed, Switch::White]);
    exchange(&mut machines, 3_000);
    let [black, white] = &mut machines;
    let board = white.board();
    assert_eq!(black.board(), board);
    assert!(board.empty().len() < 75, "the game has come back");
    assert!(!["ERROR", "OFFLINE"].contains(&white.text().as_str()), "{}", white.text());
}

/// Two machines with the same color do not play, and say why.
#[test]
fn equal_colors_are_told() {
    if !has("verilator") {
        return;
    }
    let mut machines = pair(9, QUICK);
    for machine in &mut machines {
        machine.power_up(9, &[Switch::Bot, Switch::Framed]);
    }
    exchange(&mut machines, 1_500);
    for machine in &mut machines {
        assert_eq!(machine.text(), "ERROR");
        assert_eq!(machine.board(), Board::new(Size::NINE));
    }
}

/// Our own end of the link, as `stonegate link go` has it, with a random player.
struct Twin {
    color: Color,
    game: Game,
    endpoint: Endpoint,
    random: Random,
}

impl Twin {
    fn new(size: Size, color: Color, seed: u64) -> Self {
        let side = if color == Color::Black { Side::Black } else { Side::White };
        let (width, height) = (size.width() as u8, size.height() as u8);
        let settings = Settings { width, height, rules: 0, komi: 0, side };
        let game = Game::new(size, Rules::FPGA);
        Self { color, game, endpoint: Endpoint::new(settings), random: Random::new(seed, 0) }
    }

    fn hash(&self) -> u32 {
        position_hash(self.game.board(), self.game.to_move())
    }

    fn play(&mut self, now: Duration) {
        let is_ready = self.endpoint.is_connected() && !self.endpoint.is_open();
        if !is_ready || self.game.is_over() || self.game.to_move() != self.color {
            return;
        }
        let points = self.game.legal_points(self.color).iter().collect::<Vec<_>>();
        let is_late = self.game.n_moves() > 60;
        let action = match points.get(self.random.below(points.len())) {
            Some(&point) if !is_late => Move::Place(point),
            _ => Move::Pass,
        };
        self.game.play(action).expect("it is legal");
        let hash = self.hash();
        if self.endpoint.play(to_wire(action), hash, now).is_err() {
            self.game.undo();
        }
    }

    fn hear(&mut self, event: &Event, now: Duration) {
        match *event {
            Event::Asked { action, .. } => {
                let action = from_wire(self.game.size(), action).expect("a machine never resigns");
                self.game.play(action).expect("a machine makes legal moves");
                let hash = self.hash();
                self.endpoint.accept(hash, now);
            }
            Event::Connected | Event::Accepted { .. } | Event::Silent | Event::Back => {}
            ref event => panic!("{event:?} on a wire that only loses bytes"),
        }
    }

    /// Takes what has come, and gives what is to be sent.
    fn exchange(&mut self, bytes: &[u8], now: Duration) -> Vec<u8> {
        for &byte in bytes {
            if let Some(event) = self.endpoint.receive(byte, now) {
                self.hear(&event, now);
            }
        }
        self.play(now);
        if let Some(event) = self.endpoint.tick(now) {
            self.hear(&event, now);
        }
        self.endpoint.take_output()
    }
}

/// A queue of bytes that leaves the wire its time.
fn paced(queue: &mut VecDeque<u8>) -> Vec<u8> {
    queue.pop_front().into_iter().collect()
}

#[test]
fn a_machine_plays_our_end_of_the_link() {
    if !has("verilator") {
        return;
    }
    let mut machine = Machine::start(9, QUICK);
    for number in 0..if is_slow_run() { 20 } else { 2 } {
        let color = Color::ALL[number as usize % 2];
        let mut switches = vec![Switch::Bot, Switch::Framed];
        switches.extend((color == Color::Black).then_some(Switch::White));
        machine.power_up(number, &switches);
        let mut twin = Twin::new(Size::NINE, color, number.into());
        let one_in = if number % 4 < 2 { 100 } else { usize::MAX / 20 };
        let noisy = |seed| Noisy { random: Random::new(seed, 0), one_in, cut_for: 0 };
        let mut lines = [noisy(u64::from(number)), noisy(!u64::from(number))];
        let (mut queue, mut n_bytes) = (VecDeque::new(), 0_u32);
        while !(twin.game.is_over() && !twin.endpoint.is_open() && machine.is_over()) {
            machine.wires.say(&lines[0].carry(paced(&mut queue))).unwrap();
            let heard = lines[1].carry(machine.run(QUICK.byte()));
            let now = Duration::from_secs_f64(f64::from(n_bytes) / f64::from(QUICK.baud / 10));
            queue.extend(twin.exchange(&heard, now));
            n_bytes += 1;
            assert!(n_bytes < 200_000, "game {number} does not end: {}", machine.text());
        }
        assert_eq!(machine.board(), *twin.game.board(), "game {number}");
        assert_eq!(machine.ending(), ending(&twin.game, !color), "game {number}");
    }
}

/// Defect 5 of the original, as far as it can be healed: a refused move is taken back.
#[test]
fn a_refused_move_is_taken_back() {
    if !has("verilator") {
        return;
    }
    let mut machine = Machine::start(9, QUICK);
    machine.power_up(3, &[Switch::Framed]);
    let mut twin = Twin::new(Size::NINE, Color::White, 1);
    let mut seconds = 0.0;
    let mut exchange = |machine: &mut Machine, twin: &mut Twin, n_bytes: usize, refuses: bool| {
        let mut queue = VecDeque::new();
        for _ in 0..n_bytes {
            machine.wires.say(&paced(&mut queue)).unwrap();
            let heard = machine.run(QUICK.byte());
            seconds += f64::from(QUICK.byte()) / f64::from(QUICK.clock_hz);
            let now = Duration::from_secs_f64(seconds);
            for byte in heard {
                match twin.endpoint.receive(byte, now) {
                    Some(Event::Asked { .. }) if refuses => twin.endpoint.refuse(Refusal::Ko),
                    Some(event) => twin.hear(&event, now),
                    None => {}
                }
            }
            if let Some(event) = twin.endpoint.tick(now) {
                twin.hear(&event, now);
            }
            queue.extend(twin.endpoint.take_output());
        }
    };
    exchange(&mut machine, &mut twin, 3_000, false);
    machine.play_with_buttons(2, 2);
    exchange(&mut machine, &mut twin, 1_000, true);
    assert_eq!(machine.board(), Board::new(Size::NINE), "the stone is gone");
    machine.play_with_buttons(1, 1);
    exchange(&mut machine, &mut twin, 1_000, false);
    assert_eq!(twin.game.n_moves(), 1);
    assert_eq!(machine.board(), *twin.game.board());
}

/// Defects 2, 3 and 5 on the classic wire: what is no move, or not the other's turn, is left out,
/// and what cannot be healed is told.
#[test]
fn classic_bytes_are_judged() {
    if !has("verilator") {
        return;
    }
    let mut machine = Machine::start(9, QUICK);
    machine.power_up(4, &[]);
    let say = |machine: &mut Machine, byte: u8| {
        machine.wires.say(&[byte]).unwrap();
        machine.run(40 * QUICK.byte())
    };
    machine.run(40 * QUICK.byte());
    assert_eq!(say(&mut machine, 0x45), [0; 0], "it is Black's turn, and nothing is played");
    assert_eq!(machine.text(), "81    81");
    machine.play_with_buttons(4, 4);
    assert_eq!(machine.run(40 * QUICK.byte()), [0x44]);
    say(&mut machine, 0x44);
    assert_eq!(machine.text(), "ERROR", "a stone on a stone: the boards differ");
    assert_eq!(machine.board().stones(Color::Black).len(), 1);
    machine.power_up(5, &[]);
    machine.run(40 * QUICK.byte());
    machine.play_with_buttons(4, 4);
    machine.run(40 * QUICK.byte());
    say(&mut machine, 0x49);
    assert_eq!(machine.text(), "ERROR");
    say(&mut machine, 0x45);
    assert_eq!(machine.board().stones(Color::White).len(), 1, "the game goes on all the same");
}

/// The defect of the cursor, and the pass switch that lost its place.
#[test]
fn the_cursor_stays_on_the_board() {
    if !has("verilator") {
        return;
    }
    let mut machine = Machine::start(9, QUICK);
    machine.power_up(6, &[]);
    machine.run(40 * QUICK.byte());
    for button in [Button::Right, Button::Right, Button::Right, Button::Up] {
        machine.wires.press(button).unwrap();
    }
    machine.wires.switch(Switch::Pass, true).unwrap();
    machine.run(100);
    assert_eq!(machine.text(), "PASSQ");
    machine.wires.switch(Switch::Pass, false).unwrap();
    machine.run(100);
    machine.wires.press(Button::Centre).unwrap();
    assert_eq!(machine.run(40 * QUICK.byte()), [0x03]);
    machine.wires.say(&[0xff]).unwrap();
    machine.run(40 * QUICK.byte());
    machine.wires.switch(Switch::Pass, true).unwrap();
    machine.run(100);
    assert_eq!(machine.text(), "ENDQ");
    machine.wires.press(Button::Centre).unwrap();
    assert_eq!(machine.run(40 * QUICK.byte()), [0xff]);
    assert_eq!(machine.text(), "VICTORY");
}

/// The screen is that of the stored picture, pixel by pixel.
#[test]
fn the_screen_is_as_it_was() {
    if !has("verilator") {
        return;
    }
    for &screen in screens() {
        let mut machine = Machine::with_screen(HandMadeMachine::go(9), QUICK, screen);
        machine.power_up(6, &[]);
        machine.run(40 * QUICK.byte());
        for byte in [0x00, 0x01] {
            machine.play_with_buttons(2, 2);
            machine.run(40 * QUICK.byte());
            machine.wires.say(&[byte]).unwrap();
            machine.run(40 * QUICK.byte());
        }
        let picture = machine.wires.picture().unwrap();
        pictures::check(&format!("go/screen-{}.png", screen.0), &picture);
    }
}
