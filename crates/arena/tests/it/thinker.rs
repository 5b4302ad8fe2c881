//! Thinking by the clock.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use stonegate_arena::{Method, Prepare, PrepareSettings, Thinker, Thoughts, Tier, Turn};
use stonegate_search::Options;

/// Three in a row for `x`, and `o` may not stop it in time.
const TIC_TAC_TOE: &str = include_str!("../../../../games/tic-tac-toe.kif");

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

fn prepare(text: &str, settings: PrepareSettings) -> Arc<Prepare> {
    let analysis = stonegate_gdl::analyze(text);
    Arc::new(Prepare::start(&analysis.rules, &analysis.dependencies, settings))
}

/// When it is too late for an answer.
fn soon() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

fn thinker(prepare: Arc<Prepare>) -> Thinker {
    Thinker::new(prepare, Method::Mcts(Options::default()), TWO, soon())
}

/// Thinks for a while, and returns the last thoughts.
fn think(thinker: &mut Thinker, role: usize, time: Duration) -> Thoughts {
    let last = Mutex::new(Thoughts::default());
    let turn = Turn {
        deadline: Instant::now() + time,
        canceled: &AtomicBool::new(false),
        thoughts: &|thoughts| *last.lock().unwrap() = thoughts.clone(),
    };
    thinker.think(role, &turn);
    last.into_inner().unwrap()
}

fn history(moves: &[[&str; 2]]) -> Vec<Vec<String>> {
    moves.iter().map(|joint| joint.map(str::to_owned).to_vec()).collect()
}

#[test]
fn a_game_is_solved_and_the_win_is_played() {
    let prepare = prepare(TIC_TAC_TOE, PrepareSettings::default());
    let mut thinker = thinker(prepare);
    let moves = [
        ["(mark 1 1)", "noop"],
        ["noop", "(mark 2 1)"],
        ["(mark 2 2)", "noop"],
        ["noop", "(mark 1 2)"],
    ];
    thinker.go_to(&history(&moves), soon()).expect("all moves are legal");
    let thoughts = think(&mut thinker, 0, Duration::from_secs(20));
    assert!(thinker.tier() > Tier::Reference);
    assert_eq!(thinker.best(0).as_deref(), Ok("(mark 3 3)"));
    assert_eq!(thoughts.opinions[0].action, "(mark 3 3)");
    assert!(thoughts.opinions[0].is_proven && thoughts.opinions[0].value > 99.9);
    assert!(thoughts.elapsed < Duration::from_secs(10), "a proof ends the thinking");
}

#[test]
fn a_game_without_a_circuit_is_played_on_the_rules() {
    let settings = PrepareSettings { max_rows: 1, ..PrepareSettings::default() };
    let prepare = prepare(TIC_TAC_TOE, settings);
    let mut thinker = thinker(prepare);
    let moves = [["(mark 1 1)", "noop"], ["noop", "(mark 2 2)"], ["(mark 1 2)", "noop"]];
    for end in 0..=moves.len() {
        thinker.go_to(&history(&moves[..end]), soon()).expect("all moves are legal");
        let thoughts = think(&mut thinker, end % 2, Duration::from_millis(300));
        assert!(thoughts.iterations > 0);
    }
    assert_eq!(thinker.tier(), Tier::Reference);
    assert_eq!(thinker.best(1).as_deref(), Ok("(mark 1 3)"), "the only move that does not lose");
}

#[test]
fn pondering_ends_when_the_position_changes() {
    let prepare = prepare(TIC_TAC_TOE, PrepareSettings::default());
    prepare.wait(Instant::now() + Duration::from_secs(20));
    let mut thinker = thinker(prepare);
    thinker.ponder();
    let moves = [["(mark 2 2)", "noop"]];
    thinker.go_to(&history(&moves), soon()).expect("all moves are legal");
    assert!(thinker.has_choice(1) && !thinker.has_choice(0));
    let error = thinker.go_to(&history(&[["(mark 2 2)", "noop"], ["noop", "(mark 2 2)"]]), soon());
    assert_eq!(error.expect_err("it is marked").ply, 1);
}
