//! The classic solver on a board at the end of a serial line.

use std::sync::atomic::Ordering;

use stonegate_othello::{Move, Position, Square, Width};
use stonegate_rtl::{OthelloError, OthelloHost};

use crate::Thoughts;
use crate::board::{BoardAddress, BoardLine};
use crate::dedicated::WAIT;
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::seated::Seated;

/// A board in simulation may be slow: so many silences of a second are not yet an end.
const PATIENCE: u32 = 120;

/// Plays as the solver on a board does, which may also fail.
#[derive(Debug)]
pub(super) struct BoardPlayer {
    address: BoardAddress,
    /// 0 lets the machine pick one.
    depth: u8,
    game: Option<(Seated<Position>, OthelloHost<BoardLine>)>,
}

impl BoardPlayer {
    pub(super) const fn new(address: BoardAddress, depth: u8) -> Self {
        Self { address, depth, game: None }
    }
}

impl Player for BoardPlayer {
    fn start(&mut self, briefing: &Briefing, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        let seated = Seated::<Position>::new(briefing)?;
        if seated.position.width() != Width::EIGHT {
            return Err(PlayerError::Rules("the machine plays on 8x8".to_owned()));
        }
        let address = &self.address;
        let problem = |error| PlayerError::Connection(format!("the board at {address}: {error}"));
        let line = address.line().map_err(problem)?;
        self.game = Some((seated, OthelloHost::new(line, PATIENCE)));
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let (seated, host) = self.game.as_mut().ok_or(PlayerError::Gone)?;
        seated.follow(last)?;
        if !seated.has_turn() {
            return Ok(WAIT.to_owned());
        }
        if seated.position.must_pass() {
            return Ok(Move::Pass.to_string());
        }
        let board = seated.position.board();
        let stop = || turn.canceled.load(Ordering::Relaxed);
        let answer = host.search(board.mover(), board.opponent(), self.depth, &stop);
        let answer = answer.map_err(|error| match error {
            OthelloError::Refused => PlayerError::Rules(error.to_string()),
            error => PlayerError::Connection(error.to_string()),
        })?;
        let reason = format!("worth {} ({} clocks)", answer.value, 2 * u64::from(answer.n_visits));
        (turn.thoughts)(&Thoughts { reason, ..Thoughts::default() });
        let square = answer.square.and_then(|square| Square::new(square.into()));
        let garbage = || PlayerError::Garbage("no move, where there are some".to_owned());
        Ok(Move::Place(square.ok_or_else(garbage)?).to_string())
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.game = None;
        Ok(())
    }
}
