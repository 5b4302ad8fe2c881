//! Counting a game at a table: the people there say which stones are dead, and agree.

use serde::Serialize;
use stonegate_compile::RefereeError;
use stonegate_gdl::RoleId;
use stonegate_stones::Count;

use crate::message::Refusal;
use crate::play::{Play, rules};
use crate::position::Position;
use crate::stored::StoredCount;

/// So many passes bring a game to its count.
const N_PASSES_TO_COUNT: usize = 2;

/// What a count stands at.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    pub stones: Vec<String>,
    pub dead: Vec<String>,
    /// The points of each role.
    pub points: Vec<f64>,
}

impl Standing {
    pub(crate) fn of(count: &dyn Count) -> Self {
        Self { stones: count.stones(), dead: count.dead(), points: count.points() }
    }
}

/// A count in progress, as all may see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CountView {
    /// The points of each role.
    pub points: Vec<f64>,
    /// The roles that have agreed.
    pub agreed: Vec<String>,
}

impl Play {
    /// Whether the game is over but for people who have not agreed to the count. Engines
    /// agree to whatever people say.
    pub fn is_counting(&self) -> bool {
        let mut people =
            RoleId::first(self.seats.len()).filter(|&role| self.seats[role].is_human());
        let is_open = people.any(|role| !self.agreed[role]);
        self.position.standing.is_some() && is_open && !self.is_given_up()
    }

    pub(crate) fn count_view(&self) -> Option<CountView> {
        let standing = self.position.standing.as_ref().filter(|_| self.is_counting())?;
        let agreed = self.roles().iter().zip(&self.agreed).filter(|(_, agreed)| **agreed);
        Some(CountView {
            points: standing.points.clone(),
            agreed: agreed.map(|(role, _)| role.clone()).collect(),
        })
    }

    pub(crate) fn stored_count(&self) -> Option<StoredCount> {
        let standing = self.position.standing.as_ref()?;
        Some(StoredCount { dead: standing.dead.clone(), agreed: self.agreed.clone() })
    }

    /// Takes up a count where it was left.
    pub(crate) fn restore_count(&mut self, stored: &StoredCount) -> Result<(), RefereeError> {
        if let Some(count) = self.referee.count() {
            count.set_dead(&stored.dead);
            self.position = Position::of(&mut *self.referee, None)?;
            self.agreed.clone_from(&stored.agreed);
            self.agreed.resize(self.seats.len(), false);
        }
        Ok(())
    }

    /// Marks the chain of a stone as dead, or takes the mark back.
    pub(crate) fn mark(&mut self, stone: &str) -> Result<(), Refusal> {
        let unknown = || Refusal::new("unknown-stone", format!("there is no stone on `{stone}`"));
        self.change_count(|count| count.toggle(stone).then_some(()).ok_or_else(unknown))
    }

    /// Marks what the machine takes for dead.
    pub(crate) fn propose(&mut self) -> Result<(), Refusal> {
        self.change_count(|count| {
            count.propose();
            Ok(())
        })
    }

    /// Whoever had agreed has to look again.
    fn change_count(
        &mut self,
        change: impl FnOnce(&mut dyn Count) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.check_counting()?;
        change(self.referee.count().ok_or_else(not_counting)?)?;
        self.position = Position::of(&mut *self.referee, None).map_err(|e| rules(&e))?;
        self.agreed.fill(false);
        Ok(())
    }

    pub(crate) fn agree(&mut self, role: RoleId) -> Result<(), Refusal> {
        self.check_counting()?;
        self.agreed[role] = true;
        if !self.is_counting() {
            // Whoever comes later finds the game over.
            self.agreed.fill(true);
        }
        Ok(())
    }

    /// Goes on playing: takes the passes back.
    pub(crate) fn play_on(&mut self) -> Result<(), Refusal> {
        self.check_counting()?;
        self.go_back(self.ply().saturating_sub(N_PASSES_TO_COUNT)).map_err(|e| rules(&e))
    }

    fn check_counting(&self) -> Result<(), Refusal> {
        if self.is_counting() { Ok(()) } else { Err(not_counting()) }
    }
}

fn not_counting() -> Refusal {
    Refusal::new("not-counting", "the game is not being counted")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fixture::{self, FIRST, SECOND, dedicated};
    use crate::people::Party;

    /// Black walls off the left side, White the right one, and White has a stone on the
    /// wrong side.
    const MOVES: &str = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 B2 A4 pass pass";

    fn play(players: [&str; 2]) -> Play {
        let mut play = fixture::play(dedicated("go5:komi=0.5"), &players);
        for (ply, action) in MOVES.split(' ').enumerate() {
            play.settle(false);
            play.choose(RoleId::new(ply % 2), ply, action).expect("the move is legal");
            assert!(play.advance(None).expect("the rules can be followed"));
        }
        play.settle(true);
        play
    }

    fn points(play: &Play) -> Option<Vec<f64>> {
        play.count_view().map(|count| count.points)
    }

    #[test]
    fn people_mark_and_agree() {
        let mut play = play(["human", "human"]);
        assert_eq!((play.over(), points(&play)), (None, Some(vec![15.0, 10.5])));
        assert!(play.waiting().is_empty() && play.asked().is_empty());
        assert_eq!(play.full_view().stones.len(), 12);
        assert!(play.full_view().changed.is_empty());
        assert_eq!(play.choose(FIRST, play.ply(), "A1").expect_err("it is over").code, "game-over");
        play.agree(FIRST).expect("it is being counted");
        play.mark("A4").expect("there is a stone");
        assert_eq!(points(&play), Some(vec![6.0, 11.5]));
        assert_eq!(play.mark("A1").expect_err("there is no stone").code, "unknown-stone");
        play.agree(SECOND).expect("it is being counted");
        assert_eq!(play.over(), None, "Black has not seen this");
        play.agree(FIRST).expect("it is being counted");
        let over = play.over().expect("all have agreed");
        assert_eq!((over.goals, over.points), (vec![Some(0), Some(100)], Some(vec![6.0, 11.5])));
        assert!(play.full_view().stones.is_empty());
        assert_eq!(play.mark("A4").expect_err("all have agreed").code, "not-counting");
        play.undo(Party::Host).expect("the last pass is taken back");
        assert_eq!((play.ply(), play.over()), (13, None));
    }

    #[test]
    fn people_play_on() {
        let mut play = play(["human", "human"]);
        play.play_on().expect("it is being counted");
        assert_eq!((play.ply(), play.waiting()), (12, vec!["black".to_owned()]));
        assert!(!play.is_counting());
        assert_eq!(play.propose().expect_err("there is nothing to count").code, "not-counting");
    }

    #[test]
    fn a_count_survives_the_program() {
        let mut play = play(["human", "human"]);
        play.mark("A4").expect("there is a stone");
        play.agree(SECOND).expect("it is being counted");
        let (status, moves) = (play.status(), play.moves.clone());
        let again = Play::resume(Arc::clone(&play.game), &status, moves, 1, 0.0);
        let mut again = again.expect("it is there");
        assert_eq!(again.count_view(), play.count_view());
        assert_eq!(again.states().ok(), play.states().ok());
        again.propose().expect("it is being counted");
        assert_eq!(points(&again), Some(vec![15.0, 10.5]));
    }

    #[test]
    fn engines_do_not_bargain() {
        let mut play = play(["human", "go"]);
        assert_eq!(play.over(), None);
        play.agree(FIRST).expect("it is being counted");
        assert_eq!(play.over().map(|over| over.goals), Some(vec![Some(100), Some(0)]));
        play.swap();
        assert!(play.over().is_some(), "what was agreed to stays so");
        let play = self::play(["go", "random"]);
        assert!(play.over().is_some() && play.count_view().is_none());
    }
}
