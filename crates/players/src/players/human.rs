//! A person who is asked line by line.

use std::fmt;
use std::io::{self, BufRead, Write};

use stonegate_protocols::lines::LineReader;

use super::follower::Follower;
use super::guesser::Guesser;
use crate::player::{Briefing, Player, PlayerError, Sight, Turn};
use crate::prepare::PrepareSettings;

/// Shows the state and the legal moves, and reads a move: its number or its text.
pub struct HumanPlayer {
    input: LineReader<Box<dyn BufRead + Send>>,
    output: Box<dyn Write + Send>,
    role: String,
    /// How games with hidden information get ready.
    prepare: PrepareSettings,
    follower: Option<Follower>,
    /// In a game with hidden information.
    guesser: Option<Guesser>,
}

impl HumanPlayer {
    pub fn new(
        input: Box<dyn BufRead + Send>,
        output: Box<dyn Write + Send>,
        prepare: PrepareSettings,
    ) -> Self {
        let (input, role) = (LineReader::new(input), String::new());
        Self { input, output, role, prepare, follower: None, guesser: None }
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
        self.choose(&legal)
    }

    /// Lets the person see what it perceives, and nothing else.
    fn ask_by_percepts(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> io::Result<Answered> {
        let Some(guesser) = &mut self.guesser else { return Ok(Err(PlayerError::Gone)) };
        if let Err(error) = guesser.follow(last, turn) {
            return Ok(Err(error));
        }
        let legal = guesser.legal();
        if let Some(sight) = last {
            self.tell(sight)?;
        }
        if let [only] = &legal[..] {
            return Ok(Ok(only.clone()));
        }
        self.choose(&legal)
    }

    fn tell(&mut self, sight: &Sight) -> io::Result<()> {
        if let Some(action) = &sight.action {
            writeln!(self.output, "your move: {action}")?;
        }
        writeln!(self.output, "you see: {}", sight.percepts.join(", "))
    }

    fn choose(&mut self, legal: &[String]) -> io::Result<Answered> {
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
                None => match &mut self.follower {
                    Some(follower) => follower.recognize(&line).ok().flatten(),
                    None => stonegate_compile::recognize(legal, &line),
                },
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
        if briefing.ruleset.has_percepts() {
            self.guesser = Some(Guesser::for_moves(briefing, &self.prepare, turn)?);
        } else {
            self.follower = Some(Follower::new(briefing, turn)?);
        }
        Ok(())
    }

    fn play_blind(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let answered = self.ask_by_percepts(last, turn).unwrap_or(Err(PlayerError::Gone));
        if let (Some(guesser), Ok(action)) = (&mut self.guesser, &answered) {
            guesser.answer(action);
        }
        answered
    }

    fn stop_blind(&mut self, last: Option<&Sight>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.guesser = None;
        let told = last.map_or(Ok(()), |sight| self.tell(sight));
        let told = told.and_then(|()| writeln!(self.output, "the game is over"));
        told.map_err(|_| PlayerError::Gone)
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
