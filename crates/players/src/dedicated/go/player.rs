//! The engine as a player.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use stonegate_go::{Choice, Color, CountedGame, Decision, Game, Report, Search};

use crate::dedicated::{RESIGN, Seated, WAIT};
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::spec::{Options, Resources, SpecError};
use crate::thoughts::{Opinion, Thoughts};

/// The options of the player `go`.
pub(crate) const FLAGS: &[&str] = &["noresign"];
pub(crate) const OPTIONS: &[&str] = &["games", "threads"];

/// How often thoughts are told.
const TELL_INTERVAL: Duration = Duration::from_millis(250);

/// Makes the player `go`.
pub(crate) fn make(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    let threads = options.get("threads", "a number of at least 1")?.unwrap_or(resources.threads);
    let max_games = options.get("games", "a number of random games for each move")?;
    let mut choice = Choice::default();
    if options.has("noresign") {
        choice.resign_below = 0.0;
    }
    Ok(Box::new(GoPlayer {
        thinking: Thinking {
            n_threads: threads.get(),
            n_bytes: resources.memory,
            seed: resources.seed,
            max_games: max_games.unwrap_or(u64::MAX),
        },
        choice,
        table: None,
    }))
}

/// How a search is run.
#[derive(Copy, Clone, Debug)]
pub struct Thinking {
    pub n_threads: usize,
    /// Memory for the tree.
    pub n_bytes: usize,
    pub seed: u64,
    /// Stops after so many random games.
    pub max_games: u64,
}

impl Thinking {
    /// Thinks about a position in several threads until `stop` says so. Tells `progress` now and
    /// then what was found.
    pub fn think(
        &self,
        search: &Search,
        stop: &(dyn Fn() -> bool + Sync),
        progress: &dyn Fn(&Report),
    ) -> Report {
        let n_before = search.n_games();
        let is_done = || stop() || search.n_games().saturating_sub(n_before) >= self.max_games;
        let n_moves = search.game().n_moves() as u64;
        let seed = |thread: u64| self.seed.wrapping_add(n_moves << 32).wrapping_add(thread << 16);
        let last_told = Cell::new(Instant::now());
        thread::scope(|scope| {
            for thread in 1..self.n_threads {
                let is_done = &is_done;
                scope.spawn(move || search.work(seed(thread as u64), is_done));
            }
            search.work(seed(0), &|| {
                if last_told.get().elapsed() >= TELL_INTERVAL {
                    last_told.set(Instant::now());
                    progress(&search.report());
                }
                is_done()
            });
        });
        search.report()
    }
}

/// Plays Go.
#[derive(Debug)]
struct GoPlayer {
    thinking: Thinking,
    choice: Choice,
    table: Option<(Seated<CountedGame>, Search)>,
}

impl Player for GoPlayer {
    fn set_threads(&mut self, threads: NonZeroUsize) {
        self.thinking.n_threads = threads.get();
    }

    fn start(&mut self, briefing: &Briefing, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        let seated = Seated::<CountedGame>::new(briefing)?;
        let search = Search::new(seated.position.game(), self.thinking.n_bytes);
        self.table = Some((seated, search));
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let (seated, search) = self.table.as_mut().ok_or(PlayerError::Gone)?;
        seated.follow(last)?;
        if !seated.has_turn() {
            return Ok(WAIT.to_owned());
        }
        search.advance(seated.position.game());
        let start = Instant::now();
        let tell = |report: &Report| {
            let thoughts = thoughts(report, seated.position.game());
            (turn.thoughts)(&Thoughts { elapsed: start.elapsed(), ..thoughts });
        };
        let (deadline, canceled) = (turn.deadline, turn.canceled);
        let is_over =
            || canceled.load(std::sync::atomic::Ordering::Relaxed) || Instant::now() >= deadline;
        let report = self.thinking.think(search, &is_over, &tell);
        tell(&report);
        Ok(match self.choice.decide(seated.position.game(), &report) {
            Decision::Play(action) => action.to_string(),
            Decision::Resign => RESIGN.to_owned(),
        })
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.table = None;
        Ok(())
    }

    fn abort(&mut self, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.table = None;
        Ok(())
    }
}

fn thoughts(report: &Report, game: &Game) -> Thoughts {
    let opinions = report.candidates.iter().map(|candidate| Opinion {
        action: candidate.action.to_string(),
        value: 100.0 * candidate.value,
        visits: candidate.n_games,
        is_proven: false,
    });
    let mut color = game.to_move();
    let line = report.candidates.first().map_or(&[][..], |best| &best.line);
    let line = line.iter().map(|action| {
        let mut joint = vec![WAIT.to_owned(), WAIT.to_owned()];
        joint[usize::from(color == Color::White)] = action.to_string();
        color = !color;
        joint
    });
    let value = 100.0 * report.value;
    let values = match game.to_move() {
        Color::Black => vec![value, 100.0 - value],
        Color::White => vec![100.0 - value, value],
    };
    let line = line.collect::<Vec<_>>();
    Thoughts {
        playouts: report.n_games,
        nodes: report.n_nodes as u64,
        depth: line.len() as u32,
        opinions: opinions.collect(),
        line,
        values,
        ..Thoughts::default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use stonegate_go::{Move, Setup};

    use super::*;
    use crate::clock::Clock;
    use crate::dedicated::Dedicated;
    use crate::ruleset::Ruleset;
    use crate::spec::PlayerSpec;

    #[test]
    fn players_wait_and_move() {
        let setup = "5:komi=0.5".parse::<Setup>().expect("it is a setup");
        let spec = "go:games=64,threads=2".parse::<PlayerSpec>().expect("it is a player");
        let mut player = spec.player(&Resources::new(1)).expect("its options are right");
        let canceled = AtomicBool::new(false);
        let n_told = Cell::new(0);
        let turn = Turn {
            deadline: Instant::now() + Duration::from_secs(20),
            canceled: &canceled,
            thoughts: &|thoughts| {
                assert!(!thoughts.opinions.is_empty() && thoughts.playouts >= 64);
                n_told.set(n_told.get() + 1);
            },
        };
        let joint = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
        let briefing = Briefing {
            match_id: "test".to_owned(),
            role: "white".to_owned(),
            ruleset: Ruleset::Dedicated(Dedicated::new::<CountedGame>(setup)),
            opening: vec![joint(["C3", WAIT]), joint([WAIT, "B2"])],
            clock: Clock::from_secs(1, 1),
        };
        player.start(&briefing, &turn).expect("it plays Go");
        assert_eq!(player.play(None, &turn).as_deref(), Ok(WAIT));
        let action = player.play(Some(&joint(["D2", WAIT])), &turn).expect("it has a move");
        let action = action.parse::<Move>().expect("it is a move");
        let mut game = Game::new(setup.size, setup.rules);
        for text in ["C3", "B2", "D2"] {
            game.play(text.parse().expect("it is a move")).expect("it is legal");
        }
        assert!(game.is_legal(Color::White, action), "{action}");
        assert!(n_told.get() > 0);
        let error = player.play(Some(&joint(["C3", WAIT])), &turn).expect_err("it is illegal");
        assert!(matches!(error, PlayerError::Rules(_)), "{error}");
    }
}
