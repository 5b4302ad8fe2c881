//! One position of a game at a table: what holds in it, and how it is shown.

use stonegate_board::{Layout, Notation};
use stonegate_compile::{Referee, RefereeError};
use stonegate_gdl::RoleId;

use crate::counting::Standing;
use crate::game::Game;
use crate::view::{LastMove, Over, PositionView, Reason, Scene, choosing};

/// What holds in a position.
#[derive(Clone, Debug)]
pub struct Position {
    pub facts: Vec<String>,
    /// The legal moves of each role; none when the game is over.
    pub legal: Vec<Vec<String>>,
    /// The facts before the last joint move.
    pub before: Option<Vec<String>>,
    /// The roles that have to choose.
    pub choosing: Vec<RoleId>,
    pub over: Option<Over>,
    /// The facts that have decided the game.
    pub decisive: Vec<String>,
    /// What people may settle by counting.
    pub standing: Option<Standing>,
}

impl Position {
    pub(crate) fn of(
        referee: &mut dyn Referee,
        before: Option<Vec<String>>,
    ) -> Result<Self, RefereeError> {
        let facts = referee.facts()?;
        let is_terminal = referee.is_terminal()?;
        let legal = if is_terminal { Vec::new() } else { referee.legal()?.to_vec() };
        let is_stuck = legal.iter().any(Vec::is_empty);
        let standing = referee.count().map(|count| Standing::of(count));
        let over = if is_terminal || is_stuck {
            let reason = if is_terminal { Reason::Terminal } else { Reason::Stuck };
            let points = standing.as_ref().map(|standing| standing.points.clone());
            Some(Over { goals: referee.goals()?, reason, points })
        } else {
            None
        };
        let decisive = if is_terminal { referee.decisive()? } else { Vec::new() };
        // A count is about the whole board: none of it is the work of the last move.
        let before = before.filter(|_| standing.is_none());
        Ok(Self { facts, choosing: choosing(&legal), legal, before, over, decisive, standing })
    }

    /// A joint move in this position as people write it. Whoever has nothing to choose only waits,
    /// and of that nothing is written.
    pub(crate) fn names(&self, layout: Option<&Layout>, joint: &[String]) -> Vec<String> {
        let notation = Notation::new(layout, &self.facts);
        let name = |(role, action): (RoleId, &String)| {
            let legal = self.legal.get(role.index()).map_or(&[][..], |legal| legal);
            let is_told = self.choosing.is_empty() || self.choosing.contains(&role);
            if is_told { notation.write(action, legal) } else { String::new() }
        };
        RoleId::enumerate(joint).map(name).collect()
    }

    pub(crate) fn view(
        &self,
        game: &dyn Game,
        (ply, joint): (usize, Option<&[String]>),
        over: Option<&Over>,
        stones: &[String],
    ) -> PositionView {
        let scene = Scene {
            ply,
            roles: game.roles(),
            facts: &self.facts,
            legal: &self.legal,
            last: joint
                .zip(self.before.as_deref())
                .map(|(joint, before)| LastMove { joint, before }),
            over,
            decisive: &self.decisive,
            stones,
        };
        PositionView::new(game.layout(), scene)
    }
}
