//! Shapes of three by three points around a move (Gelly, Wang, Munos and Teytaud, 2006).

use std::sync::LazyLock;

use crate::board::Board;
use crate::point::Point;
use stonegate_stones::Color;

/// The surroundings of the move in the middle, row by row. `X` and `O` are the two players,
/// `x` is not `X`, `o` is not `O`, `.` is empty, `?` is anything on the board and `#` is off the
/// board. Each holds in all directions and for both players.
const SHAPES: [&str; 13] = [
    // Turning around a stone.
    "XOX...???",
    "XO....?.?",
    "XO?X..x.?",
    ".O.X.....",
    // Cutting.
    "XO?O.o?o?",
    "XO?O.X???",
    "?X?O.Oooo",
    "OX?o.O???",
    // On the edge.
    "X.?O.?###",
    "OX?X.O###",
    "?X?x.O###",
    "?XOx.x###",
    "?OXX.O###",
];

/// The eight points around, clockwise from the upper left, and where they are in a shape.
const AROUND: [(isize, isize); 8] =
    [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)];
const PLACES: [usize; 8] = [0, 1, 2, 5, 8, 7, 6, 3];

/// Two bits for each point around: empty, Black, White, off the board.
const EMPTY: usize = 0;
const BLACK: usize = 1;
const WHITE: usize = 2;
const OFF: usize = 3;

/// Whether the surroundings have one of the shapes.
static IS_SHAPE: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let shapes = SHAPES.iter().flat_map(|shape| variants(shape)).collect::<Vec<_>>();
    let is_shape = |code: usize| {
        shapes.iter().any(|shape| (0..8).all(|i| fits(shape[i], code >> (2 * i) & 3)))
    };
    (0..1 << 16).map(is_shape).collect()
});

/// Whether a move here makes one of the shapes.
pub(super) fn is_shape(board: &Board, point: Point) -> bool {
    IS_SHAPE[code(board, point)]
}

fn code(board: &Board, point: Point) -> usize {
    let size = board.size();
    let mut code = 0;
    for (i, (right, up)) in AROUND.into_iter().enumerate() {
        let column = point.column().checked_add_signed(right);
        let row = point.row().checked_add_signed(up);
        let other = column.zip(row).and_then(|(column, row)| size.point(column, row));
        let state = match other.map(|other| board.at(other)) {
            None => OFF,
            Some(None) => EMPTY,
            Some(Some(Color::Black)) => BLACK,
            Some(Some(Color::White)) => WHITE,
        };
        code |= state << (2 * i);
    }
    code
}

/// A shape in all directions and for both players.
fn variants(shape: &str) -> Vec<[u8; 8]> {
    let ring = PLACES.map(|place| shape.as_bytes()[place]);
    let mut mirrored = ring;
    mirrored.reverse();
    // Reversed, the ring begins on a side instead of in a corner.
    mirrored.rotate_left(1);
    let mut variants = Vec::new();
    for ring in [ring, mirrored] {
        for turn in 0..4 {
            let mut turned = ring;
            turned.rotate_left(2 * turn);
            variants.push(turned);
            variants.push(turned.map(|c| match c {
                b'X' => b'O',
                b'O' => b'X',
                b'x' => b'o',
                b'o' => b'x',
                other => other,
            }));
        }
    }
    variants
}

fn fits(wanted: u8, state: usize) -> bool {
    match wanted {
        b'X' => state == BLACK,
        b'O' => state == WHITE,
        b'.' => state == EMPTY,
        b'x' => state == EMPTY || state == WHITE,
        b'o' => state == EMPTY || state == BLACK,
        b'#' => state == OFF,
        _ => state != OFF,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, point: &str) -> bool {
        is_shape(&text.parse::<Board>().unwrap(), point.parse().unwrap())
    }

    #[test]
    fn shapes_hold_in_all_directions_and_colors() {
        assert!(check("XOX\n...\n...", "B2"));
        assert!(check("..O\n..X\n..O", "B2"));
        assert!(check("...\n...\nXOX", "B2"));
        assert!(check("...\nX..\nO..", "A2") || check("XO.\n...\n...", "B2"));
        assert!(!check("...\n...\n...", "B2"));
        assert!(!check("XXX\nX.X\nXXX", "B2"));
    }
}
