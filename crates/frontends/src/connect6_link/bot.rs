//! A player of ours, or a program, that plays a side of a game from its seat.

use std::sync::Arc;
use std::time::{Duration, Instant};

use stonegate_connect6::{Cell, Color, Position, Setup};
use stonegate_players::{
    Answer, Briefing, Clock, Dedicated, GRACE, Hangup, PlayerError, PlayerSpec, Resources, Ruleset,
    Seat, SpecError,
};

use super::game::Game;

/// A player that is started when it first has the turn, and stays through the game.
#[derive(Debug)]
pub struct Bot {
    spec: PlayerSpec,
    time: Duration,
    /// Whether the one who asks is gone.
    hangup: Hangup,
    seated: Option<Seated>,
}

/// Why a player has no turn.
#[derive(Debug, thiserror::Error)]
pub enum NoTurn {
    #[error("{0}")]
    Spec(SpecError),
    #[error("{0}")]
    Player(PlayerError),
    /// It wants to do this, which is no stone that could be placed.
    #[error("`{0}` is no stone that could be placed")]
    Stone(String),
}

impl From<PlayerError> for NoTurn {
    fn from(error: PlayerError) -> Self {
        Self::Player(error)
    }
}

/// What a player leaves of the time for a turn, so that it is never late.
const MARGIN: f64 = 0.2;

/// How often to look whether the one who asks is gone.
const LOOK: Duration = Duration::from_millis(20);

impl Bot {
    /// A player who has so much time for a turn, unless the one who asks hangs up.
    pub(super) fn new(spec: &PlayerSpec, time: Duration, hangup: Hangup) -> Self {
        Self { spec: spec.clone(), time, hangup, seated: None }
    }

    pub(super) fn name(&self) -> String {
        self.spec.to_string()
    }

    /// Makes the rest of the turn.
    pub(super) fn choose(&mut self, game: &mut Game) -> Result<Vec<Cell>, NoTurn> {
        let hours = Hours::new(self.time);
        let color = game.color();
        // A player that fails is not asked again.
        let mut seated = match self.seated.take() {
            Some(seated) if seated.color == color => seated,
            _ => Seated::new(&self.spec, game, self.time, hours, &self.hangup)?,
        };
        let mut stones = Vec::new();
        while game.color() == color && game.outcome().is_none() {
            let text = seated.ask(game.joints(), hours, &self.hangup)?;
            let cell = text.parse::<Cell>().ok().filter(|&cell| game.place(cell).is_ok());
            stones.push(cell.ok_or(NoTurn::Stone(text))?);
        }
        self.seated = Some(seated);
        Ok(stones)
    }

    /// Leaves the game; the next turn begins another one.
    pub(super) fn leave(&mut self) {
        self.seated = None;
    }
}

/// When a turn should be made, and when it must be.
#[derive(Copy, Clone)]
struct Hours {
    due: Instant,
    late: Instant,
}

impl Hours {
    fn new(time: Duration) -> Self {
        let now = Instant::now();
        Self { due: now + time.mul_f64(1.0 - MARGIN), late: now + time }
    }
}

#[derive(Debug)]
struct Seated {
    seat: Seat,
    color: Color,
    /// How many stones the player has been told of.
    n_heard: usize,
}

impl Seated {
    /// A player that knows all stones but the last.
    fn new(
        spec: &PlayerSpec,
        game: &Game,
        time: Duration,
        hours: Hours,
        hangup: &Hangup,
    ) -> Result<Self, NoTurn> {
        let n_heard = game.joints().len().saturating_sub(1);
        let player = spec.player(&Resources::new(n_heard as u64)).map_err(NoTurn::Spec)?;
        let seated =
            Self { seat: Seat::new(player, Box::new(|_| ())), color: game.color(), n_heard };
        let briefing = Briefing {
            match_id: "link".to_owned(),
            role: if seated.color == Color::Black { "black" } else { "white" }.to_owned(),
            ruleset: Ruleset::Dedicated(Dedicated::new::<Position>(Setup::default())),
            opening: game.joints()[..n_heard].to_vec(),
            clock: Clock { start: time, play: time },
        };
        let answer = seated.seat.start(Arc::new(briefing), hours.due);
        seated.wait(&answer, hours, hangup)?;
        Ok(seated)
    }

    /// Tells of the stones that the player does not know, one by one as in any match, and gives
    /// its answer to the last one.
    fn ask(
        &mut self,
        joints: &[Vec<String>],
        hours: Hours,
        hangup: &Hangup,
    ) -> Result<String, PlayerError> {
        let n_heard = std::mem::replace(&mut self.n_heard, joints.len());
        let play = |last| self.wait(&self.seat.play(last, hours.due), hours, hangup);
        let mut answer = None;
        for joint in &joints[n_heard..] {
            answer = Some(play(Some(joint.clone()))?);
        }
        answer.map_or_else(|| play(None), Ok)
    }

    /// Waits for an answer, and looks now and then whether anybody else does.
    fn wait<T>(&self, answer: &Answer<T>, hours: Hours, hangup: &Hangup) -> Result<T, PlayerError> {
        loop {
            if hangup.is_set() {
                self.seat.cancel();
            }
            let look = hours.late.min(Instant::now() + LOOK);
            match answer.poll_until(look) {
                Some(answer) => return answer,
                None if look == hours.late => return Err(PlayerError::Late),
                None => {}
            }
        }
    }
}

impl Drop for Seated {
    fn drop(&mut self) {
        // Waits until a program has been told to end; there is nobody to complain to.
        let now = Instant::now();
        let _ = self.seat.abort(now).wait_until(now + GRACE);
    }
}
