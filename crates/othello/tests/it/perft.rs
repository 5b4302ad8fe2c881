//! Published counts of lines of play.

use stonegate_oracles::{fact, is_slow_run};
use stonegate_othello::{Board, count_lines};

#[test]
fn counts_from_the_start() {
    let table = fact("othello/perft.csv");
    let max_depth = if is_slow_run() { 12 } else { 10 };
    let mut n_checked = 0;
    for line in table.lines() {
        let mut fields = line.split(',').map(str::parse::<u64>);
        if let (Some(Ok(depth)), Some(Ok(n_lines))) = (fields.next(), fields.next())
            && depth <= max_depth
        {
            assert_eq!(count_lines(Board::START, depth as u32).all, n_lines, "depth {depth}");
            n_checked += 1;
        }
    }
    assert_eq!(n_checked, max_depth);
}
