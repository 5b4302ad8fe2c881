//! Players that are programs and speak the protocol of Gomocup.

use std::time::Duration;

use stonegate_gomoku::{Color, Point, Position, Rule, Size};
use stonegate_protocols::gomocup::{Answer, Command, Info, Owner, Square, Stone};

use super::{Dialog, Guest};
use crate::dedicated::WAIT;
use crate::player::{Briefing, PlayerError, Turn};
use crate::program::Program;
use crate::seated::Seated;

/// What a brain may use, as at the tournament.
const MAX_MEMORY: u64 = 350 << 20;

/// A brain is told that it has so much less time than it has.
const RESERVE: Duration = Duration::from_millis(30);

/// What a clock says that never runs out.
const UNLIMITED: i64 = 2_147_483_647;

/// A game with a program.
#[derive(Debug)]
pub(crate) struct Game {
    seated: Seated<Position>,
    program: Program,
    /// The time for a move.
    time: Duration,
    /// The last answer. If it was played, the program knows the position but for what came after.
    answered: Option<Point>,
    /// How many questions it has not answered. It answers them in order, and the ones that were
    /// given up as well.
    n_open: usize,
}

impl Dialog for Game {
    type Settings = ();

    fn begin(guest: &Guest<()>, briefing: &Briefing, turn: &Turn<'_>) -> Result<Self, PlayerError> {
        let seated = Seated::<Position>::new(briefing)?;
        let (size, rule) = (seated.position.size(), seated.position.rule());
        let program = Program::start(&guest.command)?;
        let time = briefing.clock.play;
        let mut game = Self { seated, program, time, answered: None, n_open: 0 };
        let (width, height) = (size.width() as u32, size.height() as u32);
        let is_square = width == height;
        game.ask(&if is_square {
            Command::Start(width)
        } else {
            Command::RectStart(width, height)
        })?;
        match game.answer(turn)? {
            Answer::Ok => {}
            Answer::Error(reason) | Answer::Unknown(reason) => {
                return Err(PlayerError::Rules(reason));
            }
            other => return Err(PlayerError::Garbage(other.to_string())),
        }
        let limit = time.saturating_sub(RESERVE).as_millis() as u64;
        for info in [
            Info::Rule(number(rule)),
            Info::TimeoutTurn(limit),
            Info::TimeoutMatch(0),
            Info::MaxMemory(MAX_MEMORY),
            Info::GameType(1),
        ] {
            game.send(&Command::Info(info))?;
        }
        Ok(game)
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        self.seated.follow(last)?;
        if !self.seated.has_turn() {
            return Ok(WAIT.to_owned());
        }
        self.choose(turn)
    }

    fn quit(&mut self) -> Result<(), PlayerError> {
        self.send(&Command::End)
    }
}

impl Game {
    fn send(&mut self, command: &Command) -> Result<(), PlayerError> {
        self.program.send(&command.to_string())
    }

    /// Sends what has to be answered.
    fn ask(&mut self, question: &Command) -> Result<(), PlayerError> {
        self.n_open += 1;
        self.send(question)
    }

    /// The next line that is an answer.
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerError> {
        loop {
            let line = self.program.line(turn.deadline, turn.canceled)?;
            let answer = match Answer::decode(&line) {
                Some(Answer::Message(_) | Answer::Debug(_)) => continue,
                None if line.trim().is_empty() => continue,
                answer => answer,
            };
            self.n_open = self.n_open.saturating_sub(1);
            return answer.ok_or(PlayerError::Garbage(line));
        }
    }

    /// Asks for a move.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<String, PlayerError> {
        while self.n_open > 0 {
            self.answer(turn)?;
        }
        let size = self.seated.position.size();
        let limit = turn.time_left().min(self.time).saturating_sub(RESERVE).as_millis() as u64;
        self.send(&Command::Info(Info::TimeoutTurn(limit)))?;
        self.send(&Command::Info(Info::TimeLeft(UNLIMITED)))?;
        let question = self.question();
        self.ask(&question)?;
        let square = match self.answer(turn)? {
            Answer::Move(square) => square,
            Answer::Suggest(square) => {
                self.ask(&Command::Play(square))?;
                match self.answer(turn)? {
                    Answer::Move(square) => square,
                    other => return Err(PlayerError::Garbage(other.to_string())),
                }
            }
            other => return Err(PlayerError::Garbage(other.to_string())),
        };
        self.answered = point(size, square);
        let off_board = || PlayerError::Garbage(format!("{square} is off the board"));
        self.answered.map(|point| point.to_string()).ok_or_else(off_board)
    }

    /// What to ask: the whole position if the program does not know it.
    fn question(&self) -> Command {
        let position = &self.seated.position;
        let size = position.size();
        match position.moves() {
            [] => Command::Begin,
            [.., (own, _), (last, _)] if self.answered == Some(*own) => {
                Command::Turn(square(size, *last))
            }
            moves => {
                let owner = |color: Color| {
                    if color == position.turn() { Owner::Brain } else { Owner::Opponent }
                };
                let stone =
                    |&(point, color)| Stone { square: square(size, point), owner: owner(color) };
                Command::Board(moves.iter().map(stone).collect())
            }
        }
    }
}

/// The protocol's number of a rule.
const fn number(rule: Rule) -> u32 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::Caro => 8,
    }
}

/// The protocol counts rows from the top.
fn square(size: Size, point: Point) -> Square {
    Square { x: point.x() as u32, y: (size.height() - 1 - point.y()) as u32 }
}

fn point(size: Size, square: Square) -> Option<Point> {
    let y = size.height().checked_sub(square.y as usize + 1)?;
    Point::on(size, square.x as usize, y)
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;

    use stonegate_gomoku::Setup;

    use super::*;
    use crate::clock::Clock;
    use crate::dedicated::Dedicated;
    use crate::hosted::make;
    use crate::ruleset::Ruleset;
    use crate::spec::Options;

    /// A brain that answers each question with a square of its own.
    const BRAIN: &str = r#"sh -c 'while read line; do case "$line" in
        START*) echo OK;;
        BEGIN*) echo 7,7;;
        TURN*) echo MESSAGE thinking; echo 0,0;;
        DONE*) echo 1,1;;
        END*) exit;;
        esac; done'"#;

    fn joint(texts: [&str; 2]) -> Vec<String> {
        texts.map(str::to_owned).to_vec()
    }

    fn briefing() -> Briefing {
        Briefing {
            match_id: "test".to_owned(),
            role: "black".to_owned(),
            ruleset: Ruleset::Dedicated(Dedicated::new::<Position>(Setup::default())),
            opening: Vec::new(),
            clock: Clock::from_secs(1, 1),
        }
    }

    /// What the brain plays as Black, question by question.
    fn play(command: &str, turns: &[Option<[&str; 2]>]) -> Result<Vec<String>, PlayerError> {
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_secs(10);
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| {} };
        let briefing = briefing();
        let mut player = make::<Game>(command, &Options::default()).expect("there are no options");
        player.start(&briefing, &turn)?;
        let mut ask = |last: &Option<[&str; 2]>| {
            let last = last.map(joint);
            player.play(last.as_deref(), &turn)
        };
        let answers = turns.iter().map(&mut ask).collect();
        player.stop(None, &turn)?;
        answers
    }

    #[test]
    fn a_brain_plays() {
        let turns = [None, Some(["h8", WAIT]), Some([WAIT, "c3"])];
        assert_eq!(play(BRAIN, &turns).expect("it plays"), ["h8", WAIT, "a15"]);
    }

    #[test]
    fn a_brain_whose_move_was_not_played_is_told_the_position() {
        let turns = [None, Some(["g7", WAIT]), Some([WAIT, "c3"])];
        assert_eq!(play(BRAIN, &turns).expect("it plays"), ["h8", WAIT, "b14"]);
    }

    #[test]
    fn an_answer_that_comes_too_late_is_none_to_the_next_question() {
        let brain = BRAIN.replace("BEGIN*)", "BEGIN*) sleep 0.3;");
        let canceled = AtomicBool::new(false);
        let turn = |patience| {
            let deadline = Instant::now() + Duration::from_millis(patience);
            Turn { deadline, canceled: &canceled, thoughts: &|_| {} }
        };
        let mut player = make::<Game>(&brain, &Options::default()).expect("there are no options");
        player.start(&briefing(), &turn(10_000)).expect("it starts");
        assert_eq!(player.play(None, &turn(50)), Err(PlayerError::Late));
        player.play(Some(&joint(["g7", WAIT])), &turn(10_000)).expect("it waits");
        let answer = player.play(Some(&joint([WAIT, "c3"])), &turn(10_000));
        assert_eq!(answer.expect("it plays"), "b14");
        player.stop(None, &turn(10_000)).expect("it ends");
    }

    #[test]
    fn bad_brains() {
        let error = |command: &str| play(command, &[None]).expect_err("it does not play");
        assert!(matches!(error("no-such-brain"), PlayerError::Connection(_)));
        let talks = "sh -c 'read line; echo hello; read line'";
        assert!(matches!(error(talks), PlayerError::Garbage(_)));
        let refuses = "sh -c 'read line; echo ERROR too large; read line'";
        assert_eq!(error(refuses), PlayerError::Rules("too large".to_owned()));
    }
}
