//! The weights of the evaluation.

use std::fmt;
use std::sync::OnceLock;

use super::evaluation::{COUNTED, MAX_COUNT};
use super::threat::Threat;
use crate::shape::Shape;

/// How many combinations of four shapes there are, if their order does not matter.
const N_COMBINATIONS: usize = 1365;

/// The threats come after the points.
const FIRST_THREAT: usize = 4 * N_COMBINATIONS;

const N_THREATS: usize = 2 * COUNTED.len() * MAX_COUNT;

/// A part of a position that has a weight.
#[derive(Copy, Clone)]
pub(crate) enum Part {
    /// What a player could make of an empty point, and whether that player has forbidden moves.
    Point { shapes: [Shape; 4], is_restricted: bool },
    /// So many points where a player has a threat of some kind.
    Threats { kind: usize, count: usize },
}

impl Part {
    /// The weights that are added up for it, if the player whose part it is is to move or not. Who
    /// has forbidden moves has weights for what is different from others.
    pub(crate) fn indices(self, is_to_move: bool) -> impl Iterator<Item = usize> {
        let (first, second) = match self {
            Self::Point { shapes, is_restricted } => {
                let index = rank(shapes) * 4 + usize::from(!is_to_move);
                (Some(index), is_restricted.then_some(index + 2))
            }
            Self::Threats { count: 0, .. } => (None, None),
            Self::Threats { kind, count } => {
                let at = (kind * MAX_COUNT + count - 1) * 2 + usize::from(!is_to_move);
                (Some(FIRST_THREAT + at), None)
            }
        };
        first.into_iter().chain(second)
    }
}

/// The number of a combination of shapes, whatever their order.
fn rank(shapes: [Shape; 4]) -> usize {
    let mut numbers = shapes.map(|shape| shape as usize);
    numbers.sort_unstable();
    let [a, b, c, d] = numbers;
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
}

/// The weights of all parts, in sixteenths of a point of the evaluation.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Weights(Vec<i16>);

impl Weights {
    /// How many weights there are.
    pub const N: usize = FIRST_THREAT + N_THREATS;

    /// What a point of the evaluation is divided into.
    pub(crate) const UNIT: i32 = 16;

    /// Those that the engine plays with.
    pub fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<Weights> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let text = include_str!("../../weights/lines.txt");
            Self::parse(text).expect("the weights that come with the engine are complete")
        })
    }

    /// The weights of values in points of the evaluation.
    pub(crate) fn from_points(points: &[f32]) -> Self {
        let unit = Self::UNIT as f32;
        Self(points.iter().map(|point| (point * unit).round() as i16).collect())
    }

    /// The weights in points of the evaluation.
    pub(crate) fn points(&self) -> impl Iterator<Item = f32> {
        self.0.iter().map(|&weight| f32::from(weight) / Self::UNIT as f32)
    }

    /// Reads what [`Display`](fmt::Display) writes. Nothing if numbers are missing or too many.
    pub fn parse(text: &str) -> Option<Self> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let numbers = lines.flat_map(str::split_whitespace).map(|number| number.parse().ok());
        let weights: Vec<i16> = numbers.collect::<Option<_>>()?;
        (weights.len() == Self::N).then_some(Self(weights))
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> i16 {
        self.0[index]
    }

    #[inline]
    pub(crate) fn threats(&self, threat: Threat, count: usize, is_to_move: bool) -> i16 {
        let kind = COUNTED.iter().position(|&it| it == threat);
        let part = kind.map(|kind| Part::Threats { kind, count });
        part.and_then(|part| part.indices(is_to_move).next()).map_or(0, |index| self.0[index])
    }
}

impl fmt::Display for Weights {
    /// Four numbers a line for the points, two a line for the threats.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# What the evaluation of Gomoku adds up, in sixteenths of a point.")?;
        writeln!(
            f,
            "# Each combination of four shapes: to move, waiting; what renju adds for Black."
        )?;
        let (points, threats) = self.0.split_at(FIRST_THREAT);
        for row in points.chunks(4) {
            writeln!(f, "{} {} {} {}", row[0], row[1], row[2], row[3])?;
        }
        writeln!(f, "# One, two, three threats of each kind: to move, waiting.")?;
        for row in threats.chunks(2) {
            writeln!(f, "{} {}", row[0], row[1])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_has_a_number() {
        let mut seen = vec![false; N_COMBINATIONS];
        for code in 0..Shape::N.pow(4) {
            let shapes = [1, 12, 144, 1728].map(|it| Shape::ALL[code / it % Shape::N]);
            seen[rank(shapes)] = true;
        }
        assert!(seen.into_iter().all(|it| it));
    }

    #[test]
    fn text_is_the_inverse_of_parsing() {
        let weights = Weights::shipped();
        assert_eq!(Weights::parse(&weights.to_string()).as_ref(), Some(weights));
        assert_eq!(Weights::parse("1 2 3"), None);
        assert_eq!(Weights::parse("x"), None);
    }
}
