//! Renju problems whose wins by fours and by threats are known.

use std::time::{Duration, Instant};

use serde_json::Value;
use stonegate_gomoku::{
    Board, Color, Point, Rule, Size, SolveLimits, forbidden, makes_five, solve_fours, solve_threats,
};

use stonegate_oracles::{fact, is_slow_run};

struct Problem {
    name: String,
    board: Board,
    turn: Color,
    /// How many own moves a win by fours takes, and whether there is one.
    checks: Vec<(u32, bool)>,
    is_by_fours: bool,
    /// How many fours a threat may need.
    threat_depth: u32,
}

fn problems() -> Vec<Problem> {
    let text = fact("gomoku/renju-vcf-vct.json");
    let problems: Value = serde_json::from_str(&text).expect("the file is JSON");
    problems.as_array().expect("it is a list").iter().map(problem).collect()
}

fn problem(value: &Value) -> Problem {
    let name = value["id"].as_str().expect("problems have names").to_owned();
    let mut board = Board::new(Size::FIFTEEN);
    let rows = value["rows_top_to_bottom"].as_array().expect("there are rows");
    for (row, text) in rows.iter().enumerate() {
        for (x, letter) in text.as_str().expect("rows are text").chars().enumerate() {
            let point = Point::new(x, 14 - row).expect("the board has 15 lines");
            // The file says that `x` is Black, but means the contrary: where White is to move, it
            // is `x` that has one stone less.
            match letter {
                'o' => board.place(point, Color::Black),
                'x' => board.place(point, Color::White),
                _ => {}
            }
        }
    }
    let checks = value["checks"].as_array().expect("there are checks");
    let checks_of = |mode: &'static str| {
        let is_of =
            move |check: &&Value| check["mode"].as_str().is_some_and(|it| it.starts_with(mode));
        checks.iter().filter(is_of)
    };
    let number = |value: &Value| value.as_u64().expect("it is a number") as u32;
    let turn = if value["attacker"] == "white" { Color::White } else { Color::Black };
    Problem {
        is_by_fours: name.contains("vcf"),
        name,
        board,
        turn,
        checks: checks_of("VCF")
            .map(|check| (number(&check["max_attacker_moves"]), check["result"] == "win"))
            .collect(),
        threat_depth: checks_of("VCT")
            .map(|check| number(&check["threat_limit"]))
            .max()
            .unwrap_or(1),
    }
}

/// Plays a line that ends in a four: every stone has to be allowed, every one of the attacker's
/// to make a four, every answer to complete it.
fn check_fours(problem: &Problem, line: &[Point]) {
    let rule = Rule::Renju;
    let mut board = problem.board.clone();
    let mut turn = problem.turn;
    for (number, &point) in line.iter().enumerate() {
        assert!(board.is_empty(point), "{point} is taken");
        if turn == Color::Black {
            assert_eq!(forbidden(&board, point), None, "{point}");
        }
        if turn != problem.turn {
            let fives = fives(&board, problem.turn);
            assert!(fives == [point], "{} is not the only answer: {fives:?}", line[number]);
        }
        board.place(point, turn);
        turn = !turn;
    }
    // Nothing helps against the last stone: it makes two fours, or the answer is forbidden.
    let fives = fives(&board, problem.turn);
    assert!(fives.len() > 1 || forbidden(&board, fives[0]).is_some(), "{fives:?}");
    assert!(!board.empty_points().any(|it| makes_five(&board, rule, it, !problem.turn)));
}

fn fives(board: &Board, color: Color) -> Vec<Point> {
    let is_five = |point: &Point| makes_five(board, Rule::Renju, *point, color);
    board.empty_points().filter(is_five).collect()
}

#[test]
fn wins_by_fours() {
    let problems = problems();
    let mut n_solved = 0;
    for problem in problems.iter().filter(|problem| problem.is_by_fours) {
        let solve = |depth: u32| {
            let limits = SolveLimits { depth, max_positions: 1_000_000 };
            solve_fours(&problem.board, Rule::Renju, problem.turn, limits)
        };
        let line = solve(1000).unwrap_or_else(|| panic!("{} has a win", problem.name));
        check_fours(problem, &line);
        for &(depth, is_won) in &problem.checks {
            assert_eq!(solve(depth).is_some(), is_won, "{} in {depth} moves", problem.name);
        }
        n_solved += 1;
    }
    assert_eq!(n_solved, 5);
}

#[test]
fn wins_by_threats() {
    let problems = problems();
    let is_wanted = |problem: &&Problem| !problem.is_by_fours && !problem.name.contains("bench");
    let mut n_solved = 0;
    for problem in problems.iter().filter(is_wanted) {
        let depth = problem.threat_depth;
        let line =
            solve_threats(&problem.board, Rule::Renju, problem.turn, depth, 200_000, &|| false);
        assert!(line.is_some(), "{}", problem.name);
        n_solved += 1;
    }
    assert_eq!(n_solved, 6);
}

/// The hard ones take seconds; which of them are solved in ten seconds depends on the machine.
#[test]
#[expect(clippy::print_stderr, reason = "the times are the result")]
fn long_wins_by_threats() {
    if !is_slow_run() {
        return;
    }
    for problem in problems().iter().filter(|problem| problem.name.contains("bench")) {
        let start = Instant::now();
        let stop = || start.elapsed() > Duration::from_mins(1);
        let line = solve_threats(
            &problem.board,
            Rule::Renju,
            problem.turn,
            problem.threat_depth,
            2_000_000,
            &stop,
        );
        eprintln!("{}: {:?} after {:.1?}", problem.name, line.is_some(), start.elapsed());
    }
}
