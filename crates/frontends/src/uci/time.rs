//! How long to think about a move.

use std::time::Duration;

use stonegate_protocols::uci::Go;

/// What goes by on the way to the board and back.
const MARGIN: Duration = Duration::from_millis(50);

/// How many more moves a game is expected to have.
const MOVES_TO_GO: u32 = 30;

/// The time for a move of White (0) or Black (1), or `None` until there is a `stop`. What is
/// limited by something else than time takes the usual time at most.
pub(super) fn time_for(go: &Go, side: usize, usual: Duration) -> Option<Duration> {
    if go.infinite {
        return None;
    }
    if let Some(time) = go.move_time {
        return Some(within(time));
    }
    let Some(left) = go.time[side] else { return Some(usual) };
    let share = left / go.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
    let increment = go.increment[side].unwrap_or_default();
    Some(within((share + increment * 3 / 4).min(left)))
}

/// A little less than a time, and half of it where there is hardly any.
fn within(time: Duration) -> Duration {
    time.saturating_sub(MARGIN).max(time / 2)
}

#[cfg(test)]
mod tests {
    use stonegate_protocols::uci::Command;

    use super::*;

    fn check(line: &str, expected: Option<u64>) {
        let Ok(Command::Go(go)) = line.parse() else { panic!("{line}") };
        let time = time_for(&go, 1, Duration::from_secs(2));
        assert_eq!(time, expected.map(Duration::from_millis), "{line}");
    }

    #[test]
    fn the_clock_is_shared_out() {
        check("go", Some(2000));
        check("go infinite wtime 1 btime 1", None);
        check("go movetime 500", Some(450));
        check("go movetime 20", Some(10));
        check("go wtime 1 btime 60000", Some(1950));
        check("go wtime 1 btime 60000 winc 1 binc 1000", Some(2700));
        check("go btime 60000 movestogo 10", Some(5950));
        check("go btime 1000 movestogo 1 binc 1000", Some(950));
        check("go wtime 60000 btime -30", Some(0));
        check("go depth 3 nodes 7", Some(2000));
    }
}
