//! How liberties propagate, one clock after the other.
//!
//! The pruner of the FPGA machine has a wire between every two neighboring points. At the start all
//! wires are cold. A wire at an empty point is hot from the first clock on; a wire between two
//! stones of one color is hot one clock after a wire that touches it; a wire between stones of
//! different colors is always cold. Stones whose wires are all cold when nothing changes any more
//! have no liberty: they are pruned.

use std::fmt;

use crate::board::Board;
use crate::point::Point;
use crate::point_set::PointSet;
use stonegate_stones::Color;

/// A wire from a point to its right neighbor or to the one above.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Wire {
    Right(Point),
    Above(Point),
}

/// What a wire is like.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Heat {
    /// Liberties do not pass: it joins stones of different colors.
    Blocked,
    Cold,
    /// It has become hot at this clock, the first one being 1.
    Hot(u32),
}

/// The wires of a board at some clock.
#[derive(Clone, Debug)]
pub struct Propagation {
    board: Board,
    wires: Vec<(Wire, Heat)>,
    clock: u32,
    is_settled: bool,
}

impl Propagation {
    /// All wires are cold.
    pub fn new(board: &Board) -> Self {
        let size = board.size();
        let all = size.points().flat_map(|point| [Wire::Right(point), Wire::Above(point)]);
        let wires = all.filter_map(|wire| {
            let (one, other) = wire.ends(board)?;
            let is_blocked =
                matches!((board.at(one), board.at(other)), (Some(a), Some(b)) if a != b);
            Some((wire, if is_blocked { Heat::Blocked } else { Heat::Cold }))
        });
        Self { board: *board, wires: wires.collect(), clock: 0, is_settled: false }
    }

    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How many clocks have gone by.
    pub const fn clock(&self) -> u32 {
        self.clock
    }

    /// Whether the last clock has changed nothing.
    pub const fn is_settled(&self) -> bool {
        self.is_settled
    }

    pub fn wires(&self) -> &[(Wire, Heat)] {
        &self.wires
    }

    pub fn heat(&self, wire: Wire) -> Option<Heat> {
        self.wires.iter().find(|(other, _)| *other == wire).map(|&(_, heat)| heat)
    }

    /// Lets one clock go by.
    pub fn step(&mut self) {
        let warm = self.warm_points();
        self.clock += 1;
        self.is_settled = true;
        for (wire, heat) in &mut self.wires {
            let Some((one, other)) = wire.ends(&self.board) else { continue };
            let is_open = self.board.at(one).is_none() || self.board.at(other).is_none();
            let is_touched = warm.contains(one) || warm.contains(other);
            if *heat == Heat::Cold && (is_open || is_touched) {
                *heat = Heat::Hot(self.clock);
                self.is_settled = false;
            }
        }
    }

    /// The stones of a color that no hot wire touches.
    pub fn cold_stones(&self, color: Color) -> PointSet {
        self.board.stones(color) - self.warm_points()
    }

    /// The points that a hot wire touches.
    fn warm_points(&self) -> PointSet {
        let hot = self.wires.iter().filter(|(_, heat)| matches!(heat, Heat::Hot(_)));
        hot.filter_map(|(wire, _)| wire.ends(&self.board)).flat_map(|(a, b)| [a, b]).collect()
    }
}

impl Wire {
    /// The two points that the wire joins, if both are on the board.
    fn ends(self, board: &Board) -> Option<(Point, Point)> {
        let (point, right, up) = match self {
            Self::Right(point) => (point, 1, 0),
            Self::Above(point) => (point, 0, 1),
        };
        Some((point, board.size().point(point.column() + right, point.row() + up)?))
    }
}

/// Hot wires are double lines, cold ones single, blocked ones are not drawn.
impl fmt::Display for Propagation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        let sign = |wire, hot, cold| match self.heat(wire) {
            Some(Heat::Hot(_)) => hot,
            Some(Heat::Cold) => cold,
            _ => ' ',
        };
        for row in (0..size.height()).rev() {
            let points = (0..size.width()).filter_map(|column| size.point(column, row));
            let mut stones = String::new();
            let mut below = String::new();
            for point in points {
                stones.push(self.board.at(point).map_or('.', Color::letter));
                let wire = sign(Wire::Right(point), '═', '─');
                stones.extend([wire; 3]);
                let lower =
                    point.row().checked_sub(1).and_then(|row| size.point(point.column(), row));
                below.push(lower.map_or(' ', |lower| sign(Wire::Above(lower), '║', '│')));
                below.push_str("   ");
            }
            writeln!(f, "{}", stones.trim_end())?;
            if row > 0 {
                writeln!(f, "{}", below.trim_end())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::pruner::prune;
    use crate::size::Size;
    use stonegate_stones::Random;

    #[test]
    fn liberties_come_in_waves() {
        let board = ".OOO\nXXXO\nOOX.".parse::<Board>().unwrap();
        let mut propagation = Propagation::new(&board);
        let mut drawings = Vec::new();
        while !propagation.is_settled() {
            propagation.step();
            drawings.push(format!("{}:\n{propagation}", propagation.clock()));
        }
        expect![[r"
            1:
            .═══O───O───O
            ║           │
            X───X───X   O
                    │   ║
            O───O   X═══.
            2:
            .═══O═══O───O
            ║           ║
            X═══X───X   O
                    ║   ║
            O───O   X═══.
            3:
            .═══O═══O═══O
            ║           ║
            X═══X═══X   O
                    ║   ║
            O───O   X═══.
            4:
            .═══O═══O═══O
            ║           ║
            X═══X═══X   O
                    ║   ║
            O───O   X═══.
        "]]
        .assert_eq(&drawings.concat());
        assert_eq!(propagation.cold_stones(Color::White).len(), 2);
    }

    #[test]
    fn a_dead_group_does_not_hold_itself_up() {
        let board = "XOOX\nXOOX\n.XX.".parse::<Board>().unwrap();
        let mut propagation = Propagation::new(&board);
        (0..20).for_each(|_| propagation.step());
        assert_eq!(propagation.cold_stones(Color::White).len(), 4);
    }

    #[test]
    fn the_waves_end_where_the_pruner_does() {
        let mut random = Random::new(3, 0);
        for _ in 0..300 {
            let mut board = Board::new(Size::NINE);
            for point in Size::NINE.points() {
                let stones = [None, Some(Color::Black), Some(Color::White)];
                board.set(point, stones[random.below(3)]);
            }
            let mut propagation = Propagation::new(&board);
            while !propagation.is_settled() {
                propagation.step();
            }
            assert!(propagation.clock() <= 82, "the FPGA machine waits for 82 clocks");
            for color in Color::ALL {
                assert_eq!(propagation.cold_stones(color), prune(&board, color));
            }
        }
    }
}
