//! Those whom the referee hosts: boards at the end of wires, and players of ours.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use stonegate_players::{Hangup, PlayerSpec, Wire, WireAddress};
use stonegate_protocols::connect6::Stone;
use stonegate_protocols::connect6::serial::{Side, StoneReader, encode_stones};

use super::bot::{Bot, NoTurn};
use super::game::{Game, cell_of, stone_of};

/// One side of a game.
#[derive(Debug)]
pub enum Party {
    Board { wire: Wire, time: Duration },
    Player(Bot),
}

/// How a side breaks the rules of the competition.
#[derive(Debug)]
pub enum Fault {
    /// There were so many of the stones that were due in time, and perhaps a part of one more.
    Late {
        n_stones: usize,
        is_amid: bool,
    },
    NotOnBoard(Stone),
    Occupied(Stone),
    /// A byte that is no digit.
    Garbage(u8),
    Disconnected,
    Player(NoTurn),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late { n_stones: 0, is_amid: false } => f.write_str("no stone in time"),
            Self::Late { .. } => f.write_str("only a part of the turn in time"),
            Self::NotOnBoard(Stone { row, column }) => {
                write!(f, "{row:02}{column:02} is not on the board")
            }
            Self::Occupied(Stone { row, column }) => write!(f, "{row:02}{column:02} has a stone"),
            Self::Garbage(byte) => write!(f, "`{}` is no digit", byte.escape_ascii()),
            Self::Disconnected => f.write_str("the connection is gone"),
            Self::Player(error) => error.fmt(f),
        }
    }
}

impl Party {
    /// Reads `tcp:HOST:PORT`, `listen:HOST:PORT`, `pty`, the path of a serial port or the name of
    /// a player, and connects. Each turn has to be made in the given time.
    pub fn open(text: &str, baud: u32, time: Duration) -> anyhow::Result<Self> {
        let address = if let Some(address) = text.strip_prefix("tcp:") {
            WireAddress::Tcp(address.to_owned())
        } else if let Some(address) = text.strip_prefix("listen:") {
            WireAddress::Listen(address.to_owned())
        } else if text == "pty" {
            WireAddress::Pty
        } else if text.contains(['/', '\\']) && !text.starts_with("c6:") {
            WireAddress::Port { path: PathBuf::from(text), baud }
        } else {
            let spec = text.parse::<PlayerSpec>().context("it is neither a wire nor a player")?;
            return Ok(Self::Player(Bot::new(&spec, time, Hangup::default())));
        };
        Ok(Self::Board { wire: address.open()?, time })
    }

    /// What it is called.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Board { wire, .. } => wire.name.clone(),
            Self::Player(bot) => bot.name(),
        }
    }

    /// Tells a board its color.
    pub(super) fn begin(&mut self, side: Side) -> Result<(), Fault> {
        match self {
            Self::Board { wire, .. } => {
                wire.send(&[side.to_byte()]).map_err(|_| Fault::Disconnected)
            }
            Self::Player(_) => Ok(()),
        }
    }

    /// Tells a board the turn of the other side.
    pub(super) fn tell(&mut self, stones: &[Stone]) -> Result<(), Fault> {
        match self {
            Self::Board { wire, .. } => {
                wire.send(&encode_stones(stones)).map_err(|_| Fault::Disconnected)
            }
            Self::Player(_) => Ok(()),
        }
    }

    /// Places the stones of a turn as they come. A turn ends early with a stone that wins.
    pub(super) fn turn(&mut self, game: &mut Game) -> Result<Vec<Stone>, Fault> {
        match self {
            Self::Board { wire, time } => receive(wire, game, Instant::now() + *time),
            Self::Player(bot) => {
                let stones = bot.choose(game).map_err(Fault::Player)?;
                Ok(stones.into_iter().map(stone_of).collect())
            }
        }
    }
}

fn receive(wire: &mut Wire, game: &mut Game, deadline: Instant) -> Result<Vec<Stone>, Fault> {
    let mut reader = StoneReader::default();
    let mut stones = Vec::new();
    for _ in 0..game.stones_left() {
        let stone = loop {
            let byte = wire.receive(deadline).map_err(|_| Fault::Disconnected)?;
            let late = Fault::Late { n_stones: stones.len(), is_amid: reader.is_amid() };
            match reader.push(byte.ok_or(late)?) {
                Some(Ok(stone)) => break stone,
                Some(Err(garbage)) => return Err(Fault::Garbage(garbage.0)),
                None => {}
            }
        };
        let cell = cell_of(stone).ok_or(Fault::NotOnBoard(stone))?;
        game.place(cell).map_err(|error| match error {
            stonegate_connect6::PlaceError::Occupied => Fault::Occupied(stone),
            _ => Fault::NotOnBoard(stone),
        })?;
        stones.push(stone);
        if game.outcome().is_some() {
            break;
        }
    }
    Ok(stones)
}
