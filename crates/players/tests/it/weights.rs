//! Players that have learned a game.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use stonegate_compile::{Compilation, GameRules};
use stonegate_gdl::{Canonical, RoleId};
use stonegate_ground::Budget;
use stonegate_lanes::{Backend, Engine};
use stonegate_learning::Trainer;
use stonegate_players::{
    PlayerSpec, Prepare, PrepareSettings, Resources, SpecError, Thinker, Thoughts, Turn,
};

const TIC_TAC_TOE: &str = include_str!("../../../../games/tic-tac-toe.kif");

/// What has been learned of tic-tac-toe in a few games.
fn weights() -> Vec<u8> {
    let game = GameRules::read(TIC_TAC_TOE).expect("the sheet can be played");
    let canonical = Canonical::new(&game.rules);
    let compilation = Compilation::new(&canonical.rules, &Budget::default()).expect("it is small");
    let machine = Arc::new(compilation.optimize(&|| false).machine);
    let engine = Arc::new(Engine::new(machine, Backend::best()));
    let mut trainer = Trainer::new(&canonical, &compilation.grounded.machine, &engine, 1);
    while trainer.curve().is_empty() {
        assert!(trainer.round(&|| false));
    }
    trainer.weights().to_bytes()
}

/// The move that a player makes first, and what it thought.
fn first_move(spec: &str, sheet: &str) -> (String, Thoughts) {
    let spec: PlayerSpec = spec.parse().expect("it is a player");
    let method = spec.method(&Resources::new(1)).expect("its options are right");
    let game = GameRules::read(sheet).expect("the sheet can be played");
    let prepare = Prepare::start(&Arc::new(game), &PrepareSettings::default());
    prepare.wait(None);
    let deadline = Instant::now() + Duration::from_mins(1);
    let method = method.expect("it thinks");
    let mut thinker = Thinker::new(Arc::new(prepare), method, NonZeroUsize::MIN, deadline);
    let last = Mutex::new(Thoughts::default());
    let turn = Turn {
        deadline,
        canceled: &AtomicBool::new(false),
        thoughts: &|thoughts| *last.lock() = thoughts.clone(),
    };
    let role = RoleId::new(0);
    thinker.think(role, &turn);
    (thinker.best(role).expect("there is a move"), last.into_inner())
}

fn with_file(bytes: &[u8], check: impl Fn(&Path)) {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("game.weights");
    fs::write(&path, bytes).expect("there is room");
    check(&path);
}

#[test]
fn all_methods_play_with_weights() {
    with_file(&weights(), |path| {
        let path = path.display();
        let searched = first_move(&format!("mcts:weights={path},iterations=200"), TIC_TAC_TOE);
        assert_eq!((searched.1.fault.as_str(), searched.1.iterations), ("", 200));
        let again = first_move(&format!("mcts:weights={path},iterations=200"), TIC_TAC_TOE);
        assert_eq!((&searched.0, &searched.1.opinions), (&again.0, &again.1.opinions));
        let plain = first_move("mcts:iterations=200", TIC_TAC_TOE);
        assert_ne!(searched.1.opinions, plain.1.opinions, "they make a difference");

        let greedy = |seed| first_move(&format!("greedy:weights={path},seed={seed}"), TIC_TAC_TOE);
        let moves: Vec<String> = (0..8).map(|seed| greedy(seed).0).collect();
        assert!(moves.iter().all(|action| *action == moves[0]), "nothing is drawn: {moves:?}");
        let (best, _) = first_move(&format!("alphabeta:weights={path}"), TIC_TAC_TOE);
        assert!(best.starts_with("(mark"), "{best}");
    });
}

/// What cannot be used is named, and plain search goes on.
#[test]
fn bad_weights_are_told_and_do_without() {
    let good = weights();
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    let other = TIC_TAC_TOE.replace("100", "99");
    for (bytes, sheet, problem) in [
        (&damaged[..], TIC_TAC_TOE, "damaged"),
        (&good[..good.len() - 9], TIC_TAC_TOE, "damaged"),
        (&b"(role white)"[..], TIC_TAC_TOE, "no file of weights"),
        (&good[..], &other[..], "other rules"),
    ] {
        with_file(bytes, |path| {
            let spec = format!("mcts:weights={},iterations=50", path.display());
            let (best, thoughts) = first_move(&spec, sheet);
            assert!(thoughts.fault.contains(problem), "{}", thoughts.fault);
            assert!(best.starts_with("(mark"), "{best}");
        });
    }
    let (_, thoughts) = first_move("mcts:weights=/no/such/file,iterations=50", TIC_TAC_TOE);
    assert!(thoughts.fault.starts_with("/no/such/file: "), "{}", thoughts.fault);
}

#[test]
fn the_proportion_of_random_games_is_one() {
    let spec: PlayerSpec = "mcts:weights=x,mix=2".parse().expect("it is a player");
    let error = spec.method(&Resources::new(1)).expect_err("it is more than all");
    assert!(matches!(error, SpecError::BadValue { .. }), "{error}");
}
