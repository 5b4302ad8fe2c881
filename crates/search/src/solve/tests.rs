//! Games whose values are known.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs;
use std::path::Path;

use stonegate_circuit::Effort;
use stonegate_gdl::analyze;
use stonegate_ground::{Budget, State, Stepper, ground};
use stonegate_lanes::Backend;

use super::*;

fn own_game(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{name}.kif"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn compile(text: &str) -> Arc<Engine> {
    let analysis = analyze(text);
    let grounded = ground(&analysis.rules, &Budget::default());
    let machine = grounded.expect("it is small").optimize(Effort::FULL, &|| false).machine;
    Arc::new(Engine::new(Arc::new(machine), Backend::best()))
}

fn solve_within(engine: &Arc<Engine>, max_bytes: usize) -> Result<Solution, Unsolved> {
    solve(engine, &mut SolveBudget { max_bytes, stop: &mut |_| false })
}

/// Solves a game, and plays the line on the simulator to see that it leads to the value.
#[track_caller]
fn solved(text: &str) -> (Arc<Engine>, Solution) {
    let engine = compile(text);
    let solution = solve_within(&engine, 1 << 30).expect("it can be solved");
    let machine = engine.machine();
    let mut stepper = Stepper::new(machine);
    let mut state = machine.initial();
    for joint in &solution.line {
        let legal = stepper.position(&state).legal;
        assert!(legal.iter().zip(joint).all(|(legal, action)| legal.contains(action)));
        state = stepper.next(&state, joint);
    }
    let end = stepper.position(&state);
    assert_eq!(end.terminal, solution.value.is_decided);
    if end.terminal {
        let goals = end.goals.iter().map(|goals| goals.last().map(|goal| goal.value()));
        assert_eq!(goals.collect::<Vec<_>>(), solution.value.goals);
    }
    (engine, solution)
}

fn best_moves(engine: &Engine, solution: &Solution) -> Vec<String> {
    let moves = &engine.machine().roles[solution.mover].moves;
    let best = solution.moves.iter().filter(|rated| rated.is_best);
    best.map(|rated| moves[rated.action].clone()).collect()
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let (_, solution) = solved(&own_game("tic-tac-toe"));
    assert_eq!(solution.n_states, 5478);
    assert_eq!(solution.value, Value { goals: vec![Some(50), Some(50)], is_decided: true });
    assert_eq!(solution.moves.len(), 9);
    assert!(solution.moves.iter().all(|rated| rated.is_best && rated.value == solution.value));
    assert_eq!(solution.line.len(), 9);
}

/// Values by plain recursion, from the point of view of the first role.
fn minimax(stepper: &mut Stepper, state: &State, known: &mut HashMap<State, u8>) -> u8 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let position = stepper.position(state);
    let value = if position.terminal {
        position.goals[0].last().expect("there is a goal").value()
    } else {
        let mover = usize::from(position.legal[0].len() == 1);
        let values = position.legal[mover].iter().map(|&action| {
            let mut joint = [position.legal[0][0], position.legal[1][0]];
            joint[mover] = action;
            let next = stepper.next(state, &joint);
            minimax(stepper, &next, known)
        });
        let values = values.collect::<Vec<_>>();
        let best = if mover == 0 { values.iter().max() } else { values.iter().min() };
        *best.expect("there is a move")
    };
    known.insert(state.clone(), value);
    value
}

/// The first to take the last stone wins; the first player can if the heaps' sizes do not cancel
/// out bit by bit, with the moves after which they do.
#[test]
fn nim_is_won_as_the_theory_says() {
    for heaps in
        [[3, 4, 5, 6], [1, 2, 3, 0], [1, 2, 3, 5], [2, 2, 4, 4], [0, 0, 0, 6], [1, 4, 5, 2]]
    {
        let text = own_game("nim")
            .replace("(heap a 3)", &format!("(heap a {})", heaps[0]))
            .replace("(heap b 4)", &format!("(heap b {})", heaps[1]))
            .replace("(heap c 5)", &format!("(heap c {})", heaps[2]))
            .replace("(heap d 6)", &format!("(heap d {})", heaps[3]));
        let (engine, solution) = solved(&text);
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let goals = if sum == 0 { [0, 100] } else { [100, 0] };
        assert_eq!(solution.value.goals, goals.map(Some), "{heaps:?}");
        let mut winning = Vec::new();
        for (name, heap) in ["a", "b", "c", "d"].iter().zip(heaps) {
            if sum ^ heap < heap {
                winning.push(format!("(leave {name} {})", sum ^ heap));
            }
        }
        if sum != 0 {
            assert_eq!(best_moves(&engine, &solution), winning, "{heaps:?}");
        }
        let machine = engine.machine();
        let value = minimax(&mut Stepper::new(machine), &machine.initial(), &mut HashMap::new());
        assert_eq!(solution.value.goals[0], Some(value));
    }
}

/// The distance of the position in the sheet from the solved one, on arrays.
fn eight_puzzle_distance() -> usize {
    let start = [7, 2, 4, 5, 0, 6, 8, 3, 1];
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let mut distances = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(board) = queue.pop_front() {
        let gap = board.iter().position(|&tile| tile == 0).expect("there is a gap");
        let (row, column) = (gap / 3, gap % 3);
        let neighbors = [
            (row > 0).then(|| gap - 3),
            (row < 2).then(|| gap + 3),
            (column > 0).then(|| gap - 1),
            (column < 2).then(|| gap + 1),
        ];
        for neighbor in neighbors.into_iter().flatten() {
            let mut next = board;
            next.swap(gap, neighbor);
            if !distances.contains_key(&next) {
                distances.insert(next, distances[&board] + 1);
                queue.push_back(next);
            }
        }
    }
    distances[&goal]
}

#[test]
fn the_eight_puzzle_takes_twenty_slides() {
    let (_, solution) = solved(&own_game("eight-puzzle"));
    assert_eq!(solution.value.goals, [Some(100)]);
    assert_eq!(solution.line.len(), eight_puzzle_distance());
    assert_eq!(solution.line.len(), 20);
}

/// Connect Four on a smaller grid.
fn connect_four(columns: usize, rows: usize) -> String {
    let mut text = own_game("connect-four").replace("filled ?x 6", &format!("filled ?x {rows}"));
    for column in columns + 1..=7 {
        text = text.replace(&format!(" (column {column})"), "");
    }
    for row in rows + 1..=6 {
        text = text.replace(&format!(" (row {row})"), "");
    }
    text
}

/// How many positions of Connect Four can be reached, counted on the discs alone: one bit for each
/// disc, with an empty square on top of each column.
fn count_connect_four(columns: usize, rows: usize) -> usize {
    let height = rows + 1;
    let wins = |discs: u64| {
        [1, height, height - 1, height + 1].iter().any(|&step| {
            let pairs = discs & discs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    };
    // The discs of the player on turn, and of the one who has just moved.
    let mut layer = HashSet::from([(0_u64, 0_u64)]);
    let mut n_positions = 0;
    while !layer.is_empty() {
        n_positions += layer.len();
        let mut next = HashSet::new();
        for (mine, yours) in layer.into_iter().filter(|&(_, yours)| !wins(yours)) {
            for column in 0..columns {
                let squares = ((1 << rows) - 1) << (column * height);
                // The lowest free square of the column, if there is one.
                let free = squares & !(mine | yours);
                if free != 0 {
                    next.insert((yours, mine | free & free.wrapping_neg()));
                }
            }
        }
        layer = next;
    }
    n_positions
}

/// On small grids nobody can force four in a row; the number of positions on 4x4 is known.
#[test]
fn connect_four_on_a_small_grid_is_a_draw() {
    let (_, solution) = solved(&connect_four(4, 4));
    assert_eq!(solution.value.goals, [Some(50), Some(50)]);
    assert_eq!(solution.n_states, 161_029);
    assert_eq!(solution.n_states, count_connect_four(4, 4));
    assert_eq!(solution.line.len(), 16);
}

#[test]
fn connect_four_on_five_columns_is_a_draw() {
    if !stonegate_oracles::may_be_slow() {
        return;
    }
    let (_, solution) = solved(&connect_four(5, 4));
    assert_eq!(solution.value.goals, [Some(50), Some(50)]);
    assert_eq!(solution.n_states, count_connect_four(5, 4));
}

/// Two take turns; who quits loses, and `wait` changes nothing but the turn.
const STANDOFF: &str = "
    (role a) (role b) (init (control a))
    (other a b) (other b a)
    (<= (legal ?r wait) (true (control ?r)))
    (<= (legal ?r quit) (true (control ?r)))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (next (control ?r)) (true (control ?o)) (other ?o ?r))
    (<= (next (lost ?r)) (does ?r quit))
    (<= over (true (lost ?r)))
    (<= terminal over)
    (<= (goal ?r 0) (true (lost ?r)))
    (<= (goal ?r 100) (role ?r) over (not (true (lost ?r))))
    (<= (goal ?r 50) (role ?r) (not over))";

#[test]
fn play_without_end_has_no_value() {
    let (engine, solution) = solved(STANDOFF);
    assert_eq!(solution.value, Value { goals: vec![Some(0), Some(0)], is_decided: false });
    assert_eq!(best_moves(&engine, &solution), ["wait"]);
    let quit = solution.moves.iter().find(|rated| !rated.is_best).expect("quitting loses");
    assert_eq!(quit.value, Value { goals: vec![Some(0), Some(100)], is_decided: true });
    assert!(solution.line.is_empty());
}

/// With a way out for the one who begins, the cycle is none any more.
#[test]
fn a_way_out_of_a_cycle_is_found() {
    let text = format!(
        "{STANDOFF} (<= (legal a win) (true (control a))) (<= (next (lost b)) (does a win))"
    );
    let (engine, solution) = solved(&text);
    assert_eq!(solution.value, Value { goals: vec![Some(100), Some(0)], is_decided: true });
    assert_eq!(best_moves(&engine, &solution), ["wait", "win"]);
    assert_eq!(solution.line.len(), 1);
}

#[track_caller]
fn check_unsolved(text: &str, reason: &str) {
    let unsolved = solve_within(&compile(text), 1 << 30).expect_err("it cannot be solved");
    assert_eq!(unsolved.to_string(), reason);
}

#[test]
fn what_cannot_be_solved_is_said_so() {
    check_unsolved(
        &own_game("rock-paper-scissors"),
        "moves are simultaneous: several roles have a choice, at move 1",
    );
    let friendly =
        STANDOFF.replace("(<= (goal ?r 0)", "(<= (goal b 100) (true (lost b))) (<= (goal a 0)");
    let friendly = friendly.replace("(goal a 0) (true (lost ?r))", "(goal a 0) (true (lost a))");
    check_unsolved(
        &friendly,
        "the interests are not opposed: the game can end [0, 100] and [100, 100]",
    );
    check_unsolved(&format!("{STANDOFF} (role c)"), "there are 3 roles");
    check_unsolved(&STANDOFF.replace("b)", "random)"), "a role is played by chance");
    check_unsolved(
        &STANDOFF.replace("(legal ?r noop) (role ?r)", "(legal ?r noop) (true (lost ?r))"),
        "`b` can be left without a legal move, at move 1",
    );
}

#[test]
fn limits_are_kept() {
    let engine = compile(&own_game("connect-four"));
    let max_bytes = 8 << 20;
    let unsolved =
        solve_within(&engine, max_bytes).expect_err("it has 4,531,985,219,092 positions");
    let Unsolved::OutOfMemory(SolveProgress { n_found, n_expanded }) = unsolved else {
        panic!("{unsolved}");
    };
    assert!(n_expanded < n_found && 40 * n_found < max_bytes, "{n_found} positions");

    let mut n_calls = 0;
    let mut stop = |_| {
        n_calls += 1;
        n_calls > 5
    };
    let unsolved = solve(&engine, &mut SolveBudget { max_bytes, stop: &mut stop });
    assert!(matches!(unsolved, Err(Unsolved::Stopped(progress)) if progress.n_expanded > 0));
}

#[test]
fn a_game_that_is_over_has_no_moves() {
    let text = "(role robot) (init done) (legal robot wait) (<= terminal (true done))
                (<= (goal robot 30) (true done)) (<= (goal robot 70) (not (true done)))";
    let (_, solution) = solved(text);
    assert_eq!(solution.value.goals, [Some(30)]);
    assert!(solution.moves.is_empty() && solution.line.is_empty());
    assert_eq!(solution.n_states, 1);
}

#[test]
fn a_single_role_may_have_no_end() {
    let (_, solution) = solved(
        "(role robot) (init on) (<= (next on) (true on)) (<= (legal robot wait) (true on))
         (<= terminal (not (true on))) (<= (goal robot 100) (not (true on)))",
    );
    assert_eq!(solution.value, Value { goals: vec![None], is_decided: false });
}
