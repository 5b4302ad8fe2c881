//! The pattern machine on a board at the end of a serial line.

use std::path::PathBuf;

use stonegate_gomoku::patterns::{Pattern, PatternFile, to_image_in};
use stonegate_gomoku::{Color, Point, Position, Size};
use stonegate_protocols::go_link::Side;
use stonegate_protocols::gomoku_link::{Answer, Status, Task};
use stonegate_rtl::GomokuHost;

use super::EditedPatterns;
use crate::board::{BoardAddress, BoardLine};
use crate::dedicated::WAIT;
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::seated::Seated;
use stonegate_minds::{Opinion, Thoughts};

/// A board in simulation may be slow.
const PATIENCE: u32 = 10;

/// Plays as the machine on a board does, which may also fail.
#[derive(Debug)]
pub(super) struct BoardPlayer {
    address: BoardAddress,
    /// The file of its patterns, if it is not the one that comes with the program for its memory.
    path: Option<PathBuf>,
    game: Option<(Seated<Position>, EditedPatterns, PatternBoard)>,
}

impl BoardPlayer {
    pub(super) fn new(address: BoardAddress, path: Option<PathBuf>) -> Self {
        Self { address, path, game: None }
    }
}

impl Player for BoardPlayer {
    fn start(&mut self, briefing: &Briefing, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        let seated = Seated::new(briefing)?;
        let mut board = PatternBoard::open(&self.address)?;
        let patterns = EditedPatterns::new(self.path.as_deref(), board.memory())?;
        board.load(&patterns.patterns)?;
        self.game = Some((seated, patterns, board));
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let (seated, patterns, board) = self.game.as_mut().ok_or(PlayerError::Gone)?;
        seated.follow(last)?;
        if !seated.has_turn() {
            return Ok(WAIT.to_owned());
        }
        if patterns.reread() {
            board.load(&patterns.patterns)?;
        }
        let chosen = board.choose(&seated.position)?;
        if let Some((point, answer)) = &chosen {
            (turn.thoughts)(&thoughts(&patterns.patterns, *point, answer));
        }
        // A pattern knows nothing of rules, and on a board that fills up none may match.
        let legal =
            chosen.map(|(point, _)| point).filter(|&point| seated.position.check(point).is_ok());
        let point = legal.or_else(|| seated.position.legal_moves().next());
        let point = point.ok_or_else(|| PlayerError::Rules("there is no move".to_owned()))?;
        Ok(point.to_string())
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.game = None;
        Ok(())
    }
}

/// Which pattern fired on a machine, and how long that took.
fn thoughts(file: &PatternFile, point: Point, answer: &Answer) -> Thoughts {
    let fired = file.expand().get(usize::from(answer.pattern)).map(|&(entry, _)| entry);
    let reason = fired.map(|entry| file.reason(entry)).unwrap_or_default();
    let opinion = Opinion { action: point.to_string(), value: 50.0, visits: 1, is_proven: false };
    Thoughts {
        opinions: vec![opinion],
        reason: format!("{reason} ({} clocks)", answer.clocks),
        ..Thoughts::default()
    }
}

/// A machine, and what is on its board.
#[derive(Debug)]
struct PatternBoard {
    host: GomokuHost<BoardLine>,
    /// The color that it plays and the stones that it knows, if a game has begun.
    game: Option<(Color, Vec<(Point, Color)>)>,
}

impl PatternBoard {
    fn open(address: &BoardAddress) -> Result<Self, PlayerError> {
        let problem = |error: &dyn std::fmt::Display| {
            PlayerError::Connection(format!("the board at {address}: {error}"))
        };
        let line = address.line().map_err(|error| problem(&error))?;
        let host = GomokuHost::connect(line, PATIENCE).map_err(|error| problem(&error))?;
        Ok(Self { host, game: None })
    }

    /// The bytes of its memory.
    fn memory(&self) -> usize {
        usize::from(self.host.hello().kilobytes) << 10
    }

    /// Puts patterns into the memory of the machine, as far as they are not there.
    fn load(&mut self, file: &PatternFile) -> Result<(), PlayerError> {
        let patterns: Vec<Pattern> = file.expand().into_iter().map(|(_, it)| it).collect();
        let image = to_image_in(&patterns, self.memory());
        let image = image.map_err(|error| PlayerError::Rules(error.to_string()))?;
        self.host.load(&image).map_err(|error| PlayerError::Connection(error.to_string()))
    }

    /// The machine's move, and the number of the pattern that fired; none if no pattern does.
    fn choose(&mut self, position: &Position) -> Result<Option<(Point, Answer)>, PlayerError> {
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
