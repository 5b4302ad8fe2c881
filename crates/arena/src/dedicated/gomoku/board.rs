//! The pattern machine on a board at the end of a serial line.

use stonegate_gomoku::patterns::{Pattern, PatternFile, to_image_in};
use stonegate_gomoku::{Color, Point, Position, Size};
use stonegate_protocols::go_link::Side;
use stonegate_protocols::gomoku_link::{Answer, Status, Task};
use stonegate_rtl::GomokuHost;

use crate::board::{BoardAddress, BoardLine};
use crate::player::PlayerError;

/// A board in simulation may be slow.
const PATIENCE: u32 = 10;

/// A machine, and what is on its board.
#[derive(Debug)]
pub(super) struct PatternBoard {
    host: GomokuHost<BoardLine>,
    /// The color that it plays and the stones that it knows, if a game has begun.
    game: Option<(Color, Vec<(Point, Color)>)>,
}

impl PatternBoard {
    pub(super) fn open(address: &BoardAddress) -> Result<Self, PlayerError> {
        let problem = |error: &dyn std::fmt::Display| {
            PlayerError::Connection(format!("the board at {address}: {error}"))
        };
        let line = address.line().map_err(|error| problem(&error))?;
        let host = GomokuHost::connect(line, PATIENCE).map_err(|error| problem(&error))?;
        Ok(Self { host, game: None })
    }

    /// Puts patterns into the memory of the machine, as far as they are not there.
    pub(super) fn load(&mut self, file: &PatternFile) -> Result<(), PlayerError> {
        let patterns: Vec<Pattern> = file.expand().into_iter().map(|(_, it)| it).collect();
        let memory = usize::from(self.host.hello().kilobytes) << 10;
        let image = to_image_in(&patterns, memory);
        let image = image.map_err(|error| PlayerError::Rules(error.to_string()))?;
        self.host.load(&image).map_err(|error| PlayerError::Connection(error.to_string()))
    }

    /// The machine's move, and the number of the pattern that fired; none if no pattern does.
    pub(super) fn choose(
        &mut self,
        position: &Position,
    ) -> Result<Option<(Point, Answer)>, PlayerError> {
        if position.size() != Size::SIXTEEN {
            return Err(PlayerError::Rules("the machine plays on 16x16".to_owned()));
        }
        let mut answer = self.ask(position)?;
        if !matches!(answer.status, Status::Moved | Status::NoMove) {
            // Somebody else has used the board: it is told everything again.
            self.game = None;
            answer = self.ask(position)?;
        }
        match answer.status {
            Status::Moved => Ok(point(answer.square).map(|point| (point, answer))),
            Status::NoMove => Ok(None),
            status => Err(PlayerError::Garbage(format!("{status:?}, not a move"))),
        }
    }

    /// Tells the stones that the machine does not know, and asks for its move.
    fn ask(&mut self, position: &Position) -> Result<Answer, PlayerError> {
        let failed = |error: stonegate_rtl::GomokuError| PlayerError::Connection(error.to_string());
        let (color, moves) = (position.turn(), position.moves());
        let is_known = |(side, known): &(Color, Vec<_>)| *side == color && moves.starts_with(known);
        let mut known = if let Some((_, known)) = self.game.take().filter(is_known) {
            known
        } else {
            let side = if color == Color::Black { Side::Black } else { Side::White };
            self.host.new_game(side).map_err(failed)?;
            Vec::new()
        };
        let missing = &moves[known.len()..];
        let (last, before) = match missing.split_last() {
            Some((&(point, stone), before)) if stone != color => (Some(point), before),
            _ => (None, missing),
        };
        for &(point, stone) in before {
            let task = if stone == color { Task::Own } else { Task::Other };
            let answer = self.host.play(task, known.len() as u16, square(point)).map_err(failed)?;
            if answer.status != Status::Stored {
                return Ok(answer);
            }
            known.push((point, stone));
        }
        let task = if last.is_some() { Task::Reply } else { Task::Think };
        let number = known.len() as u16;
        let answer = self.host.play(task, number, last.map_or(0, square)).map_err(failed)?;
        known.extend(last.map(|point| (point, !color)));
        if answer.status == Status::Moved {
            known.extend(point(answer.square).map(|point| (point, color)));
        }
        self.game = Some((color, known));
        Ok(answer)
    }
}

/// Column in the high nibble, row in the low one.
fn square(point: Point) -> u8 {
    (point.x() << 4 | point.y()) as u8
}

fn point(square: u8) -> Option<Point> {
    Point::new(usize::from(square >> 4), usize::from(square & 15))
}
