//! An engine for desktop boards, in their text dialect.

use std::io::{BufRead, Write};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use stonegate_connect6::{Color, Size};
use stonegate_players::{Hangup, PlayerSpec};
use stonegate_protocols::connect6::text::{Command, DecodeError, Reply};
use stonegate_protocols::{connect6::Stone, lines::LineReader};

use super::bot::Bot;
use super::game::{Game, cell_of, stone_of};

const SIZE: u8 = Size::STANDARD.get() as u8;

/// Answers commands until there are none. A thread of its own reads, so that a thinking player is
/// stopped when the board is gone.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    player: &PlayerSpec,
    time: Duration,
) -> anyhow::Result<()> {
    let mut game = Game::new();
    let hangup = Hangup::default();
    let mut bot = Bot::new(player, time, hangup.clone());
    let (sender, commands) = channel();
    thread::spawn(move || read(input, &sender, &hangup));
    for command in commands {
        let answer = match command {
            Ok(Command::Quit) => break,
            Ok(command) => obey(&mut game, &command, &mut bot),
            Err(problem) => Err(problem),
        };
        match answer {
            Ok(None) => {}
            Ok(Some(reply)) => writeln!(output, "{}", reply.encode(SIZE))?,
            Err(problem) => writeln!(output, "error {problem}")?,
        }
        output.flush()?;
    }
    Ok(())
}

/// Passes commands on until the board says `quit` or is gone.
fn read(input: impl BufRead, commands: &Sender<Result<Command, String>>, hangup: &Hangup) {
    for line in LineReader::new(input).map_while(Result::ok) {
        let line = line.map_err(|too_long| too_long.to_string());
        let command = match line.map(|line| Command::decode(&line, SIZE)) {
            Ok(Ok(command)) => Ok(command),
            Ok(Err(DecodeError::Unknown(word))) if word.is_empty() => continue,
            Ok(Err(error)) => Err(error.to_string()),
            Err(problem) => Err(problem),
        };
        let is_quit = command == Ok(Command::Quit);
        if commands.send(command).is_err() || is_quit {
            return;
        }
    }
    hangup.set();
}

fn obey(game: &mut Game, command: &Command, bot: &mut Bot) -> Result<Option<Reply>, String> {
    match command {
        Command::Name => return Ok(Some(Reply::Name("Stonegate".to_owned()))),
        Command::NewBlack | Command::NewWhite => {
            *game = Game::new();
            bot.leave();
        }
        Command::Black(stones) => place(game, Color::Black, stones)?,
        Command::White(stones) => place(game, Color::White, stones)?,
        Command::Move(stones) => place(game, game.color(), stones)?,
        Command::Next | Command::Quit => {}
    }
    match command {
        Command::NewBlack | Command::Move(_) | Command::Next if game.outcome().is_none() => {
            let stones = bot.choose(game).map_err(|error| error.to_string())?;
            Ok(Some(Reply::Move(stones.into_iter().map(stone_of).collect())))
        }
        _ => Ok(None),
    }
}

/// Places all stones, or none.
fn place(game: &mut Game, color: Color, stones: &[Stone]) -> Result<(), String> {
    let mut next = game.clone();
    for &stone in stones {
        if next.color() != color {
            return Err(format!("{color} has not the turn"));
        }
        let cell = cell_of(stone).ok_or("the cell is not on the board")?;
        next.place(cell).map_err(|error| error.to_string())?;
    }
    *game = next;
    Ok(())
}
