//! Wins in one move and forced blocks.

use std::sync::Arc;

use stonegate_ground::{MoveId, RoleId, State};
use stonegate_search::{
    Evaluations, Game, LanesReasoner, Leaf, MachineGame, Options, Playout, Reasoner, Search,
    greedy_move, random_move,
};

use crate::sheets::Sheet;

/// One thread makes them in less than a tenth of a second (native code, Zen 4): it begins with more
/// than 100,000 a second in all of these games but Gomoku.
const TENTH_OF_A_SECOND: &str = "iterations=4000";

/// A random game of Gomoku has hundreds of moves.
const TENTH_OF_A_SECOND_OF_GOMOKU: &str = "iterations=60";

#[track_caller]
fn check(sheet: &Sheet, moves: &[&str], expected: &[&str]) {
    check_in(TENTH_OF_A_SECOND, sheet, moves, expected);
}

#[track_caller]
fn check_in(time: &str, sheet: &Sheet, moves: &[&str], expected: &[&str]) {
    for seed in 0..3 {
        let best = sheet.best(sheet.after(moves), &format!("{time},seed={seed}"));
        assert!(
            expected.contains(&best.as_str()),
            "{best} instead of {expected:?} after {moves:?} with seed {seed}"
        );
    }
}

#[test]
fn tic_tac_toe() {
    let sheet = Sheet::own("tic-tac-toe");
    check(&sheet, &["(mark 1 1)", "(mark 2 2)", "(mark 1 2)", "(mark 3 3)"], &["(mark 1 3)"]);
    check(&sheet, &["(mark 1 1)", "(mark 2 2)", "(mark 1 2)"], &["(mark 1 3)"]);
    // Two opposite corners: a third corner would lose.
    let sides = ["(mark 1 2)", "(mark 2 1)", "(mark 2 3)", "(mark 3 2)"];
    check(&sheet, &["(mark 1 1)", "(mark 2 2)", "(mark 3 3)"], &sides);
}

#[test]
fn connect_four() {
    let sheet = Sheet::own("connect-four");
    let three = ["(drop 4)", "(drop 1)", "(drop 4)", "(drop 1)", "(drop 4)"];
    check(&sheet, &three, &["(drop 4)"]);
    let three_each = [&three[..], &["(drop 2)"]].concat();
    check(&sheet, &three_each, &["(drop 4)"]);
    // Two in the middle of the bottom row with free squares on both sides.
    let two = ["(drop 3)", "(drop 3)", "(drop 4)"];
    check(&sheet, &two, &["(drop 2)", "(drop 5)"]);
}

#[test]
fn breakthrough() {
    let sheet = Sheet::own("breakthrough-6x6");
    let run = ["(move 1 2 1 3)", "(move 6 5 6 4)", "(move 1 3 1 4)", "(move 6 4 6 3)"];
    // Both sides stand before the other's camp, and white moves first.
    let mut moves = run.to_vec();
    moves.extend(["(move 1 4 2 5)"]);
    let captures = ["(move 1 6 2 5)", "(move 3 6 2 5)", "(move 6 3 5 2)"];
    check(&sheet, &moves, &captures);
}

#[test]
fn gomoku() {
    let sheet = Sheet::own("gomoku");
    let four = [
        "(place 7 7)",
        "(place 1 1)",
        "(place 7 8)",
        "(place 1 3)",
        "(place 7 9)",
        "(place 1 5)",
        "(place 7 10)",
    ];
    check_in(
        TENTH_OF_A_SECOND_OF_GOMOKU,
        &sheet,
        &[&four[..], &["(place 1 7)"]].concat(),
        &["(place 7 6)", "(place 7 11)"],
    );
    let block = [
        "(place 7 7)",
        "(place 7 6)",
        "(place 7 8)",
        "(place 1 1)",
        "(place 7 9)",
        "(place 1 3)",
        "(place 7 10)",
    ];
    check_in(TENTH_OF_A_SECOND_OF_GOMOKU, &sheet, &block, &["(place 7 11)"]);
}

#[test]
fn pentago() {
    let sheet = Sheet::own("pentago");
    // Four in the first column; the rotations turn empty quarters and come back.
    let turns = ["(rotate se clockwise)", "(rotate se counterclockwise)"];
    let stones = ["(place 1 1)", "(place 4 1)", "(place 1 2)", "(place 4 2)", "(place 1 3)"];
    let more = ["(place 6 1)", "(place 1 4)", "(place 6 2)"];
    let moves: Vec<&str> = stones
        .iter()
        .chain(&more)
        .enumerate()
        .flat_map(|(number, stone)| [*stone, turns[number % 2]])
        .collect();
    check(&sheet, &moves, &["(place 1 5)"]);
}

#[test]
fn tic_tac_toe_is_never_lost() {
    let sheet = Sheet::own("tic-tac-toe");
    let options: Options = "iterations=2000".parse().expect("valid");
    let mut reasoner = sheet.reasoner(&options);
    for seed in 0..12 {
        let own_role = RoleId::new((seed % 2) as usize);
        let search = Search::new(Arc::clone(&sheet.game), Options { seed, ..options.clone() });
        let mut state = sheet.game.initial();
        let goals = loop {
            if let Some(goals) = sheet.game.outcome(&state) {
                break goals;
            }
            search.work(&mut reasoner, &|| false);
            let joint: Vec<MoveId> = RoleId::first(2)
                .map(|role| match role {
                    role if role == own_role => search.best(role),
                    role if seed % 4 < 2 => random_move(&*sheet.game, &state, role, seed),
                    role => greedy_move(&*sheet.game, &state, role, seed),
                })
                .collect::<Option<_>>()
                .expect("nobody is stuck");
            search.advance(&joint);
            state = sheet.game.apply(&state, &joint);
            assert!(state == search.state());
        };
        assert!(goals[own_role] >= 50, "lost with seed {seed}");
    }
}

#[test]
fn the_center_column_is_best() {
    if !stonegate_oracles::may_be_slow() {
        return;
    }
    let sheet = Sheet::own("connect-four");
    assert_eq!(sheet.best(sheet.machine.initial(), "iterations=2000000"), "(drop 4)");
}

/// A wave that is stopped leaves nothing behind: the search then goes on as if it was never sent.
#[test]
fn a_wave_that_is_stopped_is_forgotten() {
    let sheet = Sheet::own("connect-four");
    let options: Options = "iterations=3000".parse().expect("the test has valid options");
    let report = |n_stops: u32| {
        let search = Search::new(Arc::clone(&sheet.game), options.clone());
        let mut reasoner = Stopped { reasoner: sheet.reasoner(&options), n_stops };
        search.work(&mut reasoner, &|| false);
        assert_eq!(reasoner.n_stops, 0);
        let report = search.report();
        (report.iterations, report.moves[0].iter().map(|each| each.visits).sum::<u32>())
    };
    assert_eq!(report(0), (3000, 3000));
    assert_eq!(report(5), (3000, 3000));
}

/// Stops the first waves.
struct Stopped {
    reasoner: LanesReasoner,
    n_stops: u32,
}

impl Reasoner<MachineGame> for Stopped {
    fn evaluate(
        &mut self,
        leaves: &[Leaf<'_, State>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Evaluations<State>> {
        if self.n_stops > 0 {
            self.n_stops -= 1;
            return None;
        }
        self.reasoner.evaluate(leaves, stop)
    }

    fn replay(&mut self, leaf: &Leaf<'_, State>, playout: u32) -> Playout {
        self.reasoner.replay(leaf, playout)
    }
}
