//! Thinking by the clock.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use stonegate_compile::{GameRules, Tier};
use stonegate_gdl::RoleId;
use stonegate_players::{Method, Prepare, PrepareSettings, Thinker, Thoughts, Turn};
use stonegate_search::Options;

/// Three in a row for `x`, and `o` may not stop it in time.
const TIC_TAC_TOE: &str = include_str!("../../../../games/tic-tac-toe.kif");

const CONNECT_FOUR: &str = include_str!("../../../../games/connect-four.kif");

const EIGHT_PUZZLE: &str = include_str!("../../../../games/eight-puzzle.kif");

/// A row of lamps that are all on. A press turns a lamp and its neighbors, and there are sixteen.
const LAMPS: &str = "
    (role player) (init (presses 0))
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
    (succ 8 9) (succ 9 10) (succ 10 11) (succ 11 12) (succ 12 13) (succ 13 14) (succ 14 15)
    (succ 15 16) (succ 16 17) (succ 17 18) (succ 18 19) (succ 19 20) (succ 20 21)
    (succ 21 22) (succ 22 23) (succ 23 24)
    (<= (lamp ?x) (succ ?y ?x)) (<= (init (on ?x)) (lamp ?x))
    (<= (legal player (press ?x)) (lamp ?x))
    (<= (turned ?x) (does player (press ?x)))
    (<= (turned ?x) (does player (press ?y)) (succ ?x ?y) (lamp ?x))
    (<= (turned ?y) (does player (press ?x)) (succ ?x ?y))
    (<= (next (on ?x)) (true (on ?x)) (not (turned ?x)))
    (<= (next (on ?x)) (turned ?x) (not (true (on ?x))))
    (<= (next (presses ?m)) (true (presses ?n)) (succ ?n ?m))
    (<= bright (true (on ?x))) (<= terminal (not bright)) (<= terminal (true (presses 16)))
    (<= (goal player 100) (not bright)) (<= (goal player 0) bright)";

const FIRST: RoleId = RoleId::new(0);
const SECOND: RoleId = RoleId::new(1);

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

fn prepare(text: &str, settings: &PrepareSettings) -> Arc<Prepare> {
    let game = GameRules::read(text).expect("the sheet can be played");
    Arc::new(Prepare::start(&Arc::new(game), settings))
}

/// When it is too late for an answer.
fn soon() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

fn thinker(prepare: Arc<Prepare>) -> Thinker {
    Thinker::new(prepare, Method::Mcts(Options::default()), TWO, soon())
}

/// Thinks for a while, and returns the last thoughts.
fn think(thinker: &mut Thinker, role: RoleId, time: Duration) -> Thoughts {
    let last = Mutex::new(Thoughts::default());
    let turn = Turn {
        deadline: Instant::now() + time,
        canceled: &AtomicBool::new(false),
        thoughts: &|thoughts| *last.lock() = thoughts.clone(),
    };
    thinker.think(role, &turn);
    last.into_inner()
}

fn history(moves: &[[&str; 2]]) -> Vec<Vec<String>> {
    moves.iter().map(|joint| joint.map(str::to_owned).to_vec()).collect()
}

/// A limit on the processor is one on work: what the clock counts beside it is of no account.
#[test]
#[cfg(unix)]
fn time_on_the_processor_is_limited() {
    let prepare = prepare(CONNECT_FOUR, &PrepareSettings::default());
    prepare.wait_for(Tier::Optimized, soon());
    let mut thinker =
        Thinker::new(prepare, Method::Mcts(Options::default()), NonZeroUsize::MIN, soon());
    let mut iterations = [100, 400].map(|milliseconds| {
        thinker.limit_cpu(Some(Duration::from_millis(milliseconds)));
        let thoughts = think(&mut thinker, FIRST, Duration::from_mins(1));
        assert!(thoughts.elapsed >= Duration::from_millis(milliseconds), "{:?}", thoughts.elapsed);
        assert!(thoughts.elapsed < Duration::from_secs(50), "{:?}", thoughts.elapsed);
        thoughts.iterations
    });
    // The second time goes on where the first one was.
    iterations[1] -= iterations[0];
    assert!(iterations[1] > 2 * iterations[0], "{iterations:?}");
}

#[test]
fn a_game_is_solved_and_the_win_is_played() {
    let prepare = prepare(TIC_TAC_TOE, &PrepareSettings::default());
    let mut thinker = thinker(prepare);
    let moves = [
        ["(mark 1 1)", "noop"],
        ["noop", "(mark 2 1)"],
        ["(mark 2 2)", "noop"],
        ["noop", "(mark 1 2)"],
    ];
    thinker.go_to(&history(&moves), soon()).expect("all moves are legal");
    let thoughts = think(&mut thinker, FIRST, Duration::from_secs(20));
    assert!(thinker.tier() > Tier::Reference);
    assert_eq!(thinker.best(FIRST).as_deref(), Ok("(mark 3 3)"));
    assert_eq!(thoughts.opinions[0].action, "(mark 3 3)");
    assert!(thoughts.opinions[0].is_proven && thoughts.opinions[0].value > 99.9);
    assert!(thoughts.elapsed < Duration::from_secs(10), "a proof ends the thinking");
}

#[test]
fn a_small_game_is_solved_as_a_whole() {
    let prepare = prepare(TIC_TAC_TOE, &PrepareSettings::default());
    prepare.wait_for(Tier::Optimized, soon());
    let mut thinker = thinker(prepare);
    let thoughts = think(&mut thinker, FIRST, Duration::from_secs(20));
    assert_eq!(thoughts.reason, "solved: all 5478 positions are known");
    assert_eq!((thoughts.values, thoughts.line.len()), (vec![50.0, 50.0], 9));
    assert!(thoughts.opinions.len() == 9 && thoughts.opinions.iter().all(|move_| move_.is_proven));
    // A blunder is seen at once.
    let blunder = [["(mark 1 1)", "noop"], ["noop", "(mark 1 2)"]];
    thinker.go_to(&history(&blunder), soon()).expect("all moves are legal");
    assert!(think(&mut thinker, FIRST, Duration::from_secs(20)).opinions[0].value > 99.9);
}

/// The fewest slides from a board of nine cells, in which 0 is the gap, to the board in order.
fn fewest_slides(start: [u8; 9]) -> usize {
    let mut layer = vec![start];
    let mut seen = HashSet::from([start]);
    for n_slides in 0.. {
        let mut next = Vec::new();
        for board in layer {
            if board == [1, 2, 3, 4, 5, 6, 7, 8, 0] {
                return n_slides;
            }
            let gap = board.iter().position(|&tile| tile == 0).expect("there is a gap");
            for other in 0..9 {
                let distance = (gap % 3).abs_diff(other % 3) + (gap / 3).abs_diff(other / 3);
                let mut after = board;
                after.swap(gap, other);
                if distance == 1 && seen.insert(after) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    unreachable!("the board can be put in order")
}

#[test]
fn a_puzzle_is_solved_on_the_shortest_way() {
    assert!(EIGHT_PUZZLE.contains("(init (tile 7 1 1)) (init (tile 2 2 1)) (init (tile 4 3 1))"));
    let n_slides = fewest_slides([7, 2, 4, 5, 0, 6, 8, 3, 1]);
    let prepare = prepare(EIGHT_PUZZLE, &PrepareSettings::default());
    prepare.wait_for(Tier::Optimized, soon());
    let mut thinker = thinker(prepare);
    let thoughts = think(&mut thinker, FIRST, Duration::from_mins(20));
    assert!(thoughts.elapsed < Duration::from_mins(10), "a solution ends the thinking");
    let reason = format!("solved: {n_slides} moves to the end, and no way is shorter");
    assert_eq!((thoughts.reason, thoughts.values), (reason, vec![100.0]));
    assert_eq!(thoughts.line.len(), n_slides);
    for end in 0..n_slides {
        thinker.go_to(&thoughts.line[..end], soon()).expect("the line is legal");
        assert_eq!(thinker.best(FIRST).as_ref(), Ok(&thoughts.line[end][0]));
    }
}

#[test]
fn a_puzzle_with_too_many_positions_is_planned() {
    // Too little to look at all positions of the next few moves.
    let options = Options { memory: 1 << 20, ..Options::default() };
    let prepare = prepare(LAMPS, &PrepareSettings::default());
    prepare.wait_for(Tier::Optimized, soon());
    let mut thinker = Thinker::new(prepare, Method::Mcts(options), TWO, soon());
    let thoughts = think(&mut thinker, FIRST, Duration::from_mins(20));
    assert!(thoughts.elapsed < Duration::from_mins(10), "a solution ends the thinking");
    let n_moves = thoughts.line.len();
    assert_eq!(thoughts.reason, format!("solved: {n_moves} moves to the end"));
    assert_eq!(thoughts.values, [100.0]);
    thinker.go_to(&thoughts.line[..1], soon()).expect("the line is legal");
    assert_eq!(thinker.best(FIRST).as_ref(), Ok(&thoughts.line[1][0]));
}

#[test]
fn a_game_without_a_circuit_is_played_on_the_rules() {
    let settings = PrepareSettings { max_rows: 1, ..PrepareSettings::default() };
    let prepare = prepare(TIC_TAC_TOE, &settings);
    let mut thinker = thinker(prepare);
    let moves = [["(mark 1 1)", "noop"], ["noop", "(mark 2 2)"], ["(mark 1 2)", "noop"]];
    for end in 0..=moves.len() {
        thinker.go_to(&history(&moves[..end]), soon()).expect("all moves are legal");
        let thoughts = think(&mut thinker, RoleId::new(end % 2), Duration::from_millis(300));
        assert!(thoughts.iterations > 0);
    }
    assert_eq!(thinker.tier(), Tier::Reference);
    assert_eq!(
        thinker.best(SECOND).as_deref(),
        Ok("(mark 1 3)"),
        "the only move that does not lose"
    );
}

#[test]
fn a_second_turn_without_a_move_goes_on_where_the_first_one_ended() {
    let settings = PrepareSettings { max_rows: 1, ..PrepareSettings::default() };
    let mut thinker = thinker(prepare(TIC_TAC_TOE, &settings));
    let first = think(&mut thinker, FIRST, Duration::from_millis(200));
    thinker.go_to(&[], soon()).expect("it is there already");
    assert!(thinker.has_choice(FIRST), "the rules are asked again after an interruption");
    let second = think(&mut thinker, FIRST, Duration::from_millis(200));
    let is_solved = first.opinions[0].is_proven;
    assert!(is_solved || second.iterations > first.iterations, "{first:?} {second:?}");
    assert_eq!(thinker.tier(), Tier::Reference);
}

#[test]
fn another_case_is_understood_and_an_illegal_move_is_not() {
    for max_rows in [1, 1_000_000] {
        let settings = PrepareSettings { max_rows, ..PrepareSettings::default() };
        let prepare = prepare(TIC_TAC_TOE, &settings);
        prepare.wait(soon());
        let mut thinker = thinker(prepare);
        thinker.go_to(&history(&[["(MARK 2 2)", "NoOp"]]), soon()).expect("it is legal");
        assert!(thinker.has_choice(SECOND) && !thinker.has_choice(FIRST));
        let moves = [["(MARK 2 2)", "NoOp"], ["noop", "(mark 2 2)"]];
        let error = thinker.go_to(&history(&moves), soon());
        assert_eq!(error.expect_err("it is marked").ply, 1);
    }
}

/// Two moves, after which nobody has any goal, or both have two.
fn two_moves(goals: &str) -> String {
    format!(
        "(role a) (role b) (init (step 1)) (init (control a))
         (succ 1 2) (succ 2 3)
         (<= (legal ?r left) (true (control ?r))) (<= (legal ?r right) (true (control ?r)))
         (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
         (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
         (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
         (<= terminal (true (step 3))) {goals}"
    )
}

#[test]
fn what_is_told_of_goals_is_true() {
    let several = "(<= (goal ?r 30) (role ?r) terminal) (<= (goal ?r 70) (role ?r) terminal)";
    for max_rows in [1, 1_000_000] {
        for (goals, value) in [("", None), (several, Some(70.0))] {
            let settings = PrepareSettings { max_rows, ..PrepareSettings::default() };
            let prepare = prepare(&two_moves(goals), &settings);
            prepare.wait(soon());
            let mut thinker = thinker(prepare);
            // After a move all is known before the first visit.
            for moves in [&[][..], &[["left", "noop"]]] {
                thinker.go_to(&history(moves), soon()).expect("it is legal");
                let thoughts =
                    think(&mut thinker, RoleId::new(moves.len()), Duration::from_millis(500));
                let values = thoughts.values.iter().map(|value| value.round());
                let expected = value.map(|value| vec![value, value]).unwrap_or_default();
                assert_eq!(values.collect::<Vec<_>>(), expected, "{max_rows} {goals}");
                let told = thoughts.opinions.first().map(|opinion| opinion.value.round());
                assert_eq!(told, value, "{max_rows} {goals}");
            }
        }
    }
}

#[test]
fn endless_playouts_end_with_the_turn() {
    let endless = "(role robot) (init start) (legal robot wait) (legal robot work)
        (<= (next start) (true start)) (<= (next over) (true over))
        (<= terminal (true over)) (goal robot 100)";
    let options = Options { step_limit: u32::MAX, ..Options::default() };
    for max_rows in [1, 1000] {
        let prepare = prepare(endless, &PrepareSettings { max_rows, ..PrepareSettings::default() });
        let tier = prepare.wait(soon()).tier();
        assert_eq!(tier > Tier::Reference, max_rows > 1);
        let mut thinker = Thinker::new(prepare, Method::Mcts(options.clone()), TWO, soon());
        let thoughts = think(&mut thinker, FIRST, Duration::from_millis(50));
        assert_eq!((thinker.tier(), thoughts.iterations), (tier, 0));
        assert_eq!(thinker.best(FIRST).as_deref(), Ok("wait"));
    }
}
