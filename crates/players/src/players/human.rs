//! A person who is asked line by line.

use std::fmt;
use std::io::{self, BufRead, Write};

use stonegate_protocols::lines::LineReader;

use super::follower::Follower;
use crate::player::{Briefing, Player, PlayerError, Turn};

/// Shows the state and the legal moves, and reads a move: its number or its text.
pub struct HumanPlayer {
    input: LineReader<Box<dyn BufRead + Send>>,
    output: Box<dyn Write + Send>,
    role: String,
    follower: Option<Follower>,
}

impl HumanPlayer {
    pub fn new(input: Box<dyn BufRead + Send>, output: Box<dyn Write + Send>) -> Self {
        Self { input: LineReader::new(input), output, role: String::new(), follower: None }
    }

    fn ask(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> io::Result<Answered> {
        let Some(follower) = &mut self.follower else { return Ok(Err(PlayerError::Gone)) };
        let legal = match follower.follow(last, turn).and_then(|()| follower.legal()) {
            Ok(legal) => legal,
            Err(error) => return Ok(Err(error)),
        };
        if let Some(joint) = last {
            writeln!(self.output, "moves: {}", joint.join(", "))?;
        }
        // Nobody wants to be asked what there is no choice about.
        if let [only] = &legal[..] {
            return Ok(Ok(only.clone()));
        }
        for fact in follower.facts().unwrap_or_default() {
            writeln!(self.output, "  {fact}")?;
        }
        for (index, action) in legal.iter().enumerate() {
            writeln!(self.output, "{:>4} {action}", index + 1)?;
        }
        loop {
            write!(self.output, "{}, a number or a move: ", self.role)?;
            self.output.flush()?;
            let Some(line) = self.input.read()? else { return Ok(Err(PlayerError::Gone)) };
            // What is too long is no move either.
            let line = line.unwrap_or_default();
            let number = line.trim().parse::<usize>().ok();
            let numbered = number.and_then(|number| legal.get(number.checked_sub(1)?));
            let action = match numbered {
                Some(action) => Some(action.clone()),
                None => follower.recognize(&line).ok().flatten(),
            };
            match action {
                Some(action) => return Ok(Ok(action)),
                None => writeln!(self.output, "this is not a legal move")?,
            }
        }
    }
}

type Answered = Result<String, PlayerError>;

impl Player for HumanPlayer {
    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.role.clone_from(&briefing.role);
        self.follower = Some(Follower::new(briefing, turn)?);
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        // A terminal that cannot be read or written has nobody in front of it.
        self.ask(last, turn).unwrap_or(Err(PlayerError::Gone))
    }

    fn stop(&mut self, last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.follower = None;
        let moves = last.map(|joint| joint.join(", ")).unwrap_or_default();
        writeln!(self.output, "moves: {moves}\nthe game is over").map_err(|_| PlayerError::Gone)
    }

    fn abort(&mut self, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.follower = None;
        writeln!(self.output, "the match was aborted").map_err(|_| PlayerError::Gone)
    }
}

impl fmt::Debug for HumanPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HumanPlayer").field("role", &self.role).finish_non_exhaustive()
    }
}
