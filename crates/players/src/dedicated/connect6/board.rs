//! The seven-step machine on a board at the end of a serial line.

use std::io::{ErrorKind, Read, Write};
use std::str::FromStr;

use stonegate_connect6::{Cell, Color, Position, Size};
use stonegate_protocols::connect6::Stone;
use stonegate_protocols::connect6::serial::{BAUD, Side, StoneReader, encode_stones};

use crate::board::{BoardAddress, BoardLine};
use crate::dedicated::WAIT;
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::seated::Seated;

/// A board in simulation may be slow: so many silences are not yet an end.
const PATIENCE: u32 = 30;

/// Where a board is that speaks at the speed of the competition.
#[derive(Clone, Debug)]
pub(super) struct ContestAddress(BoardAddress);

impl FromStr for ContestAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        BoardAddress::with_baud(text, BAUD).map(Self)
    }
}

/// Plays as the machine on a board does, which may also fail.
#[derive(Debug)]
pub(super) struct BoardPlayer {
    address: ContestAddress,
    game: Option<Game>,
}

/// A game, and what the machine knows of it.
#[derive(Debug)]
struct Game {
    seated: Seated<Position>,
    line: BoardLine,
    reader: StoneReader,
    /// How many moves of the game the machine knows, its own included.
    n_known: usize,
    /// The stones that the machine has told and that have not been placed, the last one first.
    told: Vec<Cell>,
}

impl BoardPlayer {
    pub(super) const fn new(address: ContestAddress) -> Self {
        Self { address, game: None }
    }
}

impl Player for BoardPlayer {
    fn start(&mut self, briefing: &Briefing, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        let seated = Seated::<Position>::new(briefing)?;
        if seated.position.board().size() != Size::STANDARD {
            return Err(PlayerError::Rules("the machine plays on 19x19".to_owned()));
        }
        if seated.moves.iter().any(|&(color, _)| color == seated.color) {
            let problem = "the machine makes all moves of its color: begin at the start";
            return Err(PlayerError::Rules(problem.to_owned()));
        }
        let ContestAddress(address) = &self.address;
        let problem = |error| PlayerError::Connection(format!("the board at {address}: {error}"));
        let line = address.line().map_err(problem)?;
        let mut game =
            Game { seated, line, reader: StoneReader::default(), n_known: 0, told: Vec::new() };
        let side = if game.seated.color == Color::Black { Side::Dark } else { Side::Light };
        game.send(&[side.to_byte()])?;
        self.game = Some(game);
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, _turn: &Turn<'_>) -> Result<String, PlayerError> {
        let game = self.game.as_mut().ok_or(PlayerError::Gone)?;
        game.seated.follow(last)?;
        if !game.seated.has_turn() {
            return Ok(WAIT.to_owned());
        }
        if game.told.is_empty() {
            game.tell()?;
            game.hear()?;
        }
        let cell = game.told.pop().ok_or(PlayerError::Gone)?;
        Ok(cell.to_string())
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.game = None;
        Ok(())
    }
}

impl Game {
    fn send(&mut self, bytes: &[u8]) -> Result<(), PlayerError> {
        let sent = self.line.write_all(bytes).and_then(|()| self.line.flush());
        sent.map_err(|error| PlayerError::Connection(error.to_string()))
    }

    /// Tells the opponent's stones that the machine does not know.
    fn tell(&mut self) -> Result<(), PlayerError> {
        let Seated { moves, color, .. } = &self.seated;
        let missing = moves[self.n_known..].iter().filter(|(mover, _)| mover != color);
        let stones = missing.map(|&(_, cell)| stone_of(cell)).collect::<Vec<_>>();
        self.n_known = moves.len();
        self.send(&encode_stones(&stones))
    }

    /// Hears the stones of a turn: both, unless the first one ends the game.
    fn hear(&mut self) -> Result<(), PlayerError> {
        let mut position = self.seated.position;
        for _ in 0..position.stones_left() {
            let stone = self.stone()?;
            let garbage = || PlayerError::Garbage(format!("a stone at {stone:?}"));
            let place = |number: u8| usize::from(number).checked_sub(1);
            let cell = place(stone.row).zip(place(stone.column));
            let cell = cell.and_then(|(row, column)| Cell::at(row, column)).ok_or_else(garbage)?;
            position = position.place(cell).map_err(|_| garbage())?;
            self.told.insert(0, cell);
            if position.outcome().is_some() {
                break;
            }
        }
        Ok(())
    }

    fn stone(&mut self) -> Result<Stone, PlayerError> {
        let (mut byte, mut n_silences) = ([0], 0);
        loop {
            match self.line.read(&mut byte) {
                Ok(_) => match self.reader.push(byte[0]) {
                    Some(Ok(stone)) => return Ok(stone),
                    Some(Err(error)) => return Err(PlayerError::Garbage(error.to_string())),
                    None => {}
                },
                Err(error) if error.kind() == ErrorKind::TimedOut && n_silences < PATIENCE => {
                    n_silences += 1;
                }
                Err(error) => return Err(PlayerError::Connection(error.to_string())),
            }
        }
    }
}

fn stone_of(cell: Cell) -> Stone {
    Stone { row: cell.row() as u8 + 1, column: cell.column() as u8 + 1 }
}
