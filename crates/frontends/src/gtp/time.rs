//! How long to think about a move.

use std::time::Duration;

use stonegate_go::{Board, ByColor, Color};

/// The clock of both players, as far as the controller tells.
#[derive(Clone, Debug)]
pub(super) struct TimeControl {
    /// For a move without a clock.
    usual: Duration,
    settings: Option<Period>,
    left: ByColor<Option<Period>>,
}

/// Time for the rest of the game, or for some stones.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Period {
    main: Duration,
    overtime: Duration,
    /// Stones to play within the period. 0: there is none.
    n_stones: u32,
}

/// What goes by on the way to the controller and back.
const MARGIN: Duration = Duration::from_millis(100);

impl TimeControl {
    pub(super) fn new(usual: Duration) -> Self {
        Self { usual, settings: None, left: ByColor::default() }
    }

    /// Sets the clock. A period without stones, by the protocol, means that there is no limit.
    pub(super) fn set(&mut self, main: Duration, overtime: Duration, n_stones: u32) {
        let is_unlimited = n_stones == 0 && !overtime.is_zero();
        self.settings = (!is_unlimited).then_some(Period { main, overtime, n_stones });
        self.restart();
    }

    pub(super) fn unset(&mut self) {
        self.settings = None;
        self.restart();
    }

    /// Winds both clocks up.
    pub(super) fn restart(&mut self) {
        self.left = ByColor { black: self.settings, white: self.settings };
    }

    /// What the controller says is left: for the game, or with stones for the period.
    pub(super) fn set_left(&mut self, color: Color, time: Duration, n_stones: u32) {
        let overtime = self.settings.map_or(Duration::ZERO, |settings| settings.overtime);
        self.left[color] = Some(match n_stones {
            0 => {
                let n_stones = self.settings.map_or(0, |settings| settings.n_stones);
                Period { main: time, overtime, n_stones }
            }
            _ => Period { main: Duration::ZERO, overtime: time, n_stones },
        });
    }

    /// Takes the time of a move off the main time; the controller tells the rest.
    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        if let Some(left) = &mut self.left[color] {
            left.main = left.main.saturating_sub(time);
        }
    }

    /// How long to think: an even share of what is left, for as many moves as are to be expected.
    pub(super) fn for_move(&self, color: Color, board: &Board) -> Duration {
        let Some(Period { main, overtime, n_stones }) = self.left[color] else { return self.usual };
        let n_empty = board.empty().len() as u32;
        let n_moves = (n_empty / 3).max(8);
        let share = main / n_moves;
        let from_period = overtime.checked_div(n_stones).unwrap_or_default();
        let time = share.max(from_period).saturating_sub(MARGIN);
        time.max(Duration::from_millis(10)).min(Duration::from_mins(10))
    }
}

#[cfg(test)]
mod tests {
    use stonegate_go::Size;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn time_is_shared_out() {
        let board = Board::new(Size::NINE);
        let mut time = TimeControl::new(2 * SECOND);
        assert_eq!(time.for_move(Color::Black, &board), 2 * SECOND);
        time.set(270 * SECOND, Duration::ZERO, 0);
        assert_eq!(time.for_move(Color::Black, &board), (10 * SECOND).saturating_sub(MARGIN));
        time.spend(Color::Black, 270 * SECOND);
        assert_eq!(time.for_move(Color::Black, &board), Duration::from_millis(10));
        assert_eq!(time.for_move(Color::White, &board), (10 * SECOND).saturating_sub(MARGIN));
        time.set(Duration::ZERO, 10 * SECOND, 2);
        assert_eq!(time.for_move(Color::White, &board), (5 * SECOND).saturating_sub(MARGIN));
        time.set_left(Color::White, 3 * SECOND, 1);
        assert_eq!(time.for_move(Color::White, &board), (3 * SECOND).saturating_sub(MARGIN));
        time.set(Duration::ZERO, SECOND, 0);
        assert_eq!(time.for_move(Color::White, &board), 2 * SECOND);
    }
}
