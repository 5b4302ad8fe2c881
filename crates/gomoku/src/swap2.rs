//! The swap2 opening: one player puts three stones, the other chooses a color.

use crate::point::Point;
use crate::position::Position;
use crate::rule::{Rule, Size};
use crate::search::{Engine, Limits};
use stonegate_stones::Color;

/// What a player does in a swap2 opening.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Swap2 {
    /// Puts stones: black, white, black on an empty board, else the next one as White.
    Place(Vec<Point>),
    /// Takes Black.
    Swap,
}

/// Answers the stones of a swap2 opening: none, three, or five. Other numbers are not possible.
///
/// The engine judges the position with White to move, and takes the better side.
pub fn swap2(
    size: Size,
    rule: Rule,
    stones: &[Point],
    engine: &mut Engine,
    stop: &dyn Fn() -> bool,
) -> Option<Swap2> {
    match stones.len() {
        0 => Some(Swap2::Place(opening(size))),
        3 | 5 => {
            let mut position = Position::new(rule, size);
            let mut color = Color::Black;
            for &point in stones {
                position.set_up(point, color).ok()?;
                color = !color;
            }
            position.set_turn(Color::White);
            let report = engine.think(&position, &Limits::default(), stop, &mut |_| {});
            match report.best {
                Some(point) if report.value >= 0 => Some(Swap2::Place(vec![point])),
                _ => Some(Swap2::Swap),
            }
        }
        _ => None,
    }
}

/// Three stones near an edge, where Black's advantage is small.
fn opening(size: Size) -> Vec<Point> {
    let (x, top) = (size.width() / 2, size.height() - 1);
    let places = [(x, top - 1), (x + 1, top - 2), (x - 2, top - 1)];
    places.into_iter().filter_map(|(x, y)| Point::on(size, x, y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_and_choices() {
        let mut engine = Engine::new(1 << 16);
        for side in [5, 15, 25] {
            let size = Size::square(side).unwrap();
            let stop = || true;
            let Some(Swap2::Place(stones)) = swap2(size, Rule::Freestyle, &[], &mut engine, &stop)
            else {
                panic!("three stones are put");
            };
            assert_eq!(stones.len(), 3);
            assert!(swap2(size, Rule::Freestyle, &stones, &mut engine, &stop).is_some());
            assert_eq!(swap2(size, Rule::Freestyle, &stones[..2], &mut engine, &stop), None);
            let twice = [stones[0]; 3];
            assert_eq!(swap2(size, Rule::Freestyle, &twice, &mut engine, &stop), None);
        }
    }
}
