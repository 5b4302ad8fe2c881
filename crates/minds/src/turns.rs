//! A dedicated game as a match needs it.

use stonegate_compile::{Referee, RefereeError, WAIT, place, recognize};
use stonegate_gdl::{Goal, RoleId};
use stonegate_stones::{BoardGame, Color, Count, Outcome};

use crate::dedicated::RESIGN;

/// Knows the rules of a dedicated game.
#[derive(Debug)]
pub(crate) struct TurnReferee<G> {
    game: G,
    /// The positions before it.
    past: Vec<G>,
    roles: [String; 2],
    legal: [Vec<String>; 2],
    /// Who has given up, which ends the game.
    resigned: Option<Color>,
}

impl<G: BoardGame> TurnReferee<G> {
    pub(crate) fn new(game: G) -> Self {
        let legal = legal(&game);
        let roles = Color::ALL.map(|color| color.name().to_owned());
        Self { game, past: Vec::new(), roles, legal, resigned: None }
    }
}

fn legal(game: &impl BoardGame) -> [Vec<String>; 2] {
    let mut legal = [vec![WAIT.to_owned()], vec![WAIT.to_owned()]];
    let moves = game.legal();
    legal[game.turn().index()] = moves.iter().map(ToString::to_string).collect();
    legal
}

/// Makes the move of who has the turn, and returns it. Nothing changes if it is not legal.
pub fn follow<G: BoardGame>(game: &mut G, joint: &[String]) -> Option<G::Move> {
    let action = joint.get(game.turn().index())?.parse().ok()?;
    game.play(action).ok()?;
    Some(action)
}

impl<G: BoardGame> Referee for TurnReferee<G> {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn facts(&mut self) -> Result<Vec<String>, RefereeError> {
        Ok(self.game.facts())
    }

    fn is_terminal(&mut self) -> Result<bool, RefereeError> {
        Ok(self.resigned.is_some() || self.game.outcome().is_some())
    }

    fn legal(&mut self) -> Result<&[Vec<String>], RefereeError> {
        Ok(&self.legal)
    }

    fn recognize(&mut self, role: RoleId, text: &str) -> Result<Option<String>, RefereeError> {
        if role.index() == self.game.turn().index() && text.trim().eq_ignore_ascii_case(RESIGN) {
            return Ok(Some(RESIGN.to_owned()));
        }
        Ok(recognize(&self.legal[role], text))
    }

    fn apply(&mut self, joint: &[String]) -> Result<(), RefereeError> {
        let turn = self.game.turn();
        if joint.get(turn.index()).is_some_and(|action| action == RESIGN) {
            self.resigned = Some(turn);
            return Ok(());
        }
        let places = place(&self.roles, &self.legal, joint)?;
        self.play(&places)
    }

    fn play(&mut self, places: &[usize]) -> Result<(), RefereeError> {
        let action = self.game.legal()[places[self.game.turn().index()]];
        self.past.push(self.game.clone());
        self.game.play(action).expect("the move is among the legal ones");
        self.legal = legal(&self.game);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let Some(before) = self.past.pop() else { return false };
        self.game = before;
        self.legal = legal(&self.game);
        true
    }

    fn goal_values(&mut self) -> Result<Vec<Vec<Goal>>, RefereeError> {
        let given_up = self.resigned.map(|loser| Outcome::Win(!loser));
        let outcome = given_up.or_else(|| self.game.outcome());
        let goals = outcome.map_or([None; 2], |outcome| outcome.goals().map(Goal::new));
        Ok(goals.into_iter().map(|goal| goal.into_iter().collect()).collect())
    }

    fn decisive(&mut self) -> Result<Vec<String>, RefereeError> {
        Ok(if self.resigned.is_some() { Vec::new() } else { self.game.decisive() })
    }

    fn count(&mut self) -> Option<&mut dyn Count> {
        self.game.count().filter(|_| self.resigned.is_none())
    }
}
