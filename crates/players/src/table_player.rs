//! A player at a table, where the same game may be asked about again and again.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::player::{Briefing, Player, PlayerError, Sight, Turn};
use crate::spec::{PlayerSpec, Resources};

/// How long a player may think about a turn that is over.
const CATCH_UP: Duration = Duration::from_millis(100);

/// A player that stays in its seat between two questions: as long as the game goes forward, it
/// follows the moves and keeps what it has learned. Where the game went back, it starts anew with
/// the history.
#[derive(Debug)]
pub struct TablePlayer {
    spec: PlayerSpec,
    resources: Resources,
    /// What it is told at the start, beside the history.
    briefing: Briefing,
    player: Option<Box<dyn Player>>,
    /// The joint moves that it has been told of.
    told: Vec<Vec<String>>,
    /// In a game with hidden information, what it has been told.
    seen: Vec<Sight>,
    /// Whether it has been asked for a move in the position after them.
    is_asked: bool,
}

impl TablePlayer {
    /// The opening of the briefing does not matter.
    pub fn new(spec: PlayerSpec, resources: Resources, briefing: Briefing) -> Self {
        Self {
            spec,
            resources,
            briefing,
            player: None,
            told: Vec::new(),
            seen: Vec::new(),
            is_asked: false,
        }
    }

    /// Lets the player get ready for the position after these joint moves. It has the start clock of
    /// its briefing for that.
    pub fn start(
        &mut self,
        line: &[Vec<String>],
        canceled: &AtomicBool,
    ) -> Result<(), PlayerError> {
        self.leave();
        let player = self.spec.player(&self.resources);
        let mut player = player.map_err(|error| PlayerError::Rules(error.to_string()))?;
        // Players behind a socket know games from the beginning only.
        let is_remote = matches!(self.spec, PlayerSpec::Remote { .. });
        self.seen.clear();
        self.told = if is_remote { Vec::new() } else { line.to_vec() };
        self.briefing.opening.clone_from(&self.told);
        let deadline = Instant::now() + self.briefing.clock.start;
        let started = player.start(&self.briefing, &silent(deadline, canceled));
        self.player = Some(player);
        self.is_asked = false;
        match started {
            // There will be more time when it is asked.
            Ok(()) | Err(PlayerError::Late) => Ok(()),
            // What it needs may be there the next time.
            Err(error) => {
                self.leave();
                Err(error)
            }
        }
    }

    /// The move in the position after these joint moves. The time begins when the player knows the
    /// position.
    pub fn play<'a>(
        &mut self,
        line: &[Vec<String>],
        canceled: &AtomicBool,
        begin: &dyn Fn() -> Turn<'a>,
    ) -> Result<String, PlayerError> {
        if !self.can_follow(line) {
            self.start(line, canceled)?;
        }
        let player = self.player.as_mut().ok_or(PlayerError::Gone)?;
        let mut last = None;
        for joint in &line[self.told.len()..] {
            if last.is_some() || !self.is_asked {
                // What it would have played does not matter, and whoever cannot follow says so when
                // it is asked for its move.
                let turn = silent(Instant::now() + CATCH_UP, canceled);
                let _ = player.play(last, &turn);
            }
            self.is_asked = true;
            last = Some(&joint[..]);
            self.told.push(joint.clone());
        }
        self.is_asked = true;
        let answer = player.play(last, &begin());
        if answer.as_ref().is_err_and(|error| *error != PlayerError::Late) {
            // It may not know where it is.
            self.leave();
        }
        answer
    }

    /// The move in a game with hidden information, of which the player has been told this.
    pub fn play_blind<'a>(
        &mut self,
        sights: &[Sight],
        canceled: &AtomicBool,
        begin: &dyn Fn() -> Turn<'a>,
    ) -> Result<String, PlayerError> {
        if self.player.is_none() || !sights.starts_with(&self.seen) {
            self.start(&[], canceled)?;
        }
        let player = self.player.as_mut().ok_or(PlayerError::Gone)?;
        let mut last = None;
        for sight in &sights[self.seen.len()..] {
            if last.is_some() || !self.is_asked {
                let turn = silent(Instant::now() + CATCH_UP, canceled);
                let _ = player.play_blind(last, &turn);
            }
            self.is_asked = true;
            last = Some(sight);
            self.seen.push(sight.clone());
        }
        self.is_asked = true;
        let answer = player.play_blind(last, &begin());
        if answer.as_ref().is_err_and(|error| *error != PlayerError::Late) {
            self.leave();
        }
        answer
    }

    /// How many threads may think from here on.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.resources.threads = threads;
        if let Some(player) = &mut self.player {
            player.set_threads(threads);
        }
    }

    /// Whether the player is on the way to a position. Our own can also be asked again about the
    /// one where they are; others take a second question for a second move.
    fn can_follow(&self, line: &[Vec<String>]) -> bool {
        let is_ours = matches!(self.spec, PlayerSpec::Engine { .. });
        let is_again = self.is_asked && line.len() == self.told.len();
        self.player.is_some() && line.starts_with(&self.told) && (is_ours || !is_again)
    }

    fn leave(&mut self) {
        if let Some(mut player) = self.player.take() {
            // Nobody listens to its last words.
            let _ = player.abort(&silent(Instant::now(), &AtomicBool::new(true)));
        }
    }
}

impl Drop for TablePlayer {
    fn drop(&mut self) {
        self.leave();
    }
}

/// A turn in which nobody listens to thoughts.
fn silent(deadline: Instant, canceled: &AtomicBool) -> Turn<'_> {
    Turn { deadline, canceled, thoughts: &|_| {} }
}
