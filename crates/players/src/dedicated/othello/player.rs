//! The engine and the seed's solver as players.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use stonegate_othello::{
    Color, Engine, Heuristic, Limits, Move, Pool, Position, Ranked, Report, SeedSolver, Weights,
    Width,
};
use stonegate_stones::BoardGame;

use super::with_helpers;
use crate::dedicated::{Seated, WAIT};
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::spec::{Options, Resources, SpecError};
use crate::thoughts::{Opinion, Thoughts};

/// The options of the player `othello`.
pub(crate) const FLAGS: &[&str] = &["seed", "location"];
pub(crate) const OPTIONS: &[&str] = &["depth", "exact", "threads"];

/// A table of this size holds what a search of some seconds finds.
const MAX_TABLE: usize = 1 << 26;

/// Makes the player `othello`, which may be `othello:location`, or `othello:seed`.
pub(crate) fn make(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    if options.has("seed") {
        return Ok(Box::new(OthelloPlayer::new(Method::Seed)));
    }
    let depth = options.get::<Depth>("depth", Depth::EXPECTED)?;
    let exact_from = options.get::<Depth>("exact", "a number of empty squares from 1 to 60")?;
    let threads = options.get("threads", "a number of at least 1")?.unwrap_or(resources.threads);
    let mut limits = Limits::default();
    limits.depth = depth.map_or(limits.depth, |depth| depth.0);
    limits.exact_from = exact_from.map_or(limits.exact_from, |depth| depth.0);
    let settings = Settings {
        limits,
        table: resources.memory.min(MAX_TABLE),
        threads: threads.get(),
        is_trained: !options.has("location"),
    };
    Ok(Box::new(OthelloPlayer::new(Method::Engine(settings))))
}

/// A number from 1 to 60.
pub(crate) struct Depth(pub(crate) u32);

impl Depth {
    pub(crate) const EXPECTED: &str = "a number of plies from 1 to 60";
}

impl std::str::FromStr for Depth {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        text.parse().ok().filter(|depth| (1..=60).contains(depth)).map(Self).ok_or(())
    }
}

/// Plays Othello by one of our methods.
#[derive(Debug)]
struct OthelloPlayer {
    method: Method,
    game: Option<(Seated<Position>, Mind)>,
}

/// How a player thinks.
#[derive(Copy, Clone, Debug)]
enum Method {
    /// As the seed does: to the depth of its table, if the clock does not say otherwise.
    Seed,
    /// As well as it can in the time that there is. On boards smaller than 8x8, as the seed does.
    Engine(Settings),
}

/// How the engine thinks.
#[derive(Copy, Clone, Debug)]
struct Settings {
    limits: Limits,
    /// The size of the table in bytes.
    table: usize,
    threads: usize,
    /// Whether the evaluation is the trained one or the location heuristic.
    is_trained: bool,
}

/// What a player thinks with during a game.
#[derive(Debug)]
enum Mind {
    Seed(SeedSolver),
    Engine(Engine, Settings),
}

impl OthelloPlayer {
    fn new(method: Method) -> Self {
        Self { method, game: None }
    }
}

impl Player for OthelloPlayer {
    fn set_threads(&mut self, threads: NonZeroUsize) {
        if let Method::Engine(settings) = &mut self.method {
            settings.threads = threads.get();
        }
        if let Some((_, Mind::Engine(_, settings))) = &mut self.game {
            settings.threads = threads.get();
        }
    }

    fn start(&mut self, briefing: &Briefing, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        let seated = Seated::<Position>::new(briefing)?;
        let width = seated.position.width();
        let mind = match self.method {
            Method::Engine(settings) if width == Width::EIGHT => {
                let weights = if settings.is_trained {
                    Weights::trained()
                } else {
                    Arc::new(Weights::location())
                };
                Mind::Engine(Engine::new(weights, settings.table), settings)
            }
            // The engine has no patterns for smaller boards.
            Method::Engine(_) | Method::Seed => {
                Mind::Seed(SeedSolver::new(width, Heuristic::Location))
            }
        };
        self.game = Some((seated, mind));
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let (seated, mind) = self.game.as_mut().ok_or(PlayerError::Gone)?;
        seated.follow(last)?;
        if !seated.has_turn() {
            return Ok(WAIT.to_owned());
        }
        let position = &seated.position;
        let action = match (&position.legal()[..], mind) {
            (&[only], _) => only,
            (_, Mind::Seed(solver)) => {
                let found = solver.play(position, &|| turn.is_over());
                found.square.map_or(Move::Pass, Move::Place)
            }
            (_, Mind::Engine(engine, settings)) => think(engine, settings, position, turn),
        };
        Ok(action.to_string())
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.game = None;
        Ok(())
    }

    fn abort(&mut self, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.game = None;
        Ok(())
    }
}

/// A search for the best move knows little of the others. So all moves are compared first, for this
/// share of the time and no deeper than this.
const RANKING_SHARE: u32 = 20;
const RANKING_DEPTH: u32 = 12;

/// Searches until the turn is over, and tells of each depth.
fn think(engine: &Engine, settings: &Settings, position: &Position, turn: &Turn<'_>) -> Move {
    let start = Instant::now();
    let (board, limits) = (position.board(), &settings.limits);
    let time = turn.time_left();
    let report = with_helpers(engine, settings.threads, |pool| {
        let ranked = rank(engine, settings, position, pool, &|| {
            turn.is_over() || start.elapsed() >= time / RANKING_SHARE
        });
        let mut tell = |report: &Report| {
            let thoughts = thoughts(report, &ranked, position.color());
            (turn.thoughts)(&Thoughts { elapsed: start.elapsed(), ..thoughts });
        };
        engine.think_with(board, limits, &|| turn.is_over(), pool, &mut tell)
    });
    report.best.map_or(Move::Pass, Move::Place)
}

/// The moves with what a short look at all of them says, the best first.
fn rank(
    engine: &Engine,
    settings: &Settings,
    position: &Position,
    pool: &Pool,
    stop: &dyn Fn() -> bool,
) -> Vec<Ranked> {
    let depth = settings.limits.depth.min(RANKING_DEPTH);
    let limits = Limits { depth, exact_from: 0, ..settings.limits };
    // Only values to the same depth can be compared: an unfinished depth does not count.
    let mut ranked = Vec::new();
    let mut keep = |moves: &[Ranked]| ranked = moves.to_vec();
    engine.rank(position.board(), usize::MAX, &limits, stop, pool, &mut keep);
    ranked
}

fn thoughts(report: &Report, ranked: &[Ranked], color: Color) -> Thoughts {
    let action = report.best.map_or(Move::Pass, Move::Place).to_string();
    let value = goal(report.value, report.is_exact);
    let best = Opinion { action: action.clone(), value, visits: 0, is_proven: report.is_exact };
    let others = ranked.iter().filter(|other| report.best != Some(other.square));
    let others = others.map(|other| Opinion {
        action: Move::Place(other.square).to_string(),
        // The deeper search says that no move is better than the best.
        value: goal(other.value, other.is_exact).min(value),
        visits: 0,
        is_proven: other.is_exact,
    });
    let opinions = [best].into_iter().chain(others).collect();
    let (joint, values) = match color {
        Color::Black => ([action, WAIT.to_owned()], [value, 100.0 - value]),
        Color::White => ([WAIT.to_owned(), action], [100.0 - value, value]),
    };
    Thoughts {
        states: report.n_nodes,
        depth: report.depth,
        opinions,
        line: vec![joint.to_vec()],
        values: values.to_vec(),
        ..Thoughts::default()
    }
}

/// The goal that a player can expect, from 0 to 100: eight discs ahead win three games of four.
fn goal(value: i32, is_exact: bool) -> f64 {
    if is_exact {
        return f64::from(50 + 50 * value.signum());
    }
    100.0 / (1.0 + (-f64::from(value) * 3.0_f64.ln() / 8.0).exp())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::clock::Clock;
    use crate::dedicated::Dedicated;
    use crate::ruleset::Ruleset;
    use crate::spec::PlayerSpec;

    fn joint(texts: [&str; 2]) -> Vec<String> {
        texts.map(str::to_owned).to_vec()
    }

    fn briefing(width: Width, opening: Vec<Vec<String>>) -> Briefing {
        Briefing {
            match_id: "test".to_owned(),
            role: "black".to_owned(),
            ruleset: Ruleset::Dedicated(Dedicated::new::<Position>(stonegate_othello::Setup {
                width,
            })),
            opening,
            clock: Clock::from_secs(1, 1),
        }
    }

    /// What a player does first after an opening and then after White's answer, with the deepest
    /// search it told of.
    fn play(spec: &str, width: Width) -> Result<(Vec<String>, u32), PlayerError> {
        let spec = spec.parse::<PlayerSpec>().expect("it is a player");
        let mut player = spec.player(&Resources::new(1)).expect("its options are right");
        let deepest = std::cell::Cell::new(0);
        let canceled = AtomicBool::new(false);
        let turn = Turn {
            deadline: Instant::now() + Duration::from_secs(10),
            canceled: &canceled,
            thoughts: &|thoughts| deepest.set(deepest.get().max(thoughts.depth)),
        };
        // In the 4x4 corner that all boards have, no move is on the same square.
        let start = Position::start(width);
        let first = stonegate_othello::squares(start.legal_moves()).next().expect("there are some");
        player.start(&briefing(width, vec![joint([&first.to_string(), WAIT])]), &turn)?;
        let waits = player.play(None, &turn)?;
        let position = start.play(Move::Place(first)).expect("it is legal");
        let answer = stonegate_othello::squares(position.legal_moves()).next().expect("some");
        let action = player.play(Some(&joint([WAIT, &answer.to_string()])), &turn)?;
        let position = position.play(Move::Place(answer)).expect("it is legal");
        assert!(position.play(action.parse().expect("it is a move")).is_ok(), "{action}");
        player.stop(None, &turn)?;
        assert_eq!(player.play(None, &turn), Err(PlayerError::Gone));
        Ok((vec![waits, action], deepest.get()))
    }

    #[test]
    fn players_wait_and_move() {
        let (actions, depth) = play("othello:depth=5", Width::EIGHT).expect("it plays");
        assert_eq!((actions[0].as_str(), depth), (WAIT, 5));
        for width in [Width::FOUR, Width::SIX, Width::EIGHT] {
            let (actions, depth) = play("othello:seed", width).expect("it plays");
            assert_eq!((actions[0].as_str(), depth), (WAIT, 0));
        }
        let (_, depth) = play("othello", Width::SIX).expect("it plays on all boards");
        assert_eq!(depth, 0);
    }

    #[test]
    fn all_moves_have_values() {
        let spec = "othello:depth=4".parse::<PlayerSpec>().expect("it is a player");
        let mut player = spec.player(&Resources::new(1)).expect("its options are right");
        let canceled = AtomicBool::new(false);
        let heard = std::cell::RefCell::new(Thoughts::default());
        let turn = Turn {
            deadline: Instant::now() + Duration::from_hours(1),
            canceled: &canceled,
            thoughts: &|thoughts| drop(heard.replace(thoughts.clone())),
        };
        let opening = vec![joint(["d3", WAIT]), joint([WAIT, "c3"])];
        player.start(&briefing(Width::EIGHT, opening), &turn).expect("it plays Othello");
        let action = player.play(None, &turn).expect("it has the turn");
        let opinions = heard.into_inner().opinions;
        assert_eq!(opinions[0].action, action);
        let mut actions =
            opinions.iter().map(|opinion| opinion.action.as_str()).collect::<Vec<_>>();
        actions.sort_unstable();
        assert_eq!(actions, ["b3", "c4", "e6", "f5"]);
        assert!(opinions.is_sorted_by(|one, other| one.value >= other.value), "{opinions:?}");
    }

    #[test]
    fn options_that_make_no_sense() {
        for (spec, expected) in [
            ("othello:depth=0", "a number of plies from 1 to 60, not `0`"),
            ("othello:exact=99", "a number of empty squares from 1 to 60, not `99`"),
            ("othello:threads=0", "a number of at least 1, not `0`"),
        ] {
            let spec = spec.parse::<PlayerSpec>().expect("the name is right");
            let error = spec.player(&Resources::new(1)).expect_err("the value is wrong");
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
