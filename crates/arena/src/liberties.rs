//! How liberties spread over a Go board, for the page that shows it clock by clock.

use serde::{Deserialize, Serialize};
use stonegate_go::{Board, Color, Heat, Point, Propagation, Wire};
use stonegate_tables::Refusal;

/// A position.
#[derive(Clone, Debug, Deserialize)]
pub struct LibertiesRequest {
    /// From the top, `X` for Black, `O` for White and `.` for an empty point.
    rows: Vec<String>,
}

/// The wires between neighboring points, and when they become hot.
#[derive(Clone, Debug, Serialize)]
pub struct Liberties {
    wires: Vec<WireView>,
    /// After so many clocks nothing changes any more.
    clocks: u32,
    /// The stones without a liberty, as columns and rows from the top left.
    pruned: Vec<[usize; 2]>,
}

#[derive(Clone, Debug, Serialize)]
struct WireView {
    from: [usize; 2],
    to: [usize; 2],
    /// The clock at which it becomes hot, if it ever does.
    hot: Option<u32>,
    /// Whether it joins stones of different colors.
    blocked: bool,
}

impl LibertiesRequest {
    /// How liberties spread in the position.
    pub fn answer(&self) -> Result<Liberties, Refusal> {
        let board = self.rows.join("\n").parse::<Board>();
        let board = board.map_err(|error| Refusal::new("bad-board", error.to_string()))?;
        Ok(liberties(&board))
    }
}

fn liberties(board: &Board) -> Liberties {
    let mut propagation = Propagation::new(board);
    while !propagation.is_settled() {
        propagation.step();
    }
    let height = board.size().height();
    let place = |point: Point| [point.column(), height - 1 - point.row()];
    let wires = propagation.wires().iter().map(|&(wire, heat)| {
        let ([column, row], is_right) = match wire {
            Wire::Right(point) => (place(point), true),
            Wire::Above(point) => (place(point), false),
        };
        WireView {
            from: [column, row],
            to: if is_right { [column + 1, row] } else { [column, row - 1] },
            hot: if let Heat::Hot(clock) = heat { Some(clock) } else { None },
            blocked: heat == Heat::Blocked,
        }
    });
    let pruned = Color::ALL.into_iter().flat_map(|color| propagation.cold_stones(color));
    Liberties {
        wires: wires.collect(),
        // The last clock is the one that changes nothing.
        clocks: propagation.clock() - 1,
        pruned: pruned.map(place).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn liberties_spread_from_empty_points() {
        let liberties = liberties(&"XX.\nOXX\nXXX".parse().expect("a board"));
        assert_eq!(liberties.pruned, [[0, 1]]);
        let heat = |from: [usize; 2], to: [usize; 2]| {
            let wire = liberties.wires.iter().find(|wire| wire.from == from && wire.to == to);
            wire.map(|wire| (wire.hot, wire.blocked))
        };
        assert_eq!(heat([1, 0], [2, 0]), Some((Some(1), false)));
        assert_eq!(heat([0, 0], [1, 0]), Some((Some(2), false)));
        assert_eq!(heat([0, 1], [1, 1]), Some((None, true)));
        assert!(liberties.clocks >= 3);
    }
}
