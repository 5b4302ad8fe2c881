//! Published counts of lines of play and of legal positions.

use stonegate_go::{
    Board, ByColor, Color, CountedGame, Ko, PointSet, Rules, Setup, Size, Suicide, prune,
};
use stonegate_oracles::{fact, is_slow_run};
use stonegate_stones::BoardGame;

/// Lines of play that the default test run counts in one table.
const MAX_LINES: u64 = 40_000;

#[test]
fn lines_of_play() {
    let table = fact("go/perft.txt");
    let mut n_checked = 0;
    for line in table.lines() {
        let (setup, counts) = line.split_once(" : ").unwrap();
        let mut words = setup.split(' ');
        let size = words.next().unwrap();
        let (height, width) = size.split_once('x').unwrap();
        let size = Size::new(width.parse().unwrap(), height.parse().unwrap()).unwrap();
        let ko = match words.next().unwrap() {
            "ko=simple" => Ko::Simple,
            "ko=psk" => Ko::Positional,
            "ko=ssk" => Ko::Situational,
            ko => panic!("{ko} is no rule of ko"),
        };
        let suicide = match words.next().unwrap() {
            "suicide=0" => Suicide::Forbidden,
            "suicide=1" => Suicide::Allowed,
            suicide => panic!("{suicide} is no rule of suicide"),
        };
        let rules = Rules { ko, suicide, removes_dead: false, ..Rules::CHINESE };
        let game = CountedGame::start(&Setup::even(size, rules));
        for (depth, count) in
            counts.split(' ').map(|count| count.parse::<u64>().unwrap()).enumerate()
        {
            if count <= MAX_LINES || is_slow_run() {
                let depth = depth as u32 + 1;
                assert_eq!(game.count_lines(depth).all, count, "{setup}, depth {depth}");
                n_checked += 1;
            }
        }
    }
    assert!(n_checked > 0, "the table is empty");
}

/// Arrangements of stones that the default test run looks at.
const MAX_BOARDS: u64 = 200_000;

#[test]
fn legal_positions() {
    let table = fact("go/legal-positions.txt");
    for line in table.lines() {
        let (setup, count) = line.split_once(" = ").unwrap();
        let sides = setup.trim_start_matches("L(").trim_end_matches(')');
        let (height, width) = sides.split_once(',').unwrap();
        let size = Size::new(width.parse().unwrap(), height.parse().unwrap()).unwrap();
        if 3_u64.pow(size.n_points() as u32) <= MAX_BOARDS || is_slow_run() {
            assert_eq!(count_legal(size), count.parse::<u64>().unwrap(), "{setup}");
        }
    }
}

/// Counts the boards on which every stone has a liberty.
fn count_legal(size: Size) -> u64 {
    let points = size.points().collect::<Vec<_>>();
    let n_boards = 3_u64.pow(points.len() as u32);
    let is_legal = |&code: &u64| {
        let mut code = code;
        let mut stones = ByColor::<PointSet>::default();
        for &point in &points {
            match code % 3 {
                1 => stones.black.insert(point),
                2 => stones.white.insert(point),
                _ => {}
            }
            code /= 3;
        }
        let board = Board::with_stones(size, stones).unwrap();
        Color::ALL.into_iter().all(|color| prune(&board, color).is_empty())
    };
    (0..n_boards).filter(is_legal).count() as u64
}
