//! The game between the person at the camera and the machine: what the FPGA design calls its state
//! manager.

use stonegate_othello::{Color, Engine, Limits, Move, Position, Square, Weights, Width, squares};
use stonegate_vision::{Cell, Outcome, Phase, Situation};

/// A game of a person, who has Black, against the machine.
#[derive(Debug)]
pub struct Game {
    position: Position,
    engine: Engine,
    limits: Limits,
    last: Option<Square>,
    flipped: u64,
    moves: Vec<Move>,
    /// When the machine's answer is shown, if it has to answer.
    answers_at: Option<f64>,
}

/// Who plays the person's color.
const PERSON: Color = Color::Black;

/// The machine is faster than an eye can follow: it waits for so many seconds.
const PAUSE: f64 = 0.5;

const TABLE_BYTES: usize = 16 << 20;

impl Game {
    pub fn new(depth: u32) -> Self {
        Self {
            position: Position::start(Width::EIGHT),
            engine: Engine::new(Weights::trained(), TABLE_BYTES),
            limits: Limits { depth, exact_from: depth, ..Limits::default() },
            last: None,
            flipped: 0,
            moves: Vec::new(),
            answers_at: None,
        }
    }

    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// All moves so far, passes included.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What the person sees.
    pub fn situation(&self) -> Situation {
        let phase = if self.position.is_over() {
            Phase::Over(match self.position.score() {
                0 => Outcome::Drawn,
                score if (score > 0) == (PERSON == Color::Black) => Outcome::Won,
                _ => Outcome::Lost,
            })
        } else if self.position.color() == PERSON {
            Phase::Choosing
        } else {
            Phase::Thinking
        };
        let is_choosing = phase == Phase::Choosing;
        Situation {
            size: self.position.width().get(),
            black: self.position.discs(Color::Black),
            white: self.position.discs(Color::White),
            legal: if is_choosing { self.position.legal_moves() } else { 0 },
            last: self.last.map(cell_of),
            flipped: self.flipped,
            phase,
        }
    }

    /// Makes the person's move at a time of the video, in seconds. An illegal one changes nothing.
    pub fn play(&mut self, cell: Cell, time: f64) -> bool {
        let square = Square::at(usize::from(cell.column), usize::from(cell.row));
        let is_made = self.position.color() == PERSON
            && square.is_some_and(|square| self.make(Move::Place(square)));
        if is_made {
            self.answers_at = Some(time + PAUSE);
        }
        is_made
    }

    /// Lets the machine answer, when it is time to. Whoever cannot move passes.
    pub fn advance(&mut self, time: f64) {
        if self.answers_at.is_none_or(|at| time < at) {
            return;
        }
        self.answers_at = None;
        if self.position.must_pass() {
            self.make(Move::Pass);
        } else if self.position.color() != PERSON && !self.position.is_over() {
            let report = self.engine.think(self.position.board(), &self.limits, &|| false);
            // An engine without an answer still has to make a move.
            let answer = report.best.or_else(|| squares(self.position.legal_moves()).next());
            if let Some(square) = answer {
                self.make(Move::Place(square));
            }
        }
        if self.position.color() != PERSON || self.position.must_pass() {
            self.answers_at = Some(time + PAUSE);
        }
    }

    fn make(&mut self, action: Move) -> bool {
        let Ok(next) = self.position.play(action) else { return false };
        if let Move::Place(square) = action {
            self.flipped = self.position.board().flips(square);
            self.last = Some(square);
        }
        self.position = next;
        self.moves.push(action);
        true
    }
}

fn cell_of(square: Square) -> Cell {
    Cell { column: square.column() as u8, row: square.row() as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_answers_after_a_pause() {
        let mut game = Game::new(2);
        assert_eq!(game.situation().phase, Phase::Choosing);
        assert!(!game.play("a1".parse().unwrap(), 0.0));
        assert!(game.play("d3".parse().unwrap(), 0.0));
        assert_eq!(game.situation().phase, Phase::Thinking);
        assert!(!game.play("c3".parse().unwrap(), 0.1));
        game.advance(0.2);
        assert_eq!(game.moves().len(), 1);
        game.advance(0.6);
        assert_eq!(game.moves().len(), 2);
        let situation = game.situation();
        assert_eq!(situation.phase, Phase::Choosing);
        assert_ne!(situation.flipped, 0);
    }

    #[test]
    fn a_game_goes_on_to_its_end() {
        let mut game = Game::new(1);
        let mut time = 0.0;
        while !matches!(game.situation().phase, Phase::Over(_)) {
            time += 1.0;
            if let Some(cell) = stonegate_vision::cells(game.situation().legal).next() {
                assert!(game.play(cell, time));
            }
            game.advance(time + 0.9);
            assert!(time < 200.0, "passes are made");
        }
    }
}
