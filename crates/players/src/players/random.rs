//! The player that makes any move.

use stonegate_lanes::Key;

use super::follower::Follower;
use super::guesser::Guesser;
use crate::player::{Briefing, Player, PlayerError, Sight, Turn};
use crate::prepare::PrepareSettings;

/// Plays uniformly at random.
#[derive(Debug)]
pub struct RandomPlayer {
    key: Key,
    n_moves: u32,
    /// How games with hidden information get ready.
    prepare: PrepareSettings,
    briefing: Option<Briefing>,
    follower: Option<Follower>,
    /// In a game with hidden information.
    guesser: Option<Guesser>,
}

impl RandomPlayer {
    pub fn new(seed: u64, prepare: PrepareSettings) -> Self {
        Self {
            key: Key::new(seed, 0, 0),
            prepare,
            n_moves: 0,
            briefing: None,
            follower: None,
            guesser: None,
        }
    }
}

impl RandomPlayer {
    fn draw(&mut self, legal: &[String]) -> Result<String, PlayerError> {
        self.n_moves += 1;
        let index = self.key.draw(legal.len() as u32, self.n_moves) as usize;
        let none = || PlayerError::Rules("there is no legal move".to_owned());
        legal.get(index).cloned().ok_or_else(none)
    }
}

impl Player for RandomPlayer {
    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        (self.follower, self.guesser) = (None, None);
        self.briefing = Some(briefing.clone());
        if briefing.ruleset.has_percepts() {
            self.guesser = Some(Guesser::for_moves(briefing, &self.prepare, turn)?);
        } else {
            self.follower = Some(Follower::new(briefing, turn)?);
        }
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
        let action = self.draw(&legal)?;
        if let Some(follower) = &mut self.follower {
            follower.answer(&action);
        }
        Ok(action)
    }

    fn play_blind(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let briefing = self.briefing.as_ref().ok_or(PlayerError::Gone)?;
        let guesser = if let Some(guesser) = &mut self.guesser {
            guesser
        } else {
            let mut guesser = Guesser::for_moves(briefing, &self.prepare, turn)?;
            if let Some(action) = self.follower.as_ref().and_then(Follower::answered) {
                guesser.answer(action);
            }
            self.guesser.insert(guesser)
        };
        guesser.follow(last, turn)?;
        let legal = guesser.legal();
        let action = self.draw(&legal)?;
        if let Some(guesser) = &mut self.guesser {
            guesser.answer(&action);
        }
        Ok(action)
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        (self.briefing, self.follower, self.guesser) = (None, None, None);
        Ok(())
    }
}
