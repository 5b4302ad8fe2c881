//! The seam between a match and whoever plays in it.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use stonegate_compile::find_spelling;
use stonegate_gdl::RoleId;
use stonegate_stones::Color;

use crate::clock::Clock;
use crate::ruleset::Ruleset;
use stonegate_minds::Thoughts;

/// One who plays a role in a match.
///
/// A player may take its time: every call says until when, and is made in a
/// thread that has nothing else to do. Roles and moves are text, terms in KIF
/// with single blanks.
pub trait Player: fmt::Debug + Send {
    /// How many threads may think from here on, where the player cares.
    fn set_threads(&mut self, _threads: NonZeroUsize) {}

    /// Hears of rules that may be played by soon, and may begin to get ready for them.
    fn preview(&mut self, _ruleset: &Ruleset) {}

    /// Learns what is played. May think until the deadline.
    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError>;

    /// Makes a move. `last` are the moves that all roles made in the last turn, in
    /// the order of the roles, and `None` in the first turn; who asks one of our own engines so
    /// again gets its thoughts about the same position. What stands there has
    /// happened, whatever the player has answered.
    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError>;

    /// Makes a move in a game of which the player is told what it perceives, and nothing else.
    /// Players of dedicated games, in which nothing is hidden, have no answer.
    fn play_blind(
        &mut self,
        _last: Option<&Sight>,
        _turn: &Turn<'_>,
    ) -> Result<String, PlayerError> {
        Err(PlayerError::Rules("this player has to see all moves".to_owned()))
    }

    /// The match is over, with these moves.
    fn stop(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<(), PlayerError>;

    /// The match is over, and the player has perceived this.
    fn stop_blind(&mut self, _last: Option<&Sight>, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.stop(None, turn)
    }

    /// The match is given up.
    fn abort(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.stop(None, turn)
    }
}

/// All that a player is told of a turn in a game with hidden information.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Sight {
    /// The move that was made for the player. Some managers do not tell; then it is what the player
    /// has answered.
    pub action: Option<String>,
    /// What it perceived.
    pub percepts: Vec<String>,
}

/// What a player is told before a match.
#[derive(Clone, Debug)]
pub struct Briefing {
    pub match_id: String,
    /// The role to play.
    pub role: String,
    pub ruleset: Ruleset,
    /// The joint moves that were made before the first question.
    pub opening: Vec<Vec<String>>,
    pub clock: Clock,
}

impl Briefing {
    /// The number of the role to play.
    pub(crate) fn role_among<S: AsRef<str>>(&self, roles: &[S]) -> Result<RoleId, PlayerError> {
        let place = find_spelling(roles, &self.role);
        let missing = || PlayerError::Rules(format!("there is no role `{}`", self.role));
        place.map(RoleId::new).ok_or_else(missing)
    }

    /// The color to play, in a game of two.
    pub(crate) fn color(&self) -> Result<Color, PlayerError> {
        Ok(Color::ALL[self.role_among(&Color::ALL.map(Color::name))?])
    }
}

/// The circumstances in which a player is asked.
#[derive(Copy, Clone)]
pub struct Turn<'a> {
    /// When the answer is due.
    pub deadline: Instant,
    /// Set when nobody waits for the answer any more.
    pub canceled: &'a AtomicBool,
    /// Takes what the player thinks, as often as it likes to tell.
    pub thoughts: &'a dyn Fn(&Thoughts),
}

impl Turn<'_> {
    /// Whether the player should stop thinking and answer.
    pub fn is_over(&self) -> bool {
        self.canceled.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }

    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

impl fmt::Debug for Turn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turn").field("deadline", &self.deadline).finish_non_exhaustive()
    }
}

/// Why a player has no answer.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// The deadline has passed.
    #[error("there was no answer in time")]
    Late,
    /// A remote player cannot be reached, or ends the connection.
    #[error("the connection failed: {0}")]
    Connection(String),
    /// Somebody else has ended the program that plays.
    #[error("the program was killed: {0}")]
    Killed(String),
    /// The answer is not what was asked for.
    #[error("the answer was no answer: {0}")]
    Garbage(String),
    /// The player is in another match.
    #[error("the player is busy with another match")]
    Busy,
    /// The rules are too much for the player.
    #[error("the rules cannot be played: {0}")]
    Rules(String),
    /// The person who plays has left.
    #[error("the player has left")]
    Gone,
}
