//! A player with less time than the match gives.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use crate::clock::Clock;
use crate::player::{Briefing, Player, PlayerError, Sight, Turn};

/// Lets a player think about a move for so long at most, whatever the clock of the match says.
#[derive(Debug)]
pub(crate) struct TimedPlayer {
    player: Box<dyn Player>,
    time: Duration,
    means: Means,
}

/// How a player keeps to its time.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Means {
    /// Each turn is due earlier.
    Deadline,
    /// It is told of a faster clock, and keeps to it as well as it can: an answer in the time of
    /// the match is not late.
    Clock,
}

impl TimedPlayer {
    pub(crate) fn new(player: Box<dyn Player>, time: Duration, means: Means) -> Self {
        Self { player, time, means }
    }

    /// When the player has to answer.
    fn due(&self, turn: &Turn<'_>) -> Instant {
        let own = Instant::now().checked_add(self.time).filter(|_| self.means == Means::Deadline);
        own.map_or(turn.deadline, |own| own.min(turn.deadline))
    }
}

impl Player for TimedPlayer {
    fn set_threads(&mut self, threads: NonZeroUsize) {
        self.player.set_threads(threads);
    }

    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let clock = Clock { play: briefing.clock.play.min(self.time), ..briefing.clock };
        self.player.start(&Briefing { clock, ..briefing.clone() }, turn)
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        self.player.play(last, &Turn { deadline: self.due(turn), ..*turn })
    }

    fn play_blind(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        self.player.play_blind(last, &Turn { deadline: self.due(turn), ..*turn })
    }

    fn stop(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.player.stop(last, turn)
    }

    fn stop_blind(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.player.stop_blind(last, turn)
    }

    fn abort(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.player.abort(turn)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use parking_lot::Mutex;

    use super::*;
    use crate::dedicated::Dedicated;
    use crate::ruleset::Ruleset;

    /// Writes down what it is told of time.
    #[derive(Debug)]
    struct Witness(Arc<Mutex<Vec<Duration>>>);

    impl Witness {
        fn note(&self, time: Duration) {
            self.0.lock().push(time);
        }
    }

    impl Player for Witness {
        fn start(&mut self, briefing: &Briefing, _turn: &Turn<'_>) -> Result<(), PlayerError> {
            self.note(briefing.clock.play);
            Ok(())
        }

        fn play(&mut self, _: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
            self.note(turn.time_left());
            Ok(String::new())
        }

        fn stop(&mut self, _: Option<&[String]>, _: &Turn<'_>) -> Result<(), PlayerError> {
            Ok(())
        }
    }

    /// The clock and the time left that a player is told, in a match of an hour for each move.
    fn told(time: Duration, means: Means) -> Vec<Duration> {
        let told = Arc::new(Mutex::new(Vec::new()));
        let mut player = TimedPlayer::new(Box::new(Witness(Arc::clone(&told))), time, means);
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + HOUR;
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| {} };
        let briefing = Briefing {
            match_id: "test".to_owned(),
            role: "black".to_owned(),
            ruleset: Ruleset::Dedicated(Dedicated::all().remove(0)),
            opening: Vec::new(),
            clock: Clock { start: HOUR, play: HOUR },
        };
        player.start(&briefing, &turn).expect("it starts");
        player.play(None, &turn).expect("it plays");
        let told = told.lock();
        told.clone()
    }

    const HOUR: Duration = Duration::from_hours(1);
    const MINUTE: Duration = Duration::from_mins(1);

    #[test]
    fn a_player_has_its_own_time_or_that_of_the_match() {
        let own = told(MINUTE, Means::Deadline);
        assert!(own[0] == MINUTE && own[1] <= MINUTE, "{own:?}");
        let own = told(MINUTE, Means::Clock);
        assert!(own[0] == MINUTE && own[1] > MINUTE, "{own:?}");
        for time in [2 * HOUR, Duration::MAX] {
            let all = told(time, Means::Deadline);
            assert!(all[0] == HOUR && all[1] > MINUTE && all[1] <= HOUR, "{all:?}");
        }
    }
}
