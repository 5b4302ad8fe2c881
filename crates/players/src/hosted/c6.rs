//! Players that are programs and speak the text dialect of desktop engines for Connect6.
//!
//! Engines print much beside their answers, and some of it looks like one: a help that they greet
//! with, an answer that came too late. They answer commands in order, so `name` tells where they
//! are: all that comes before its answer belongs to the past.

use std::time::{Duration, Instant};

use stonegate_connect6::{Cell, Color, Position, Size};
use stonegate_minds::Plan;
use stonegate_protocols::connect6::Stone;
use stonegate_protocols::connect6::text::{Command, DecodeError, Reply};

use super::{Dialog, Guest};
use crate::dedicated::WAIT;
use crate::player::{Briefing, PlayerError, Turn};
use crate::program::Program;
use crate::seated::Seated;

/// The only size of board that the dialect has.
const SIZE: u8 = Size::STANDARD.get() as u8;

/// How long a program may take to be there and to tell its name. Some never do.
const PATIENCE: Duration = Duration::from_secs(1);

/// A game with a program.
#[derive(Debug)]
pub(crate) struct Game {
    seated: Seated<Position>,
    plan: Plan<Cell>,
    program: Program,
    /// Whether the program tells its name when it is asked.
    has_name: bool,
    /// The turns that the program knows of, once it has been told of a game.
    told: Option<Vec<(Color, Vec<Cell>)>>,
}

impl Dialog for Game {
    type Settings = ();

    fn begin(guest: &Guest<()>, briefing: &Briefing, turn: &Turn<'_>) -> Result<Self, PlayerError> {
        let seated = Seated::<Position>::new(briefing)?;
        if seated.position.board().size() != Size::STANDARD {
            let reason = "programs that speak this dialect have 19x19 boards only";
            return Err(PlayerError::Rules(reason.to_owned()));
        }
        let program = Program::start(&guest.command)?;
        let mut game = Self { seated, plan: Plan::default(), program, has_name: false, told: None };
        match game.synchronize(turn, Instant::now() + PATIENCE) {
            Ok(()) | Err(PlayerError::Late) => Ok(game),
            Err(error) => Err(error),
        }
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        self.seated.follow(last)?;
        if !self.seated.has_turn() {
            return Ok(WAIT.to_owned());
        }
        if let Some(cell) = self.plan.take(self.seated.moves.len(), self.seated.last()) {
            return Ok(cell.to_string());
        }
        let stones = self.ask(turn)?;
        let first = self.plan.begin(self.seated.moves.len(), stones).ok_or(PlayerError::Gone)?;
        Ok(first.to_string())
    }

    fn quit(&mut self) -> Result<(), PlayerError> {
        self.send(&Command::Quit)
    }
}

impl Seated<Position> {
    /// The stones so far, in turns.
    fn turns(&self) -> Vec<(Color, Vec<Cell>)> {
        let turns = self.moves.chunk_by(|(before, _), (after, _)| before == after);
        turns.map(|turn| (turn[0].0, turn.iter().map(|&(_, cell)| cell).collect())).collect()
    }
}

impl Game {
    fn send(&mut self, command: &Command) -> Result<(), PlayerError> {
        self.program.send(&command.encode(SIZE))
    }

    /// Skips all that the program has to say about earlier commands.
    fn synchronize(&mut self, turn: &Turn<'_>, until: Instant) -> Result<(), PlayerError> {
        self.send(&Command::Name)?;
        loop {
            let line = self.program.line(until.min(turn.deadline), turn.canceled)?;
            if let Ok(Reply::Name(_)) = Reply::decode(&line, SIZE) {
                self.has_name = true;
                return Ok(());
            }
        }
    }

    /// Asks for a turn.
    fn ask(&mut self, turn: &Turn<'_>) -> Result<Vec<Cell>, PlayerError> {
        // Without an answer the program is told the whole game next time.
        let told = self.told.take();
        if self.has_name {
            self.synchronize(turn, turn.deadline)?;
        } else {
            self.program.skip();
        }
        let turns = self.seated.turns();
        self.tell(&turns, told.as_deref())?;
        let stones = self.answer(turn)?;
        let own = (self.seated.position.color(), stones.clone());
        self.told = Some(turns.into_iter().chain([own]).collect());
        Ok(stones)
    }

    /// Tells the program what has happened since its last turn. If its own turn was replaced, or
    /// the game began with an opening, it gets all stones anew.
    fn tell(
        &mut self,
        turns: &[(Color, Vec<Cell>)],
        told: Option<&[(Color, Vec<Cell>)]>,
    ) -> Result<(), PlayerError> {
        match (turns, told) {
            ([], _) => return self.send(&Command::NewBlack),
            ([(_, first)], None) => {
                self.send(&Command::NewWhite)?;
                return self.send(&Command::Move(stones_of(first)));
            }
            ([known @ .., (_, last)], Some(told)) if known == told => {
                return self.send(&Command::Move(stones_of(last)));
            }
            _ => {}
        }
        self.send(&Command::NewWhite)?;
        for (color, stones) in turns {
            let stones = stones_of(stones);
            self.send(&match color {
                Color::Black => Command::Black(stones),
                Color::White => Command::White(stones),
            })?;
        }
        self.send(&Command::Next)
    }

    /// The next turn that the program tells, among whatever else it says.
    ///
    /// A line that begins like a turn and is none may be talk, with the turn still to come, or all
    /// that the program has to say: if it tells its name first, it was the latter.
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Vec<Cell>, PlayerError> {
        let mut bad = None;
        loop {
            let line = match self.program.line(turn.deadline, turn.canceled) {
                Err(PlayerError::Late) => {
                    return Err(bad.map_or(PlayerError::Late, PlayerError::Garbage));
                }
                line => line?,
            };
            match Reply::decode(&line, SIZE) {
                Ok(Reply::Move(stones)) => {
                    let cell = |stone: &Stone| {
                        Cell::at(usize::from(stone.row) - 1, usize::from(stone.column) - 1)
                    };
                    let cells = stones.iter().map(cell).collect::<Option<Vec<Cell>>>();
                    return cells.ok_or(PlayerError::Garbage(line));
                }
                Ok(Reply::Name(_)) => {
                    self.has_name = true;
                    if let Some(bad) = bad {
                        return Err(PlayerError::Garbage(bad));
                    }
                }
                Err(DecodeError::BadTurn(_)) => {
                    if bad.is_none() && self.has_name {
                        self.send(&Command::Name)?;
                    }
                    bad = Some(line);
                }
                Err(DecodeError::Unknown(_)) => {}
            }
        }
    }
}

fn stones_of(cells: &[Cell]) -> Vec<Stone> {
    let stone = |cell: &Cell| Stone { row: cell.row() as u8 + 1, column: cell.column() as u8 + 1 };
    cells.iter().map(stone).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::clock::Clock;
    use crate::dedicated::Dedicated;
    use crate::hosted::make;
    use crate::player::Player;
    use crate::ruleset::Ruleset;
    use crate::spec::Options;

    /// A program that always says the same, among other things. Its help looks like answers.
    const PROGRAM: &str = "sh -c 'echo move XXYY: makes a move; echo move AABB; echo name: tells it; \
        while read word rest; do \
        case \"$word $rest\" in \
        name*) echo name Test;; \
        \"new black\") echo hello; echo move JJ;; \
        \"move KJLJ\") echo nodes 7; echo move generation: 7; echo move AABB;; \
        \"move NNMM\") echo move T9;; \
        next*) echo move CCDD;; \
        esac; done'";

    fn joint(texts: [&str; 2]) -> Vec<String> {
        texts.map(str::to_owned).to_vec()
    }

    fn started(program: &str, opening: Vec<Vec<String>>, turn: &Turn<'_>) -> Box<dyn Player> {
        let briefing = Briefing {
            match_id: "test".to_owned(),
            role: "black".to_owned(),
            ruleset: Ruleset::Dedicated(Dedicated::new::<Position>(
                stonegate_connect6::Setup::default(),
            )),
            opening,
            clock: Clock::from_secs(1, 1),
        };
        let mut player = make::<Game>(program, &Options::default()).expect("there are no options");
        player.start(&briefing, turn).expect("there is a shell");
        player
    }

    #[test]
    fn a_program_is_told_turns_and_asked_for_them() {
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_secs(20);
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| () };
        let mut player = started(PROGRAM, Vec::new(), &turn);
        let mut play = |last: Option<[&str; 2]>| {
            let last = last.map(joint);
            player.play(last.as_deref(), &turn)
        };
        assert_eq!(play(None).as_deref(), Ok("j10"));
        assert_eq!(play(Some(["j10", WAIT])).as_deref(), Ok(WAIT));
        assert_eq!(play(Some([WAIT, "k10"])).as_deref(), Ok(WAIT));
        assert_eq!(play(Some([WAIT, "l10"])).as_deref(), Ok("a19"));
        assert_eq!(play(Some(["a19", WAIT])).as_deref(), Ok("b18"));
        assert_eq!(play(Some(["b18", WAIT])).as_deref(), Ok(WAIT));
        assert_eq!(play(Some([WAIT, "n6"])).as_deref(), Ok(WAIT));
        let garbage = play(Some([WAIT, "m7"]));
        assert_eq!(garbage, Err(PlayerError::Garbage("move T9".to_owned())));
    }

    #[test]
    fn a_program_gets_the_opening_as_stones() {
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_secs(20);
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| () };
        let opening = vec![joint(["j10", WAIT]), joint([WAIT, "k10"]), joint([WAIT, "l10"])];
        let mut player = started(PROGRAM, opening, &turn);
        assert_eq!(player.play(None, &turn).as_deref(), Ok("c17"));
        assert_eq!(player.play(Some(&joint(["c17", WAIT])), &turn).as_deref(), Ok("d16"));
    }

    /// Turns that came too late are not taken for answers to what was asked after them.
    #[test]
    fn a_late_answer_is_skipped() {
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_secs(20);
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| () };
        let slow = PROGRAM.replace("echo hello", "sleep 0.3");
        let mut player = started(&slow, Vec::new(), &turn);
        let soon = Turn { deadline: Instant::now() + Duration::from_millis(100), ..turn };
        assert_eq!(player.play(None, &soon), Err(PlayerError::Late));
        // Another stone was put down in its place, and White has answered.
        assert_eq!(player.play(Some(&joint(["a1", WAIT])), &turn).as_deref(), Ok(WAIT));
        assert_eq!(player.play(Some(&joint([WAIT, "k10"])), &turn).as_deref(), Ok(WAIT));
        assert_eq!(player.play(Some(&joint([WAIT, "l10"])), &turn).as_deref(), Ok("c17"));
    }

    #[test]
    fn a_program_without_a_name_plays_as_well() {
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_secs(20);
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| () };
        let program = "sh -c 'echo move AABB; while read word rest; do \
            case \"$word $rest\" in \"new black\") echo move JJ;; esac; done'";
        let mut player = started(program, Vec::new(), &turn);
        assert_eq!(player.play(None, &turn).as_deref(), Ok("j10"));
    }
}
