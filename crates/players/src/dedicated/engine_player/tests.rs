use std::cell::RefCell;
use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use stonegate_minds::follow;
use stonegate_stones::{Alone, Color};

use super::*;
use crate::clock::Clock;
use crate::dedicated::Dedicated;
use crate::ruleset::Ruleset;
use crate::spec::{PlayerSpec, Resources};
use crate::stopwatch::Stopwatch;

/// A player at a game, and the thoughts that it has told.
struct Talk {
    player: Box<dyn Player>,
    told: Vec<Thoughts>,
}

impl Talk {
    fn new(
        mut player: Box<dyn Player>,
        game: Dedicated,
        role: &str,
        opening: &[[&str; 2]],
    ) -> Result<Self, PlayerError> {
        let briefing = Briefing {
            match_id: "test".to_owned(),
            role: role.to_owned(),
            ruleset: Ruleset::Dedicated(game),
            opening: opening.iter().map(|&texts| texts.map(str::to_owned).to_vec()).collect(),
            clock: Clock::from_secs(1, 1),
        };
        let canceled = AtomicBool::new(false);
        let turn = Turn { deadline: Instant::now(), canceled: &canceled, thoughts: &|_| () };
        player.start(&briefing, &turn)?;
        Ok(Self { player, told: Vec::new() })
    }

    /// A player by its name.
    fn of(spec: &str, game: &str, role: &str, opening: &[[&str; 2]]) -> Result<Self, PlayerError> {
        let spec = spec.parse::<PlayerSpec>().expect("it is a player");
        let player = spec.player(&Resources::new(1)).expect("its options are right");
        Self::new(player, game.parse().expect("it is a game"), role, opening)
    }

    /// What the player does within a time after the last moves.
    fn play_within(
        &mut self,
        time: Duration,
        last: Option<[&str; 2]>,
    ) -> Result<String, PlayerError> {
        let told = RefCell::new(Vec::new());
        let canceled = AtomicBool::new(false);
        let turn = Turn {
            deadline: Instant::now() + time,
            canceled: &canceled,
            thoughts: &|thoughts| told.borrow_mut().push(thoughts.clone()),
        };
        let last = last.map(|texts| texts.map(str::to_owned));
        let answer = self.player.play(last.as_ref().map(|texts| &texts[..]), &turn);
        self.told = told.into_inner();
        answer
    }

    fn play(&mut self, last: Option<[&str; 2]>) -> Result<String, PlayerError> {
        self.play_within(Duration::from_mins(1), last)
    }

    /// The last thoughts about the last question.
    fn thoughts(&self) -> Thoughts {
        self.told.last().cloned().unwrap_or_default()
    }

    fn leave(mut self) {
        let canceled = AtomicBool::new(false);
        let turn = Turn { deadline: Instant::now(), canceled: &canceled, thoughts: &|_| () };
        self.player.stop(None, &turn).expect("it can be left");
        assert_eq!(self.play(None), Err(PlayerError::Gone));
    }
}

#[test]
fn othello_players_wait_and_move() {
    for (spec, game, depth) in [
        ("othello:depth=5", "othello", 5),
        ("othello:classic", "othello4", 0),
        ("othello:classic", "othello6", 0),
        ("othello:seed", "othello", 0),
        ("othello", "othello6", 0),
    ] {
        let mut referee = game.parse::<Dedicated>().expect("it is a game").referee();
        let mut advance = || {
            let [black, white] = referee.legal().expect("it can be told") else { panic!("two") };
            let joint = [black[0].clone(), white[0].clone()];
            referee.apply(&joint).expect("it is legal");
            joint
        };
        let opening = [advance(), advance()];
        let [first, second] = opening.each_ref().map(|joint| joint.each_ref().map(String::as_str));
        let mut talk = Talk::of(spec, game, "black", &[first]).expect("it plays");
        assert_eq!(talk.play(None).as_deref(), Ok(WAIT));
        let action = talk.play(Some(second)).expect("it has the turn");
        assert!(referee.legal().expect("it can be told")[0].contains(&action), "{action}");
        let deepest = talk.told.iter().map(|thoughts| thoughts.depth).max();
        assert_eq!(deepest.unwrap_or(0), depth, "{spec} {game}");
        talk.leave();
    }
}

#[test]
fn all_moves_of_othello_have_values() {
    let opening = [["d3", WAIT], [WAIT, "c3"]];
    let mut talk = Talk::of("othello:depth=4", "othello", "black", &opening).expect("it plays");
    let action = talk.play(None).expect("it has the turn");
    let opinions = talk.thoughts().opinions;
    assert_eq!(opinions[0].action, action);
    let mut actions = opinions.iter().map(|opinion| opinion.action.as_str()).collect::<Vec<_>>();
    actions.sort_unstable();
    assert_eq!(actions, ["b3", "c4", "e6", "f5"]);
    assert!(opinions.is_sorted_by(|one, other| one.value >= other.value), "{opinions:?}");
}

#[test]
fn go_players_wait_and_move() {
    let opening = [["C3", WAIT], [WAIT, "B2"]];
    let mut talk =
        Talk::of("go:games=64,threads=2", "go5:komi=0.5", "white", &opening).expect("it plays Go");
    assert_eq!(talk.play(None).as_deref(), Ok(WAIT));
    let action = talk.play(Some(["D2", WAIT])).expect("it has a move");
    let thoughts = talk.thoughts();
    assert!(thoughts.playouts >= 64 && thoughts.opinions.iter().any(|it| it.action == action));
    assert_eq!(thoughts.line[0][0], WAIT, "White is first in the line");
    let error = talk.play(Some(["C3", WAIT])).expect_err("it is illegal");
    assert!(matches!(error, PlayerError::Rules(_)), "{error}");
}

/// What a player answers as White to four black stones in a row, and its last thoughts.
fn block(spec: &str, game: &str) -> Result<(String, Thoughts), PlayerError> {
    let moves =
        [["e5", WAIT], [WAIT, "d5"], ["f5", WAIT], [WAIT, "a1"], ["g5", WAIT], [WAIT, "c2"]];
    let mut talk = Talk::of(spec, game, "white", &moves)?;
    assert_eq!(talk.play(None).as_deref(), Ok(WAIT));
    let answer = talk.play_within(Duration::from_millis(200), Some(["h5", WAIT]))?;
    let thoughts = talk.thoughts();
    talk.leave();
    Ok((answer, thoughts))
}

#[test]
fn all_players_of_gomoku_block() {
    for spec in ["gomoku", "gomoku:pattern", "gomoku:depth=2"] {
        for game in ["gomoku", "gomoku16", "gomoku20:rule=renju", "gomoku:size=9x12"] {
            let (answer, _) = block(spec, game).expect("it plays");
            assert_eq!(answer, "i5", "{spec} {game}");
        }
    }
    let error = block("gomoku:pattern=/no/such/file", "gomoku").expect_err("there is no file");
    assert!(error.to_string().contains("/no/such/file"), "{error}");
}

#[test]
fn the_pattern_that_fired_is_told() {
    let (_, thoughts) = block("gomoku:pattern", "gomoku16").expect("it plays");
    assert!(thoughts.reason.starts_with("pattern "), "{}", thoughts.reason);
    assert!(thoughts.marks.contains(&"i5".to_owned()), "{:?}", thoughts.marks);
}

#[test]
fn players_of_connect6_place_two_stones_and_wait() {
    for spec in ["connect6:rounds=1", "connect6:seven", "connect6:host"] {
        let mut talk = Talk::of(spec, "connect6", "white", &[["j10", WAIT]]).expect("it plays");
        let first = talk.play(None).expect("it has the turn");
        let second = talk.play(Some([WAIT, &first])).expect("it still has the turn");
        assert_ne!(first, second);
        assert_ne!(second, WAIT);
        assert_eq!(talk.play(Some([WAIT, &second])).as_deref(), Ok(WAIT));
    }
}

#[test]
fn a_plan_is_given_up_where_the_game_goes_otherwise() {
    let mut talk =
        Talk::of("connect6:seven", "connect6", "white", &[["j10", WAIT]]).expect("it plays");
    let first = talk.play(None).expect("it has the turn");
    let other = if first == "a1" { "b1" } else { "a1" };
    assert!(!talk.told.is_empty());
    talk.play(Some([WAIT, other])).expect("it still has the turn");
    assert!(!talk.told.is_empty(), "it has thought again");
}

#[test]
fn options_that_make_no_sense() {
    for (spec, expected) in [
        ("othello:depth=0", "a number of plies from 1 to 60, not `0`"),
        ("othello:exact=99", "a number of empty squares from 1 to 60, not `99`"),
        ("othello:threads=0", "a number of at least 1, not `0`"),
        ("go:cpu=-1", "a number of seconds, not `-1`"),
        ("gomoku:depth=3", "takes 2, the only depth"),
        ("connect6:rounds=many", "a number of rounds, not `many`"),
    ] {
        let spec = spec.parse::<PlayerSpec>().expect("the name is right");
        let error = spec.player(&Resources::new(1)).expect_err("the value is wrong");
        assert!(error.to_string().contains(expected), "{error}");
    }
    let error = "gomoku:speed=3".parse::<PlayerSpec>().expect_err("there is no such option");
    let message = error.to_string();
    assert!(message.ends_with("it has pattern, depth, seed, board, level, cpu, time"), "{message}");
}

/// Lets a player make two moves of a game, and compares its last thoughts with those of a player
/// who begins with the second one: what it has kept makes `measure` smaller or greater.
fn check_memory<E: BoardEngine + 'static>(
    make: fn() -> E,
    limits: &E::Limits,
    opening: &[[&str; 2]],
    measure: fn(&Thoughts) -> u64,
    expected: Ordering,
) {
    let setup = <E::Game as BoardGame>::Setup::default();
    let talk = |opening: &[[&str; 2]]| {
        let player = Box::new(EnginePlayer::new(make).with_limits(limits.clone()));
        Talk::new(player, Dedicated::new::<E::Game>(setup.clone()), "black", opening)
            .expect("it plays")
    };
    let mut joints = opening.iter().map(|joint| joint.map(str::to_owned)).collect::<Vec<_>>();
    let mut position = E::Game::start(&setup);
    for joint in &joints {
        follow(&mut position, joint).expect("it is legal");
    }
    let mut player = talk(opening);
    let mut last: Option<[String; 2]> = None;
    let mut opponent = Vec::new();
    let n_opening = joints.len();
    loop {
        let texts = last.as_ref().map(|joint| joint.each_ref().map(String::as_str));
        let answer = player.play(texts).expect("it plays");
        let has_thought = !player.told.is_empty();
        if has_thought && joints.len() > n_opening {
            break;
        }
        let joint = if position.turn() == Color::Black {
            [answer, WAIT.to_owned()]
        } else {
            // The opponent thinks the same way, and has learned nothing.
            if opponent.is_empty() {
                let loan = Loan { elapsed: &|| 0.0, crew: &Alone };
                let task = Task { position: &position, limits, loan };
                let decision = make().decide(&task, &mut |_| ());
                let Decision::Play(moves) = decision else { panic!("it does not give up") };
                opponent = moves;
            }
            [WAIT.to_owned(), opponent.remove(0).to_string()]
        };
        follow(&mut position, &joint).expect("it is legal");
        joints.push(joint.clone());
        last = Some(joint);
    }
    let line = joints.iter().map(|joint| joint.each_ref().map(String::as_str));
    let mut fresh = talk(&line.collect::<Vec<_>>());
    fresh.play(None).expect("it plays");
    let (kept, fresh) = (measure(&player.thoughts()), measure(&fresh.thoughts()));
    assert_eq!(kept.cmp(&fresh), expected, "{}: {kept} and {fresh}", E::Game::NAME);
}

#[test]
fn engines_keep_what_they_have_learned_for_the_next_move() {
    use stonegate_othello::Weights;
    let states = |thoughts: &Thoughts| thoughts.states;
    let visits = |thoughts: &Thoughts| thoughts.opinions.iter().map(|it| it.visits).sum();
    check_memory(
        || stonegate_othello::Engine::new(Weights::trained(), 1 << 22),
        &stonegate_othello::Limits { depth: 8, ..Default::default() },
        &[["d3", WAIT], [WAIT, "c3"]],
        states,
        Ordering::Less,
    );
    check_memory(
        || stonegate_gomoku::Engine::new(1 << 22),
        &stonegate_gomoku::Limits { depth: 10, ..Default::default() },
        &[["h8", WAIT], [WAIT, "i9"]],
        states,
        Ordering::Less,
    );
    check_memory(
        stonegate_connect6::Engine::default,
        &stonegate_connect6::Limits { n_rounds: 4 },
        &[["j10", WAIT], [WAIT, "k11"], [WAIT, "j12"]],
        states,
        Ordering::Less,
    );
    check_memory(
        || stonegate_go::Engine::new(1 << 24, 1),
        &stonegate_go::Limits { max_games: 4096, ..Default::default() },
        &[],
        visits,
        Ordering::Greater,
    );
}

#[cfg(unix)]
#[test]
fn engines_keep_to_the_work_that_they_may_do() {
    for (spec, game, opening) in [
        ("othello:cpu=0.1", "othello", &[["d3", WAIT], [WAIT, "c3"]][..]),
        ("othello:cpu=0.1,threads=2", "othello", &[["d3", WAIT], [WAIT, "c3"]]),
        ("go:cpu=0.1", "go9", &[]),
        ("gomoku:cpu=0.1", "gomoku", &[["h8", WAIT], [WAIT, "i9"]]),
        ("connect6:cpu=0.1", "connect6", &[["j10", WAIT], [WAIT, "k11"], [WAIT, "j12"]]),
    ] {
        let mut talk = Talk::of(spec, game, "black", opening).expect("it plays");
        let stopwatch = Stopwatch::start();
        talk.play(None).expect("it has the turn");
        // Far less than the minute of the clock, and no answer at first sight.
        let work = stopwatch.elapsed();
        let expected = Duration::from_millis(20)..Duration::from_secs(2);
        assert!(expected.contains(&work), "{spec}: {work:?}");
    }
}
