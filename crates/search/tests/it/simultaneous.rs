//! Moves at the same time.

use std::collections::HashMap;
use std::sync::Arc;

use stonegate_ground::{MoveId, RoleId, State};
use stonegate_search::{Game, MachineGame, Options, Search};

use crate::graph::{Graph, GraphState, best};
use crate::sheets::Sheet;

const LEFT: RoleId = RoleId::new(0);
const RIGHT: RoleId = RoleId::new(1);

#[test]
fn matching_pennies_is_fair() {
    let sheet = Sheet::new(
        "(role even) (role odd) (init start)
        (<= (legal ?role (show ?hand)) (role ?role) (hand ?hand) (true start))
        (hand left) (hand right)
        (<= (next (shown ?role ?hand)) (does ?role (show ?hand)))
        (<= same (true (shown even ?hand)) (true (shown odd ?hand)))
        (<= terminal (not (true start)))
        (<= (goal even 100) same) (<= (goal even 0) (not same))
        (<= (goal odd 100) (not same)) (<= (goal odd 0) same)",
    );
    let options: stonegate_search::Options = "iterations=20000".parse().expect("valid");
    let search = stonegate_search::Search::new(std::sync::Arc::clone(&sheet.game), options.clone());
    search.work(&mut sheet.reasoner(&options), &|| false);
    let report = search.report();
    assert_eq!((report.iterations, report.nodes), (20_000, 5));
    for role in 0..2 {
        assert!(report.values[role].is_some_and(|value| (value - 50.0).abs() < 5.0), "{report:?}");
        for report in &report.moves[role] {
            assert!((6_000..14_000).contains(&report.visits), "{report:?}");
        }
        assert_eq!(report.proven[role], None);
    }
}

#[test]
fn a_dominant_move_is_found() {
    // The prisoners' dilemma: to defect is better whatever the other does.
    let mut graph = Graph { n_roles: 2, ..Graph::default() };
    graph.states = vec![
        GraphState::Moves(vec![2, 2], vec![1, 2, 3, 4]),
        GraphState::End(vec![60, 60]),
        GraphState::End(vec![0, 100]),
        GraphState::End(vec![100, 0]),
        GraphState::End(vec![20, 20]),
    ];
    let search = graph.search("iterations=3000");
    assert_eq!((best(&search, 0), best(&search, 1)), (Some(1), Some(1)));
    assert_eq!(search.report().proven, [None, None]);
}

#[test]
fn a_move_is_won_if_it_wins_against_everything() {
    let mut graph = Graph { n_roles: 2, is_zero_sum: true, ..Graph::default() };
    graph.states = vec![
        GraphState::Moves(vec![3, 2], vec![1, 2, 2, 1, 1, 1]),
        GraphState::End(vec![100, 0]),
        GraphState::End(vec![0, 100]),
    ];
    let search = graph.search("iterations=1000");
    assert_eq!(best(&search, 0), Some(2));
    assert_eq!(search.report().proven, [Some(100), Some(0)]);
}

/// The value of a matrix of payoffs for the role that chooses the row, by regret matching on the
/// whole matrix: the search sees one cell at a time, and never the values behind it.
fn value_of_matrix(payoffs: &[Vec<f64>]) -> f64 {
    let columns = || 0..payoffs[0].len();
    let worst = |row: &Vec<f64>| row.iter().copied().fold(1.0, f64::min);
    let lower = payoffs.iter().map(worst).fold(0.0, f64::max);
    let best = |column: usize| payoffs.iter().map(|row| row[column]).fold(0.0, f64::max);
    let upper = columns().map(best).fold(1.0, f64::min);
    if lower >= upper {
        return lower;
    }
    let (mut regrets, mut sums) = (
        [vec![0.0; payoffs.len()], vec![0.0; payoffs[0].len()]],
        [vec![0.0; payoffs.len()], vec![0.0; payoffs[0].len()]],
    );
    let mix = |weights: &[f64]| -> Vec<f64> {
        let all: f64 = weights.iter().sum();
        let share =
            |weight: &f64| if all > 0.0 { weight / all } else { 1.0 / weights.len() as f64 };
        weights.iter().map(share).collect()
    };
    let by_row = |mix: &[f64]| -> Vec<f64> {
        let value = |row: &Vec<f64>| row.iter().zip(mix).map(|(value, share)| value * share).sum();
        payoffs.iter().map(value).collect()
    };
    let by_column = |mix: &[f64]| -> Vec<f64> {
        let value = |column| payoffs.iter().zip(mix).map(|(row, share)| row[column] * share).sum();
        columns().map(value).collect()
    };
    for round in 1.. {
        // One after the other, which is faster than both at once.
        for role in 0..2 {
            let mixes = [mix(&regrets[0]), mix(&regrets[1])];
            let values = if role == 0 {
                by_row(&mixes[1])
            } else {
                by_column(&mixes[0]).iter().map(|value| -value).collect()
            };
            let expected: f64 = values.iter().zip(&mixes[role]).map(|(v, share)| v * share).sum();
            for action in 0..values.len() {
                let regret = &mut regrets[role][action];
                *regret = f64::max(*regret + values[action] - expected, 0.0);
                sums[role][action] += f64::from(round) * mixes[role][action];
            }
        }
        let best_row = by_row(&mix(&sums[1])).into_iter().fold(0.0, f64::max);
        let worst_column = by_column(&mix(&sums[0])).into_iter().fold(1.0, f64::min);
        if best_row - worst_column < 0.002 {
            return f64::midpoint(best_row, worst_column);
        }
        assert!(round < 100_000, "{payoffs:?}");
    }
    unreachable!("it ends with one of the two")
}

/// The values of all joint moves of a zero-sum game of two for the first role, 0 to 1.
fn matrix(game: &MachineGame, state: &State, values: &mut HashMap<State, f64>) -> Vec<Vec<f64>> {
    let [rows, columns] = [LEFT, RIGHT].map(|role| game.legal(state, role));
    let value = |row, column, values: &mut HashMap<State, f64>| {
        let next = game.apply(state, &[row, column]);
        if let Some(&value) = values.get(&next) {
            return value;
        }
        let value = match game.outcome(&next) {
            Some(goals) => f64::from(goals[0]) / 100.0,
            None => value_of_matrix(&matrix(game, &next, values)),
        };
        values.insert(next, value);
        value
    };
    rows.iter()
        .map(|&row| columns.iter().map(|&column| value(row, column, values)).collect())
        .collect()
}

/// What the roles lose at most with the policies that a search gives them at the root, if all play
/// perfectly from then on, as a part of the range of goals.
fn exploitability(sheet: &Sheet, options: &str) -> f64 {
    let options: Options = options.parse().expect("valid");
    let search = Search::new(Arc::clone(&sheet.game), options.clone());
    search.work(&mut sheet.reasoner(&options), &|| false);
    let payoffs = matrix(&sheet.game, &sheet.machine.initial(), &mut HashMap::new());
    let value = value_of_matrix(&payoffs);
    let shares = [LEFT, RIGHT].map(|role| {
        let policy: HashMap<MoveId, f64> = search.policy(role).into_iter().collect();
        let legal = sheet.game.legal(&sheet.machine.initial(), role);
        let shares: Vec<f64> =
            legal.iter().map(|action| policy.get(action).copied().unwrap_or(0.0)).collect();
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
        shares
    });
    let column = |column: usize| -> f64 {
        payoffs.iter().zip(&shares[0]).map(|(row, share)| row[column] * share).sum()
    };
    let row =
        |row: &Vec<f64>| -> f64 { row.iter().zip(&shares[1]).map(|(v, share)| v * share).sum() };
    let worst = (0..payoffs[0].len()).map(column).fold(1.0, f64::min);
    let best = payoffs.iter().map(row).fold(0.0, f64::max);
    (value - worst).max(best - value)
}

#[track_caller]
fn check_exploitability(sheet: &Sheet, name: &str, iterations: u64) {
    let mixed = exploitability(sheet, &format!("iterations={iterations},simultaneous=regret"));
    let plain = exploitability(sheet, &format!("iterations={iterations}"));
    eprintln!("{name}: exploitability {mixed:.3}, with plain UCT {plain:.3}");
    assert!(mixed <= 0.05, "{name}: {mixed:.3}");
    assert!(mixed <= plain + 0.01, "{name}: {mixed:.3}, with plain UCT {plain:.3}");
}

#[test]
fn rock_paper_scissors_is_mixed() {
    let sheet = Sheet::new(
        "(role left) (role right) (init start)
        (beats rock scissors) (beats scissors paper) (beats paper rock)
        (<= (legal ?role ?hand) (role ?role) (beats ?hand ?other) (true start))
        (<= (next (shown ?role ?hand)) (does ?role ?hand))
        (<= (ahead ?role) (true (shown ?role ?hand)) (true (shown ?other ?hand2))
            (beats ?hand ?hand2))
        (<= (behind ?role) (role ?role) (ahead ?other) (distinct ?role ?other))
        (<= terminal (not (true start)))
        (<= (goal ?role 100) (ahead ?role))
        (<= (goal ?role 0) (behind ?role))
        (<= (goal ?role 50) (role ?role) (not (ahead left)) (not (ahead right)))",
    );
    check_exploitability(&sheet, "rock-paper-scissors", 100_000);
}

/// Five cards, and five prizes in an order that both know; whoever wins more wins all.
fn goofspiel() -> String {
    use std::fmt::Write as _;
    let mut sheet = String::from(
        "(role left) (role right) (init (round 1)) (init (balance 15))
        (<= (init (holds ?role ?card)) (role ?role) (prize ?round ?card))
        (<= (legal ?role (bid ?card)) (true (holds ?role ?card)))
        (<= (next (holds ?role ?card)) (true (holds ?role ?card)) (not (does ?role (bid ?card))))
        (<= (next (round ?next)) (true (round ?round)) (succ ?round ?next))
        (<= (wins ?role) (does ?role (bid ?high)) (does ?other (bid ?low)) (above ?high ?low))
        (<= (next (balance ?more)) (true (balance ?points)) (true (round ?round))
            (prize ?round ?prize) (plus ?points ?prize ?more) (wins left))
        (<= (next (balance ?less)) (true (balance ?points)) (true (round ?round))
            (prize ?round ?prize) (plus ?less ?prize ?points) (wins right))
        (<= (next (balance ?points)) (true (balance ?points)) (not (wins left)) (not (wins right)))
        (<= terminal (true (round 6)))
        (<= leads (true (balance ?points)) (above ?points 15))
        (<= trails (true (balance ?points)) (above 15 ?points))
        (<= (goal left 100) leads) (<= (goal left 0) trails)
        (<= (goal right 0) leads) (<= (goal right 100) trails)
        (<= (goal ?role 50) (role ?role) (not leads) (not trails))",
    );
    for round in 1..=5 {
        write!(
            sheet,
            "(succ {round} {}) (prize {round} {})",
            round + 1,
            [3, 1, 4, 2, 5][round - 1]
        )
        .expect("text");
    }
    for low in 0..=30 {
        for high in low + 1..=30 {
            write!(sheet, "(above {high} {low})").expect("text");
        }
        for prize in (1..=5).filter(|prize| low + prize <= 30) {
            write!(sheet, "(plus {low} {prize} {})", low + prize).expect("text");
        }
    }
    sheet
}

#[test]
fn goofspiel_is_mixed() {
    check_exploitability(&Sheet::new(&goofspiel()), "goofspiel with five cards", 200_000);
}

#[test]
fn a_small_tron_is_mixed() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/tron.kif");
    let mut rules = std::fs::read_to_string(path).expect("the sheet is ours");
    for (ten, five) in [
        ("(succ 5 6)", ""),
        ("(succ 6 7) (succ 7 8) (succ 8 9) (succ 9 10)", ""),
        ("(init (column left 3))", "(init (column left 2))"),
        ("(init (row left 5))", "(init (row left 2))"),
        ("(init (column right 8))", "(init (column right 3))"),
        ("(init (row right 6))", "(init (row right 3))"),
    ] {
        assert!(rules.contains(ten), "{ten}");
        rules = rules.replace(ten, five);
    }
    check_exploitability(&Sheet::new(&rules), "5x5 tron", 100_000);
}
