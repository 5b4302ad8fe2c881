//! Counting a game that is over: the person says which stones are dead, and agrees. The
//! machine agrees to whatever the person says.

use stonegate_tables::N_PASSES_TO_COUNT;

use super::Session;
use crate::play::game::Position;

const AGREE: &str = "agree";
const PROPOSE: &str = "propose dead stones";
const PLAY_ON: &str = "play on";

/// What the person may say to the count: one of the words above, or a stone, whose chain
/// is dead, or alive if it was dead.
pub(super) fn choices(position: &Position) -> Vec<String> {
    let standing = position.standing.iter();
    let choices = standing.flat_map(|standing| {
        let words = [AGREE, PROPOSE, PLAY_ON].map(str::to_owned);
        words.into_iter().chain(standing.stones.iter().cloned())
    });
    choices.collect()
}

impl Session {
    /// Whether the game is over but for the count.
    pub(crate) fn is_counting(&self) -> bool {
        !self.count.is_empty()
    }

    /// The points of all roles, where they are counted.
    pub(crate) fn points(&self) -> Option<String> {
        let standing = self.game.position.standing.as_ref()?;
        let points = self.game.roles.iter().zip(&standing.points);
        let points = points.map(|(role, points)| format!("{role} {points}"));
        Some(points.collect::<Vec<_>>().join(", "))
    }

    /// What the person is asked to do at the count.
    pub(crate) fn count_request(&self) -> Option<String> {
        let points = self.points().filter(|_| self.is_counting())?;
        Some(format!("Mark the dead stones, then agree: {points}"))
    }

    /// Acts on what the person says to the count.
    pub(super) fn settle(&mut self, choice: &str) -> anyhow::Result<()> {
        match choice {
            AGREE => {
                self.count.clear();
                Ok(())
            }
            PROPOSE => self.game.recount(|count| count.propose()),
            PLAY_ON => {
                let turn = self.game.history.len().saturating_sub(N_PASSES_TO_COUNT);
                self.restart_at(turn, "the game goes on")
            }
            stone => self.game.recount(|count| {
                count.toggle(stone);
            }),
        }
    }
}
