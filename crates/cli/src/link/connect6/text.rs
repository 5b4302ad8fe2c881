//! An engine for desktop boards, in their text dialect.

use std::io::{BufRead, Write};
use std::time::Duration;

use stonegate_arena::PlayerSpec;
use stonegate_connect6::{Color, Size};
use stonegate_protocols::connect6::Stone;
use stonegate_protocols::connect6::text::{Command, DecodeError, Reply};

use super::bot::Bot;
use super::game::{Game, cell_of, stone_of};

const SIZE: u8 = Size::STANDARD.get() as u8;

/// Answers commands until there are none.
pub(super) fn serve(
    input: impl BufRead,
    mut output: impl Write,
    player: &PlayerSpec,
    time: Duration,
) -> anyhow::Result<()> {
    let mut game = Game::new();
    let mut bot = Bot::new(player, time);
    for line in input.lines() {
        let answer = match Command::decode(&line?, SIZE) {
            Ok(Command::Quit) => break,
            Ok(command) => obey(&mut game, &command, &mut bot),
            Err(DecodeError::Unknown(word)) if word.is_empty() => continue,
            Err(error) => Err(error.to_string()),
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
