//! A Go machine at the end of a serial line: we are the other end of its framed wire.

use std::time::{Duration, Instant};

use stonegate_go::{Color, CountedGame, Game, Ko, Move, Rules, Setup, Suicide};
use stonegate_protocols::go_link::{Action, Endpoint, Event, Proposal, Refusal};

use super::link::{
    described, from_wire, position_hash, refusal_text, settings, to_wire, to_wire_refusal,
};
use crate::board::BoardAddress;
use crate::dedicated::{RESIGN, WAIT};
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::seated::Seated;
use crate::wire::Wire;

/// How long the wire is listened to before anything else is looked at.
const TICK: Duration = Duration::from_millis(10);

/// What was said while nobody listened comes within this time, and then nothing for a while.
const LEFTOVERS: Duration = Duration::from_millis(500);
const QUIET: Duration = Duration::from_millis(30);

/// A board that is not heard of for so long is not there, or does not speak in frames.
const PATIENCE: Duration = Duration::from_secs(10);

/// Plays as the bot of a board does, or the person at its buttons.
#[derive(Debug)]
pub(super) struct BoardPlayer {
    address: BoardAddress,
    game: Option<(Seated<CountedGame>, GoBoard)>,
}

impl BoardPlayer {
    pub(super) const fn new(address: BoardAddress) -> Self {
        Self { address, game: None }
    }
}

impl Player for BoardPlayer {
    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let seated = Seated::<CountedGame>::new(briefing)?;
        let game = seated.position.game();
        let begins_empty = game.start_board().empty() == game.start_board().area();
        if !begins_empty {
            let error = "the machine begins with an empty board, without a handicap";
            return Err(PlayerError::Rules(error.to_owned()));
        }
        let Rules { ko, suicide, .. } = *game.rules();
        // Komi and the way of counting are the business of others.
        let rules = match (ko, suicide) {
            (Ko::Simple, Suicide::Forbidden) => Rules::FPGA,
            (Ko::Positional, Suicide::Forbidden) => Rules::FPGA_SUPERKO,
            _ => {
                let error = "the machine knows no suicide, and ko that is simple or positional: \
                             see `go9:rules=fpga` and `go9:rules=fpga-superko`";
                return Err(PlayerError::Rules(error.to_owned()));
            }
        };
        let setup = Setup::even(game.size(), rules);
        let board = GoBoard::open(&self.address, setup, seated.color)?;
        let (_, board) = self.game.insert((seated, board));
        board.get_known(turn)
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let (seated, board) = self.game.as_mut().ok_or(PlayerError::Gone)?;
        seated.follow(last)?;
        if !seated.has_turn() {
            return Ok(WAIT.to_owned());
        }
        board.choose(&moves(seated), turn)
    }

    /// Tells the last move, so that the board shows how the game has ended.
    fn stop(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let Some((mut seated, mut board)) = self.game.take() else { return Ok(()) };
        if seated.follow(last).is_err() {
            // Somebody has resigned. The board gives its game up when the next one begins.
            return Ok(());
        }
        match board.tell(&moves(&seated), turn) {
            // Nobody waits for that.
            Ok(()) | Err(PlayerError::Late) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn abort(&mut self, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.game = None;
        Ok(())
    }
}

fn moves(seated: &Seated<CountedGame>) -> Vec<Move> {
    seated.moves.iter().map(|&(_, action)| action).collect()
}

/// A machine, and the game that is on it.
struct GoBoard {
    name: String,
    wire: Wire,
    endpoint: Endpoint,
    /// The color that the board plays.
    color: Color,
    game: Game,
    resigned: Option<Color>,
    start: Instant,
    /// When we were last asked for something: between two questions nobody listens.
    asked: Instant,
}

impl std::fmt::Debug for GoBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GoBoard").field("name", &self.name).finish_non_exhaustive()
    }
}

impl GoBoard {
    fn open(address: &BoardAddress, setup: Setup, color: Color) -> Result<Self, PlayerError> {
        let name = format!("the board at {address}");
        let failed = |error| PlayerError::Connection(format!("{name}: {error}"));
        let mut wire = address.wire().map_err(failed)?;
        // What it has told others is of no use.
        let until = Instant::now() + LEFTOVERS;
        while Instant::now() < until
            && wire.receive(Instant::now() + QUIET).map_err(failed)?.is_some()
        {}
        let settings = settings(setup, !color).expect("the rules of the machine have a number");
        Ok(Self {
            name,
            wire,
            endpoint: Endpoint::new(settings),
            color,
            game: Game::new(setup.size, setup.rules),
            resigned: None,
            start: Instant::now(),
            asked: Instant::now(),
        })
    }

    /// Waits until we know what game is on the board.
    fn get_known(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.asked = Instant::now();
        while !self.endpoint.has_caught_up() {
            self.listen(turn)?;
        }
        Ok(())
    }

    /// Lets the board make a move behind these.
    fn choose(&mut self, wanted: &[Move], turn: &Turn<'_>) -> Result<String, PlayerError> {
        self.asked = Instant::now();
        loop {
            let moves = self.moves();
            let answer = match (moves.strip_prefix(wanted), self.resigned) {
                (Some(&[answer]), None) => answer.to_string(),
                (Some(&[]), Some(color)) if color == self.color => RESIGN.to_owned(),
                _ => {
                    self.step(&moves, wanted, turn)?;
                    continue;
                }
            };
            // The board waits to hear that its move was accepted.
            self.send()?;
            return Ok(answer);
        }
    }

    /// Tells the board these moves.
    fn tell(&mut self, wanted: &[Move], turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.asked = Instant::now();
        loop {
            let moves = self.moves();
            if moves == wanted && !self.endpoint.is_open() {
                return Ok(());
            }
            self.step(&moves, wanted, turn)?;
        }
    }

    fn moves(&self) -> Vec<Move> {
        self.game.moves().map(|(_, action)| action).collect()
    }

    /// Does what brings the board's moves closer to the wanted ones, if it is time for that, and
    /// listens.
    fn step(
        &mut self,
        moves: &[Move],
        wanted: &[Move],
        turn: &Turn<'_>,
    ) -> Result<(), PlayerError> {
        let n_common = moves.iter().zip(wanted).take_while(|(one, other)| one == other).count();
        let is_own = |index: usize| Color::ALL[index % 2] == self.color;
        if self.endpoint.has_caught_up() && (n_common..wanted.len()).any(is_own) {
            let error = format!("{} makes its own moves, and takes none back", self.name);
            return Err(PlayerError::Rules(error));
        }
        let is_free = self.endpoint.has_caught_up() && !self.endpoint.is_waiting();
        let is_ours = self.game.to_move() != self.color;
        let is_old = self.resigned.is_some() || moves.len() > n_common;
        let now = self.start.elapsed();
        let done = match wanted.get(n_common) {
            _ if !is_free => Ok(()),
            // An old game: it is given up, and a new one begun.
            _ if is_old && self.is_over() => self.endpoint.propose(Proposal::Reset, now),
            _ if is_old && is_ours => {
                self.resigned = Some(!self.color);
                self.endpoint.play(Action::Resign, self.hash(), now)
            }
            Some(&action) if !is_old && is_ours => {
                self.game.play(action).map_err(|refusal| {
                    PlayerError::Rules(format!("{action} on the board: {refusal}"))
                })?;
                self.endpoint.play(to_wire(action), self.hash(), now)
            }
            _ => Ok(()),
        };
        done.map_err(|error| self.failed(&error.to_string()))?;
        self.listen(turn)
    }

    fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game.is_over()
    }

    fn hash(&self) -> u32 {
        position_hash(self.game.board(), self.game.to_move())
    }

    fn failed(&self, what: &str) -> PlayerError {
        PlayerError::Connection(format!("{}: {what}", self.name))
    }

    /// Sends what is due and takes what comes within a tick.
    fn listen(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        if turn.is_over() {
            return Err(PlayerError::Late);
        }
        let event = self.endpoint.tick(self.start.elapsed());
        self.respond(event)?;
        if !self.endpoint.is_connected() && self.asked.elapsed() > PATIENCE {
            return Err(self.failed("nobody answers in frames; is its switch `framed` on?"));
        }
        self.send()?;
        let byte = self.wire.receive(Instant::now() + TICK);
        if let Some(byte) = byte.map_err(|error| self.failed(&error.to_string()))? {
            let event = self.endpoint.receive(byte, self.start.elapsed());
            self.respond(event)?;
        }
        Ok(())
    }

    fn send(&mut self) -> Result<(), PlayerError> {
        let output = self.endpoint.take_output();
        let sent = if output.is_empty() { Ok(()) } else { self.wire.send(&output) };
        sent.map_err(|error| self.failed(&error.to_string()))
    }

    fn respond(&mut self, event: Option<Event>) -> Result<(), PlayerError> {
        let Some(event) = event else { return Ok(()) };
        match event {
            Event::Connected | Event::Accepted { .. } | Event::Silent | Event::Back => Ok(()),
            Event::Asked { action, .. } => {
                self.judge(action);
                Ok(())
            }
            Event::Proposed(proposal) => {
                let agreed = self.endpoint.answer(proposal == Proposal::Reset && self.is_over());
                self.respond(agreed)
            }
            Event::Agreed(_) => {
                self.game = Game::new(self.game.size(), *self.game.rules());
                self.resigned = None;
                Ok(())
            }
            Event::SettingsDiffer(other) => Err(self.failed(&described(other))),
            Event::Refused { refusal, .. } => {
                Err(self.failed(&format!("it refuses the move: {}", refusal_text(refusal))))
            }
            Event::Contradiction => Err(self.failed("it has another game")),
            Event::Declined(_) => Err(self.failed("it begins no new game")),
        }
    }

    /// Judges a move of the board, or one that was made before we were there.
    fn judge(&mut self, action: Action) {
        let verdict = match (action, from_wire(action, self.game.size())) {
            _ if self.resigned.is_some() => Err(Refusal::GameOver),
            (Action::Resign, _) => {
                self.resigned = Some(self.game.to_move());
                Ok(())
            }
            (_, None) => Err(Refusal::OffBoard),
            (_, Some(action)) => self.game.play(action).map_err(to_wire_refusal),
        };
        match verdict {
            Ok(()) => self.endpoint.accept(self.hash(), self.start.elapsed()),
            Err(refusal) => self.endpoint.refuse(refusal),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::thread;

    use stonegate_go::Size;
    use stonegate_minds::Dedicated;
    use stonegate_stones::BoardGame;

    use super::*;
    use crate::clock::Clock;
    use crate::ruleset::Ruleset;

    /// A board in software: it plays the first legal point, and begins anew when a game is over.
    struct TwinBoard {
        endpoint: Endpoint,
        game: Game,
        is_resigned: bool,
        /// Every game that was begun on it, by its number of moves when it ended.
        ended: Vec<usize>,
    }

    impl TwinBoard {
        fn new(color: Color) -> Self {
            let setup = Setup::even(Size::NINE, Rules::FPGA);
            let endpoint = Endpoint::new(settings(setup, color).expect("it has a number"));
            let game = Game::new(setup.size, setup.rules);
            Self { endpoint, game, is_resigned: false, ended: Vec::new() }
        }

        fn hash(&self) -> u32 {
            position_hash(self.game.board(), self.game.to_move())
        }

        fn respond(&mut self, event: Option<&Event>, now: Duration) {
            match event {
                Some(Event::Asked { action: Action::Resign, .. }) => {
                    self.is_resigned = true;
                    self.endpoint.accept(self.hash(), now);
                }
                Some(Event::Asked { action, .. }) => {
                    let action = from_wire(*action, self.game.size()).expect("it is on the board");
                    self.game.play(action).expect("it is legal");
                    self.endpoint.accept(self.hash(), now);
                }
                Some(Event::Proposed(proposal)) => {
                    let is_over = self.is_resigned || self.game.is_over();
                    let agreed = self.endpoint.answer(*proposal == Proposal::Reset && is_over);
                    self.respond(agreed.as_ref(), now);
                }
                Some(Event::Agreed(_)) => {
                    self.ended.push(self.game.n_moves());
                    self.game = Game::new(self.game.size(), *self.game.rules());
                    self.is_resigned = false;
                }
                _ => {}
            }
        }

        /// Plays with whoever connects, one after the other, until nobody does for a while.
        fn serve(mut self, color: Color, listener: &TcpListener, n_guests: usize) -> Vec<usize> {
            let start = Instant::now();
            for stream in listener.incoming().take(n_guests) {
                let stream: TcpStream = stream.expect("somebody connects");
                let mut wire = Wire::of_socket(stream).expect("it is a socket");
                loop {
                    let now = start.elapsed();
                    let event = self.endpoint.tick(now);
                    self.respond(event.as_ref(), now);
                    let is_ready = self.endpoint.is_connected() && !self.endpoint.is_waiting();
                    let is_over = self.is_resigned || self.game.is_over();
                    if is_ready && !is_over && self.game.to_move() == color {
                        let point = self.game.legal_points(color).iter().next();
                        let action = point.map_or(Move::Pass, Move::Place);
                        self.game.play(action).expect("it is legal");
                        let hash = self.hash();
                        self.endpoint.play(to_wire(action), hash, now).expect("it is ready");
                    }
                    if wire.send(&self.endpoint.take_output()).is_err() {
                        break;
                    }
                    match wire.receive(Instant::now() + TICK) {
                        Ok(Some(byte)) => {
                            let event = self.endpoint.receive(byte, now);
                            self.respond(event.as_ref(), now);
                        }
                        Ok(None) => {}
                        Err(_) => break,
                    }
                }
            }
            self.ended
        }
    }

    fn briefing(role: &str, rules: Rules) -> Briefing {
        let setup = Setup::even(Size::NINE, rules);
        Briefing {
            match_id: "test".to_owned(),
            role: role.to_owned(),
            ruleset: Ruleset::Dedicated(Dedicated::new::<CountedGame>(setup)),
            opening: Vec::new(),
            clock: Clock { start: Duration::from_secs(9), play: Duration::from_secs(9) },
        }
    }

    /// A game of a few moves in which we play the last points of the board; gives the moves of the
    /// board.
    fn play(address: &str, n_turns: usize) -> Vec<String> {
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_secs(20);
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| {} };
        let address = BoardAddress::with_baud(address, 9600).expect("it is an address");
        let mut player = BoardPlayer::new(address);
        let mut position = CountedGame::start(&Setup::even(Size::NINE, Rules::CHINESE));
        player.start(&briefing("white", Rules::CHINESE), &turn).expect("the board is there");
        let mut answers = Vec::new();
        for _ in 0..n_turns {
            let last = *position.legal().iter().rev().nth(1).expect("there are points");
            position.play(last).expect("it is legal");
            // It is told of our turn, and then asked for its move.
            let joint = [last.to_string(), WAIT.to_owned()];
            let answer = player.play(Some(&joint), &turn).expect("the board plays");
            position.play(answer.parse().expect("it is a move")).expect("it is legal");
            let joint = [WAIT.to_owned(), answer.clone()];
            assert_eq!(player.play(Some(&joint), &turn), Ok(WAIT.to_owned()));
            answers.push(answer);
        }
        answers
    }

    /// The board plays, and where a game was left it is given up before the next one.
    #[test]
    fn games_are_played_and_begun_anew() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it is bound").to_string();
        let board = TwinBoard::new(Color::White);
        let listener = Arc::new(listener);
        let other = Arc::clone(&listener);
        let board = thread::spawn(move || board.serve(Color::White, &other, 2));
        let first = play(&address, 3);
        assert_eq!(first, play(&address, 3), "the same again from the beginning");
        assert_eq!(board.join().expect("the board has no trouble"), [6], "the first was given up");
    }

    #[test]
    fn other_rules_are_refused() {
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_secs(1);
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| {} };
        let address = BoardAddress::with_baud("127.0.0.1:1", 9600).expect("it is an address");
        let mut player = BoardPlayer::new(address);
        let refused = player.start(&briefing("white", Rules::TROMP_TAYLOR), &turn);
        assert!(matches!(refused, Err(PlayerError::Rules(_))), "{refused:?}");
        for rules in Rules::OF_MACHINES {
            let gone = player.start(&briefing("white", rules), &turn);
            assert!(matches!(gone, Err(PlayerError::Connection(_))), "{gone:?}");
        }
    }
}
