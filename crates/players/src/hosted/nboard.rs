//! Players that are programs and speak the NBoard protocol.

use std::time::Instant;

use stonegate_othello::{Color, GgfGame, GgfMove, Move, Position, Width};
use stonegate_protocols::nboard::{Command, ParseError, Reply};

use super::{Dialog, Guest, HostedPlayer};
use crate::dedicated::WAIT;
use crate::dedicated::othello::Depth;
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::program::Program;
use crate::seated::Seated;
use crate::spec::{Options, SpecError};
use stonegate_minds::Thoughts;

/// The options of the player.
pub(crate) const OPTIONS: &[&str] = &["depth"];

/// The protocol has no clock: an engine is as strong as the depth that it is told. Most search
/// this deep in less than a second.
const DEPTH: u32 = 12;

/// Makes the player `nboard:COMMAND` or `nboard:depth=20 COMMAND`.
pub(crate) fn make(command: &str, options: &Options) -> Result<Box<dyn Player>, SpecError> {
    let depth = options.get::<Depth>("depth", Depth::EXPECTED)?;
    let depth = depth.map_or(DEPTH, |depth| depth.0);
    Ok(Box::new(HostedPlayer::<Game>::new(command, depth)))
}

/// A game with a program.
#[derive(Debug)]
struct Game {
    seated: Seated<Position>,
    program: Program,
    n_pings: i64,
}

impl Dialog for Game {
    /// How deep to search in the middle of the game.
    type Settings = u32;

    fn begin(
        guest: &Guest<u32>,
        briefing: &Briefing,
        turn: &Turn<'_>,
    ) -> Result<Self, PlayerError> {
        let seated = Seated::<Position>::new(briefing)?;
        if seated.position.width() != Width::EIGHT {
            return Err(PlayerError::Rules("NBoard has 8x8 boards only".to_owned()));
        }
        let program = Program::start(&guest.command)?;
        let mut game = Self { seated, program, n_pings: 0 };
        game.send(&Command::NBoard(2))?;
        game.send(&Command::SetDepth(guest.settings))?;
        game.synchronize(turn)?;
        Ok(game)
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        self.seated.follow(last)?;
        if !self.seated.has_turn() {
            return Ok(WAIT.to_owned());
        }
        if self.seated.position.must_pass() {
            return Ok(Move::Pass.to_string());
        }
        self.choose(turn)
    }

    fn quit(&mut self) -> Result<(), PlayerError> {
        self.send(&Command::Quit)
    }
}

impl Game {
    fn send(&mut self, command: &Command) -> Result<(), PlayerError> {
        self.program.send(&command.to_string())
    }

    /// The next line that means something.
    fn reply(&mut self, turn: &Turn<'_>) -> Result<Reply, PlayerError> {
        loop {
            let line = self.program.line(turn.deadline, turn.canceled)?;
            match line.parse() {
                Ok(reply) => return Ok(reply),
                // A move that cannot be read is an answer nevertheless.
                Err(error @ (ParseError::Missing(_) | ParseError::Bad { .. }))
                    if line.starts_with("===") =>
                {
                    return Err(PlayerError::Garbage(error.to_string()));
                }
                Err(_) => {}
            }
        }
    }

    /// Lets the program finish what it is doing, and skips what it still had to say about it.
    fn synchronize(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.n_pings += 1;
        self.send(&Command::Ping(self.n_pings))?;
        while self.reply(turn)? != Reply::Pong(self.n_pings) {}
        Ok(())
    }

    /// Asks for a move.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let start = Instant::now();
        self.synchronize(turn)?;
        self.send(&Command::SetGame(record(&self.seated).to_string()))?;
        self.send(&Command::Go)?;
        let mut thoughts = Thoughts::default();
        loop {
            match self.reply(turn)? {
                Reply::Go(played) => {
                    let action = played.action.parse::<Move>();
                    return action
                        .map(|action| action.to_string())
                        .map_err(|_| PlayerError::Garbage(played.to_string()));
                }
                Reply::NodeStats { n_nodes, .. } => {
                    thoughts.states = n_nodes as u64;
                    thoughts.elapsed = start.elapsed();
                    (turn.thoughts)(&thoughts);
                }
                _ => {}
            }
        }
    }
}

/// The game so far, as the protocol tells it.
fn record(seated: &Seated<Position>) -> GgfGame {
    let property = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let properties = [("PC", "Stonegate"), ("PB", "Black"), ("PW", "White"), ("RE", "?")];
    let properties = properties.map(|(name, value)| property(name, value));
    let played = |&(_, action): &(Color, Move)| GgfMove { action, evaluation: None, seconds: None };
    GgfGame {
        properties: [&properties[..], &[property("TI", "0"), property("TY", "8")]].concat(),
        start: Position::start(Width::EIGHT),
        moves: seated.moves.iter().map(played).collect(),
    }
}
