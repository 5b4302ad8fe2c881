//! The game state machine: one of two machines on a wire.
//!
//! Each machine sits at one end and has one color. It takes moves from its person and from the
//! wire, has them judged by the board updater, and says what to send and what to show.

use std::fmt;

use crate::board_updater::Refusal;
use crate::game::Game;
use crate::point::Move;
use stonegate_stones::Color;

/// Where a move comes from.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Source {
    /// The person at this machine.
    Person,
    /// The machine at the other end.
    Wire,
}

/// The state of a machine between two moves.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum State {
    Waiting,
    /// Waiting behind a pass: a second one ends the game.
    PassedWaiting,
    GameOver,
}

/// Why a machine does not take a move.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum NotTaken {
    /// It is the other's turn.
    #[error("it is the other player's turn")]
    OutOfTurn,
    /// The board updater does not accept it.
    #[error("{0}")]
    Refused(Refusal),
}

/// What the seven-segment display shows.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Readout {
    /// A pass is selected.
    PassQ,
    /// A pass is selected, and it would end the game.
    EndQ,
    /// This machine has passed.
    Passed,
    Victory,
    Loser,
    Tied,
    /// The points of this machine and of the other.
    Scores(i32, i32),
}

impl fmt::Display for Readout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PassQ => f.write_str("PASSQ"),
            Self::EndQ => f.write_str("ENDQ"),
            Self::Passed => f.write_str("PASSED"),
            Self::Victory => f.write_str("VICTORY"),
            Self::Loser => f.write_str("LOSER"),
            Self::Tied => f.write_str("TIED"),
            Self::Scores(own, other) => write!(f, "{own:02}    {other:02}"),
        }
    }
}

/// A machine with its color.
#[derive(Clone, Debug)]
pub struct GameMachine {
    game: Game,
    color: Color,
}

impl GameMachine {
    pub const fn new(game: Game, color: Color) -> Self {
        Self { game, color }
    }

    pub const fn game(&self) -> &Game {
        &self.game
    }

    pub const fn color(&self) -> Color {
        self.color
    }

    pub fn is_my_turn(&self) -> bool {
        self.game.to_move() == self.color && !self.game.is_over()
    }

    pub fn state(&self) -> State {
        match self.game.n_passes() {
            0 => State::Waiting,
            1 => State::PassedWaiting,
            _ => State::GameOver,
        }
    }

    /// Takes a move. The person's own is to be sent to the other machine then.
    pub fn enter(&mut self, source: Source, action: Move) -> Result<(), NotTaken> {
        if self.game.is_over() {
            return Err(NotTaken::Refused(Refusal::GameOver));
        }
        if self.is_my_turn() != (source == Source::Person) {
            return Err(NotTaken::OutOfTurn);
        }
        self.game.play(action).map_err(NotTaken::Refused)
    }

    /// Takes a move of whoever has the turn: from the list of moves after a break.
    pub fn replay(&mut self, action: Move) -> Result<(), Refusal> {
        self.game.play(action)
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// Begins anew.
    pub fn reset(&mut self) {
        self.game = Game::new(self.game.size(), *self.game.rules());
    }

    /// What to show, depending on whether the person has a pass selected.
    pub fn readout(&self, is_pass_selected: bool) -> Readout {
        let score = self.game.score();
        let (own, other) = (score.0[self.color], score.0[!self.color]);
        match self.state() {
            State::GameOver if own > other => Readout::Victory,
            State::GameOver if own < other => Readout::Loser,
            State::GameOver => Readout::Tied,
            State::PassedWaiting if is_pass_selected && self.is_my_turn() => Readout::EndQ,
            _ if is_pass_selected && self.is_my_turn() => Readout::PassQ,
            State::PassedWaiting if !self.is_my_turn() => Readout::Passed,
            _ => Readout::Scores(own as i32, other as i32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::size::Size;

    fn machine(color: Color) -> GameMachine {
        GameMachine::new(Game::new(Size::NINE, Rules::FPGA), color)
    }

    fn enter(machine: &mut GameMachine, source: Source, text: &str) -> Result<(), NotTaken> {
        machine.enter(source, text.parse().unwrap())
    }

    /// Defect 1 of the FPGA machine: there a stone on an occupied point was a free move.
    #[test]
    fn occupied_points_are_refused() {
        let mut machine = machine(Color::Black);
        let occupied = Err(NotTaken::Refused(Refusal::Occupied));
        assert_eq!(enter(&mut machine, Source::Person, "E5"), Ok(()));
        assert_eq!(enter(&mut machine, Source::Wire, "E5"), occupied);
        assert_eq!(enter(&mut machine, Source::Wire, "F5"), Ok(()));
        assert_eq!(enter(&mut machine, Source::Person, "E5"), occupied);
        assert!(machine.is_my_turn(), "a refused move is no move");
        assert_eq!(machine.game().board().at("E5".parse().unwrap()), Some(Color::Black));
    }

    /// Defect 3 of the FPGA machine: there a byte out of turn played the receiver's own cursor.
    #[test]
    fn moves_out_of_turn_are_refused() {
        let mut machine = machine(Color::Black);
        assert_eq!(enter(&mut machine, Source::Wire, "A1"), Err(NotTaken::OutOfTurn));
        assert_eq!(machine.game().n_moves(), 0);
        assert_eq!(enter(&mut machine, Source::Person, "A1"), Ok(()));
        assert_eq!(enter(&mut machine, Source::Person, "B1"), Err(NotTaken::OutOfTurn));
    }

    #[test]
    fn the_display_follows_the_game() {
        let mut machine = machine(Color::Black);
        assert_eq!(machine.readout(false), Readout::Scores(81, 81));
        assert_eq!(machine.readout(true), Readout::PassQ);
        enter(&mut machine, Source::Person, "E5").unwrap();
        assert_eq!(machine.readout(false), Readout::Scores(81, 0));
        assert_eq!(machine.readout(true), Readout::Scores(81, 0));
        enter(&mut machine, Source::Wire, "pass").unwrap();
        assert_eq!(machine.state(), State::PassedWaiting);
        assert_eq!(machine.readout(true), Readout::EndQ);
        enter(&mut machine, Source::Person, "pass").unwrap();
        assert_eq!((machine.state(), machine.readout(false)), (State::GameOver, Readout::Victory));
        let over = Err(NotTaken::Refused(Refusal::GameOver));
        assert_eq!(enter(&mut machine, Source::Wire, "A1"), over);
        machine.reset();
        assert_eq!(machine.state(), State::Waiting);
    }

    #[test]
    fn who_has_passed_is_told_so() {
        let mut machine = machine(Color::Black);
        enter(&mut machine, Source::Person, "pass").unwrap();
        assert_eq!(machine.readout(false), Readout::Passed);
        enter(&mut machine, Source::Wire, "pass").unwrap();
        assert_eq!(machine.readout(false), Readout::Tied);
    }
}
