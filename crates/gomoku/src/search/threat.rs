//! What a stone threatens, all four lines together.

use std::sync::OnceLock;

use super::evaluation::worth;
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
    pub(crate) worth: i16,
}

/// The appraisal of each combination of four shapes, four bits a shape.
pub(crate) struct Appraisals(Vec<Appraisal>);

impl Appraisals {
    pub(crate) fn of(rule: Rule, color: Color) -> &'static Self {
        static TABLES: OnceLock<[Appraisals; 2]> = OnceLock::new();
        let tables = TABLES.get_or_init(|| [Self::compute(false), Self::compute(true)]);
        &tables[usize::from(rule == Rule::Renju && color == Color::Black)]
    }

    #[inline]
    pub(crate) fn get(&self, code: u16) -> Appraisal {
        self.0[code as usize]
    }

    fn compute(is_restricted: bool) -> Self {
        let appraise = |code: u16| {
            let shapes = [0, 4, 8, 12].map(|shift| Shape::from_bits(code >> shift));
            Appraisal { threat: classify(shapes, is_restricted), worth: worth(shapes) }
        };
        Self((0..=u16::MAX).map(appraise).collect())
    }
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
