//! The engine, the pattern machine and the small opponent as players.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use stonegate_gomoku::patterns::{Firing, Pattern, PatternFile, PatternMachine};
use stonegate_gomoku::{Color, Engine, Limits, Point, Position, Report, TwoPly};
use stonegate_protocols::gomoku_link::Answer;

use super::board::PatternBoard;
use crate::board::BoardAddress;
use crate::dedicated::{Seated, WAIT};
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::spec::{Options, Resources, SpecError};
use crate::thoughts::{Opinion, Thoughts};

/// The options of the player `gomoku`.
pub(crate) const FLAGS: &[&str] = &["pattern"];
pub(crate) const OPTIONS: &[&str] = &["pattern", "depth", "seed", "board"];

/// A table of this size holds what a search of some seconds finds.
const MAX_TABLE: usize = 1 << 26;

/// Makes the player `gomoku`, `gomoku:pattern`, `gomoku:pattern=FILE`, `gomoku:depth=2` or
/// `gomoku:board=PORT`, which takes a file of patterns, too.
pub(crate) fn make(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    let depth = options.get::<Two>("depth", "2, the only depth of the small opponent")?;
    let seed = options.get("seed", "a whole number")?.unwrap_or(resources.seed);
    let file = options.get::<PathBuf>("pattern", "the name of a file")?;
    let board = options.get("board", "a port, as in /dev/ttyUSB1@1000000, or host:port")?;
    let path = file.clone().filter(|path| !path.as_os_str().is_empty());
    let method = match (board, file, depth) {
        (Some(address), _, _) => Method::Board(address, path),
        (None, Some(_), _) => Method::Pattern(path),
        (None, None, Some(Two)) => Method::TwoPly(TwoPly::new(seed)),
        (None, None, None) => Method::Engine { table: resources.memory.min(MAX_TABLE) },
    };
    Ok(Box::new(GomokuPlayer { method, game: None }))
}

/// The number 2.
struct Two;

impl std::str::FromStr for Two {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == "2" { Ok(Self) } else { Err(()) }
    }
}

/// Plays Gomoku by one of our methods.
#[derive(Debug)]
struct GomokuPlayer {
    method: Method,
    game: Option<(Seated<Position>, Mind)>,
}

/// How a player thinks.
#[derive(Clone, Debug)]
enum Method {
    /// As well as it can in the time that there is.
    Engine { table: usize },
    /// By the patterns of a file, or of the one that comes with the program.
    Pattern(Option<PathBuf>),
    /// By such patterns, on a machine.
    Board(BoardAddress, Option<PathBuf>),
    /// Two plies and a count of lines.
    TwoPly(TwoPly),
}

/// What a player thinks with during a game.
#[derive(Debug)]
enum Mind {
    Engine(Box<Engine>),
    Pattern { path: Option<PathBuf>, file: PatternFile },
    Board { board: Box<PatternBoard>, path: Option<PathBuf>, file: PatternFile },
    TwoPly(TwoPly),
}

impl Player for GomokuPlayer {
    fn start(&mut self, briefing: &Briefing, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        let seated = Seated::new(briefing)?;
        let mind = match &self.method {
            Method::Engine { table } => Mind::Engine(Box::new(Engine::new(*table))),
            Method::TwoPly(player) => Mind::TwoPly(*player),
            Method::Pattern(path) => {
                Mind::Pattern { path: path.clone(), file: patterns(path.as_deref())? }
            }
            Method::Board(address, path) => {
                let (mut board, file) =
                    (Box::new(PatternBoard::open(address)?), patterns(path.as_deref())?);
                board.load(&file)?;
                Mind::Board { board, path: path.clone(), file }
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
        let point = match mind {
            Mind::Engine(engine) => think(engine, position, turn),
            Mind::TwoPly(player) => player.choose(position),
            Mind::Pattern { path, file } => {
                reread(path.as_deref(), file);
                fire(file, position, turn)
            }
            Mind::Board { board, path, file } => {
                if reread(path.as_deref(), file) {
                    board.load(file)?;
                }
                let chosen = board.choose(position)?;
                chosen.inspect(|(point, answer)| tell(file, *point, answer, turn)).map(|it| it.0)
            }
        };
        // A pattern knows nothing of rules, and on a tiny board none may match.
        let legal = point.filter(|&point| position.check(point).is_ok());
        let point = legal.or_else(|| position.legal_moves().next());
        point
            .map(|point| point.to_string())
            .ok_or_else(|| PlayerError::Rules("there is no move".to_owned()))
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

/// The patterns of a file, or those that come with the program.
fn patterns(path: Option<&Path>) -> Result<PatternFile, PlayerError> {
    match path {
        Some(path) => read(path).map_err(PlayerError::Rules),
        None => Ok(PatternFile::shipped()),
    }
}

/// Reads a file that may be edited while a game runs, and says whether it has changed. One that is
/// half written is not used.
fn reread(path: Option<&Path>, file: &mut PatternFile) -> bool {
    match path.map(read) {
        Some(Ok(changed)) if changed != *file => {
            *file = changed;
            true
        }
        _ => false,
    }
}

fn read(path: &Path) -> Result<PatternFile, String> {
    let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| problem(&error))?;
    text.parse().map_err(|error| problem(&error))
}

/// Searches until the turn is over, and tells of each depth.
fn think(engine: &mut Engine, position: &Position, turn: &Turn<'_>) -> Option<Point> {
    let start = Instant::now();
    let mut tell = |report: &Report| {
        let thoughts = thoughts(report, position.turn());
        (turn.thoughts)(&Thoughts { elapsed: start.elapsed(), ..thoughts });
    };
    let stop = || turn.is_over();
    engine.think(position, &Limits::default(), &stop, &mut tell).best
}

fn thoughts(report: &Report, color: Color) -> Thoughts {
    let value = goal(report, color);
    let action = report.best.map(|point| point.to_string()).unwrap_or_default();
    let is_proven = report.win.is_some();
    let mut mover = color;
    let mut joint = |point: &Point| {
        let mut joint = [WAIT.to_owned(), WAIT.to_owned()];
        joint[usize::from(mover == Color::White)] = point.to_string();
        mover = !mover;
        joint.to_vec()
    };
    let values = match color {
        Color::Black => [value, 100.0 - value],
        Color::White => [100.0 - value, value],
    };
    Thoughts {
        states: report.n_nodes,
        depth: report.depth,
        line: report.line.iter().map(&mut joint).collect(),
        opinions: vec![Opinion { action, value, visits: 0, is_proven }],
        values: values.to_vec(),
        ..Thoughts::default()
    }
}

/// The goal that a player can expect, from 0 to 100.
fn goal(report: &Report, color: Color) -> f64 {
    const EVEN: f64 = 300.0;
    match report.win {
        Some((winner, _)) => f64::from(u8::from(winner == color)) * 100.0,
        None => 100.0 / (1.0 + (-f64::from(report.value) / EVEN).exp()),
    }
}

/// Plays by patterns, and tells which one fired.
fn fire(file: &PatternFile, position: &Position, turn: &Turn<'_>) -> Option<Point> {
    let machine = PatternMachine::new(file);
    let firing = machine.fire(position.board(), position.turn())?;
    (turn.thoughts)(&Thoughts {
        opinions: vec![opinion(firing.point)],
        reason: reason(file, firing.entry),
        marks: marks(&machine, &firing),
        ..Thoughts::default()
    });
    Some(firing.point)
}

/// Tells which pattern fired on a machine, and how long that took.
fn tell(file: &PatternFile, point: Point, answer: &Answer, turn: &Turn<'_>) {
    let fired = file.expand().get(usize::from(answer.pattern)).map(|&(entry, _)| entry);
    let reason = fired.map(|entry| reason(file, entry)).unwrap_or_default();
    (turn.thoughts)(&Thoughts {
        opinions: vec![opinion(point)],
        reason: format!("{reason} ({} clocks)", answer.clocks),
        ..Thoughts::default()
    });
}

fn opinion(point: Point) -> Opinion {
    Opinion { action: point.to_string(), value: 50.0, visits: 1, is_proven: false }
}

fn reason(file: &PatternFile, entry: usize) -> String {
    let comments = file.entries[entry].comments.join(" ");
    format!("pattern {} of {}: {comments}", entry + 1, file.entries.len())
}

/// The points that the pattern asks something of.
fn marks(machine: &PatternMachine, firing: &Firing) -> Vec<String> {
    let pattern = machine.patterns().nth(firing.number);
    let demands = pattern.into_iter().flat_map(Pattern::demands);
    demands.map(|(spot, _)| firing.window.translate(spot).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use stonegate_gomoku::Setup;

    use super::*;
    use crate::clock::Clock;
    use crate::dedicated::Dedicated;
    use crate::ruleset::Ruleset;
    use crate::spec::PlayerSpec;

    fn joint(texts: [&str; 2]) -> Vec<String> {
        texts.map(str::to_owned).to_vec()
    }

    /// What a player answers as White to four black stones in a row, and its last thoughts.
    fn play(spec: &str, setup: &str) -> Result<(String, Thoughts), PlayerError> {
        let spec = spec.parse::<PlayerSpec>().expect("it is a player");
        let mut player = spec.player(&Resources::new(1)).expect("its options are right");
        let last = RefCell::new(Thoughts::default());
        let canceled = AtomicBool::new(false);
        let turn = Turn {
            deadline: Instant::now() + Duration::from_millis(200),
            canceled: &canceled,
            thoughts: &|thoughts| *last.borrow_mut() = thoughts.clone(),
        };
        let setup: Setup = setup.parse().expect("it is a setup");
        let moves = [["e5", WAIT], [WAIT, "d5"], ["f5", WAIT], [WAIT, "a1"], ["g5", WAIT]];
        let opening = moves.into_iter().chain([[WAIT, "c2"]]).map(joint).collect();
        let briefing = Briefing {
            match_id: "test".to_owned(),
            role: "white".to_owned(),
            ruleset: Ruleset::Dedicated(Dedicated::new::<Position>(setup)),
            opening,
            clock: Clock::from_secs(1, 1),
        };
        player.start(&briefing, &turn)?;
        assert_eq!(player.play(None, &turn)?, WAIT);
        let answer = player.play(Some(&joint(["h5", WAIT])), &turn)?;
        player.stop(None, &turn)?;
        assert_eq!(player.play(None, &turn), Err(PlayerError::Gone));
        Ok((answer, last.into_inner()))
    }

    #[test]
    fn all_players_block() {
        for spec in ["gomoku", "gomoku:pattern", "gomoku:depth=2"] {
            for setup in ["", "16", "20:rule=renju", ":size=9x12"] {
                let (answer, _) = play(spec, setup).expect("it plays");
                assert_eq!(answer, "i5", "{spec} {setup}");
            }
        }
    }

    #[test]
    fn the_pattern_that_fired_is_told() {
        let (_, thoughts) = play("gomoku:pattern", "16").expect("it plays");
        assert!(thoughts.reason.starts_with("pattern "), "{}", thoughts.reason);
        assert!(thoughts.marks.contains(&"i5".to_owned()), "{:?}", thoughts.marks);
    }

    #[test]
    fn options_that_make_no_sense() {
        let error = "gomoku:speed=3".parse::<PlayerSpec>().expect_err("there is no such option");
        let message = error.to_string();
        assert!(message.ends_with("it has pattern, depth, seed, board, time"), "{message}");
        let spec = "gomoku:depth=3".parse::<PlayerSpec>().expect("the name is right");
        let error = spec.player(&Resources::new(1)).expect_err("the value is wrong");
        assert!(error.to_string().contains("takes 2, the only depth"), "{error}");
        let error = play("gomoku:pattern=/no/such/file", "").expect_err("there is no file");
        assert!(error.to_string().contains("/no/such/file"), "{error}");
    }
}
