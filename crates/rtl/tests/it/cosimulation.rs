//! Boards against the reference evaluator, state by state, and against the model, game by game.

use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use stonegate_ground::{Goal, MoveId, Position, RoleId, State, Stepper};
use stonegate_lanes::{Backend, Engine, Lanes, Settings, Tally};
use stonegate_oracles::{may_be_slow, shared};
use stonegate_reference::{Budget, Evaluator};
use stonegate_rtl::model::{self, Random};
use stonegate_rtl::protocol::{Examined, Job};
use stonegate_rtl::{Board, Look};

use crate::sheets::{CIRCLE, DIE};
use crate::side_by_side::for_each;
use crate::simulation::{Game, Line};
use crate::tools::{has, inspect};

/// The reference evaluator is slow: after this time only the circuit is compared with.
const REFERENCE_TIME: Duration = Duration::from_secs(90);

/// States with more joint moves are not expanded: telling of them takes too long.
const MAX_JOINT_MOVES: usize = 1000;

/// How much of a game is looked at.
struct Extent {
    states: usize,
    /// States whose joint moves are all made.
    expansions: usize,
    /// States that games are played from.
    jobs: usize,
    /// Games whose mean scores are compared with those of the lanes.
    playouts: u16,
}

const QUICK: Extent = Extent { states: 60, expansions: 4, jobs: 6, playouts: 500 };
const WHOLE: Extent = Extent { states: 1000, expansions: 20, jobs: 30, playouts: 2000 };

#[test]
fn small_boards_agree_with_the_rules() {
    if has("verilator") {
        compare(&Game::new("circle", CIRCLE, None), 1, &QUICK);
        compare(&Game::built_in("tic-tac-toe", Some(4)), 2, &QUICK);
    }
}

/// Every game of a job that plays one is a single draw, which its score tells.
#[test]
fn draws_on_a_board_are_uniform() {
    if !has("verilator") {
        return;
    }
    const SIDES: usize = 11;
    const DRAWS_PER_SIDE: usize = 150;
    let game = Game::new("die", DIE, None);
    game.make(&["simulation", "UNITS=1"]);
    let mut board = game.board();
    let initial = game.machine.initial();
    let looks = (0..SIDES * DRAWS_PER_SIDE).map(|seed| {
        let job = Job { playouts: 1, step_limit: 2, seed: seed as u64 };
        Look { state: &initial, joint: None, job: Some(job) }
    });
    let mut seen = [0_usize; SIDES];
    for examined in board.examine(&looks.collect::<Vec<_>>()).expect("it answers") {
        let tally = examined.tally.expect("it was asked for");
        assert_eq!(tally.finished, 1);
        seen[tally.goals[0] as usize - 1] += 1;
    }
    let expected = DRAWS_PER_SIDE as f64;
    let chi_square: f64 = seen.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
    // Of ten degrees of freedom, one in a thousand is above this.
    assert!(chi_square < 29.6, "{chi_square}: {seen:?}");
}

/// The sheets that `cargo xtask rtl` goes through: the six games of the thesis, simultaneous moves,
/// one to four roles, loops, single players.
const BUILT_IN: [&str; 11] = [
    "breakthrough",
    "connect-four",
    "eight-puzzle",
    "hex",
    "horseshoe",
    "joint-connect-four",
    "lights-out",
    "pentago",
    "reversi",
    "rock-paper-scissors",
    "tron",
];
const SHARED: [&str; 19] = [
    "3pttc__v1_3pttc",
    "4pttc",
    "biddingTicTacToe",
    "blocker",
    "bomberman2p",
    "buttons",
    "c06_PANCAKES_S.3357334777",
    "chinook",
    "connect5",
    "ad_game_2x2",
    "maze",
    "nim3",
    "pacman3p",
    "smallest_4player",
    "st_connectfour",
    "st_horseshoe",
    "st_pentago",
    "ticTacToeParallel",
    "tictactoe_3player",
];

#[test]
fn many_boards_agree_with_the_rules() {
    if !may_be_slow() || !has("verilator") {
        return;
    }
    let folder = shared("games");
    let shared = SHARED.iter().filter(|_| folder.is_some());
    let names = BUILT_IN.iter().chain(shared).collect::<Vec<_>>();
    for_each(&names, |number, name| {
        let game = match &folder {
            Some(folder) if number >= BUILT_IN.len() => {
                let text = fs::read_to_string(folder.join(format!("{name}.kif")));
                Game::new(name, &text.expect("a sheet"), None)
            }
            _ => Game::built_in(name, None),
        };
        inspect(&game);
        compare(&game, 1, &WHOLE);
    });
}

/// Compares a simulated board with everything that knows better.
fn compare(game: &Game, units: usize, extent: &Extent) {
    let start = Instant::now();
    game.make(&["simulation", &format!("UNITS={units}")]);
    let built = start.elapsed();
    let mut board = game.board();
    let walk = walk(game, extent.states);
    let n_compared = compare_states(game, &mut board, &walk);
    for state in spread(&walk, extent.expansions) {
        compare_expansion(game, &mut board, state);
    }
    for (number, state) in spread(&walk, extent.jobs).enumerate() {
        let job = Job { playouts: 20, step_limit: 200, seed: number as u64 };
        let look = Look { state, joint: None, job: Some(job) };
        let examined = board.examine(&[look]).expect("it answers").swap_remove(0);
        let expected = model::tally(&game.machine, board.shape(), state, &job);
        assert_eq!(examined.tally, Some(expected), "{}", game.name);
    }
    compare_with_lanes(game, &mut board, extent.playouts);
    eprintln!(
        "{}: {} states, {n_compared} of them by the reference evaluator, {:.0} s, {:.0} s to build",
        game.name,
        walk.len(),
        start.elapsed().as_secs_f64(),
        built.as_secs_f64(),
    );
}

/// A state of a random game, what holds there, and the move made there unless the game is over.
struct Visit {
    state: State,
    position: Position,
    joint: Option<Vec<MoveId>>,
}

fn walk(game: &Game, n_states: usize) -> Vec<Visit> {
    let mut stepper = Stepper::new(&game.machine);
    let mut random = Random::new(7);
    let mut visits = Vec::new();
    let mut state = game.machine.initial();
    while visits.len() < n_states {
        let position = stepper.position(&state);
        let is_over = position.terminal || position.legal.iter().any(Vec::is_empty);
        let joint: Option<Vec<MoveId>> = (!is_over).then(|| {
            let legal = position.legal.iter();
            legal.map(|legal| legal[random.below(legal.len() as u32, 16) as usize]).collect()
        });
        let next = match &joint {
            Some(joint) => stepper.next(&state, joint),
            None => game.machine.initial(),
        };
        visits.push(Visit { state, position, joint });
        state = next;
    }
    visits
}

/// Some of the states, from all parts of the walk.
fn spread(walk: &[Visit], n: usize) -> impl Iterator<Item = &State> {
    walk.iter().step_by((walk.len() / n).max(1)).map(|visit| &visit.state)
}

/// Compares what holds in each state, and the state after each move. Says how many were looked at by
/// the reference evaluator.
fn compare_states(game: &Game, board: &mut Board<Line>, walk: &[Visit]) -> usize {
    let looks = walk.iter().map(|visit| Look { state: &visit.state, joint: None, job: None });
    let here = board.examine(&looks.collect::<Vec<_>>()).expect("it answers");
    let moving = walk.iter().filter_map(|visit| {
        let joint = visit.joint.as_deref()?;
        Some(Look { state: &visit.state, joint: Some(joint), job: None })
    });
    let after = board.examine(&moving.collect::<Vec<_>>()).expect("it answers");
    let mut after = after.into_iter();
    let mut stepper = Stepper::new(&game.machine);
    let mut reference = Reference::new(game);
    let start = Instant::now();
    let mut n_compared = 0;
    for (visit, examined) in walk.iter().zip(&here) {
        check_position(game, &visit.position, examined);
        let next = visit.joint.as_ref().map(|joint| {
            let next = after.next().expect("one for each move").state.expect("it was asked for");
            assert_eq!(next, stepper.next(&visit.state, joint));
            next
        });
        if start.elapsed() < REFERENCE_TIME {
            reference.check(visit, examined, next.as_ref());
            n_compared += 1;
        }
    }
    n_compared
}

#[track_caller]
fn check_position(game: &Game, expected: &Position, examined: &Examined) {
    let legal = examined.legal.as_ref().expect("it was asked for");
    assert_eq!(*legal, expected.legal, "{}", game.name);
    assert_eq!(examined.terminal, expected.terminal, "{}", game.name);
    let highest = expected.goals.iter().cloned().map(|goals| Goal::of_role(goals).value());
    assert_eq!(examined.scores, highest.collect::<Vec<_>>(), "{}", game.name);
    let flawed = expected.goals.iter().any(|goals| goals.len() != 1);
    assert_eq!(examined.flawed, flawed, "{}", game.name);
}

/// All joint moves in the order of the board, no more and no less, with the states after them.
fn compare_expansion(game: &Game, board: &mut Board<Line>, state: &State) {
    let mut stepper = Stepper::new(&game.machine);
    let position = stepper.position(state);
    let mut joints: Vec<Vec<MoveId>> = vec![Vec::new()];
    for legal in &position.legal {
        let longer = joints
            .iter()
            .flat_map(|joint| legal.iter().map(|&action| [&joint[..], &[action]].concat()));
        joints = longer.collect();
    }
    if position.terminal {
        joints.clear();
    }
    if joints.len() > MAX_JOINT_MOVES {
        return;
    }
    let successors = board.expand(state).expect("it answers");
    assert_eq!(successors.len(), joints.len(), "{}", game.name);
    for (successor, joint) in successors.iter().zip(&joints) {
        assert_eq!(successor.joint, *joint, "{}", game.name);
        let next = stepper.next(state, joint);
        let position = stepper.position(&next);
        assert_eq!(successor.state, next, "{}", game.name);
        assert_eq!(successor.terminal, position.terminal, "{}", game.name);
        let highest = position.goals.into_iter().map(|goals| Goal::of_role(goals).value());
        assert_eq!(successor.scores, highest.collect::<Vec<_>>(), "{}", game.name);
    }
}

/// Mean scores and lengths of games are those of the lanes, but for statistical error.
fn compare_with_lanes(game: &Game, board: &mut Board<Line>, playouts: u16) {
    let initial = game.machine.initial();
    let jobs = (0..playouts / 50).map(|number| {
        let job = Job { playouts: 50, step_limit: 1000, seed: number.into() };
        Look { state: &initial, joint: None, job: Some(job) }
    });
    let mut found = Tally::new(game.machine.roles.len());
    for examined in board.examine(&jobs.collect::<Vec<_>>()).expect("it answers") {
        found.merge(&examined.tally.expect("it was asked for"));
    }
    assert_eq!(found.playouts(), u64::from(playouts));
    let engine = Engine::new(Arc::clone(&game.machine), Backend::best_interpreter());
    let mut lanes = Lanes::new(Arc::new(engine));
    let settings = Settings { step_limit: 1000, ..Settings::new(1) };
    let jobs = [stonegate_lanes::Job::new(initial, 20_000, 0)];
    let expected = &lanes.playouts(&jobs, &settings)[0];
    for role in game.machine.role_ids() {
        let error = found.standard_error(role).hypot(expected.standard_error(role));
        let difference = (found.mean(role) - expected.mean(role)).abs();
        assert!(found.finished == 0 || difference <= 5.0 * error + 1e-9, "{}", game.name);
    }
}

/// The reference evaluator, in the words of the machine.
struct Reference<'g> {
    game: &'g Game,
    evaluator: Evaluator,
}

impl<'g> Reference<'g> {
    fn new(game: &'g Game) -> Self {
        let evaluator = Evaluator::new(&game.canonical.rules);
        Self { game, evaluator }
    }

    #[track_caller]
    fn check(&mut self, visit: &Visit, examined: &Examined, next: Option<&State>) {
        let (machine, budget) = (&self.game.machine, Budget::default());
        let state = self.state(&visit.state);
        let name = &self.game.name;
        let evaluator = &mut self.evaluator;
        let mut joint = Vec::new();
        for (id, role) in RoleId::enumerate(&machine.roles) {
            let terms = evaluator.legal(&state, id, &budget).expect("it is allowed to");
            let mut expected: Vec<String> =
                terms.iter().map(|&term| evaluator.display(term).to_string()).collect();
            let legal = &examined.legal.as_ref().expect("it was asked for")[id];
            let mut found: Vec<String> =
                legal.iter().map(|&action| role.moves[action].clone()).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{name}");
            let goals = evaluator.goals(&state, id, &budget).expect("it is allowed to");
            assert_eq!(examined.scores[id], Goal::of_role(goals).value(), "{name}");
            if let Some(moves) = &visit.joint {
                let text = &role.moves[moves[id]];
                joint.extend(evaluator.parse_terms(text).expect("it is a term"));
            }
        }
        let terminal = evaluator.is_terminal(&state, &budget).expect("it is allowed to");
        assert_eq!(examined.terminal, terminal, "{name}");
        if let Some(next) = next {
            let expected = evaluator.next(&state, &joint, &budget).expect("it is allowed to");
            let next = self.state(next);
            assert_eq!(next.facts(), expected.facts(), "{name}");
        }
    }

    fn state(&mut self, state: &State) -> stonegate_reference::State {
        let facts = self.game.machine.facts_of(state).collect::<Vec<_>>().join(" ");
        let facts = self.evaluator.parse_terms(&facts).expect("facts are terms");
        self.evaluator.state(facts)
    }
}
