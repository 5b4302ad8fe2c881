//! Players that are programs and speak GTP: Go, and Othello as some programs play it.

use std::time::{Duration, Instant};

use stonegate_go::CountedGame;
use stonegate_protocols::gtp::{Command, GenmoveAnswer, Response, ResponseReader, Vertex};
use stonegate_stones::Color;

use super::{Dialog, Guest};
use crate::dedicated::{RESIGN, WAIT};
use crate::player::{Briefing, PlayerError, Turn};
use crate::program::Program;
use crate::ruleset::Ruleset;

/// How long a program may take for anything but a move.
const PATIENCE: Duration = Duration::from_secs(30);

/// A game with a program.
#[derive(Debug)]
pub(crate) struct Table {
    program: Program,
    /// Whom the program plays.
    color: Color,
    /// How the game is set up.
    setup: Vec<Command>,
    /// Whether vertices are written in capitals.
    is_upper: bool,
    /// Who makes the first move.
    first: Color,
    /// The moves so far, of both in turns.
    moves: Vec<String>,
    /// The moves that the program knows of.
    known: Vec<String>,
    /// The id of the last command, so that late answers to others are told apart.
    last_id: u32,
    /// The id of the command that was answered last.
    answered_id: u32,
}

impl Dialog for Table {
    type Settings = ();

    fn begin(guest: &Guest<()>, briefing: &Briefing, turn: &Turn<'_>) -> Result<Self, PlayerError> {
        let Start { setup, first, is_upper } = setup(&briefing.ruleset)?;
        let color = briefing.color()?;
        let program = Program::start(&guest.command)?;
        let (moves, known) = (Vec::new(), Vec::new());
        let mut table = Self {
            program,
            color,
            setup,
            is_upper,
            first,
            moves,
            known,
            last_id: 0,
            answered_id: 0,
        };
        for joint in &briefing.opening {
            table.follow(joint)?;
        }
        table.set_up(turn)?;
        // Programs without a clock refuse this, and play at their own pace.
        let seconds = briefing.clock.play.as_secs().max(1).to_string();
        let _ = table.ask(&Command::new("time_settings", &["0", &seconds, "1"]), turn)?;
        Ok(table)
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        if let Some(joint) = last {
            self.follow(joint)?;
        }
        if self.mover(self.moves.len()) != self.color {
            return Ok(WAIT.to_owned());
        }
        self.catch_up(turn)?;
        self.generate(turn)
    }

    fn quit(&mut self) -> Result<(), PlayerError> {
        self.program.send("quit")
    }
}

/// How a game begins.
struct Start {
    /// The commands that set it up.
    setup: Vec<Command>,
    first: Color,
    /// Whether its squares are written in capitals.
    is_upper: bool,
}

fn setup(ruleset: &Ruleset) -> Result<Start, PlayerError> {
    let clear = Command::new("clear_board", &[]);
    let neither = || Err(PlayerError::Rules("programs with GTP play Go and Othello".to_owned()));
    let Ruleset::Dedicated(game) = ruleset else { return neither() };
    if let Some(setup) = game.setup::<CountedGame>() {
        let size = setup.size;
        let (width, height) = (size.width().to_string(), size.height().to_string());
        let size = if width == height {
            Command::new("boardsize", &[&width])
        } else {
            Command::new("rectangular_boardsize", &[&width, &height])
        };
        let komi = Command::new("komi", &[&setup.rules.komi.to_string()]);
        let stones = (setup.handicap > 0)
            .then(|| Command::new("fixed_handicap", &[&setup.handicap.to_string()]));
        let first = if stones.is_some() { Color::White } else { Color::Black };
        let setup = [size, clear, komi].into_iter().chain(stones).collect();
        return Ok(Start { setup, first, is_upper: true });
    }
    if let Some(setup) = game.setup::<stonegate_othello::Position>() {
        let size = Command::new("boardsize", &[&setup.width.get().to_string()]);
        return Ok(Start { setup: vec![size, clear], first: Color::Black, is_upper: false });
    }
    neither()
}

impl Table {
    /// Takes note of the move of the last turn.
    fn follow(&mut self, joint: &[String]) -> Result<(), PlayerError> {
        let impossible = || PlayerError::Rules(format!("{joint:?} is not possible"));
        let mover = self.mover(self.moves.len());
        self.moves.push(joint.get(mover.index()).ok_or_else(impossible)?.clone());
        Ok(())
    }

    /// Who makes the move of this index.
    fn mover(&self, index: usize) -> Color {
        if index.is_multiple_of(2) { self.first } else { !self.first }
    }

    fn set_up(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        for command in self.setup.clone() {
            let refused =
                |why| PlayerError::Rules(format!("the program refuses `{command}`: {why}"));
            self.ask(&command, turn)?.map_err(refused)?;
        }
        self.known.clear();
        Ok(())
    }

    /// Tells the program the moves that it does not know of. If it was overruled, it is told the
    /// whole game again.
    fn catch_up(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        if !self.moves.starts_with(&self.known) {
            self.set_up(turn)?;
        }
        for index in self.known.len()..self.moves.len() {
            let action = self.moves[index].clone();
            let command = Command::new("play", &[self.mover(index).name(), &action]);
            let refused =
                |why| PlayerError::Rules(format!("the program refuses `{command}`: {why}"));
            let answer = self.ask(&command, turn)?;
            // Some programs make a forced pass by themselves, and do not want to be told.
            if action != Vertex::Pass.to_string() {
                answer.map_err(refused)?;
            }
            self.known.push(action);
        }
        Ok(())
    }

    fn generate(&mut self, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let command = Command::new("genmove", &[self.color.name()]);
        let garbage = |text: &str| PlayerError::Garbage(text.to_owned());
        let answer = self.ask_until(&command, turn.deadline, turn);
        // A move that came too late is on the program's board nevertheless.
        if answer.is_err() {
            self.known.push("unknown".to_owned());
        }
        let answer = answer?.map_err(|why| garbage(&why))?;
        let action = match answer.parse().map_err(|_| garbage(&answer))? {
            GenmoveAnswer::Resign => return Ok(RESIGN.to_owned()),
            GenmoveAnswer::Play(Vertex::Pass) => Vertex::Pass.to_string(),
            GenmoveAnswer::Play(vertex) if self.is_upper => vertex.to_string(),
            GenmoveAnswer::Play(vertex) => vertex.to_string().to_lowercase(),
        };
        self.known.push(action.clone());
        Ok(action)
    }

    fn ask(
        &mut self,
        command: &Command,
        turn: &Turn<'_>,
    ) -> Result<Result<String, String>, PlayerError> {
        self.ask_until(command, turn.deadline.max(Instant::now() + PATIENCE), turn)
    }

    fn ask_until(
        &mut self,
        command: &Command,
        until: Instant,
        turn: &Turn<'_>,
    ) -> Result<Result<String, String>, PlayerError> {
        self.last_id += 1;
        let command = Command { id: Some(self.last_id), ..command.clone() };
        self.program.send(&command.to_string())?;
        loop {
            let response = self.response(until, turn)?;
            // Answers come in the order of the commands, and some programs do not number them.
            self.answered_id = response.id.unwrap_or(self.answered_id + 1);
            if self.answered_id == self.last_id {
                return Ok(response.result);
            }
        }
    }

    fn response(&mut self, until: Instant, turn: &Turn<'_>) -> Result<Response, PlayerError> {
        let mut reader = ResponseReader::default();
        loop {
            let line = self.program.line(until, turn.canceled)?;
            if let Some(response) = reader.push(&line) {
                return Ok(response);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::clock::Clock;
    use crate::hosted::make;
    use crate::spec::Options;

    /// A program that always wants the same point, and refuses clocks.
    const PROGRAM: &str = "sh -c 'while read id name rest; do case $name in \
        genmove) echo \"=$id d3\";; time_settings) echo \"?$id no clock\";; *) echo \"=$id\";; \
        esac; echo; done'";

    fn briefing(game: &str) -> Briefing {
        Briefing {
            match_id: "test".to_owned(),
            role: "black".to_owned(),
            ruleset: Ruleset::Dedicated(game.parse().expect("it is a game")),
            opening: Vec::new(),
            clock: Clock::from_secs(1, 1),
        }
    }

    #[test]
    fn white_begins_after_a_handicap() {
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_secs(20);
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| {} };
        let said = tempfile::NamedTempFile::new().expect("there is room");
        let program = PROGRAM.replace(
            "do case",
            &format!("do echo \"$name $rest\" >> {}; case", said.path().display()),
        );
        let mut player = make::<Table>(&program, &Options::default()).expect("no options");
        player.start(&briefing("go9:handicap=3"), &turn).expect("the program is ready");
        assert_eq!(player.play(None, &turn).as_deref(), Ok(WAIT));
        let last = [WAIT.to_owned(), "E5".to_owned()];
        assert_eq!(player.play(Some(&last), &turn).as_deref(), Ok("D3"));
        let said = std::fs::read_to_string(said.path()).expect("the program writes");
        let expected = "boardsize 9\nclear_board \nkomi 0.5\nfixed_handicap 3\n\
                        time_settings 0 1 1\nplay white E5\ngenmove black\n";
        assert_eq!(said, expected);
    }

    #[test]
    fn programs_are_asked_in_their_turn() {
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_secs(20);
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| {} };
        let without_numbers = PROGRAM.replace("$id", "");
        for (game, program, expected) in
            [("go9", PROGRAM, "D3"), ("othello", PROGRAM, "d3"), ("go9", &without_numbers, "D3")]
        {
            let mut player =
                make::<Table>(program, &Options::default()).expect("there are no options");
            player.start(&briefing(game), &turn).expect("the program is ready");
            assert_eq!(player.play(None, &turn).as_deref(), Ok(expected));
            let last = [expected.to_owned(), WAIT.to_owned()];
            assert_eq!(player.play(Some(&last), &turn).as_deref(), Ok(WAIT));
            player.stop(None, &turn).expect("it is told to quit");
            assert_eq!(player.play(None, &turn), Err(PlayerError::Gone));
        }
        let error = make::<Table>(PROGRAM, &Options::default())
            .expect("there are no options")
            .start(&briefing("connect6"), &turn)
            .expect_err("no such game");
        assert!(matches!(error, PlayerError::Rules(_)), "{error}");
    }

    #[test]
    fn a_program_that_says_nothing_is_late() {
        let canceled = AtomicBool::new(true);
        let turn = Turn { deadline: Instant::now(), canceled: &canceled, thoughts: &|_| {} };
        let error = make::<Table>("cat", &Options::default())
            .expect("there are no options")
            .start(&briefing("go9"), &turn)
            .expect_err("cat knows no GTP");
        assert_eq!(error, PlayerError::Late);
    }
}
