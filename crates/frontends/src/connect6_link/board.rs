//! A board: gets its color from a host and plays.

use std::io;
use std::time::{Duration, Instant};

use stonegate_connect6::{Color, Outcome};
use stonegate_players::{PlayerSpec, Wire};
use stonegate_protocols::connect6::Stone;
use stonegate_protocols::connect6::serial::{Side, StoneReader, encode_stones};

use super::bot::Bot;
use super::game::{Game, cell_of, stone_of};

/// How the wait for bytes ends.
enum Heard {
    Stone(Stone),
    /// The host begins a game.
    Color(Side),
}

/// How long to stay after the last game: a pseudo-terminal that is closed loses bytes that have not
/// been read.
const LINGER: Duration = Duration::from_secs(1);

/// How long to wait for a byte before waiting again.
const PATIENCE: Duration = Duration::from_hours(1);

/// Plays games until the wire is closed, or so many of them.
pub fn serve(
    mut wire: Wire,
    player: &PlayerSpec,
    time: Duration,
    n_games: Option<u64>,
    say: &mut dyn FnMut(&str) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut side = None;
    let mut n_played = 0;
    while n_games.is_none_or(|n_games| n_played < n_games) {
        let own = match side.take() {
            Some(side) => side,
            None => match color(&mut wire) {
                Some(side) => side,
                None => return Ok(()),
            },
        };
        say(&format!("a game as {}", if own == Side::Dark { "dark" } else { "light" }))?;
        let bot = Bot::new(player, time, wire.hangup().clone());
        match play(&mut wire, bot, own, say)? {
            End::Over => n_played += 1,
            End::NewGame(next) => side = Some(next),
            End::Closed => return Ok(()),
        }
    }
    let end = Instant::now() + LINGER;
    while let Ok(Some(_)) = wire.receive(end) {}
    Ok(())
}

/// How a game ends.
enum End {
    Over,
    /// The host has begun another one.
    NewGame(Side),
    Closed,
}

fn play(
    wire: &mut Wire,
    mut bot: Bot,
    own: Side,
    say: &mut dyn FnMut(&str) -> io::Result<()>,
) -> anyhow::Result<End> {
    let own = if own == Side::Dark { Color::Black } else { Color::White };
    let mut game = Game::new();
    let mut reader = StoneReader::default();
    while game.outcome().is_none() {
        if game.color() == own {
            let stones = bot.choose(&mut game)?;
            let stones = stones.into_iter().map(stone_of).collect::<Vec<Stone>>();
            if wire.send(&encode_stones(&stones)).is_err() {
                return Ok(End::Closed);
            }
            continue;
        }
        match hear(wire, &mut reader) {
            None => return Ok(End::Closed),
            Some(Heard::Color(side)) => return Ok(End::NewGame(side)),
            Some(Heard::Stone(stone)) => {
                let placed = cell_of(stone).is_some_and(|cell| game.place(cell).is_ok());
                if !placed {
                    let Stone { row, column } = stone;
                    say(&format!("the host broke the rules with a stone at {row:02}{column:02}"))?;
                    return Ok(End::Over);
                }
            }
        }
    }
    say(match game.outcome() {
        Some(Outcome::Win(color)) if color == own => "the game is won",
        Some(Outcome::Win(_)) => "the game is lost",
        _ => "the game is drawn",
    })?;
    Ok(End::Over)
}

/// The color that the host gives, unless it hangs up.
fn color(wire: &mut Wire) -> Option<Side> {
    loop {
        let byte = wire.receive(Instant::now() + PATIENCE).ok()?;
        if let Some(side) = byte.and_then(Side::from_byte) {
            return Some(side);
        }
    }
}

/// The next stone or color, unless the host hangs up. Other bytes are noise.
fn hear(wire: &mut Wire, reader: &mut StoneReader) -> Option<Heard> {
    loop {
        let Some(byte) = wire.receive(Instant::now() + PATIENCE).ok()? else { continue };
        if let Some(side) = Side::from_byte(byte) {
            return Some(Heard::Color(side));
        }
        if let Some(Ok(stone)) = reader.push(byte) {
            return Some(Heard::Stone(stone));
        }
    }
}
