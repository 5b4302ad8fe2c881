//! The player that makes any move.

use stonegate_lanes::Key;

use super::follower::Follower;
use crate::player::{Briefing, Player, PlayerError, Turn};

/// Plays uniformly at random.
#[derive(Debug)]
pub struct RandomPlayer {
    key: Key,
    n_moves: u32,
    briefing: Option<Briefing>,
    follower: Option<Follower>,
}

impl RandomPlayer {
    pub fn new(seed: u64) -> Self {
        Self { key: Key::new(seed, 0, 0), n_moves: 0, briefing: None, follower: None }
    }
}

impl Player for RandomPlayer {
    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.follower = None;
        self.briefing = Some(briefing.clone());
        self.follower = Some(Follower::new(briefing, turn)?);
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let briefing = self.briefing.as_ref().ok_or(PlayerError::Gone)?;
        // What there was no time for at the start is made up for.
        let follower = match &mut self.follower {
            Some(follower) => follower,
            None => self.follower.insert(Follower::new(briefing, turn)?),
        };
        follower.follow(last, turn)?;
        let legal = follower.legal()?;
        self.n_moves += 1;
        let index = self.key.draw(legal.len() as u32, self.n_moves) as usize;
        let none = || PlayerError::Rules("there is no legal move".to_owned());
        let action = legal.get(index).cloned().ok_or_else(none)?;
        follower.answer(&action);
        Ok(action)
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        (self.briefing, self.follower) = (None, None);
        Ok(())
    }

    fn abort(&mut self, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        (self.briefing, self.follower) = (None, None);
        Ok(())
    }
}
