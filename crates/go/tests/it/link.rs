//! Whole games over a wire that damages bytes.

use std::time::Duration;

use stonegate_go::{Color, Game, Move, Random, Rules, Size};
use stonegate_protocols::go_link::{Action, Endpoint, Event, Refusal, Settings, Side};

/// One in so many bytes is dropped, and so on for each kind of damage.
const ONE_IN: usize = 100;

/// How long a byte is on the wire at 9600 baud.
const BYTE_TIME: Duration = Duration::from_micros(1042);

/// Drops, doubles, flips, delays and reorders bytes.
struct Proxy {
    random: Random,
    /// Bytes on their way, and when they arrive.
    bytes: Vec<(Duration, u8)>,
    busy_until: Duration,
}

impl Proxy {
    fn new(seed: u64) -> Self {
        Self { random: Random::new(seed, 0), bytes: Vec::new(), busy_until: Duration::ZERO }
    }

    fn happens(&mut self) -> bool {
        self.random.below(ONE_IN) == 0
    }

    fn send(&mut self, bytes: Vec<u8>, now: Duration) {
        for mut byte in bytes {
            self.busy_until = self.busy_until.max(now) + BYTE_TIME;
            let mut arrival = self.busy_until;
            if self.happens() {
                continue;
            }
            if self.happens() {
                byte ^= 1 << self.random.below(8);
            }
            if self.happens() {
                arrival += Duration::from_millis(self.random.below(1500) as u64);
                // What is behind waits too, or else overtakes.
                if self.random.below(2) == 0 {
                    self.busy_until = arrival;
                }
            }
            self.bytes.push((arrival, byte));
            if self.happens() {
                self.bytes.push((arrival, byte));
            }
        }
    }

    fn receive(&mut self, now: Duration) -> Vec<u8> {
        self.bytes.sort_by_key(|&(arrival, _)| arrival);
        let n_arrived = self.bytes.partition_point(|&(arrival, _)| arrival <= now);
        self.bytes.drain(..n_arrived).map(|(_, byte)| byte).collect()
    }
}

struct Machine {
    color: Color,
    game: Game,
    endpoint: Endpoint,
    random: Random,
}

impl Machine {
    fn new(color: Color, seed: u64) -> Self {
        let side = if color == Color::Black { Side::Black } else { Side::White };
        let settings = Settings { width: 9, height: 9, rules: 0, komi: 0, side };
        let game = Game::new(Size::NINE, Rules::FPGA);
        Self { color, game, endpoint: Endpoint::new(settings), random: Random::new(seed, 0) }
    }

    fn hash(&self) -> u32 {
        crc32fast::hash(format!("{}{}", self.game.board(), self.game.to_move()).as_bytes())
    }

    /// Plays a random move if it is the turn of this machine. Late in the game it passes.
    fn play(&mut self, now: Duration) {
        let endpoint = &self.endpoint;
        let is_ready = endpoint.is_connected() && !endpoint.is_open();
        if !is_ready || self.game.is_over() || self.game.to_move() != self.color {
            return;
        }
        let points = self.game.legal_points(self.color).iter().collect::<Vec<_>>();
        let is_late = self.game.n_moves() > 30;
        let action = match points.get(self.random.below(points.len())) {
            Some(&point) if !is_late => Move::Place(point),
            _ => Move::Pass,
        };
        self.game.play(action).expect("the move is legal");
        let hash = self.hash();
        if self.endpoint.play(to_wire(action), hash, now).is_err() {
            self.game.undo();
        }
    }

    fn hear(&mut self, event: &Event, now: Duration) {
        match *event {
            Event::Asked { action, .. } => match from_wire(action) {
                Some(action) if self.game.play(action).is_ok() => {
                    let hash = self.hash();
                    self.endpoint.accept(hash, now);
                }
                _ => self.endpoint.refuse(Refusal::OutOfTurn),
            },
            Event::Connected | Event::Accepted { .. } | Event::Silent | Event::Back => {}
            ref event => panic!("{event:?} on a wire that only loses bytes"),
        }
    }
}

fn to_wire(action: Move) -> Action {
    match action {
        Move::Place(point) => {
            Action::Place { column: point.column() as u8, row: point.row() as u8 }
        }
        Move::Pass => Action::Pass,
    }
}

fn from_wire(action: Action) -> Option<Move> {
    match action {
        Action::Place { column, row } => {
            Size::NINE.point(usize::from(column), usize::from(row)).map(Move::Place)
        }
        Action::Pass => Some(Move::Pass),
        Action::Resign => None,
    }
}

#[test]
fn two_hundred_games_over_a_bad_wire() {
    for number in 0..200 {
        play(number);
    }
}

fn play(number: u64) {
    let mut machines = Color::ALL.map(|color| Machine::new(color, 2 * number));
    let mut proxies = [Proxy::new(number), Proxy::new(!number)];
    let mut now = Duration::ZERO;
    let is_done = |machine: &Machine| machine.game.is_over() && !machine.endpoint.is_open();
    while !machines.iter().all(is_done) {
        now += Duration::from_millis(20);
        assert!(now < Duration::from_hours(1), "game {number} does not end");
        for (i, machine) in machines.iter_mut().enumerate() {
            for byte in proxies[1 - i].receive(now) {
                if let Some(event) = machine.endpoint.receive(byte, now) {
                    machine.hear(&event, now);
                }
            }
            machine.play(now);
            if let Some(event) = machine.endpoint.tick(now) {
                machine.hear(&event, now);
            }
            proxies[i].send(machine.endpoint.take_output(), now);
        }
    }
    let [black, white] = &machines;
    assert_eq!(black.endpoint.moves(), white.endpoint.moves(), "game {number}");
    assert_eq!(black.hash(), white.hash(), "game {number}");
    assert!(black.game.n_moves() > 30, "game {number}");
}
