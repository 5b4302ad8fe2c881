//! Players that are programs. What all protocols have in common is here; each has a dialog of
//! its own.

pub(crate) mod c6;
pub(crate) mod gomocup;
pub(crate) mod gtp;
pub(crate) mod nboard;
pub(crate) mod uci;

use std::fmt;

use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::spec::{Options, SpecError};

/// A game with a program, in the words of its protocol.
pub(crate) trait Dialog: fmt::Debug + Send + Sized {
    /// What a program is told beside the game.
    type Settings: fmt::Debug + Send;

    /// Starts the program and tells it which game is played.
    fn begin(
        guest: &Guest<Self::Settings>,
        briefing: &Briefing,
        turn: &Turn<'_>,
    ) -> Result<Self, PlayerError>;

    /// The move of the program, as [`Player::play`] has it.
    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError>;

    /// Tells the program that it is not needed any more.
    fn quit(&mut self) -> Result<(), PlayerError>;
}

/// A program to play with.
#[derive(Debug)]
pub(crate) struct Guest<S> {
    /// What starts it.
    pub(crate) command: String,
    pub(crate) settings: S,
}

/// Makes a player of a program that is told nothing beside the game.
#[expect(clippy::unnecessary_wraps, reason = "the table of protocols asks for it")]
pub(crate) fn make<D: Dialog<Settings = ()> + 'static>(
    command: &str,
    _: &Options,
) -> Result<Box<dyn Player>, SpecError> {
    Ok(Box::new(HostedPlayer::<D>::new(command, ())))
}

/// Plays as a program does, which runs as long as the game.
#[derive(Debug)]
pub(crate) struct HostedPlayer<D: Dialog> {
    guest: Guest<D::Settings>,
    dialog: Option<D>,
}

impl<D: Dialog> HostedPlayer<D> {
    pub(crate) fn new(command: &str, settings: D::Settings) -> Self {
        Self { guest: Guest { command: command.to_owned(), settings }, dialog: None }
    }

    fn leave(&mut self) -> Result<(), PlayerError> {
        self.dialog.take().map_or(Ok(()), |mut dialog| dialog.quit())
    }
}

impl<D: Dialog> Player for HostedPlayer<D> {
    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.dialog = Some(D::begin(&self.guest, briefing, turn)?);
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        self.dialog.as_mut().ok_or(PlayerError::Gone)?.play(last, turn)
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.leave()
    }
}
