//! What a stone threatens, all four lines together.

use std::sync::OnceLock;

use super::evaluation::{Worth, worth};
use crate::rule::Rule;
use crate::shape::Shape;
use stonegate_stones::Color;

/// What a stone on a point would achieve.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
#[repr(u8)]
pub(crate) enum Threat {
    /// No own stone is in reach.
    Nothing,
    /// Own stones are in reach.
    Joins,
    /// It makes an open two or a three that is not open: a later four or three may use it.
    Prepares,
    /// An open three.
    Three,
    /// Two open threes.
    ThreeThree,
    /// A four, which has one answer.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: nothing but an own five helps the opponent.
    Wins,
    Five,
    /// Two open threes under renju rules: whether that is forbidden depends on more than the
    /// lines through the point.
    Doubtful,
    /// An overline or two fours under renju rules.
    Forbidden,
}

impl Threat {
    pub(crate) const N: usize = 11;
}

/// What the four lines through an empty point are to a player.
#[derive(Copy, Clone)]
pub(crate) struct Appraisal {
    pub(crate) threat: Threat,
    pub(crate) worth: Worth,
    /// How interesting it is to move there.
    pub(crate) interest: i16,
}

/// The appraisal of each combination of four shapes, four bits a shape.
///
/// The order of the lines does not matter. Two pairs of shapes, each without its order, make a
/// table small enough to stay near the processor.
pub(crate) struct Appraisals {
    pairs: [u8; 256],
    table: Vec<Appraisal>,
}

/// How many pairs of shapes there are, if their order does not matter.
const N_PAIRS: usize = Shape::N * (Shape::N + 1) / 2;

impl Appraisals {
    pub(crate) fn of(rule: Rule, color: Color) -> &'static Self {
        static TABLES: OnceLock<[Appraisals; 2]> = OnceLock::new();
        let tables = TABLES.get_or_init(|| [Self::compute(false), Self::compute(true)]);
        &tables[usize::from(rule == Rule::Renju && color == Color::Black)]
    }

    #[inline]
    pub(crate) fn get(&self, code: u16) -> Appraisal {
        let [one, other] = code.to_le_bytes().map(|pair| usize::from(self.pairs[pair as usize]));
        self.table[one * N_PAIRS + other]
    }

    fn compute(is_restricted: bool) -> Self {
        let mut shapes = Vec::with_capacity(N_PAIRS);
        let mut pairs = [0; 256];
        for (large, one) in Shape::ALL.into_iter().enumerate() {
            for (small, other) in Shape::ALL.into_iter().enumerate().take(large + 1) {
                pairs[large << 4 | small] = shapes.len() as u8;
                pairs[small << 4 | large] = shapes.len() as u8;
                shapes.push([one, other]);
            }
        }
        let appraise = |[a, b]: [Shape; 2], [c, d]: [Shape; 2]| {
            let shapes = [a, b, c, d];
            let threat = classify(shapes, is_restricted);
            Appraisal { threat, worth: worth(shapes, is_restricted), interest: interest(shapes) }
        };
        let rows = shapes.iter().flat_map(|&one| shapes.iter().map(move |&it| appraise(one, it)));
        Self { pairs, table: rows.collect() }
    }
}

/// How interesting it is to make a shape, by its number.
const INTEREST: [i16; Shape::N] = [0, 1, 3, 5, 14, 15, 45, 50, 60, 90, 120, 0];

fn interest(shapes: [Shape; 4]) -> i16 {
    shapes.iter().map(|&shape| INTEREST[shape as usize]).sum()
}

fn classify(shapes: [Shape; 4], is_restricted: bool) -> Threat {
    let count = |wanted: Shape| shapes.iter().filter(|&&shape| shape == wanted).count();
    let n_fours = count(Shape::Four) + count(Shape::OpenFour) + 2 * count(Shape::TwoFours);
    let n_threes = count(Shape::OpenThree);
    if count(Shape::Five) > 0 {
        return Threat::Five;
    }
    if is_restricted && (count(Shape::Overline) > 0 || n_fours >= 2) {
        return Threat::Forbidden;
    }
    if is_restricted && n_threes >= 2 {
        return Threat::Doubtful;
    }
    if count(Shape::OpenFour) > 0 || n_fours >= 2 {
        return Threat::Wins;
    }
    match (n_fours, n_threes) {
        (0, 0) if count(Shape::OpenTwo) + count(Shape::Three) > 0 => Threat::Prepares,
        (0, 0) if shapes.iter().any(|&shape| shape >= Shape::Two) => Threat::Joins,
        (0, 0) => Threat::Nothing,
        (0, 1) => Threat::Three,
        (0, _) => Threat::ThreeThree,
        (_, 0) => Threat::Four,
        _ => Threat::FourThree,
    }
}
