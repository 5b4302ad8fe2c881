//! The moves that renju forbids to Black.

use std::fmt;

use crate::board::{Board, DIRECTIONS};
use crate::point::Point;
use crate::rule::Rule;
use crate::shape::{Shape, Shapes};
use stonegate_stones::Color;

/// Why Black must not move to a point.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Forbidden {
    /// More than five in a row.
    Overline,
    DoubleFour,
    /// Two threes, each of which one stone, allowed itself, makes an open four.
    DoubleThree,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overline => "an overline",
            Self::DoubleFour => "a double four",
            Self::DoubleThree => "a double three",
        })
    }
}

/// Whether and why renju forbids Black to move to an empty point. A five is always allowed.
///
/// A three counts only if the stone that makes an open four of it may be played: threes are
/// followed into the threes that they depend on.
pub fn forbidden(board: &Board, point: Point) -> Option<Forbidden> {
    let shapes = black_shapes(board, point);
    if shapes.contains(&Shape::Five) {
        return None;
    }
    if shapes.contains(&Shape::Overline) {
        return Some(Forbidden::Overline);
    }
    let n_fours = |shape: &Shape| match shape {
        Shape::TwoFours => 2,
        Shape::Four | Shape::OpenFour => 1,
        _ => 0,
    };
    if shapes.iter().map(n_fours).sum::<usize>() >= 2 {
        return Some(Forbidden::DoubleFour);
    }
    let is_three = |direction: &usize| shapes[*direction] == Shape::OpenThree;
    if (0..4).filter(is_three).count() < 2 {
        return None;
    }
    let mut board = board.clone();
    board.place(point, Color::Black);
    let n_threes = (0..4).filter(is_three).filter(|&it| is_true_three(&board, point, it)).count();
    (n_threes >= 2).then_some(Forbidden::DoubleThree)
}

/// Whether an allowed stone makes an open four of the three through a stone. It can only be at the
/// first empty point on either side.
fn is_true_three(board: &Board, point: Point, direction: usize) -> bool {
    let first_empty = |sign: isize| {
        let step = DIRECTIONS[direction];
        let line = (1..).map_while(|steps| point.step(board.size(), step, sign * steps));
        let mut beyond = line.skip_while(|&it| board.stone(it) == Some(Color::Black));
        beyond.next().filter(|&it| board.is_empty(it))
    };
    [1, -1].into_iter().filter_map(first_empty).any(|fourth| {
        let shapes = black_shapes(board, fourth);
        shapes[direction] == Shape::OpenFour
            && !shapes.contains(&Shape::Five)
            && forbidden(board, fourth).is_none()
    })
}

fn black_shapes(board: &Board, point: Point) -> [Shape; 4] {
    let shapes = Shapes::of(Rule::Renju, Color::Black);
    std::array::from_fn(|direction| shapes.get(board.stretch(point, direction)))
}
