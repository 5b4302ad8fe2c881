//! What every game keeps to, tried in random games.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::engine::{Alone, BoardEngine, Decision, Loan, Task, Thought};
use crate::game::BoardGame;
use crate::perft::perft;
use crate::random::Random;

/// Plays random games with each of the usual settings, and panics where the game breaks a rule of
/// [`BoardGame`]. This is a test that each game gets for one line.
#[track_caller]
pub fn check_conformance<G: BoardGame>(n_games: u64) {
    for (title, setup) in G::variants() {
        assert_eq!(setup.to_string().parse::<G::Setup>().as_ref(), Ok(&setup), "{title}");
        let start = G::start(&setup);
        assert_eq!(start.count_lines(2), perft(&start, 2), "{title}");
        for number in 0..n_games {
            check_game::<G>(&setup, &mut Random::new(2026, number));
        }
    }
    assert_eq!("".parse::<G::Setup>(), Ok(G::Setup::default()));
    assert!("?".parse::<G::Setup>().is_err());
}

#[track_caller]
fn check_game<G: BoardGame>(setup: &G::Setup, random: &mut Random) {
    let grid = G::grid(setup);
    let n_points = grid.columns.len() * grid.rows.len();
    let mut game = G::start(setup);
    let mut n_moves = 0;
    while game.outcome().is_none() {
        let legal = game.legal();
        assert!(!legal.is_empty(), "who has the turn can move: {game:?}");
        for &action in &legal {
            let text = action.to_string();
            let read = text.parse::<G::Move>().ok();
            assert_eq!(read, Some(action), "the text of a move is read back");
            let is_point = grid.columns.iter().any(|column| {
                text.strip_prefix(column).is_some_and(|row| grid.rows.iter().any(|it| it == row))
            });
            assert!(is_point || text == "pass", "{text} is no point of the board");
        }
        let facts = game.facts();
        assert!(facts.contains(&format!("(control {})", game.turn().name())), "{facts:?}");
        let action = legal[random.below(legal.len())];
        let before = game.clone();
        game.play(action).expect("legal moves can be made");
        assert_ne!(game.facts(), facts, "a move changes something");
        assert_eq!(before.facts(), facts, "a copy is a game of its own");
        n_moves += 1;
        assert!(n_moves < 10 * n_points + 100, "the game does not end");
    }
    assert!(game.legal().is_empty(), "nobody moves after the end");
    let facts = game.facts();
    if let Some(action) = G::start(setup).legal().into_iter().next() {
        assert!(game.play(action).is_err(), "the game is over");
    }
    assert_eq!(game.facts(), facts, "what is refused changes nothing");
    let goals = game.outcome().map(crate::Outcome::goals);
    assert_eq!(goals.map(|[black, white]| black + white), Some(100));
}

/// Lets an engine play the beginnings of games with each of the usual settings, and panics where
/// it breaks a rule of [`BoardEngine`]. This is a test that each engine gets for one line.
#[track_caller]
pub fn check_engine<E: BoardEngine>(make: impl Fn() -> E, limits: &E::Limits) {
    /// Turns of a game, and how often an engine may ask for the time in each.
    const TURNS: u32 = 6;
    for (title, setup) in E::Game::variants() {
        let mut engine = make();
        let mut game = E::Game::start(&setup);
        for n_looks in 0..TURNS {
            // The first turn has no time at all.
            let (decision, thoughts) = decide(&mut engine, &game, limits, n_looks);
            for thought in &thoughts {
                check_thought(&game, thought);
            }
            let Decision::Play(moves) = decision else { break };
            assert!(!moves.is_empty(), "{title}: there is a move");
            let turn = game.turn();
            for action in moves {
                assert_eq!(game.turn(), turn, "{title}: {action} is a move of this turn");
                game.play(action).unwrap_or_else(|_| panic!("{title}: {action} is legal"));
            }
            if game.outcome().is_some() {
                break;
            }
        }
    }
}

/// Checks that a text is refused, or that what it says is read again from its own text.
#[track_caller]
pub fn check_text<T: FromStr + fmt::Display + fmt::Debug + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let again = value.to_string().parse::<T>().ok();
        assert_eq!(again, Some(value), "{text:?} is read again");
    }
}

/// What an engine does when it hears that the time is over at a certain look.
fn decide<E: BoardEngine>(
    engine: &mut E,
    game: &E::Game,
    limits: &E::Limits,
    n_looks: u32,
) -> (Decision<MoveOf<E>>, Vec<Thought<MoveOf<E>>>) {
    let looks = AtomicU32::new(0);
    let elapsed = || f64::from(looks.fetch_add(1, Ordering::Relaxed)) / f64::from(n_looks.max(1));
    let elapsed = || if n_looks == 0 { 1.0 } else { elapsed() };
    let mut thoughts = Vec::new();
    let loan = Loan { elapsed: &elapsed, crew: &Alone };
    let task = Task { position: game, limits, loan };
    let decision = engine.decide(&task, &mut |thought| thoughts.push(thought.clone()));
    (decision, thoughts)
}

type MoveOf<E> = <<E as BoardEngine>::Game as BoardGame>::Move;

#[track_caller]
fn check_thought<G: BoardGame>(game: &G, thought: &Thought<G::Move>) {
    let legal = game.legal();
    for rating in &thought.moves {
        assert!(legal.contains(&rating.action), "{rating:?} is no move of {game:?}");
        assert!((0.0..=100.0).contains(&rating.value), "{rating:?}");
    }
    assert!(thought.value.is_none_or(|value| (0.0..=100.0).contains(&value)), "{thought:?}");
    let mut game = game.clone();
    for &action in &thought.line {
        game.play(action).unwrap_or_else(|_| panic!("{action} follows in {thought:?}"));
    }
}
