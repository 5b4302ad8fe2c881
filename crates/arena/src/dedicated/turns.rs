//! A dedicated game as a match needs it.

use std::fmt;

use super::{RESIGN, WAIT};
use crate::count::Count;
use crate::referee::{Referee, RefereeError, place, recognize};

/// A game of Black and White who take turns, perhaps for several moves in a row.
pub(crate) trait TurnGame: fmt::Debug + Send {
    /// The facts of the position: `(cell d3 black)` for each stone, and what else there is.
    fn facts(&self) -> Vec<String>;

    /// Who has the turn: 0 is Black, 1 is White.
    fn mover(&self) -> usize;

    /// The legal moves of who has the turn. None when the game is over.
    fn moves(&self) -> Vec<String>;

    /// Makes a move of [`TurnGame::moves`].
    fn play(&mut self, action: &str);

    /// The goals of Black and White, from 0 to 100, once the game is over.
    fn result(&self) -> Option<[u8; 2]>;

    /// The count of a game that is over, where people may settle it.
    fn count(&mut self) -> Option<&mut dyn Count> {
        None
    }
}

/// Knows the rules of a dedicated game.
#[derive(Debug)]
pub(super) struct TurnReferee<G> {
    game: G,
    roles: [String; 2],
    legal: [Vec<String>; 2],
    /// Who has given up.
    resigned: Option<usize>,
}

impl<G: TurnGame> TurnReferee<G> {
    pub(super) fn new(game: G) -> Self {
        let legal = legal(&game);
        Self { game, roles: ["black", "white"].map(str::to_owned), legal, resigned: None }
    }
}

fn legal(game: &impl TurnGame) -> [Vec<String>; 2] {
    let mut legal = [vec![WAIT.to_owned()], vec![WAIT.to_owned()]];
    legal[game.mover()] = game.moves();
    legal
}

impl<G: TurnGame> Referee for TurnReferee<G> {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn facts(&mut self) -> Result<Vec<String>, RefereeError> {
        Ok(self.game.facts())
    }

    fn is_terminal(&mut self) -> Result<bool, RefereeError> {
        Ok(self.resigned.is_some() || self.game.result().is_some())
    }

    fn legal(&mut self) -> Result<&[Vec<String>], RefereeError> {
        Ok(&self.legal)
    }

    fn recognize(&mut self, role: usize, text: &str) -> Result<Option<String>, RefereeError> {
        if role == self.game.mover() && text.trim().eq_ignore_ascii_case(RESIGN) {
            return Ok(Some(RESIGN.to_owned()));
        }
        Ok(recognize(&self.legal[role], text))
    }

    fn apply(&mut self, joint: &[String]) -> Result<(), RefereeError> {
        let mover = self.game.mover();
        if joint.get(mover).is_some_and(|action| action == RESIGN) {
            self.resigned = Some(mover);
            return Ok(());
        }
        place(&self.roles, &self.legal, joint)?;
        self.game.play(&joint[self.game.mover()]);
        self.legal = legal(&self.game);
        Ok(())
    }

    fn goals(&mut self) -> Result<Vec<Option<u8>>, RefereeError> {
        Ok(match (self.resigned, self.game.result()) {
            (Some(0), _) => vec![Some(0), Some(100)],
            (Some(_), _) => vec![Some(100), Some(0)],
            (None, Some(goals)) => goals.map(Some).to_vec(),
            (None, None) => vec![None; 2],
        })
    }

    fn count(&mut self) -> Option<&mut dyn Count> {
        self.game.count().filter(|_| self.resigned.is_none())
    }
}
