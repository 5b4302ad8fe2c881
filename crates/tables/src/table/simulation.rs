//! A table in a world that a seed has made up: people who say anything at any time, engines that
//! answer late, wrongly or never, a disk that comes and goes, clocks that jump, and a server that
//! is started again. Whatever happens, some things hold.

use std::sync::Arc;

use stonegate_stones::Random;

use super::*;
use crate::clocks::TimeControl;
use crate::fixture::{ROCK_PAPER_SCISSORS, TIC_TAC_TOE, dedicated, sheet, status};
use crate::game::Game;
use crate::message::SeatRequest;
use crate::stored::{StoredClocks, StoredMove, StoredStatus};
use crate::token::TokenHash;

const N_WORLDS: u64 = 300;
const N_EVENTS: usize = 120;

const PLAYERS: [&str; 4] = ["human", "human", "random", "mcts:c=0.7"];

struct World {
    random: Random,
    game: Arc<dyn Game>,
    table: Table,
    /// What the store has been told.
    stored: (Vec<StoredMove>, StoredStatus),
    /// Questions that engines think about.
    asked: Vec<Question>,
    n_asked: u64,
    now: f64,
    is_watched: bool,
    is_storing: bool,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let game = match random.below(3) {
            0 => sheet(TIC_TAC_TOE),
            1 => sheet(ROCK_PAPER_SCISSORS),
            _ => dedicated("go5"),
        };
        let mut status = status(&[PLAYERS[random.below(4)], PLAYERS[random.below(4)]]);
        if random.below(2) == 0 {
            let control = TimeControl { seconds: 60.0, increment: 1.0, periods: 2, period: 5.0 };
            status.clocks = Some(StoredClocks::full(control));
        }
        let table = resume(&game, &status, Vec::new(), 0.0);
        Self {
            random,
            game,
            table,
            stored: (Vec::new(), status),
            asked: Vec::new(),
            n_asked: 0,
            now: 0.0,
            is_watched: true,
            is_storing: true,
        }
    }

    /// Something happens.
    fn go_on(&mut self) {
        // Mostly moments pass, and sometimes days.
        self.now += match self.random.below(40) {
            0 => 100_000.0,
            1 => 30.0,
            _ => self.random.below(100) as f64 / 100.0,
        };
        match self.random.below(20) {
            0 => self.is_storing = !self.is_storing,
            1 => return self.start_again(),
            2 => return self.come_or_leave(),
            3 => return self.handle(Event::Improved),
            4 if self.is_storing => return self.handle(Event::Stored),
            5..=10 if !self.asked.is_empty() => return self.answer(),
            _ => {}
        }
        let (guest, command) = (self.guest(), self.command());
        let page = self.random.below(3) as Page;
        let is_stranger = guest == STRANGER;
        let before = self.moves();
        // Moves that everybody has chosen wait for the disk, and then for anything to happen.
        let is_chosen = self.table.play().waiting().is_empty();
        let came = self.now - self.random.below(3) as f64;
        self.handle(Event::Command { guest, page, command, came });
        // Engines and moves without a choice go on whoever speaks; nobody else does.
        let goes_on = self.table.play().seat_views().iter().any(|seat| seat.player != "human");
        let may_go_on = !is_stranger || goes_on || is_chosen;
        assert!(may_go_on || self.moves() == before, "a stranger has moved");
    }

    fn moves(&self) -> Vec<Vec<String>> {
        self.table.play().moves().map(<[String]>::to_vec).collect()
    }

    fn come_or_leave(&mut self) {
        self.is_watched = !self.is_watched;
        let event = if self.is_watched { Event::Came(self.guest()) } else { Event::Left };
        self.handle(event);
    }

    fn guest(&mut self) -> Guest {
        match self.random.below(4) {
            0 => Guest { is_host: true, token: None },
            1 => STRANGER,
            seat => Guest { is_host: false, token: Some(TokenHash::of(&(seat - 2).to_string())) },
        }
    }

    fn command(&mut self) -> Command {
        let roles = self.table.play().roles().to_vec();
        let role = roles[self.random.below(roles.len())].clone();
        let ply = self.table.play().ply();
        match self.random.below(24) {
            0 => Command::Undo,
            1 => Command::Hint { role },
            2 => Command::Resign { role },
            3 => {
                let player = PLAYERS[self.random.below(4)].to_owned();
                Command::Seat { role, seat: SeatRequest { player, seconds: Some(0.5) } }
            }
            4 => Command::Swap,
            5 => Command::Help { on: self.random.below(2) == 0 },
            6 => Command::Accept { request: self.random.below(4) as u64 },
            7 => Command::Decline { request: self.random.below(4) as u64 },
            8 => Command::Pause { paused: self.random.below(3) == 0 },
            9 => Command::Analyze { ply: self.random.below(ply + 2), seconds: 5.0 },
            10 => Command::Analyze { ply: 0, seconds: 0.0 },
            11 => Command::Time,
            12 => Command::Position { ply: self.random.below(ply + 2) },
            13 => Command::Mark { stone: "C3".to_owned() },
            14 => Command::Propose,
            15 => Command::Agree { role },
            16 => Command::Resume,
            // Somebody who has not seen the last move.
            17 => Command::Move { ply: ply.saturating_sub(1), role, action: "noop".to_owned() },
            18 => Command::Draw,
            19 => Command::Name { name: "Ann".to_owned() },
            _ => {
                let action = self.action(&role).unwrap_or_else(|| "nonsense".to_owned());
                Command::Move { ply, role, action }
            }
        }
    }

    /// A legal move of a role in the position at hand.
    fn action(&mut self, role: &str) -> Option<String> {
        let play = self.table.play();
        let role = play.roles().iter().position(|name| name == role)?;
        let moves = play.position().legal.get(role)?;
        (!moves.is_empty()).then(|| moves[self.random.below(moves.len())].clone())
    }

    /// An engine answers one of the questions: well, badly, or not at all.
    fn answer(&mut self) {
        let at = self.random.below(self.asked.len());
        let Question { id: question, role, .. } = self.asked.swap_remove(at);
        let role = self.table.play().roles()[role].clone();
        let event = match self.random.below(8) {
            0 => Event::Answer { question, answer: Err("it fell over".to_owned()) },
            1 => {
                let refusal = Refusal::new("busy", "nobody has time");
                Event::Declined { question, refusal }
            }
            kind => {
                let legal = if kind == 2 { None } else { self.action(&role) };
                let action = legal.unwrap_or_else(|| "nonsense".to_owned());
                let answer = Answer { action, value: Some(50.0), values: Some(vec![50.0, 50.0]) };
                Event::Answer { question, answer: Ok(answer) }
            }
        };
        self.handle(event);
    }

    /// The server is killed and comes back with what the store has.
    fn start_again(&mut self) {
        let (moves, status) = self.stored.clone();
        self.table = resume(&self.game, &status, moves, self.now);
        self.asked.clear();
        self.n_asked = 0;
        self.is_watched = true;
        self.is_storing = true;
        self.handle(Event::Came(Guest { is_host: true, token: None }));
    }

    /// Lets an event happen, does what is to be done, and looks at everything that holds.
    fn handle(&mut self, event: Event) {
        let Self { now, is_watched, is_storing, .. } = *self;
        let circumstances = Circumstances { now, is_watched, is_storing };
        let mut effects = self.table.handle(event, circumstances);
        for round in 0.. {
            assert!(round < 1000, "the table goes on for ever");
            let goes_on = effects.contains(&Effect::GoOn);
            for effect in effects {
                self.follow(effect);
            }
            if !goes_on {
                break;
            }
            effects = self.table.handle(Event::GoOn, circumstances);
        }
        self.check();
    }

    fn follow(&mut self, effect: Effect) {
        match effect {
            Effect::Think(question) => {
                assert!(question.id >= self.n_asked, "a number is given once");
                self.n_asked = question.id + 1;
                self.asked.push(question);
            }
            Effect::Cancel(id) => self.asked.retain(|question| question.id != id),
            Effect::Publish { keep, moves, status } => {
                assert!(keep <= self.stored.0.len(), "what is kept has been stored");
                self.stored.0.truncate(keep);
                self.stored.0.extend(moves);
                self.stored.1 = status;
            }
            Effect::Reveal(_) | Effect::Tell { .. } | Effect::Complain(_) | Effect::GoOn => {}
        }
    }

    fn check(&self) {
        let play = self.table.play();
        let stored = self.stored.0.iter().map(|stored| stored.joint.clone()).collect::<Vec<_>>();
        assert_eq!(stored, self.moves(), "what is played is stored");
        for question in &self.asked {
            assert!(self.table.knows(question.id), "what nobody wants is taken back");
            let is_stale = question.aim == Aim::Move && question.line != self.moves();
            assert!(!is_stale, "an engine thinks about the position at hand");
        }
        let moving = self.asked.iter().filter(|question| question.aim == Aim::Move);
        let mut moving = moving.map(|question| question.role).collect::<Vec<_>>();
        let n_moving = moving.len();
        moving.sort_unstable();
        moving.dedup();
        assert_eq!(moving.len(), n_moving, "an engine is asked once for a move");
        assert!(self.asked.len() <= 2 + play.roles().len() * 2, "questions have a bound");
        // Whoever waits for an engine does not wait in vain.
        let is_stuck = self.table.flaw().is_some();
        if self.is_watched && self.is_storing && play.is_running() && !is_stuck {
            for (role, seat) in play.role_ids().zip(play.seat_views()) {
                let waits = play.waits_for(role) && seat.player != "human" && !self.is_paused();
                assert!(!waits || moving.contains(&role), "nobody thinks for {seat:?}");
            }
        }
    }

    fn is_paused(&self) -> bool {
        self.table.play().status().paused
    }

    /// The rules alone have to allow what was played.
    fn replay(&self) {
        let (_, mut referee) = self.game.referee().expect("there are rules");
        for (ply, joint) in self.moves().iter().enumerate() {
            let is_over = referee.is_terminal().expect("the rules can be followed");
            assert!(!is_over, "a move after the end, at {ply}");
            for (role, action) in RoleId::enumerate(joint) {
                let legal = &referee.legal().expect("the rules can be followed")[role];
                assert!(legal.contains(action), "{action} is not legal at {ply}");
            }
            referee.apply(joint).expect("it is legal");
        }
    }
}

const STRANGER: Guest = Guest { is_host: false, token: None };

fn resume(game: &Arc<dyn Game>, status: &StoredStatus, moves: Vec<StoredMove>, now: f64) -> Table {
    let play = Play::resume(Arc::clone(game), status, moves, 1, now);
    Table::new(play.expect("the rules can be followed"))
}

#[test]
fn some_things_hold_in_every_world() {
    for seed in 0..N_WORLDS {
        let world = std::panic::catch_unwind(|| {
            let mut world = World::new(seed);
            world.handle(Event::Came(Guest { is_host: true, token: None }));
            for _ in 0..N_EVENTS {
                world.go_on();
            }
            world.replay();
        });
        assert!(world.is_ok(), "in the world of seed {seed}");
    }
}
