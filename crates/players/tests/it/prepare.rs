//! Games that get ready tier by tier.

use std::sync::Arc;
use std::time::{Duration, Instant};

use stonegate_compile::{Cache, GameRules, Tier};
use stonegate_gdl::{Syntax, parse};
use stonegate_ground::{GroundErrorKind, Machine};
use stonegate_oracles::{may_be_slow, own_game, own_names};
use stonegate_players::{CacheFolder, Prepare, PrepareSettings, Progress, Ready};
use tempfile::tempdir;

use crate::sheets::{scramble, shared_game};

/// Long enough for a small game on a busy computer.
const PATIENCE: Duration = Duration::from_mins(2);

/// So much that it is never reached: what is stopped half-way differs from time to time.
const NO_LIMIT: Duration = Duration::from_hours(1);

fn settings(cache: Option<&Arc<dyn Cache>>) -> PrepareSettings {
    PrepareSettings {
        ground_time: None,
        optimize_time: NO_LIMIT,
        cache: cache.cloned(),
        ..PrepareSettings::default()
    }
}

fn start(text: &str, settings: &PrepareSettings) -> Prepare {
    let game = GameRules::read(text).expect("the sheet can be played");
    Prepare::start(&Arc::new(game), settings)
}

fn deadline() -> Instant {
    Instant::now() + PATIENCE
}

/// The optimized machine of a sheet, and whether it was in the cache. All is stored when it returns.
#[track_caller]
fn machine(text: &str, cache: Option<&Arc<dyn Cache>>) -> (Arc<Machine>, bool) {
    let prepare = start(text, &settings(cache));
    let Ready::Engine { tier: Tier::Optimized, engine, .. } = prepare.wait(deadline()) else {
        panic!("it is not compiled: {:?}", prepare.progress());
    };
    let until = deadline();
    while prepare.progress() == Progress::Working && Instant::now() < until {
        std::thread::yield_now();
    }
    assert_eq!(prepare.progress(), Progress::Finished);
    assert_eq!(prepare.notes(), [""; 0]);
    (Arc::clone(engine.machine()), prepare.is_from_cache())
}

/// Stores a game under its own names, and takes it out under others.
#[track_caller]
fn check_scrambled(name: &str, text: &str) {
    let folder = tempdir().expect("a temporary folder");
    let cache: Arc<dyn Cache> = Arc::new(CacheFolder::new(folder.path(), 1 << 30));
    let scrambled = scramble(text);
    let (fresh, is_from_cache) = machine(&scrambled, None);
    assert!(!is_from_cache);
    let (original, is_from_cache) = machine(text, Some(&cache));
    assert!(!is_from_cache, "{name}");
    let (cached, is_from_cache) = machine(&scrambled, Some(&cache));
    assert!(is_from_cache, "{name} is not found under other names");
    assert!(fresh == cached, "{name} from the cache is another machine");
    assert!(original != cached, "{name} is not scrambled");
    assert_sorted(&cached);
}

/// The order of moves is that of their texts, as the machines of the grounder have it.
fn assert_sorted(machine: &Machine) {
    let resorted = machine.renamed(&str::to_owned);
    assert_eq!(resorted.roles, machine.roles);
    assert_eq!(resorted.facts, machine.facts);
}

#[test]
fn a_scrambled_game_from_the_cache_is_the_compiled_one() {
    for name in ["tic-tac-toe", "nim", "lights-out", "rock-paper-scissors", "horseshoe"] {
        check_scrambled(name, &own_game(name));
    }
    for name in ["buttons", "connectFour", "chickentictactoe"] {
        let Some(text) = shared_game(name) else { return };
        check_scrambled(name, &text);
    }
}

#[test]
fn every_scrambled_game_from_the_cache_is_the_compiled_one() {
    if !may_be_slow() {
        return;
    }
    for name in own_names() {
        check_scrambled(&name, &own_game(&name));
    }
}

#[test]
fn the_syntax_of_a_cached_game_does_not_matter() {
    let folder = tempdir().expect("a temporary folder");
    let cache: Arc<dyn Cache> = Arc::new(CacheFolder::new(folder.path(), 1 << 30));
    let text = own_game("nim");
    machine(&text, Some(&cache));
    let infix = parse(&text).0.print(Syntax::Infix);
    let (cached, is_from_cache) = machine(&infix, Some(&cache));
    assert!(is_from_cache);
    // Gates are traced to the sheet at hand.
    assert!(machine(&infix, None).0 == cached);
}

/// The quick circuit of the game is too large for the proof, and the stored one is not proved again.
#[test]
fn proofs_serve_both_tiers_and_are_stored() {
    let folder = tempdir().expect("a temporary folder");
    let cache: Arc<dyn Cache> = Arc::new(CacheFolder::new(folder.path(), 1 << 30));
    let text = own_game("connect-four");
    let prepare = start(&text, &settings(Some(&cache)));
    let Ready::Engine { engine, .. } = prepare.wait_for(Tier::Quick, deadline()) else {
        panic!("it is not compiled: {:?}", prepare.progress());
    };
    prepare.wait(deadline());
    assert!(engine.machine().is_zero_sum());
    machine(&text, Some(&cache));
    let stored = cache.load(prepare.canonical().fingerprint()).expect("nothing is wrong");
    let (_, machine) = stored.expect("it is there");
    assert!(machine.to_string().contains("\nproven zero-sum\nproven takes-turns\n"));
}

#[test]
fn the_reference_evaluator_is_there_at_once() {
    let prepare = start(&own_game("tic-tac-toe"), &settings(None));
    let Ready::Clauses(game) = prepare.wait_for(Tier::Reference, Instant::now()) else {
        // The thread may have been faster than this one.
        return assert!(prepare.best().tier() > Tier::Reference);
    };
    assert_eq!(game.roles(), ["xplayer", "oplayer"]);
}

#[test]
fn tiers_come_in_order() {
    let prepare = start(&own_game("connect-four"), &settings(None));
    let quick = prepare.wait_for(Tier::Quick, deadline());
    let optimized = prepare.wait(deadline());
    assert!(Tier::Reference < quick.tier() && quick.tier() <= optimized.tier());
    let (Ready::Engine { engine: quick, .. }, Ready::Engine { tier, engine, .. }) =
        (quick, optimized)
    else {
        panic!("there are machines");
    };
    assert_eq!(tier, Tier::Optimized);
    assert_eq!(engine.machine().roles, quick.machine().roles);
    let n_gates = |machine: &Machine| machine.circuit.gates(machine.circuit.roots());
    assert!(n_gates(engine.machine()) <= n_gates(quick.machine()));
}

/// A sheet whose moves are too many to ground.
fn explosion() -> String {
    let join =
        |n: usize, piece: &dyn Fn(usize) -> String| (0..n).map(piece).collect::<Vec<_>>().join(" ");
    let digits = join(20, &|n| format!("(digit {n})"));
    let variables = join(8, &|n| format!("?x{n}"));
    let conditions = join(8, &|n| format!("(digit ?x{n})"));
    format!(
        "(role robot) (init start) {digits} (legal robot wait) (next start)
         (<= (legal robot (dial {variables})) (true start) {conditions})
         (<= terminal (does robot ?any)) (goal robot 100)"
    )
}

#[test]
fn what_explodes_stays_with_the_reference_evaluator() {
    let prepare = start(&explosion(), &PrepareSettings { max_rows: 100_000, ..settings(None) });
    assert_eq!(prepare.wait(deadline()).tier(), Tier::Reference);
    let Progress::Failed(error) = prepare.progress() else { panic!("it is too large") };
    assert_eq!(error.kind, GroundErrorKind::TooLarge);
    assert_eq!(error.to_string(), "the game is too large to ground: `legal/2` exploded");

    let quick = PrepareSettings { ground_time: Some(Duration::from_millis(10)), ..settings(None) };
    let prepare = start(&explosion(), &quick);
    assert_eq!(prepare.wait(deadline()).tier(), Tier::Reference);
    let Progress::Failed(error) = prepare.progress() else { panic!("it takes long") };
    assert_eq!(error.kind, GroundErrorKind::Stopped);
}

#[test]
fn memory_bounds_what_explodes() {
    let prepare = start(&explosion(), &PrepareSettings { memory: 8 << 20, ..settings(None) });
    assert_eq!(prepare.wait(deadline()).tier(), Tier::Reference);
    let Progress::Failed(error) = prepare.progress() else { panic!("it is too large") };
    assert_eq!(error.kind, GroundErrorKind::TooLarge);
}

/// Few rows, and a gate for each pair of them.
fn many_gates() -> String {
    let cells = (0..200).map(|n| format!("(cell {n})")).collect::<Vec<_>>().concat();
    format!(
        "(role r) {cells} (init (at 0)) (<= (legal r (go ?n)) (cell ?n))
         (<= (next (at ?n)) (does r (go ?n)))
         (<= (pair ?a ?b) (true (at ?a)) (cell ?b) (not (true (at ?b))))
         (<= terminal (pair ?a ?b) (other ?b ?a)) (<= (other ?a ?b) (pair ?a ?b))
         (<= (goal r 100) (pair 1 2)) (<= (goal r 0) (not (pair 1 2)))"
    )
}

#[test]
fn without_memory_for_optimizing_the_quick_circuit_stays() {
    // Enough for the first circuit, and not for proofs about it.
    let sizes = std::iter::successors(Some(1 << 20), |bytes| Some(bytes + bytes / 4));
    let text = many_gates();
    let mut ready = sizes.map(|memory| start(&text, &PrepareSettings { memory, ..settings(None) }));
    let first = ready.find(|prepare| prepare.wait_for(Tier::Quick, None).tier() > Tier::Reference);
    let first = first.expect("there is no largest size");
    assert_eq!(first.wait(None).tier(), Tier::Quick);
    assert_eq!(first.progress(), Progress::Finished);
    assert_eq!(first.notes(), ["there is not enough memory to optimize the circuit"]);
}

#[test]
fn errors_name_relations_as_the_sheet_does() {
    let text = explosion().replace("(legal robot (dial", "(dialed (dial");
    let text = format!("{text} (<= (legal robot ?move) (dialed ?move))");
    let prepare = start(&text, &PrepareSettings { max_rows: 100_000, ..settings(None) });
    prepare.wait(deadline());
    let Progress::Failed(error) = prepare.progress() else { panic!("it is too large") };
    assert_eq!(error.relation, "dialed/1");
}

#[test]
fn dropping_cancels() {
    let start_of_test = Instant::now();
    let prepare = start(&explosion(), &PrepareSettings { max_rows: usize::MAX, ..settings(None) });
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(prepare.progress(), Progress::Working);
    drop(prepare);
    assert!(start_of_test.elapsed() < PATIENCE, "the thread ends when it is told to");
}

#[test]
fn a_cache_that_cannot_be_used_is_a_note() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").expect("the folder is writable");
    let cache: Arc<dyn Cache> = Arc::new(CacheFolder::new(file.join("cache"), 1 << 30));
    let prepare = start(&own_game("nim"), &settings(Some(&cache)));
    assert_eq!(prepare.wait(deadline()).tier(), Tier::Optimized);
    assert!(prepare.notes()[0].starts_with("the cache is of no use: "), "{:?}", prepare.notes());
}
